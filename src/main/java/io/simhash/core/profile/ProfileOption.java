package io.simhash.core.profile;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.TextOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The table of a {@link Profile}'s options. Each constant is one option: its name, its default, its
 * type and range, and how it is written into the canonical text.
 *
 * <p>The order of the constants is the order of the lines of the canonical text. A new option is
 * added behind the last one, and its line is null where it has its default, so that the ids of
 * existing profiles do not change.
 *
 * @param <T> the type of the option's values
 */
public final class ProfileOption<T> {

  /** The maximum number of cue phrases: each is searched for in the whole text. */
  private static final int MAX_PHRASES = 256;

  /** The maximum length of a cue phrase, in UTF-16 units: compared at every character. */
  private static final int MAX_PHRASE_LENGTH = 100;

  private static final List<ProfileOption<?>> ALL = new ArrayList<>();

  /** The starting point of the other options. */
  public static final ProfileOption<Preset> PRESET =
      new ProfileOption<>("preset", Preset.DEFAULT, constant(Preset.class)).notInId();

  /** The name of the analyzer; its identity is in the id, see {@link Profile#analysis}. */
  public static final ProfileOption<String> ANALYZER =
      new ProfileOption<>("analyzer", "ansj", string()).shownIf(Profile::isOfTokens).notInId();

  /** Tokens with fewer code points are left out. */
  public static final ProfileOption<Integer> MIN_TOKEN_LENGTH =
      new ProfileOption<>("min_token_length", 2, integer(1, 100)).usedIf(Profile::isOfTokens, 1);

  /** The factor of how often a feature occurs. */
  public static final ProfileOption<Tf> TF = new ProfileOption<>("tf", Tf.LOG, constant(Tf.class));

  /** The name of the IDF model, or {@code none}; see {@link Profile#idf}. */
  public static final ProfileOption<String> IDF =
      new ProfileOption<>("idf", "none", string())
          .shownIf(profile -> profile.get(ProfileOption.IDF_PATH) == null)
          .line(profile -> profile.idf().map(IdfModel::contentId).orElse("none"));

  /** The file of the IDF model, or null; see {@link Profile#idf}. */
  public static final ProfileOption<String> IDF_PATH =
      new ProfileOption<>("idf_path", (String) null, string()).notInId();

  /** Tokens that the IDF model has in fewer documents (an unknown token: in none) are left out. */
  public static final ProfileOption<Integer> MIN_DOCUMENT_FREQUENCY =
      new ProfileOption<>("min_document_frequency", 0, integer(0, Integer.MAX_VALUE));

  public static final ProfileOption<LengthFactor> LENGTH =
      new ProfileOption<>("length", LengthFactor.NONE, constant(LengthFactor.class));

  /** Part-of-speech prefix to factor; the longest prefix wins, without one the factor is 1. */
  public static final ProfileOption<Map<String, Double>> POS =
      new ProfileOption<>("pos", Map.of(), factors());

  /** The cue phrases, empty for none. */
  public static final ProfileOption<Collection<String>> CUE_PHRASES =
      new ProfileOption<>("cue_phrases", List.of(), phrases());

  /** The factor of the tokens that a cue phrase marks. */
  public static final ProfileOption<Double> CUE_FACTOR =
      new ProfileOption<>("cue_factor", 5.0, factor()).usedIf(Profile::hasCuePhrases, "none");

  /** The tokens that a cue phrase marks. */
  public static final ProfileOption<CueScope> CUE_SCOPE =
      new ProfileOption<>("cue_scope", CueScope.SENTENCE, constant(CueScope.class))
          .usedIf(Profile::hasCuePhrases, "none");

  /** The factor of words that are in the title too: with a title, another number than 1. */
  public static final ProfileOption<Double> TITLE_FACTOR =
      new ProfileOption<>("title_factor", 1.0, factor()).usedIf(Profile::hasTitle, 1.0);

  /** The number of weight levels, 0 for continuous weights. */
  public static final ProfileOption<Integer> WEIGHT_LEVELS =
      new ProfileOption<>("weight_levels", 0, integer(0, 1000));

  public static final ProfileOption<WeightScale> WEIGHT_SCALE =
      new ProfileOption<>("weight_scale", WeightScale.RANK, constant(WeightScale.class))
          .usedIf(Profile::hasWeightLevels, "none");

  /** The number of heaviest features kept, 0 for all. */
  public static final ProfileOption<Integer> TOP =
      new ProfileOption<>("top", 0, integer(0, Integer.MAX_VALUE));

  /**
   * The least effective number of features for a fingerprint. Of the neighbours of texts with
   * fewer, most were none when measured on short poems; with 8 to 12, 96 of 100 were
   * (docs/adr/0007-short-texts-have-no-fingerprint.md). Not in the id: it decides whether there is
   * a fingerprint, never which.
   */
  public static final ProfileOption<Double> MIN_FEATURES =
      new ProfileOption<>("min_features", 8.0, number(0, 1_000_000)).notInId();

  public static final ProfileOption<Shingling> SHINGLE =
      new ProfileOption<>(
          "shingle",
          Shingling.SINGLE_TOKENS,
          new Type<>((options, name) -> Shingling.read(options)));

  public static final ProfileOption<FeatureHash> HASH =
      new ProfileOption<>("hash", FeatureHash.XXH3, constant(FeatureHash.class));

  /** The value of a bit whose sum is 0. */
  public static final ProfileOption<Ties> TIES =
      new ProfileOption<>("ties", Ties.ZERO, constant(Ties.class));

  /** The option's place in {@link #all}. */
  final int index = ALL.size();

  private final String name;
  private final T defaultValue;
  private final Type<T> type;
  // Set once, while the table is made.
  private Predicate<Profile> shown = profile -> true;
  private Function<Profile, Object> line;

