package io.simhash.core.near;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Values in memory, and the neighbours of a value among them: in the same way as in an index, those
 * that share bands are compared, and where signatures cannot be compared those that are near by
 * their fingerprints ({@link FingerprintRun}).
 *
 * <p>Memory: a value and its signature, and some 500 bytes for the bands. Not safe for use by
 * several threads.
 */
public final class NearIndex {

  private static final int NONE = -1;

  private static final int MIN_CAPACITY = 16;

  /** Of .1 to .6 ns each, where a pair takes some .1 µs. */
  private static final int FINGERPRINTS_PER_PAIR = 128;

  /** Shared bands, of 1 to 6 ns each, and more where the values do not fit into the cache. */
  private static final int SHARED_PER_PAIR = 8;

  /** Factors of hashes, on which no result depends. */
  private static final SecureRandom FACTORS = new SecureRandom();

  /** The number of places of a slot, one for each indexed band; a place is in one chain. */
  private static final int BANDS = Bands.MAX_INDEXED;

  private NearValue[] values = new NearValue[MIN_CAPACITY];

  /** The fingerprint of each slot; 0 where there is none. */
  private long[] fingerprints = new long[MIN_CAPACITY];

  /** Odd. Bands that were sent before it was drawn do not come into one chain by choice. */
  private final int factor = FACTORS.nextInt() | 1;

  /** The first place of each chain; equal bands are in one chain, oldest first. */
  private int[] heads;

  private int[] tails;
  private int[] next;
  private int[] previous;

  /** The value of the band of each place: read here, a chain costs no look at the signatures. */
  private short[] bandValues = new short[MIN_CAPACITY * BANDS];

  /** The slots that may be used again. */
  private final Deque<Integer> free = new ArrayDeque<>();

  /** The slots from it on have never been used. */
  private int used;

