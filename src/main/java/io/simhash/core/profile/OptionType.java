package io.simhash.core.profile;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.shingle.Folding;
import io.simhash.core.shingle.Shingling;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The type and range of a {@link ProfileOption}.
 *
 * @param read takes the option with that name out of the map
 * @param check requires that the option with that name has a value in the range; gives the value as
 *     a profile keeps it
 * @param canonical the value in a line of the canonical text
 * @param json the value as users type it in JSON
 * @param <T> the type of the values
 */
record OptionType<T>(
    BiFunction<OptionMap, String, T> read,
    BiFunction<String, T, T> check,
    Function<T, Object> canonical,
    Function<T, Object> json) {

  /** The maximum number of cue phrases: each is searched for in the whole text. */
  private static final int MAX_PHRASES = 256;

  /**
   * The maximum length of a cue phrase, in UTF-16 units: the search costs it at every character.
   */
  private static final int MAX_PHRASE_LENGTH = 100;

  private static <T> OptionType<T> of(
      BiFunction<OptionMap, String, T> read, BiFunction<String, T, T> check) {
    return new OptionType<>(read, check, value -> value, value -> value);
  }

  /** Any string. */
  static OptionType<String> string() {
    return of(OptionMap::string, (name, value) -> value);
  }

  /** An integer in [{@code min}, {@code max}]. */
  static OptionType<Integer> integer(int min, int max) {
    return of(OptionMap::integer, (name, value) -> Ranges.require(name, value, min, max));
  }

  /** A number in [{@code min}, {@code max}]. */
  static OptionType<Double> number(int min, int max) {
    return of(OptionMap::number, (name, value) -> Ranges.require(name, value, min, max));
  }

  /** The factor of a weight. */
  static OptionType<Double> factor() {
    return of(OptionMap::number, Ranges::requireFactor);
  }

  /** The name of an enum's constant, as its {@code toString} writes it. */
  static <E extends Enum<E>> OptionType<E> constant(Class<E> type) {
    return new OptionType<>(
        (options, name) -> options.constant(name, type),
        (name, value) -> value,
        value -> value,
        Enum::toString);
  }

  /** Part-of-speech prefixes, each with its factor; in order. */
  static OptionType<Map<String, Double>> factors() {
    return new OptionType<>(
        OptionMap::numbers,
        (name, value) -> {
          value.values().forEach(factor -> Ranges.requireFactor(name, factor));
          return Collections.unmodifiableSortedMap(new TreeMap<>(value));
        },
        value ->
            value.entrySet().stream()
                .map(entry -> quoted(entry.getKey()) + "=" + entry.getValue())
                .collect(Collectors.joining(", ", "{", "}")),
        value -> value);
  }

  /** Phrases, each once and in order. */
  static OptionType<Collection<String>> phrases() {
    return new OptionType<>(
        OptionMap::strings,
        OptionType::requirePhrases,
        value -> value.stream().map(OptionType::quoted).toList(),
        List::copyOf);
  }

  private static Collection<String> requirePhrases(String name, Collection<String> value) {
    Collection<String> phrases = Collections.unmodifiableSortedSet(new TreeSet<>(value));
    if (phrases.size() > MAX_PHRASES) {
      throw invalid("[%s] must hold at most [256] phrases but held [%s]", name, phrases.size());
    }
    if (phrases.stream().anyMatch(String::isBlank)) {
      throw invalid("[%s] must not hold a blank phrase", name);
    }
    int longest = phrases.stream().mapToInt(String::length).max().orElse(0);
    if (longest > MAX_PHRASE_LENGTH) {
      String range = "[" + name + "] must hold phrases of at most [100] characters";
      throw invalid("%s but held one of [%s]", range, longest);
    }
    return phrases;
  }

  /** Shingles; of one token each, they are the tokens themselves. */
  static OptionType<Shingling> shingling() {
    return new OptionType<>(
        (options, name) -> Shingling.read(options.object(name)),
        (name, value) -> value,
        value -> value.equals(Shingling.SINGLE_TOKENS) ? "none" : value,
        Shingling::json);
  }

  /** A folding. {@link Folding#NONE} is left out of the canonical text and of the options. */
  static OptionType<Folding> folding() {
    return new OptionType<>(
        (options, name) -> Folding.read(options),
        (name, value) -> value,
        value -> value.kinds().isEmpty() ? null : value,
        Folding::pinned);
  }

  /** Quoted, so that no phrase reads like two phrases or like another option's line. */
  private static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return '"' + escaped + '"';
  }
}
