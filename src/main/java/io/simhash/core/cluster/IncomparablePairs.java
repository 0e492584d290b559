package io.simhash.core.cluster;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Pairs of elements whose signatures cannot be compared, within a maximum Hamming distance: at
 * least one has no signature, or the signatures have different parameters. Pairs of elements with
 * the same parameters are not looked at: few elements that differ from all others cost about as
 * much as a search for each, see {@link PairsBetween}.
 */
public final class IncomparablePairs {

  /** The parameters of an element without a signature. */
  public static final int NO_SIGNATURE = -1;

  private final long[] fingerprints;
  private final int[] parameters;
  private final int maxDistance;
  private final Runnable cancellation;

  /**
   * @param fingerprints of the elements
   * @param parameters of the signature of each element, a number from 0, or {@link #NO_SIGNATURE}
   * @param maxDistance the maximum Hamming distance, 0 to 64
   * @param cancellation called regularly; ends the work by throwing
   */
  public IncomparablePairs(
      long[] fingerprints, int[] parameters, int maxDistance, Runnable cancellation) {
    this.fingerprints = fingerprints;
    this.parameters = parameters;
    this.maxDistance = maxDistance;
    this.cancellation = cancellation;
  }

  /** Gives every pair once. */
  public void forEach(PairConsumer pairs) {
    int[] unsigned = with(NO_SIGNATURE);
    new FingerprintPairs(fingerprints(unsigned), maxDistance, cancellation)
        .forEach((a, b) -> pairs.accept(unsigned[a], unsigned[b]));
    int[] sets = smallestFirst();
    boolean[] done = new boolean[parameters.length];
    for (int set = 0; set < sets.length - 1; set++) {
      int[] first = with(sets[set]);
      IntStream.of(first).forEach(element -> done[element] = true);
      int[] second = IntStream.range(0, done.length).filter(i -> done[i] == false).toArray();
      new PairsBetween(fingerprints(first), fingerprints(second), maxDistance, cancellation)
          .forEach((a, b) -> pairs.accept(first[a], second[b]));
    }
  }

  /** The parameters that there are: each set is joined with those behind it. */
  private int[] smallestFirst() {
    Map<Integer, Integer> sizes = new HashMap<>();
    for (int set : parameters) {
      sizes.merge(set, 1, Integer::sum);
    }
    return sizes.keySet().stream()
        .sorted(Comparator.<Integer>comparingInt(sizes::get).thenComparingInt(set -> set))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The elements with some parameters, ascending. */
  private int[] with(int set) {
    return IntStream.range(0, parameters.length).filter(i -> parameters[i] == set).toArray();
  }

  private long[] fingerprints(int[] elements) {
    return IntStream.of(elements).mapToLong(element -> fingerprints[element]).toArray();
  }
}
