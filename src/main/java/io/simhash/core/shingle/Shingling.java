package io.simhash.core.shingle;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Windows of {@code size} consecutive tokens or characters.
 *
 * <p>A text with fewer units than {@code size} is one shingle; a text without any has none.
 *
 * @param unit tokens or characters
 * @param size units in a window, 1 to 32, or {@link #AUTO} for characters
 * @see <a href="https://doi.org/10.1016/S0169-7552(97)00031-7">Broder, Glassman, Manasse, Zweig:
 *     Syntactic clustering of the web, WWW 1997, section 2</a>
 */
public record Shingling(Unit unit, int size) {

  /** The name of the option. */
  public static final String NAME = "shingle";

  public static final int MAX_SIZE = 32;

  /** The size {@code auto} of characters: 5 or 12, by the script of the text. */
  public static final int AUTO = 0;

  private static final String AUTO_NAME = "auto";

  /** Shingles of characters that suit every script. */
  public static final Shingling AUTO_CHARACTERS = new Shingling(Unit.CHARACTER, AUTO);

  /** Shingles of one token each: the tokens themselves. */
  public static final Shingling SINGLE_TOKENS = new Shingling(Unit.TOKEN, 1);

  public enum Unit {
    /** Tokens of the analyzer; a shingle's text is its tokens joined by one space. */
    TOKEN,
    /** Letters of the text, as code points. */
    CHARACTER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Shingling {
    if (unit != Unit.CHARACTER || size != AUTO) {
      Ranges.require("shingle.size", size, 1, MAX_SIZE);
    }
  }

  /** Takes {@code {"unit": …, "size": …}} where both are needed and {@code size} is a number. */
  public static Shingling read(OptionMap options) {
    OptionMap shingle = options.object(NAME);
    if (shingle.has("unit") == false || shingle.has("size") == false) {
      throw invalid("[shingle] needs [unit] and [size]");
    }
    Unit unit = shingle.constant("unit", Unit.class);
    int size = Ranges.require("shingle.size", shingle.integer("size"), 1, MAX_SIZE);
    shingle.requireEmpty();
    return new Shingling(unit, size);
  }

  /**
   * Takes {@code {"unit": …, "size": …}}, where {@code size} may be {@code auto}; what is absent is
   * taken from {@code defaults}. A size for characters is no default for tokens.
   */
  public static Shingling readWithDefault(OptionMap options, Shingling defaults) {
    if (options.has(NAME) == false) {
      return defaults;
    }
    OptionMap shingle = options.object(NAME);
    Unit unit = shingle.constant("unit", defaults.unit());
    if (unit == Unit.TOKEN && defaults.unit() != unit && shingle.has("size") == false) {
      throw invalid("[%s] [token] needs [%s]", shingle.fullName("unit"), shingle.fullName("size"));
    }
    int size =
        shingle.has("size")
            ? shingle.integerOr("size", AUTO_NAME, AUTO, 1, MAX_SIZE)
            : defaults.size();
    if (unit == Unit.TOKEN && size == AUTO) {
      throw invalid(
          "[%s] [auto] is for characters: with [%s] [token] it must be in [1, %s]",
          shingle.fullName("size"), shingle.fullName("unit"), MAX_SIZE);
    }
    shingle.requireEmpty();
    return new Shingling(unit, size);
  }

  private Object typedSize() {
    return size == AUTO ? AUTO_NAME : (Object) size;
  }

  /** The object that {@link #readWithDefault} reads, its keys in order. */
  public SortedMap<String, Object> json() {
    return new TreeMap<>(Map.of("unit", unit.toString(), "size", typedSize()));
  }

  /** The form in a profile's canonical text and among the parameters of a signature. */
  @Override
  public String toString() {
    return unit + ":" + typedSize();
  }
}
