package io.simhash.core.near;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.function.IntPredicate;

/**
 * Values in memory, and the neighbours of a value among them. As in an index, those that share
 * bands are compared; by a rule without bands all are, and within a radius all fingerprints ({@link
 * FingerprintRun}). For one thread.
 *
 * <p>Memory: a value and its signature, and some 500 bytes for the bands.
 */
public final class NearIndex {

  private static final int NONE = -1;

  private static final int MIN_CAPACITY = 16;

  /** Comparisons in the time of a pair: of .1 to .6 ns each, where a pair takes some .1 µs. */
  private static final int FINGERPRINTS_PER_PAIR = 128;

  /** Shared bands, of 1 to 6 ns each, and more where the values do not fit into the cache. */
  private static final int SHARED_PER_PAIR = 8;

  /** Factors of hashes, on which no result depends. */
  private static final SecureRandom FACTORS = new SecureRandom();

  /** The number of places of a slot, one for each band; a place is in one chain. */
  private static final int BANDS = Bands.MAX_BANDS;

  private NearValue[] values = new NearValue[MIN_CAPACITY];

  /** The fingerprint of each slot; 0 where there is none. */
  private long[] fingerprints = new long[MIN_CAPACITY];

  /** Odd. Bands that were sent before it was drawn do not come into one chain by choice. */
  private final int factor = FACTORS.nextInt() | 1;

  /** The first place of each chain; equal bands are in one chain, oldest first. */
  private int[] firsts;

  private int[] lasts;
  private int[] next;
  private int[] previous;

  /** The value of the band of each place: read here, a chain costs no look at the signatures. */
  private short[] bandValues = new short[MIN_CAPACITY * BANDS];

  private int[] groups = new int[MIN_CAPACITY];

  /** The slots that may be used again. */
  private final Deque<Integer> free = new ArrayDeque<>();

  /** The slots from it on have never been used. */
  private int used;

  /** The query that has seen a slot last, and how many bands the value shares with it so far. */
  private long[] seen = new long[MIN_CAPACITY];

  private long query;

  private long pairs;

  private final FingerprintRun run = new FingerprintRun();

  public NearIndex() {
    allocateChains(MIN_CAPACITY * BANDS);
  }

  private void allocateChains(int places) {
    // A power of two, see chain.
    firsts = new int[Integer.highestOneBit(places)];
    lasts = new int[firsts.length];
    next = new int[places];
    previous = new int[places];
    Arrays.fill(firsts, NONE);
    Arrays.fill(lasts, NONE);
  }

  public int size() {
    return used - free.size();
  }

  /** The number of pairs that were compared: a measure of the time that has been taken. */
  public long pairs() {
    return pairs;
  }

  /**
   * Adds a value, which is a neighbour of values of its group only; returns its slot, which another
   * value may get after it is removed.
   */
  public int add(NearValue value, int group) {
    if (free.isEmpty() && used == values.length) {
      grow();
    }
    int slot = free.isEmpty() ? used++ : free.pop();
    values[slot] = value;
    fingerprints[slot] = value.fingerprint().orElse(0);
    groups[slot] = group;
    link(slot);
    return slot;
  }

  /** Removes the value in a slot. */
  public void remove(int slot) {
    unlink(slot);
    values[slot] = null;
    free.push(slot);
  }

  private void grow() {
    int capacity = 2 * values.length;
    values = Arrays.copyOf(values, capacity);
    fingerprints = Arrays.copyOf(fingerprints, capacity);
    groups = Arrays.copyOf(groups, capacity);
    seen = Arrays.copyOf(seen, capacity);
    int[] oldFirsts = firsts;
    int[] oldNext = next;
    bandValues = Arrays.copyOf(bandValues, capacity * BANDS);
    allocateChains(capacity * BANDS);
    // From the old chains, in which the oldest comes first.
    for (int first : oldFirsts) {
      for (int place = first; place != NONE; place = oldNext[place]) {
        append(place);
      }
    }
  }

  private void link(int slot) {
    for (int band = 0; band < bands(values[slot]); band++) {
      int place = slot * BANDS + band;
      bandValues[place] = (short) values[slot].signature().get().band(band);
      append(place);
    }
  }