  private final Map<Optional<SignatureParameters>, Integer> parameters = new HashMap<>();

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
    heads = new int[Integer.highestOneBit(places)];
    tails = new int[heads.length];
    next = new int[places];
    previous = new int[places];
    Arrays.fill(heads, NONE);
    Arrays.fill(tails, NONE);
  }

  /** The number of values. */
  public int size() {
    return used - free.size();
  }

  /**
   * The number of pairs that were compared: a measure of the time that all calls of {@link
   * #forEachNeighbour} have taken. By their fingerprints alone, {@value #FINGERPRINTS_PER_PAIR} are
   * compared in the time of one pair, and {@value #SHARED_PER_PAIR} shared bands are counted.
   */
  public long pairs() {
    return pairs;
  }

  /** Adds a value; returns its slot, which another value may get after it is removed. */
  public int add(NearValue value) {
    if (free.isEmpty() && used == values.length) {
      grow();
    }
    int slot = free.isEmpty() ? used++ : free.pop();
    values[slot] = value;
    fingerprints[slot] = value.fingerprint().orElse(0);
    parameters.merge(parameters(value), 1, Integer::sum);
    link(slot);
    return slot;
  }

  /** Removes the value in a slot. */
  public void remove(int slot) {
    NearValue value = values[slot];
    unlink(slot);
    parameters.computeIfPresent(parameters(value), (p, count) -> count == 1 ? null : count - 1);
    values[slot] = null;
    free.push(slot);
  }

  private static Optional<SignatureParameters> parameters(NearValue value) {
    return value.signature().map(Signature::parameters);
  }

  private void grow() {
    int capacity = 2 * values.length;
    values = Arrays.copyOf(values, capacity);
    fingerprints = Arrays.copyOf(fingerprints, capacity);
    seen = Arrays.copyOf(seen, capacity);
    int[] oldHeads = heads;
    int[] oldNext = next;
    bandValues = Arrays.copyOf(bandValues, capacity * BANDS);
    allocateChains(capacity * BANDS);
    // From the old chains, in which the oldest comes first.
    for (int head : oldHeads) {
      for (int place = head; place != NONE; place = oldNext[place]) {
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
    int chain = chain(place % BANDS, bandValues[place]);
    next[place] = NONE;
    previous[place] = tails[chain];
    if (tails[chain] == NONE) {
      heads[chain] = place;
    } else {
      next[tails[chain]] = place;
    }
    tails[chain] = place;
  }

  /** The number of indexed bands of a value. */
  private static int bands(NearValue value) {
    return value.signature().map(signature -> signature.parameters().bands().indexed()).orElse(0);
  }

  private void unlink(int slot) {
    for (int band = 0; band < bands(values[slot]); band++) {
      int place = slot * BANDS + band;
      int chain = chain(band, bandValues[place]);
      if (previous[place] == NONE) {
        heads[chain] = next[place];
      } else {
        next[previous[place]] = next[place];
      }
      if (next[place] == NONE) {
        tails[chain] = previous[place];
      } else {
        previous[next[place]] = previous[place];
      }
    }
  }

  /** The chain of a band's value; few other bands have the same one. */
  private int chain(int band, short value) {
    int key = band << Short.SIZE | Short.toUnsignedInt(value);
    return key * factor >>> Integer.numberOfLeadingZeros(heads.length - 1);
  }

  /**
   * Gives the slots of the neighbours of a value to a consumer, each once; of those that share the
   * same band the oldest first.
   *
   * @param consumer returns whether it takes later ones that share the same band
   */
  public void forEachNeighbour(NearValue value, NearRule rule, IntPredicate consumer) {
    boolean compares = rule.usesSignatures() && value.signature().isPresent();
    if (compares && rule.usesBands() == false) {
      for (int slot = 0; slot < used; slot++) {
        take(slot, value, rule, consumer);
      }
      return;
    }
    if (compares) {
      takeSharing(value, rule, consumer);
    }
    int comparable = compares ? parameters.getOrDefault(parameters(value), 0) : 0;
    if (value.fingerprint().isPresent() && comparable < size()) {
      takeNear(value, rule, compares, consumer);
    }
  }

  /** Takes the neighbours that share bands: each with the last one that it needs. */
  private void takeSharing(NearValue value, NearRule rule, IntPredicate consumer) {
    Signature signature = value.signature().orElseThrow();
    int needed = rule.minBands(signature.parameters().bands());
    int shared = 0;
    query++;
    for (int band = 0; band < signature.parameters().bands().indexed(); band++) {
      short bandValue = (short) signature.band(band);
      for (int place = heads[chain(band, bandValue)]; place != NONE; place = next[place]) {
        int slot = place / BANDS;
        // Other bands and values may have the same chain.
        if (place % BANDS != band || bandValues[place] != bandValue) {
          continue;
        }
        shared++;
        if (share(slot) == needed
            && value.isComparable(values[slot])
            && take(slot, value, rule, consumer) == false) {
          break;
        }
      }
    }
    pairs += shared / SHARED_PER_PAIR;
  }

  /** Counts one more band that the query shares with a slot; returns how many these are. */
  private int share(int slot) {
    long first = query * Long.SIZE;
    seen[slot] = Math.max(seen[slot], first) + 1;
    return (int) (seen[slot] - first);
  }

  /** Takes the neighbours by their fingerprints alone. */
  private void takeNear(NearValue value, NearRule rule, boolean compares, IntPredicate consumer) {
    long fingerprint = value.fingerprint().getAsLong();
    for (int from = 0; from < used; from += FingerprintRun.SIZE) {
      int count = Math.min(FingerprintRun.SIZE, used - from);
      run.compare(fingerprint, fingerprints, from, count, rule.maxDistanceAlone());
      pairs += count / FINGERPRINTS_PER_PAIR;
      for (int i = 0; i < run.size(); i++) {
        int slot = from + run.position(i);
        boolean taken = compares && values[slot] != null && value.isComparable(values[slot]);
        if (taken == false) {
          take(slot, value, rule, consumer);
        }
      }
    }
  }

  private boolean take(int slot, NearValue value, NearRule rule, IntPredicate consumer) {
    if (values[slot] == null) {
      return true;
    }
    pairs++;
    return rule.holds(values[slot], value) == false || consumer.test(slot);
  }
}
