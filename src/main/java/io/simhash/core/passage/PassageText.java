package io.simhash.core.passage;

import io.simhash.core.text.Folding;
import io.simhash.core.text.LetterRuns;
import io.simhash.core.text.Letters;
import io.simhash.core.text.LocatedLetters;
import java.util.Arrays;
import java.util.List;

/**
 * The letters of the values of a field, and where each is in the text as it was written.
 *
 * <p>The <em>letters</em> are the letters of the text's {@link io.simhash.core.text.NormalForm},
 * see {@link Letters#isLetter}, after a {@link Folding}. All else is left out, so that spaces,
 * punctuation and markup make no difference. Lengths are in <em>units</em>, see {@link
 * Letters#unitsOf}.
 *
 * <p>Immutable. Memory: {@value #BYTES_OF_CHARACTER} bytes a letter.
 */
public final class PassageText {

  /** What a text takes for each of its characters, at most. */
  public static final int BYTES_OF_CHARACTER = 16;

  /** Separates values: no letter is equal to it. */
  static final int SEPARATOR = LetterRuns.SEPARATOR;

  /** The end of a separator: before the first place of a text, so that no mark follows it. */
  private static final int NOWHERE = -1;

  private final LocatedLetters letters;

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
    letters = new LocatedLetters(values.stream().mapToInt(value -> value.length() + 1).sum());
    valueEnds = new int[values.size()];
    for (int v = 0; v < valueEnds.length; v++) {
      if (v > 0) {
        letters.add(SEPARATOR, 0, NOWHERE);
      }
      folding.forEach(values.get(v), letters);
      valueEnds[v] = letters.count();
    }
    units = new int[letters.count() + 1];
    for (int i = 0; i < letters.count(); i++) {
      int letter = letters.letter(i);
      units[i + 1] = units[i] + (letter == SEPARATOR ? 0 : Letters.unitsOf(letter));
    }
  }

  /** The first letters of a text, as many as are asked for or all. */
  public static String first(String text, int letters) {
    PassageText whole = new PassageText(List.of(text));
    return whole.length() <= letters ? text : text.substring(0, whole.end(letters - 1));
  }

  /** The number of letters and separators. */
  public int length() {
    return letters.count();
  }

  /** The letter at an index, or {@link #SEPARATOR}. */
  int letter(int index) {
    return letters.letter(index);
  }

  /** The units of the letters from one index up to another. */
  public int units(int from, int to) {
    return units[to] - units[from];
  }

  /** The units of all letters. */
  public int units() {
    return units[letters.count()];
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
    return letters.start(index);
  }

  /**
   * Where a letter ends in its value, in UTF-16 units. The marks right after it (Unicode category
   * M) belong to it.
   */
  public int end(int index) {
    return letters.end(index);
  }
}