  private ProfileOption(String name, T defaultValue, Type<T> type) {
    this.name = name;
    this.defaultValue = defaultValue;
    this.type = type;
    this.line = profile -> canonical(profile.get(this));
    ALL.add(this);
  }

  private ProfileOption<T> line(Function<Profile, Object> value) {
    line = value;
    return this;
  }

  private ProfileOption<T> notInId() {
    return line(profile -> null);
  }

  /** Without {@code condition} the option has no effect; its line is then {@code otherwise}. */
  private ProfileOption<T> usedIf(Predicate<Profile> condition, Object otherwise) {
    return shownIf(condition)
        .line(profile -> condition.test(profile) ? canonical(profile.get(this)) : otherwise);
  }

  private ProfileOption<T> shownIf(Predicate<Profile> condition) {
    shown = condition;
    return this;
  }

  /** All options, in the order of the canonical text. */
  public static List<ProfileOption<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  /**
   * Moves the profile options and the text options out of {@code map}, which keeps the others.
   *
   * @return the options as they were set
   */
  public static Map<String, Object> takeOptions(Map<String, Object> map) {
    Map<String, Object> taken = new LinkedHashMap<>(map);
    Set<String> names = ALL.stream().map(ProfileOption::name).collect(Collectors.toSet());
    names.addAll(TextOptions.NAMES);
    taken.keySet().retainAll(names);
    map.keySet().removeAll(taken.keySet());
    return taken;
  }

  public String name() {
    return name;
  }

  /** The value where neither the user nor the preset says another; null for no file. */
  public T defaultValue() {
    return defaultValue;
  }

  /** Takes the option's value out of {@code options}. */
  public T read(OptionMap options) {
    return check(type.read().apply(options, name));
  }

  /** Requires a value in the range. */
  T check(T value) {
    return type.check().apply(name, value);
  }

  /** The value in the canonical text; null where it decides no bit. */
  Object line(Profile profile) {
    return line.apply(profile);
  }

  /** The option's value in a profile as users set it; null where the option has no effect. */
  public Object json(Profile profile) {
    return shown.test(profile) ? inJson(profile.get(this)) : null;
  }

  /** Takes the option's value, in the form of {@link #json(Profile)}: equal for all spellings. */
  public Object json(OptionMap options) {
    return inJson(read(options));
  }

  @Override
  public String toString() {
    return name;
  }

  /** A value in a line of the canonical text; null for no line. */
  private static Object canonical(Object value) {
    return switch (value) {
      case Enum<?> constant -> OptionMap.name(constant);
      case Shingling shingles -> shingles.equals(Shingling.SINGLE_TOKENS) ? "none" : shingles;
      case Collection<?> phrases -> phrases.stream().map(ProfileOption::quoted).toList();
      case Map<?, ?> factors ->
          factors.entrySet().stream()
              .map(entry -> quoted(entry.getKey()) + "=" + entry.getValue())
              .collect(Collectors.joining(", ", "{", "}"));
      default -> value;
    };
  }

  /** Quoted, so that no phrase reads like two phrases or like another option's line. */
  private static String quoted(Object text) {
    String escaped =
        text.toString().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return '"' + escaped + '"';
  }

  private static Object inJson(Object value) {
    return switch (value) {
      case Enum<?> constant -> OptionMap.name(constant);
      case Shingling shingles -> shingles.json();
      case Collection<?> phrases -> List.copyOf(phrases);
      case null -> null;
      default -> value;
    };
  }

  /** Takes an option's value out of the map; requires its range, and returns it as it is kept. */
  private record Type<T>(BiFunction<OptionMap, String, T> read, BiFunction<String, T, T> check) {

    Type(BiFunction<OptionMap, String, T> read) {
      this(read, (name, value) -> value);
    }
  }

  private static Type<String> string() {
    return new Type<>(OptionMap::string);
  }

  private static Type<Integer> integer(int min, int max) {
    return new Type<>(OptionMap::integer, (name, value) -> Ranges.require(name, value, min, max));
  }

  private static Type<Double> number(int min, int max) {
    return new Type<>(OptionMap::number, (name, value) -> Ranges.require(name, value, min, max));
  }

  private static Type<Double> factor() {
    return new Type<>(OptionMap::number, Ranges::requireFactor);
  }

  private static <E extends Enum<E>> Type<E> constant(Class<E> type) {
    return new Type<>((options, name) -> options.constant(name, type));
  }

  /** Part-of-speech prefixes, each with its factor; in order. */
  private static Type<Map<String, Double>> factors() {
    return new Type<>(
        OptionMap::numbers,
        (name, value) -> {
          value.values().forEach(factor -> Ranges.requireFactor(name, factor));
          return Collections.unmodifiableSortedMap(new TreeMap<>(value));
        });
  }

  /** Phrases, each once and in order. */
  private static Type<Collection<String>> phrases() {
    return new Type<>(
        OptionMap::strings,
        (name, value) -> {
          Collection<String> phrases = Collections.unmodifiableSortedSet(new TreeSet<>(value));
          if (phrases.size() > MAX_PHRASES) {
            throw invalid(
                "[%s] must hold at most [256] phrases but held [%s]", name, phrases.size());
          }
          if (phrases.stream().anyMatch(String::isBlank)) {
            throw invalid("[%s] must not hold a blank phrase", name);
          }
          int longest = phrases.stream().mapToInt(String::length).max().orElse(0);
          if (longest > MAX_PHRASE_LENGTH) {
            throw invalid(
                "[%s] must hold phrases of at most [100] characters but held one of [%s]",
                name, longest);
          }
          return phrases;
        });
  }
}
