package io.simhash.core.passage;

import io.simhash.core.shingle.Letters;
import io.simhash.core.shingle.NormalForm;
import java.util.Arrays;
import java.util.List;

/**
 * The letters of the values of a field, and where each is in the text as it was written.
 *
 * <p>The <em>letters</em> are the letters of the text's {@link NormalForm}, see {@link
 * Letters#isLetter}. All else is left out, so that spaces, punctuation and markup make no
 * difference. Lengths are in <em>units</em>: {@value #UNITS_OF_LETTER} for a letter or number,
 * {@value #UNITS_OF_DENSE} for a character of the scripts Han, Hiragana, Katakana and Hangul, which
 * says as much as 2.4 letters (docs/adr/0005-shingles-of-every-script.md).
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

  private final int[] letters;
  private final int[] starts;
  private final int[] ends;

  /** The units before each letter, and of all letters. */
  private final int[] units;

  /** The index behind the last letter of each value. */
  private final int[] valueEnds;

  /** The letters of the values, with one {@link #SEPARATOR} between two values. */
  public PassageText(List<String> values) {
    Builder builder = new Builder(values.stream().mapToInt(value -> value.length() + 1).sum());
    valueEnds = new int[values.size()];
    for (int v = 0; v < valueEnds.length; v++) {
      if (v > 0) {
        builder.add(SEPARATOR, 0, 0, 0);
      }
      NormalForm.forEach(values.get(v), builder);
      valueEnds[v] = builder.count;
    }
    letters = Arrays.copyOf(builder.letters, builder.count);
    starts = Arrays.copyOf(builder.starts, builder.count);
    ends = Arrays.copyOf(builder.ends, builder.count);
    units = Arrays.copyOf(builder.units, builder.count + 1);
  }

  /** The units of a letter. */
  static int unitsOf(int letter) {
    return Letters.isDense(letter) ? UNITS_OF_DENSE : UNITS_OF_LETTER;
  }

  /** Collects the letters among the code points of normal forms. */
  private static final class Builder implements NormalForm.Consumer {

    private int[] letters;
    private int[] starts;
    private int[] ends;
    private int[] units;
    private int count;

    Builder(int capacity) {
      letters = new int[capacity];
      starts = new int[capacity];
      ends = new int[capacity];
      units = new int[capacity + 1];
    }

    @Override
    public void accept(int codePoint, int start, int end) {
      boolean follows = count > 0 && letters[count - 1] != SEPARATOR && ends[count - 1] >= start;
      if (Letters.isLetter(codePoint)) {
        add(codePoint, start, end, unitsOf(codePoint));
      } else if (follows && codePoint == Letters.KEYCAP) {
        count--;
      } else if (follows && Letters.isMark(codePoint)) {
        ends[count - 1] = end;
      }
    }

    void add(int letter, int start, int end, int more) {
      if (count == letters.length) {
        // A normal form may be longer than the text.
        letters = Arrays.copyOf(letters, 2 * count);
        starts = Arrays.copyOf(starts, 2 * count);
        ends = Arrays.copyOf(ends, 2 * count);
        units = Arrays.copyOf(units, 2 * count + 1);
      }
      letters[count] = letter;
      starts[count] = start;
      ends[count] = end;
      units[++count] = units[count - 1] + more;
    }
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
