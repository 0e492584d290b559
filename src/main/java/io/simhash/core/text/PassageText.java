package io.simhash.core.text;

import java.util.Arrays;
import java.util.List;

/**
 * The letters of the values of a field, and where each is in the text as it was written. Passages
 * are runs of these letters.
 *
 * <p>The <em>letters</em> are the letters of the text's {@link NormalForm}, see {@link
 * Letters#isLetter}, after a {@link Folding}. All else is left out, so that spaces, punctuation and
 * markup make no difference. Lengths are in <em>units</em>, see {@link Letters#unitsOf}.
 *
 * <p>Immutable once made. Memory: {@value #BYTES_OF_CHARACTER} bytes a letter.
 */
public final class PassageText {

  /** What a text takes for each of its characters, at most. */
  public static final int BYTES_OF_CHARACTER = 16;

  /** Separates values: no letter is equal to it. */
  public static final int SEPARATOR = -1;

  /** The end of a separator: before the first place of a text, so that no mark follows it. */
  private static final int NOWHERE = -1;

  private int[] letters;
  private int[] starts;
  private int[] ends;
  private int count;

  /** Whether a letter was the last code point. */
  private boolean isLast;

  /** The units before each letter, and of all letters. */
  private final int[] units;

  /** The index behind the last letter of each value. */
  private final int[] valueEnds;

  /** The letters of the values as they were written. */
  public PassageText(List<String> values) {
    this(values, Folding.NONE);
  }

  /** The letters of the values, folded, with one {@link #SEPARATOR} between two values. */
  public PassageText(List<String> values, Folding folding) {
    int capacity = values.stream().mapToInt(value -> value.length() + 1).sum();
    letters = new int[capacity];
    starts = new int[capacity];
    ends = new int[capacity];
    valueEnds = new int[values.size()];
    for (int v = 0; v < valueEnds.length; v++) {
      if (v > 0) {
        add(SEPARATOR, 0, NOWHERE);
        isLast = false;
      }
      folding.forEach(values.get(v), this::accept);
      valueEnds[v] = count;
    }
    units = new int[count + 1];
    for (int i = 0; i < count; i++) {
      units[i + 1] = units[i] + (letters[i] == SEPARATOR ? 0 : Letters.unitsOf(letters[i]));
    }
  }

  /** Takes a code point: a letter, a mark after one, which belongs to it, or anything else. */
  private void accept(int codePoint, int start, int end) {
    if (Letters.isLetter(codePoint)) {
      add(codePoint, start, end);
      isLast = true;
      return;
    }
    if (codePoint == Letters.KEYCAP && isLast) {
      count--;
    } else if (Letters.isMark(codePoint) && count > 0 && ends[count - 1] >= start) {
      ends[count - 1] = end;
    }
    isLast = false;
  }

  private void add(int letter, int start, int end) {
    if (count == letters.length) {
      // A normal form may be longer than the text.
      int capacity = 2 * count + 1;
      letters = Arrays.copyOf(letters, capacity);
      starts = Arrays.copyOf(starts, capacity);
      ends = Arrays.copyOf(ends, capacity);
    }
    letters[count] = letter;
    starts[count] = start;
    ends[count++] = end;
  }

  /** The first letters of a text, as many as are asked for or all. */
  public static String first(String text, int letters) {
    PassageText whole = new PassageText(List.of(text));
    return whole.length() <= letters ? text : text.substring(0, whole.end(letters - 1));
  }

  /** The number of letters and separators. */
  public int length() {
    return count;
  }

  /** The letter at an index, or {@link #SEPARATOR}. */
  public int letter(int index) {
    return letters[index];
  }

  /** All letters and separators. */
  int[] letters() {
    return Arrays.copyOf(letters, count);
  }

  /** The units of the letters from one index up to another. */
  public int units(int from, int to) {
    return units[to] - units[from];
  }

  /** The units of all letters. */
  public int units() {
    return units[count];
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
