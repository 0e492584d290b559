package io.simhash.core.text;

import java.util.Arrays;

/**
 * Letters of normal forms, and where each is in the text as it was written: collects what {@link
 * NormalForm#forEach} gives.
 *
 * <p>Memory: 12 bytes a letter.
 */
public final class LocatedLetters implements NormalForm.Consumer {

  private int[] letters;
  private int[] starts;
  private int[] ends;
  private int count;

  /** Whether a letter was the last code point. */
  private boolean isLast;

  /**
   * @param capacity about the number of letters
   */
  public LocatedLetters(int capacity) {
    letters = new int[capacity];
    starts = new int[capacity];
    ends = new int[capacity];
  }

  /** The letters of a text. */
  static LocatedLetters of(String text) {
    LocatedLetters letters = new LocatedLetters(text.length());
    NormalForm.forEach(text, letters);
    return letters;
  }

  /** Takes a code point: a letter, a mark after one, which belongs to it, or anything else. */
  @Override
  public void accept(int codePoint, int start, int end) {
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

  /** Adds a letter, or a number that is none. */
  public void add(int letter, int start, int end) {
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
    isLast = false;
  }

  /** The number of letters. */
  public int count() {
    return count;
  }

  /** The letter at an index. */
  public int letter(int index) {
    return letters[index];
  }

  /** All letters: a copy. */
  int[] all() {
    return Arrays.copyOf(letters, count);
  }

  /** Where a letter begins in its text, in UTF-16 units. */
  public int start(int index) {
    return starts[index];
  }

  /** Where a letter and the marks right after it (Unicode category M) end in its text. */
  public int end(int index) {
    return ends[index];
  }
}
