package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.profile.ProfileOption.ANALYZER;
import static io.simhash.core.profile.ProfileOption.IDF_PATH;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TITLE_FACTOR;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Boilerplate;
import io.simhash.core.shingle.Counted;
import io.simhash.elasticsearch.config.ConfigFiles;
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

  private final FingerprinterFactory fingerprinters;
  private final boolean isNewIndex;

  /**
   * @param isNewIndex see {@link ConfigFiles#isNew}
   */
  SimHashFieldBuilder(
      String name,
      FingerprinterFactory fingerprinters,
      boolean isNewIndex,
      boolean ignoreMalformedByDefault) {
    super(name, SimHashFieldType.NAME, ignoreMalformedByDefault, OPTIONS);
    this.fingerprinters = fingerprinters;
    this.isNewIndex = isNewIndex;
  }

  @Override
  NearDuplicateFieldBuilder copy(boolean ignoreMalformedByDefault) {
    return new SimHashFieldBuilder(leafName(), fingerprinters, false, ignoreMalformedByDefault);
  }

  /** Null where an option says what holds without it: it needs no pin. */
  @Override
  Object canonical(String option, OptionMap typed, Object pinned) {
    return switch (option) {
      case BLOCK_LEVELS -> hasSubBlocks(typed) ? MAX_BLOCK_LEVELS : null;
      case FINGERPRINT -> typed.bool(FINGERPRINT, true) ? null : false;
      case SIGNATURE -> SignatureOption.json(signatures(typed, pinned));
      default -> PROFILE.get(option).json(typed);
    };
  }

  /** Signatures of other passages can be compared, fingerprints cannot. */
  @Override
  boolean canChange(String option) {
    return option.equals(Boilerplate.NAME) && options().containsKey(FINGERPRINT);
  }

  private static boolean hasSubBlocks(OptionMap typed) {
    int levels = Ranges.require(BLOCK_LEVELS, typed.integer(BLOCK_LEVELS, 1), 1, MAX_BLOCK_LEVELS);
    return levels > 1;
  }

  /**
   * The signatures; {@code true}, and an object that has not all parts, mean the pinned ones.
   *
   * @param pinned the value of an existing field, or null
   */
  private static Optional<TextMinHasher> signatures(OptionMap typed, Object pinned) {
    Optional<TextMinHasher> existing =
        pinned instanceof Map ? SignatureOption.read(alone(SIGNATURE, pinned)) : Optional.empty();
    return SignatureOption.read(typed, existing.orElse(SignatureOption.DEFAULT));
  }

  @Override
  public SimHashFieldMapper build(MapperBuilderContext context) {
    Map<String, Object> profile = options();
    OptionMap others = new OptionMap(new HashMap<>(profile));
    profile.keySet().retainAll(PROFILE.keySet());
    boolean hasSubBlocks = hasSubBlocks(others);
    boolean alone = others.bool(FINGERPRINT, true) == false;
    boolean takesText = alone || profile.isEmpty() == false;
    if (takesText == false && others.has(SIGNATURE)) {
      throw invalid(
          "[signature] needs [analyzer]: a field that takes fingerprints keeps the signatures that"
              + " come with them");
    }
    // An index opens, and fields are added, without the file of an IDF model.
    boolean isPut = PUT.contains(context.getMergeReason());
    Optional<TextFingerprinter> fingerprinter =
        takesText && alone == false
            ? Optional.of(fingerprinter(profile, isPut && isNewIndex))
            : Optional.empty();
    warn(context, fingerprinter.flatMap(TextFingerprinter::refusal));
    Counted counted = Counted.read(profile);
    Optional<TextMinHasher> signatures =
        takesText ? signatures(others, null).map(made -> made.with(counted)) : Optional.empty();
    Map<String, Object> pinned = new HashMap<>();
    if (alone) {
      SignatureOption.requireAlone(profile.keySet(), signatures);
      if (hasSubBlocks) {
        throw invalid("[block_levels] has no effect with [fingerprint] [false]");
      }
      pinned.put(FINGERPRINT, false);
      pinned.putAll(counted.pinned());
    }
    // Of the profile, without the options that have no effect.
    fingerprinter.ifPresent(
        made -> PROFILE.forEach((name, option) -> pinned.put(name, option.json(made.profile()))));
    if (takesText) {
      pinned.put(SIGNATURE, SignatureOption.json(signatures));
    }
    if (hasSubBlocks) {
      pinned.put(BLOCK_LEVELS, MAX_BLOCK_LEVELS);
    }
    SimHashFieldType type =
        new SimHashFieldType(
            context.buildFullName(leafName()),
            meta(),
            fingerprinter,
            signatures,
            context.isInNestedContext());
    return new SimHashFieldMapper(
        type, builderParams(this, context), this, pinned, hasSubBlocks, isPut);
  }

  private TextFingerprinter fingerprinter(Map<String, Object> typed, boolean requireFile) {
    if (typed.containsKey(ANALYZER.name()) == false && isOfCharacters(typed) == false) {
      throw invalid(
          "[%s] needs [analyzer], or [shingle.unit] [character]: without them the field takes"
              + " fingerprints, not text",
          String.join(", ", typed.keySet()));
    }
    TextFingerprinter made = fingerprinters.create(typed, false, List.of(1.0));
    if (requireFile && typed.containsKey(IDF_PATH.name())) {
      fingerprinters.models().files().require(made.profile().get(IDF_PATH));
    }
    return made;
  }

  private static boolean isOfCharacters(Map<String, Object> profile) {
    return profile.get(SHINGLE.name()) instanceof Map<?, ?> shingle
        && "character".equals(shingle.get("unit"));
  }
}
