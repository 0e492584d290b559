package io.simhash.elasticsearch.mapper.simhash;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.profile.ProfileOption.ANALYZER;
import static io.simhash.core.profile.ProfileOption.FOLD;
import static io.simhash.core.profile.ProfileOption.IDF_PATH;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TITLE_FACTOR;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Folding;
import io.simhash.elasticsearch.config.ConfigFiles;
import io.simhash.elasticsearch.mapper.NearDuplicateFieldBuilder;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.SignatureOption;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextMinHasher;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.mapper.MapperService.MergeReason;

/** The mapping of a {@code simhash} field while it is read, merged or shown. */
final class SimHashFieldBuilder extends NearDuplicateFieldBuilder {

  private static final String SIGNATURE = SignatureOption.NAME;

  private static final String FINGERPRINT = "fingerprint";
  private static final String BLOCK_LEVELS = "block_levels";
  private static final int MAX_BLOCK_LEVELS = 2;

  /** The profile options of a mapping by name; a field has one text and no title. */
  private static final SortedMap<String, ProfileOption<?>> PROFILE = new TreeMap<>();

  static {
    ProfileOption.all().forEach(option -> PROFILE.put(option.name(), option));
    PROFILE.remove(TITLE_FACTOR.name());
  }

  private static final List<String> OPTIONS =
      Stream.concat(PROFILE.keySet().stream(), Stream.of(SIGNATURE, FINGERPRINT, BLOCK_LEVELS))
          .toList();

  /** The reasons for which a mapping is parsed when a user puts it. */
  private static final Set<MergeReason> PUT =
      EnumSet.of(MergeReason.MAPPING_UPDATE, MergeReason.INDEX_TEMPLATE);

  final FingerprinterFactory fingerprinters;
  private final boolean isNewIndex;

  /**
   * @param isNewIndex see {@link ConfigFiles#isNew}
   */
  SimHashFieldBuilder(
      String name,
      FingerprinterFactory fingerprinters,
      boolean isNewIndex,
      boolean ignoreMalformedByDefault,
      Map<String, Object> defaults) {
    super(name, ignoreMalformedByDefault, OPTIONS, defaults);
    this.fingerprinters = fingerprinters;
    this.isNewIndex = isNewIndex;
  }

  @Override
  public String contentType() {
    return SimHashFieldType.NAME;
  }

  @Override
  protected Object canonical(String option, Object typed, Object pinned) {
    OptionMap value = map(option, typed);
    if (option.equals(BLOCK_LEVELS)) {
      return blockLevels(value) == 1 ? null : MAX_BLOCK_LEVELS;
    }
    if (option.equals(FINGERPRINT)) {
      return value.bool(FINGERPRINT, true) ? null : false;
    }
    return option.equals(SIGNATURE)
        ? SignatureOption.json(SignatureOption.read(value, parameters(pinned)))
        : PROFILE.get(option).json(value);
  }

  /** One level is the default of every release, so it needs no pin: it is shown as no option. */
  private static int blockLevels(OptionMap value) {
    return Ranges.require(BLOCK_LEVELS, value.integer(BLOCK_LEVELS, 1), 1, MAX_BLOCK_LEVELS);
  }

  /** The parameters that {@code "signature": true} means: those of an existing field, if any. */
  private TextMinHasher parameters(Object pinned) {
    Object signature = pinned instanceof Map ? pinned : defaults.getOrDefault(SIGNATURE, true);
    return SignatureOption.read(map(SIGNATURE, signature)).orElse(SignatureOption.DEFAULT);
  }

  private static OptionMap map(String option, Object value) {
    return new OptionMap(new HashMap<>(Map.of(option, value)));
  }

