package io.simhash.core.text;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The windows of one size in the letters of listed texts, to be found in another text.
 *
 * <p>Windows are equal if their letters are: no hash decides. A filter of hashes saves most
 * look-ups; where a text was made to pass it, a look-up is a binary search. So the time for a
 * letter is logarithmic in the listed texts, whatever both are.
 *
 * <p>Immutable. Memory: 6 to 8 bytes a window, without the letters.
 */
final class ListedWindows {

  /** Between two listed texts: no letter is equal to it. */
  static final int SEPARATOR = -1;

  /** An odd number without a pattern. */
  private static final long BASE = 0x9E3779B97F4A7C15L;

  private final int size;

  /** The factor of the letter before a window. */
  private final long before;

  /** The letters of all listed texts. */
  private final int[] letters;

  /** Where each distinct window begins, in the order of their letters. */
  private final int[] places;

  /** A bit for the hash of each window: few other windows have theirs set. */
  private final BitSet filter = new BitSet();

  /** The number of bits of {@link #filter}, a power of two. */
  private final int bits;

  /**
   * @param belongs whether a window may have a letter; not the {@link #SEPARATOR}
   */
  ListedWindows(int[] letters, int size, IntPredicate belongs) {
    this.size = size;
    this.letters = letters;
    long power = 1;
    for (int i = 0; i < size; i++) {
      power *= BASE;
    }
    before = power;
    Set<Integer> distinct =
        new TreeSet<>((a, b) -> Arrays.compare(letters, a, a + size, letters, b, b + size));
    starts(letters, size, belongs).stream().forEach(distinct::add);
    places = distinct.stream().mapToInt(Integer::intValue).toArray();
    bits = 32 * Math.max(1, Integer.highestOneBit(places.length));
    for (int place : places) {
      long hash = 0;
      for (int i = place; i < place + size; i++) {
        hash = hash * BASE + letters[i];
      }
      filter.set(bit(hash));
    }
  }

  /** The places where a window of letters that belong to it begins. */
  static BitSet starts(int[] letters, int size, IntPredicate belongs) {
    BitSet starts = new BitSet();
    int inARow = 0;
    for (int i = 0; i < letters.length; i++) {
      inARow = belongs.test(letters[i]) ? inARow + 1 : 0;
      if (inARow >= size) {
        starts.set(i + 1 - size);
      }
    }
    return starts;
  }

  /** Marks the letters of a text that are in a listed window. */
  void mark(int[] text, BitSet marked) {
    if (places.length == 0) {
      return;
    }
    long hash = 0;
    for (int i = 0; i < text.length; i++) {
      hash = hash * BASE + text[i];
      if (i >= size) {
        hash -= text[i - size] * before;
      }
      int from = i + 1 - size;
      if (from >= 0 && filter.get(bit(hash)) && isListed(text, from)) {
        marked.set(from, i + 1);
      }
    }
  }

  private int bit(long hash) {
    // The highest bits of a product depend on all letters.
    return (int) (hash * BASE >>> Long.numberOfLeadingZeros(bits - 1));
  }

  private boolean isListed(int[] text, int from) {
    int low = 0;
    int high = places.length - 1;
    while (low <= high) {
      int middle = low + high >>> 1;
      int place = places[middle];
      int order = Arrays.compare(letters, place, place + size, text, from, from + size);
      if (order == 0) {
        return true;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return false;
  }
}
