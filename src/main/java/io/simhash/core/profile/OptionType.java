package io.simhash.core.profile;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.shingle.Shingling;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * The type and range of a {@link ProfileOption}: how a value is read, checked and written.
 *
 * @param <T> the type of the values
 */
interface OptionType<T> {

  /** The maximum number of cue phrases: each is searched for in the whole text. */
  int MAX_CUE_PHRASES = 256;

  /**
   * The maximum length of a cue phrase, in UTF-16 units: the search costs its length at every
   * character.
   */
  int MAX_CUE_PHRASE_LENGTH = 100;

  /** Takes the option out of {@code options}. */
  T read(OptionMap options, String name);

  /**
   * Requires a value in the range.
   *
   * @return the value as a profile keeps it
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  default T check(String name, T value) {
    return value;
  }

  /** The value in a line of the canonical text. */
  default Object canonical(T value) {
    return value;
  }

  /** The value as users type it in JSON. */
  default Object json(T value) {
    return value;
  }

  /** Any string. */
  static OptionType<String> string() {
    return OptionMap::string;
  }

  /** An integer in [{@code min}, {@code max}]. */
  static OptionType<Integer> integer(int min, int max) {
    return checked(
        (options, name) -> options.integer(name),
        (name, value) -> Ranges.require(name, value, min, max));
  }

  /** A number in [{@code min}, {@code max}]. */
  static OptionType<Double> number(int min, int max) {
    return checked(
        (options, name) -> options.number(name),
        (name, value) -> Ranges.require(name, value, min, max));
  }

  /** The factor of a weight. */
  static OptionType<Double> factor() {
    return checked((options, name) -> options.number(name), Ranges::requireFactor);
  }

  private static <T> OptionType<T> checked(
      BiFunction<OptionMap, String, T> reader, BiFunction<String, T, T> check) {
    return new OptionType<>() {
      @Override
      public T read(OptionMap options, String name) {
        return reader.apply(options, name);
      }

      @Override
      public T check(String name, T value) {
        return check.apply(name, value);
      }
    };
  }

  /** The name of an enum's constant, as its {@code toString} writes it. */
  static <E extends Enum<E>> OptionType<E> constant(Class<E> type) {
    return new OptionType<>() {
      @Override
      public E read(OptionMap options, String name) {
        return options.constant(name, type);
      }

      @Override
      public Object json(E value) {
        return value.toString();
      }
    };
  }

  /** Part-of-speech prefixes, each with its factor; in order. */
  static OptionType<Map<String, Double>> factors() {
    return new OptionType<>() {
      @Override
      public Map<String, Double> read(OptionMap options, String name) {
        return options.numbers(name);
      }

      @Override
      public Map<String, Double> check(String name, Map<String, Double> value) {
        value.values().forEach(factor -> Ranges.requireFactor(name, factor));
        return Collections.unmodifiableSortedMap(new TreeMap<>(value));
      }

      @Override
      public Object canonical(Map<String, Double> value) {
        Map<String, Double> quoted = new LinkedHashMap<>();
        value.forEach((prefix, factor) -> quoted.put(quoted(prefix), factor));
        return quoted;
      }
    };
  }

  /** Phrases, each once and in order. */
  static OptionType<Collection<String>> phrases() {
    return new OptionType<>() {
      @Override
      public Collection<String> read(OptionMap options, String name) {
        return options.strings(name);
      }

      @Override
      public Collection<String> check(String name, Collection<String> value) {
        Collection<String> phrases = Collections.unmodifiableSortedSet(new TreeSet<>(value));
        requirePhrases(name, phrases);
        return phrases;
      }

      @Override
      public Object canonical(Collection<String> value) {
        return value.stream().map(OptionType::quoted).toList();
      }
    };
  }

  private static void requirePhrases(String name, Collection<String> phrases) {
    if (phrases.size() > MAX_CUE_PHRASES) {
      throw invalid("[%s] must hold at most [256] phrases but held [%s]", name, phrases.size());
    }
    if (phrases.stream().anyMatch(String::isBlank)) {
      throw invalid("[%s] must not hold a blank phrase", name);
    }
    int longest = phrases.stream().mapToInt(String::length).max().orElse(0);
    if (longest > MAX_CUE_PHRASE_LENGTH) {
      throw invalid(
          "[%s] must hold phrases of at most [100] characters but held one of [%s]", name, longest);
    }
  }

  /** Shingles; of one token each, they are the tokens themselves. */
  static OptionType<Shingling> shingling() {
    return new OptionType<>() {
      @Override
      public Shingling read(OptionMap options, String name) {
        return Shingling.read(options.object(name));
      }

      @Override
      public Object canonical(Shingling value) {
        return value.equals(Shingling.SINGLE_TOKENS) ? "none" : value;
      }

      @Override
      public Object json(Shingling value) {
        return new TreeMap<>(Map.of("unit", value.unit().toString(), "size", value.size()));
      }
    };
  }

  /** Quoted, so that no phrase reads like two phrases or like another option's line. */
  private static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    return '"' + escaped + '"';
  }
}
