package io.simhash.elasticsearch.mapper.simhash;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.profile.ProfileOption.ANALYZER;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TITLE_FACTOR;

import io.simhash.core.base.OptionMap;
import io.simhash.core.profile.ProfileOption;
import io.simhash.elasticsearch.mapper.NearDuplicateFieldBuilder;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.elasticsearch.profile.SignatureOption;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextMinHasher;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.elasticsearch.index.mapper.MapperBuilderContext;

/** The mapping of a {@code simhash} field while it is read, merged or shown. */
final class SimHashFieldBuilder extends NearDuplicateFieldBuilder {

  private static final String NULL_VALUE = "null_value";

  /** {@code null_value} and the profile options; a multi-field has one text and no title. */
  private static final List<String> OPTIONS =
      Stream.concat(
              Stream.of(NULL_VALUE, SignatureOption.NAME),
              ProfileOption.all().stream()
                  .filter(option -> option != TITLE_FACTOR)
                  .map(ProfileOption::name)
                  .sorted())
          .toList();

  final FingerprinterFactory fingerprinters;
  private final Map<String, Object> knownOptions;
  private final Optional<TextFingerprinter> knownFingerprinter;

  /**
   * @param knownOptions options of an existing field, none for a new one
   * @param knownFingerprinter the fingerprinter that these options describe
   */
  SimHashFieldBuilder(
      String name,
      FingerprinterFactory fingerprinters,
      boolean ignoreMalformedByDefault,
      Map<String, Object> knownOptions,
      Optional<TextFingerprinter> knownFingerprinter) {
    super(name, ignoreMalformedByDefault, OPTIONS, effective(knownFingerprinter));
    this.fingerprinters = fingerprinters;
    this.knownOptions = knownOptions;
    this.knownFingerprinter = knownFingerprinter;
  }

  private static Map<String, Object> effective(Optional<TextFingerprinter> fingerprinter) {
    Map<String, Object> values = new HashMap<>();
    fingerprinter.ifPresent(
        f -> ProfileOption.all().forEach(o -> values.put(o.name(), o.json(f.profile()))));
    return values;
  }

  @Override
  public String contentType() {
    return SimHashFieldType.NAME;
  }

  @Override
  public SimHashFieldMapper build(MapperBuilderContext context) {
    Map<String, Object> profile = options();
    // A mapping is built again for every new field beside this one: the fingerprinter is not.
    boolean known = profile.equals(knownOptions);
    Object nullValue = profile.remove(NULL_VALUE);
    Object signature = profile.remove(SignatureOption.NAME);
    Optional<TextFingerprinter> fingerprinter = known ? knownFingerprinter : fingerprinter(profile);
    requireNullValue(nullValue, fingerprinter.isPresent());
    Optional<TextMinHasher> signatures = signatures(signature, fingerprinter.isPresent());
    SimHashFieldType type =
        new SimHashFieldType(
            context.buildFullName(leafName()),
            meta(),
            fingerprinter,
            signatures,
            nullValue,
            context.isInNestedContext());
    return new SimHashFieldMapper(type, builderParams(this, context), this);
  }

  /** Makes the signatures of a field that takes text. */
  private static Optional<TextMinHasher> signatures(Object typed, boolean ofText) {
    if (ofText) {
      return SignatureOption.read(
          new OptionMap(
              new HashMap<>(typed == null ? Map.of() : Map.of(SignatureOption.NAME, typed))));
    }
    if (typed != null) {
      throw invalid(
          "[signature] needs [analyzer]: a field that takes fingerprints keeps the signatures that"
              + " come with them");
    }
    return Optional.empty();
  }

  /** The fingerprinter of a field that takes text; empty where no profile option is typed. */
  private Optional<TextFingerprinter> fingerprinter(Map<String, Object> profile) {
    if (profile.isEmpty()) {
      return Optional.empty();
    }
    if (profile.containsKey(ANALYZER.name()) == false && isOfCharacters(profile) == false) {
      throw invalid(
          "[%s] needs [analyzer], or [shingle.unit] [character]: without them the field takes"
              + " fingerprints, not text",
          String.join(", ", profile.keySet()));
    }
    // A stored model may be replaced, and fingerprints of one field must stay comparable.
    Optional<String> stored = FingerprinterFactory.storedModel(profile);
    if (stored.isPresent()) {
      throw invalid(
          "[idf] must be [none] or a shipped model, one of %s, in a mapping, but was [%s]: a stored"
              + " model is for pipelines",
          new TreeSet<>(IdfModels.SHIPPED), stored.get());
    }
    return Optional.of(fingerprinters.create(profile, false, List.of(1.0)));
  }

  private static boolean isOfCharacters(Map<String, Object> profile) {
    return profile.get(SHINGLE.name()) instanceof Map<?, ?> shingle
        && "character".equals(shingle.get("unit"));
  }

  private static void requireNullValue(Object value, boolean ofText) {
    if (value == null) {
      return;
    }
    if (ofText) {
      throw invalid("[null_value] is a fingerprint and cannot be used in a field that takes text");
    }
    try {
      FingerprintValue.ofFingerprint(value);
    } catch (IllegalArgumentException e) {
      throw invalid(e, "[null_value]: %s", e.getMessage());
    }
  }
}