  private void append(int place) {
    int chain = chain(place % BANDS, bandValues[place], groups[place / BANDS]);
    next[place] = NONE;
    previous[place] = lasts[chain];
    if (lasts[chain] == NONE) {
      firsts[chain] = place;
    } else {
      next[lasts[chain]] = place;
    }
    lasts[chain] = place;
  }

  private static int bands(NearValue value) {
    return value.signature().map(signature -> signature.parameters().bands().bands()).orElse(0);
  }

  private void unlink(int slot) {
    for (int band = 0; band < bands(values[slot]); band++) {
      int place = slot * BANDS + band;
      int chain = chain(band, bandValues[place], groups[slot]);
      if (previous[place] == NONE) {
        firsts[chain] = next[place];
      } else {
        next[previous[place]] = next[place];
      }
      if (next[place] == NONE) {
        lasts[chain] = previous[place];
      } else {
        previous[next[place]] = previous[place];
      }
    }
  }

  /** The chain of a band's value in a group; few others have the same one. */
  private int chain(int band, short value, int group) {
    int key = (band << Short.SIZE | Short.toUnsignedInt(value)) + group;
    return key * factor >>> Integer.numberOfLeadingZeros(firsts.length - 1);
  }

  /**
   * Gives the slots of the neighbours of a value in a group to a consumer, each once; of those that
   * share the same band the oldest first.
   *
   * @param consumer returns whether it takes later ones that share the same band
   */
  public void forEachNeighbour(NearValue value, NearRule rule, int group, IntPredicate consumer) {
    switch (rule) {
      case NearRule.Radius radius -> takeWithin(value, radius, group, consumer);
      case NearRule.Similar similar -> {
        if (similar.usesBands()) {
          takeSharing(value, similar, group, consumer);
        } else {
          for (int slot = 0; slot < used; slot++) {
            take(slot, value, similar, group, consumer);
          }
        }
      }
    }
  }

  /** Takes the neighbours that share bands: each with the last one that it needs. */
  private void takeSharing(
      NearValue value, NearRule.Similar rule, int group, IntPredicate consumer) {
    if (value.signature().isEmpty()) {
      return;
    }
    Signature signature = value.signature().get();
    Bands bands = signature.parameters().bands();
    int needed = rule.minBands(bands);
    int shared = 0;
    query++;
    for (int band = 0; band < bands.bands(); band++) {
      short bandValue = (short) signature.band(band);
      for (int place = firsts[chain(band, bandValue, group)]; place != NONE; place = next[place]) {
        int slot = place / BANDS;
        // Other bands, values and groups may have the same chain.
        if (place % BANDS != band || bandValues[place] != bandValue || groups[slot] != group) {
          continue;
        }
        shared++;
        if (share(slot) == needed && take(slot, value, rule, group, consumer) == false) {
          break;
        }
      }
    }
    pairs += shared / SHARED_PER_PAIR;
  }

  /** Counts one more band that the query shares with a slot; returns how many they share. */
  private int share(int slot) {
    long first = query * Long.SIZE;
    seen[slot] = Math.max(seen[slot], first) + 1;
    return (int) (seen[slot] - first);
  }

  private void takeWithin(NearValue value, NearRule.Radius rule, int group, IntPredicate consumer) {
    if (value.fingerprint().isEmpty()) {
      return;
    }
    long fingerprint = value.fingerprint().getAsLong();
    for (int from = 0; from < used; from += FingerprintRun.SIZE) {
      int count = Math.min(FingerprintRun.SIZE, used - from);
      run.compare(fingerprint, fingerprints, from, count, rule.maxDistance());
      pairs += count / FINGERPRINTS_PER_PAIR;
      for (int i = 0; i < run.size(); i++) {
        take(from + run.position(i), value, rule, group, consumer);
      }
    }
  }

  private boolean take(int slot, NearValue value, NearRule rule, int group, IntPredicate consumer) {
    if (values[slot] == null || groups[slot] != group) {
      return true;
    }
    pairs++;
    return rule.holds(values[slot], value) == false || consumer.test(slot);
  }
}
