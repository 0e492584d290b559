package io.simhash.core.passage;

import io.simhash.core.text.LetterRuns;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * The runs of a least length that are at enough places of some letters, by a hash of the letters of
 * each, see {@link LetterRuns}. Cost: linear, but for sorting the places of frequent runs.
 */
final class CommonRuns {

  /** The first bits of a hash above a place are one number of 63 bits. */
  private static final int PLACE_BITS = 25;

  private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;

  /** Runs are counted by the first bits of their hashes, and sorted in parts by the first ones. */
  private static final int COUNTED_BITS = 22;

  private static final int PART_BITS = 8;

  private static final int CHECKED = (1 << 20) - 1;

  private final int[] letters;
  private final int length;
  private final int minUnits;
  private final Runnable check;

  /** The places by the first bits of the hash, which are above the place. */
  private final long[] places;

  /**
   * @param length how many letters there are; the last one is a separator
   * @param minPlaces how many places a run must have; some have fewer
   * @param check runs again and again, and may throw to end the work
   */
  CommonRuns(int[] letters, int length, int minUnits, int minPlaces, Runnable check) {
    this.letters = letters;
    this.length = length;
    this.minUnits = minUnits;
    this.check = check;
    this.places = sorted(minPlaces);
  }

  /** The number of all places. Those of one run are next to each other, ascending. */
  int size() {
    return places.length;
  }

  /** The index behind the places of a run. */
  int end(int first) {
    int end = first + 1;
    while (end < places.length && places[end] >>> PLACE_BITS == places[first] >>> PLACE_BITS) {
      end++;
    }
    return end;
  }

  int place(int index) {
    return (int) (places[index] & PLACE_MASK);
  }

  /**
   * The places by hash. Most runs of too few texts are left out: the first bits of their hashes are
   * rare too.
   */
  private long[] sorted(int minPlaces) {
    byte enough = (byte) Math.min(minPlaces, Byte.MAX_VALUE);
    byte[] counts = new byte[1 << COUNTED_BITS];
    forEach(
        (place, end, hash) -> {
          int first = (int) (hash >>> Long.SIZE - COUNTED_BITS);
          counts[first] += (byte) (counts[first] < enough ? 1 : 0);
        });
    LongPredicate counted = hash -> counts[(int) (hash >>> Long.SIZE - COUNTED_BITS)] == enough;
    // Sorted in parts, so that no part takes long.
    int[] ends = new int[1 << PART_BITS];
    forEach(
        (place, end, hash) ->
            ends[(int) (hash >>> Long.SIZE - PART_BITS)] += counted.test(hash) ? 1 : 0);
    Arrays.parallelPrefix(ends, Integer::sum);
    long[] places = new long[ends[ends.length - 1]];
    int[] starts = ends.clone();
    forEach(
        (place, end, hash) -> {
          if (counted.test(hash)) {
            int part = (int) (hash >>> Long.SIZE - PART_BITS);
            places[--starts[part]] = hash >>> PLACE_BITS + 1 << PLACE_BITS | place;
          }
        });
    for (int part = 0; part < ends.length; part++) {
      check.run();
      Arrays.sort(places, starts[part], ends[part]);
    }
    return places;
  }

  private void forEach(LetterRuns.Consumer runs) {
    LetterRuns.forEach(this::letter, length, minUnits, runs);
  }

  private int letter(int place) {
    if ((place & CHECKED) == 0) {
      check.run();
    }
    return letters[place];
  }
}
