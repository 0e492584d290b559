package io.simhash.core.passage;

import io.simhash.core.shingle.Letters;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The letters of the values of a field, and where each is in the text as it was written.
 *
 * <p>The <em>letters</em> are the code points of Unicode categories L and N, each in lower case by
 * {@link Character#toLowerCase(int)}. All else is left out, so that spaces, punctuation and markup
 * make no difference. Lengths are in <em>units</em>: {@value #UNITS_OF_LETTER} for a letter or
 * number, {@value #UNITS_OF_DENSE} for a character of the scripts Han, Hiragana, Katakana and
 * Hangul, which says as much as 2.4 letters (docs/adr/0005-shingles-of-every-script.md).
 *
 * <p>Immutable. Memory: 16 bytes a letter.
 */
public final class PassageText {

  /** The units of a letter or number. */
  public static final int UNITS_OF_LETTER = 5;

  /** The units of a Chinese, Japanese or Korean character. */
  public static final int UNITS_OF_DENSE = 12;

  /** Separates values: no letter is equal to it. */
  static final int SEPARATOR = -1;

  private static final int NONE = -2;

  /** {@link #letterOf} the first code points, which most texts have most of. */
  private static final int[] ASCII = IntStream.range(0, 128).map(PassageText::letterOf).toArray();

  private final int[] letters;
  private final int[] starts;
  private final int[] ends;

  /** The units before each letter, and of all letters. */
  private final int[] units;

  /** The index behind the last letter of each value. */
  private final int[] valueEnds;

  /** The letters of the values, with one {@link #SEPARATOR} between two values. */
  public PassageText(List<String> values) {
    int capacity = values.stream().mapToInt(value -> value.length() + 1).sum();
    int[] codePoints = new int[capacity];
    int[] from = new int[capacity];
    int[] to = new int[capacity];
    int[] before = new int[capacity + 1];
    valueEnds = new int[values.size()];
    int count = 0;
    for (int v = 0; v < valueEnds.length; v++) {
      if (v > 0) {
        codePoints[count++] = SEPARATOR;
        before[count] = before[count - 1];
      }
      String value = values.get(v);
      for (int i = 0; i < value.length(); ) {
        int codePoint = value.codePointAt(i);
        int next = i + Character.charCount(codePoint);
        int letter = codePoint < ASCII.length ? ASCII[codePoint] : letterOf(codePoint);
        if (letter != NONE) {
          codePoints[count] = letter;
          from[count] = i;
          to[count] = next;
          count++;
          before[count] = before[count - 1] + units(codePoint);
        } else if (isMark(codePoint) && count > 0 && to[count - 1] == i) {
          to[count - 1] = next;
        }
        i = next;
      }
      valueEnds[v] = count;
    }
    letters = Arrays.copyOf(codePoints, count);
    starts = Arrays.copyOf(from, count);
    ends = Arrays.copyOf(to, count);
    units = Arrays.copyOf(before, count + 1);
  }

  /** The letter of a code point, or {@link #NONE}. */
  private static int letterOf(int codePoint) {
    return Letters.isLetterOrNumber(codePoint) ? Character.toLowerCase(codePoint) : NONE;
  }

  private static int units(int codePoint) {
    return Letters.isDense(codePoint) ? UNITS_OF_DENSE : UNITS_OF_LETTER;
  }

  /** Whether a code point belongs to the letter before it, as an accent of its own does. */
  static boolean isMark(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
  }

  /** The number of letters and separators. */
  public int length() {
    return letters.length;
  }

  /** The letter at an index, or {@link #SEPARATOR}. */
  int letter(int index) {
    return letters[index];
  }

  /** The units of the letters from one index up to another. */
  public int units(int from, int to) {
    return units[to] - units[from];
  }

  /** The units of all letters. */
  public int units() {
    return units[letters.length];
  }

  /** The number of values. */
  int values() {
    return valueEnds.length;
  }

  /** The index of the first letter of a value. */
  int valueStart(int value) {
    return value == 0 ? 0 : valueEnds[value - 1] + 1;
  }

  /** The index behind the last letter of a value. */
  int valueEnd(int value) {
    return valueEnds[value];
  }

  /** The value that holds a letter. */
  public int value(int index) {
    int found = Arrays.binarySearch(valueEnds, index + 1);
    return found < 0 ? -found - 1 : found;
  }

  /** Where a letter begins in its value, in UTF-16 units. */
  public int start(int index) {
    return starts[index];
  }

  /**
   * Where a letter ends in its value, in UTF-16 units. The marks right after it (Unicode category
   * M) belong to it.
   */
  public int end(int index) {
    return ends[index];
  }
}