  @Override
  public SimHashFieldMapper build(MapperBuilderContext context) {
    Map<String, Object> typed = options();
    Object signature = typed.remove(SIGNATURE);
    Object levels = typed.remove(BLOCK_LEVELS);
    boolean alone = canonical(FINGERPRINT, typed.getOrDefault(FINGERPRINT, true), null) != null;
    typed.remove(FINGERPRINT);
    boolean hasSubBlocks = levels != null && blockLevels(map(BLOCK_LEVELS, levels)) > 1;
    Object fold = typed.get(FOLD.name());
    // An index opens, and fields are added, without the file of an IDF model.
    boolean isPut = PUT.contains(context.getMergeReason());
    if (alone) {
      SignatureOption.requireAlone(typed.keySet(), signatures(signature, true));
      typed.remove(FOLD.name());
      if (hasSubBlocks) {
        throw invalid("[block_levels] has no effect with [fingerprint] [false]");
      }
    }
    Optional<TextFingerprinter> fingerprinter = fingerprinter(typed, isPut && isNewIndex);
    warn(context, fingerprinter.flatMap(TextFingerprinter::refusal));
    Optional<TextMinHasher> signatures =
        signatures(signature, alone || fingerprinter.isPresent())
            .map(made -> made.with(Folding.read(fold)));
    SimHashFieldType type =
        new SimHashFieldType(
            context.buildFullName(leafName()),
            meta(),
            fingerprinter,
            signatures,
            context.isInNestedContext());
    Map<String, Object> pinned = new HashMap<>();
    fingerprinter.ifPresent(f -> pinned.putAll(pinned(f.profile())));
    if (alone) {
      pinned.put(FINGERPRINT, false);
      pinned.put(FOLD.name(), Folding.read(fold).pinned());
    }
    if (alone || fingerprinter.isPresent()) {
      pinned.put(SIGNATURE, SignatureOption.json(signatures));
    }
    if (hasSubBlocks) {
      pinned.put(BLOCK_LEVELS, MAX_BLOCK_LEVELS);
    }
    return new SimHashFieldMapper(
        type, builderParams(this, context), this, pinned, hasSubBlocks, isPut);
  }

  /** The options of a field that takes text, without those that have no effect. */
  private static Map<String, Object> pinned(Profile profile) {
    Map<String, Object> pinned = new HashMap<>();
    PROFILE.forEach((name, option) -> pinned.put(name, option.json(profile)));
    return pinned;
  }

  /** Makes the signatures of a field that takes text; empty for {@code "signature": false}. */
  private Optional<TextMinHasher> signatures(Object typed, boolean ofText) {
    if (ofText) {
      Object signature = typed == null ? defaults.getOrDefault(SIGNATURE, true) : typed;
      return SignatureOption.read(map(SIGNATURE, signature), parameters(null));
    }
    if (typed != null) {
      throw invalid(
          "[signature] needs [analyzer]: a field that takes fingerprints keeps the signatures that"
              + " come with them");
    }
    return Optional.empty();
  }

  /** The fingerprinter of a field that takes text; empty where no profile option is typed. */
  private Optional<TextFingerprinter> fingerprinter(
      Map<String, Object> typed, boolean requireFile) {
    if (typed.isEmpty()) {
      return Optional.empty();
    }
    if (typed.containsKey(ANALYZER.name()) == false && isOfCharacters(typed) == false) {
      throw invalid(
          "[%s] needs [analyzer], or [shingle.unit] [character]: without them the field takes"
              + " fingerprints, not text",
          String.join(", ", typed.keySet()));
    }
    Map<String, Object> profile = new HashMap<>(defaults);
    profile.remove(SIGNATURE);
    profile.putAll(typed);
    TextFingerprinter made = fingerprinters.create(profile, false, List.of(1.0));
    if (requireFile && typed.containsKey(IDF_PATH.name())) {
      fingerprinters.models().files().require(made.profile().get(IDF_PATH));
    }
    return Optional.of(made);
  }

  private static boolean isOfCharacters(Map<String, Object> profile) {
    return profile.get(SHINGLE.name()) instanceof Map<?, ?> shingle
        && "character".equals(shingle.get("unit"));
  }
}
