package io.simhash.core.passage;

import io.simhash.core.text.PassageText;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The terms of a query's text that are looked up, and which of them a document must have that
 * shares a passage of a length with it.
 *
 * <p>A document with a passage of the text that is just long enough has the terms of all windows in
 * the passage. So no document is missed, also where shingles repeat. A passage without a term that
 * is looked up is not found. Immutable.
 *
 * <p>Just long enough are the shortest passages from each letter on and, in text of several
 * scripts, also the shortest up to each letter. Each window in a longer passage is in one of them:
 * in the shortest from the window's first letter on or, where the longer passage ends before that
 * one, in the shortest up to its end.
 */
public final class PassageTerms {

  /** A window whose term is not looked up. */
  private static final int FREQUENT = -1;

  private final int[] terms;
  private final int omitted;
  private final int required;

  /** The numbers of the terms of all windows, without repetition of the one before. */
  private final int[] sequence;

  /** The first and the last place in the sequence of each passage, in turn; both ascend. */
  private final int[] passages;

  /**
   * For each letter the smallest end of a window that begins there or later and whose term is
   * looked up; {@link Integer#MAX_VALUE} where there is none. A passage from the letter on has a
   * term that is looked up if it reaches this end.
   */
  final int[] nearestTermEnd;

  /**
   * @param windows the windows of the text
   * @param minUnits the units of a passage, at least {@link Winnowing#requireLength}
   * @param all the terms of the text, see {@link Winnowing.Windows#distinctTerms}
   * @param frequent which of them are not looked up
   */
  public PassageTerms(
      PassageText text, Winnowing.Windows windows, int minUnits, int[] all, boolean[] frequent) {
    int[] numbers = new int[all.length];
    int[] lookedUp = new int[all.length];
    int count = 0;
    for (int t = 0; t < all.length; t++) {
      numbers[t] = frequent[t] ? FREQUENT : count;
      if (frequent[t] == false) {
        lookedUp[count++] = all[t];
      }
    }
    terms = Arrays.copyOf(lookedUp, count);
    omitted = all.length - count;
    int[] numbersOfWindows = new int[text.length()];
    // The place in the sequence of the window that begins with each letter.
    int[] places = new int[text.length()];
    int length = 0;
    int before = -1;
    for (int i = 0; i < text.length(); i++) {
      if (windows.exists(i) && windows.term(i) != before) {
        before = windows.term(i);
        numbersOfWindows[length++] = numbers[Arrays.binarySearch(all, before)];
      }
      places[i] = length - 1;
    }
    sequence = Arrays.copyOf(numbersOfWindows, length);
    nearestTermEnd = new int[text.length() + 1];
    nearestTermEnd[text.length()] = Integer.MAX_VALUE;
    for (int i = text.length() - 1; i >= 0; i--) {
      boolean isLookedUp = windows.exists(i) && sequence[places[i]] != FREQUENT;
      nearestTermEnd[i] = isLookedUp ? windows.end(i) : nearestTermEnd[i + 1];
    }
    passages = passages(text, windows, minUnits, places);
    required = leastTerms();
  }

  private int[] passages(PassageText text, Winnowing.Windows windows, int minUnits, int[] places) {
    int[] found = new int[4 * text.length()];
    int count = 0;
    int from = 0;
    int behind = 0; // The window behind the last one that ends before a letter.
    for (int to = 1; to <= text.length(); to++) {
      if (text.letter(to - 1) == PassageText.SEPARATOR) {
        from = to;
        behind = to;
      }
      while (behind < to && windows.exists(behind) && windows.end(behind) <= to) {
        behind++;
      }
      // The shortest passages from each letter on, then the shortest one up to this letter.
      for (; text.units(from, to) >= minUnits; from++) {
        int first = places[from];
        int last = places[behind - 1];
        boolean isNew = count == 0 || found[count - 2] != first || found[count - 1] != last;
        if (isNew && nearestTermEnd[from] <= to) {
          found[count++] = first;
          found[count++] = last;
        }
        if (text.units(from + 1, to) < minUnits) {
          break;
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** The fewest different terms that are looked up in a passage; 0 without passages. */
  private int leastTerms() {
    int[] counts = new int[terms.length];
    int distinct = 0;
    int from = 0;
    int to = 0;
    int least = Integer.MAX_VALUE;
    for (int p = 0; p < passages.length; p += 2) {
      for (; to <= passages[p + 1]; to++) {
        if (sequence[to] != FREQUENT && counts[sequence[to]]++ == 0) {
          distinct++;
        }
      }
      for (; from < passages[p]; from++) {
        if (sequence[from] != FREQUENT && --counts[sequence[from]] == 0) {
          distinct--;
        }
      }
      least = Math.min(least, distinct);
    }
    return passages.length == 0 ? 0 : least;
  }

  /** The terms to look up, ascending. A term's number is its index. */
  public int[] terms() {
    return terms;
  }

  /**
   * How many of the terms a document must have at least; 0 if no passage is long enough and has
   * one.
   */
  public int required() {
    return required;
  }

  /** How many terms of the text are not looked up. */
  public int omitted() {
    return omitted;
  }

  /**
   * Whether a document may have one of the passages.
   *
   * @param common the numbers of the terms that the document has
   */
  public boolean mayHavePassage(BitSet common) {
    int missing = -1;
    int place = 0;
    for (int p = 0; p < passages.length; p += 2) {
      for (; place <= passages[p + 1]; place++) {
        if (sequence[place] != FREQUENT && common.get(sequence[place]) == false) {
          missing = place;
        }
      }
      if (missing < passages[p]) {
        return true;
      }
    }
    return false;
  }
}
