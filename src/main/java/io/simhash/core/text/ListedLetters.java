package io.simhash.core.text;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the passages of a least length that a text shares with listed ones.
 *
 * <p>A passage is found by its parts of at most {@code maxLetters}, one from each letter on. No
 * hash decides: a filter of hashes saves most look-ups, and a look-up is a binary search. So the
 * time for a letter is logarithmic in the listed texts, whatever both are.
 *
 * <p>Immutable. Memory: at most 12 bytes a letter, and some 100 while it is made.
 */
final class ListedLetters {

  private final int minUnits;

  /** The most letters of a part: enough for the least length in every script. */
  private final int maxLetters;

  private final int[] letters;

  /** Where each distinct part begins, in the order of their letters. */
  private final int[] places;

  /** A bit for the hash of each part's shortest run: few other runs have theirs set. */
  private final BitSet filter = new BitSet();

  /** The number of bits of {@link #filter} less 1, a power of two less 1. */
  private final int mask;

  /**
   * @param letters of texts, with a {@link PassageText#SEPARATOR} between two
   */
  ListedLetters(int[] letters, int minUnits) {
    this.letters = letters;
    this.minUnits = minUnits;
    this.maxLetters = Math.ceilDiv(minUnits, Letters.UNITS_OF_LETTER);
    Set<Integer> distinct =
        new TreeSet<>((a, b) -> Arrays.compare(letters, a, end(a), letters, b, end(b)));
    this.mask = 32 * Math.max(1, Integer.highestOneBit(letters.length)) - 1;
    LetterRuns.forEach(
        i -> letters[i],
        letters.length,
        minUnits,
        (from, to, hash) -> {
          distinct.add(from);
          filter.set((int) hash & mask);
        });
    this.places = distinct.stream().mapToInt(Integer::intValue).toArray();
  }

  private int end(int from) {
    return Math.min(letters.length, from + maxLetters);
  }

  /** The indices of the letters of a text that are in a shared passage. */
  BitSet shared(int[] text) {
    BitSet shared = new BitSet();
    LetterRuns.forEach(
        i -> text[i],
        text.length,
        minUnits,
        (from, to, hash) -> {
          if (filter.get((int) hash & mask)) {
            int end = from + shared(text, from);
            if (end >= to) {
              shared.set(from, end);
            }
          }
        });
    return shared;
  }

  /** The letters from one on that a listed text has too, at most {@link #maxLetters}. */
  private int shared(int[] text, int from) {
    int to = Math.min(text.length, from + maxLetters);
    int low = 0;
    int high = places.length;
    while (low < high) {
      int middle = low + high >>> 1;
      int place = places[middle];
      if (Arrays.compare(letters, place, end(place), text, from, to) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return Math.max(shared(text, from, to, low - 1), shared(text, from, to, low));
  }

  private int shared(int[] text, int from, int to, int place) {
    if (place < 0 || place == places.length) {
      return 0;
    }
    int start = places[place];
    int differs = Arrays.mismatch(letters, start, end(start), text, from, to);
    return differs < 0 ? to - from : differs;
  }
}
