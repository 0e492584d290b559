package io.simhash.elasticsearch.mapper.simhash;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.profile.ProfileOption.ANALYZER;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TITLE_FACTOR;

import io.simhash.core.base.OptionMap;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.elasticsearch.mapper.NearDuplicateFieldBuilder;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;
import org.elasticsearch.index.mapper.MapperBuilderContext;

/** The mapping of a {@code simhash} field while it is read, merged or shown. */
final class SimHashFieldBuilder extends NearDuplicateFieldBuilder {

  /** The profile options of a mapping by name; a field has one text and no title. */
  private static final SortedMap<String, ProfileOption<?>> PROFILE = new TreeMap<>();

  static {
    ProfileOption.all().forEach(option -> PROFILE.put(option.name(), option));
    PROFILE.remove(TITLE_FACTOR.name());
  }

  final FingerprinterFactory fingerprinters;
  private final Parameter<Object> nullValue =
      parameter("null_value", mapper -> ((SimHashFieldMapper) mapper).fieldType().nullValue());

  SimHashFieldBuilder(
      String name,
      FingerprinterFactory fingerprinters,
      boolean ignoreMalformedByDefault,
      Map<String, Object> defaults) {
    super(name, ignoreMalformedByDefault, List.copyOf(PROFILE.keySet()), defaults);
    this.fingerprinters = fingerprinters;
  }

  @Override
  public String contentType() {
    return SimHashFieldType.NAME;
  }

  @Override
  protected Parameter<?>[] getParameters() {
    return Stream.concat(Stream.of(super.getParameters()), Stream.of(nullValue))
        .toArray(Parameter<?>[]::new);
  }

  @Override
  protected Object canonical(String option, Object typed, Object pinned) {
    return PROFILE.get(option).json(new OptionMap(new HashMap<>(Map.of(option, typed))));
  }

  @Override
  public SimHashFieldMapper build(MapperBuilderContext context) {
    Optional<TextFingerprinter> fingerprinter = fingerprinter(options());
    requireNullValue(nullValue.get(), fingerprinter.isPresent());
    SimHashFieldType type =
        new SimHashFieldType(
            context.buildFullName(leafName()),
            meta(),
            fingerprinter,
            nullValue.get(),
            context.isInNestedContext());
    Map<String, Object> pinned = fingerprinter.map(f -> pinned(f.profile())).orElse(Map.of());
    return new SimHashFieldMapper(type, builderParams(this, context), this, pinned);
  }

  /** The profile's options without those that have no effect. */
  private static Map<String, Object> pinned(Profile profile) {
    Map<String, Object> pinned = new HashMap<>();
    PROFILE.forEach((name, option) -> pinned.put(name, option.json(profile)));
    return pinned;
  }

  /** The fingerprinter of a field that takes text; empty where no profile option is typed. */
  private Optional<TextFingerprinter> fingerprinter(Map<String, Object> typed) {
    if (typed.isEmpty()) {
      return Optional.empty();
    }
    if (typed.containsKey(ANALYZER.name()) == false && isOfCharacters(typed) == false) {
      throw invalid(
          "[%s] needs [analyzer], or [shingle.unit] [character]: without them the field takes"
              + " fingerprints, not text",
          String.join(", ", typed.keySet()));
    }
    // A stored model may be replaced, and fingerprints of one field must stay comparable.
    Optional<String> stored = FingerprinterFactory.storedModel(typed);
    if (stored.isPresent()) {
      throw invalid(
          "[idf] must be [none] or a shipped model, one of %s, in a mapping, but was [%s]: a stored"
              + " model is for pipelines",
          new TreeSet<>(IdfModels.SHIPPED), stored.get());
    }
    Map<String, Object> profile = new HashMap<>(defaults);
    profile.putAll(typed);
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
