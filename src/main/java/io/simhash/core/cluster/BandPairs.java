package io.simhash.core.cluster;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The pairs of bands by which a cluster run finds candidates: two elements that agree in both bands
 * of a pair, 32 bits. One band of 16 bits would give {@code n² / 2^17} candidates of n elements by
 * chance, 128 pairs of bands give {@code n² / 2^26}.
 *
 * <p>Bands are cut into groups of {@value #GROUP} consecutive ones, so that few bands are in memory
 * at a time. In a group of g, band i is paired with the s next ones, {@code i + 1} to {@code i + s}
 * modulo g. Of two elements of similarity J, a band agrees with probability {@code p = J^r}; they
 * are candidates unless no pair of the agreeing bands of any group is paired: {@link #recall}. The
 * least s with a recall of {@value #MIN_RECALL} at the minimum similarity is taken, up to g / 2:
 * with {@link Bands#DEFAULT} 2 at .51, 128 pairs in all, and 4 at .44, with a recall of .9945.
 * Fewer bands or more rows have a lower recall.
 *
 * <p>Two elements are compared in the first pair of bands that they agree in, and in no other, see
 * {@link PackedSignatures}.
 *
 * <p>A band of {@value #ENOUGH_ROWS} rows or more is its own pair: two such bands would agree too
 * rarely, at the price of {@code n² / 2^17} candidates by chance.
 */
final class BandPairs {

  static final int GROUP = 8;
  static final double MIN_RECALL = .997;

  private static final int ENOUGH_ROWS = 4;

  /** The place of a pair that there is not. */
  static final byte NONE = Byte.MAX_VALUE;

  /** Two bands of a group, by their places in it. */
  record BandPair(int first, int second) {}

  /** The pairs for a minimum similarity. */
  static BandPairs of(Bands bands, double minSimilarity) {
    if (bands.rows() >= ENOUGH_ROWS) {
      return new BandPairs(bands, 0);
    }
    int steps = 1;
    while (steps < GROUP / 2 && new BandPairs(bands, steps).recall(minSimilarity) < MIN_RECALL) {
      steps++;
    }
    return new BandPairs(bands, steps);
  }

  private final Bands bands;
  private final int steps;
  private final byte[][] firstPairs;

  /**
   * @param bands the bands of the signatures
   * @param steps the number s; 0 where a band is its own pair
   */
  BandPairs(Bands bands, int steps) {
    this.bands = bands;
    this.steps = Ranges.require("steps", steps, 0, GROUP / 2);
    this.firstPairs = new byte[groups()][];
    Arrays.setAll(firstPairs, group -> firstPairsOf(size(group)));
  }

  Bands bands() {
    return bands;
  }

  int steps() {
    return steps;
  }

  /** The number of groups. */
  int groups() {
    return Math.ceilDiv(bands.bands(), GROUP);
  }

  /** The number of bands of a group. */
  int size(int group) {
    return Math.min(GROUP, bands.bands() - group * GROUP);
  }

  /** The pairs of a group of some size, each once, by their first band. */
  List<BandPair> pairs(int size) {
    Set<BandPair> pairs = new HashSet<>();
    for (int i = 0; i < size; i++) {
      if (steps == 0 || size == 1) {
        pairs.add(new BandPair(i, i));
      }
      for (int step = 1; step <= steps && step < size; step++) {
        int j = (i + step) % size;
        pairs.add(new BandPair(Math.min(i, j), Math.max(i, j)));
      }
    }
    return pairs.stream()
        .sorted(Comparator.comparingInt(BandPair::first).thenComparingInt(BandPair::second))
        .toList();
  }

  /** The probability that two elements of a similarity are candidates. */
  double recall(double similarity) {
    double p = StrictMath.pow(similarity, bands.rows());
    double missed = 1;
    for (int group = 0; group < groups(); group++) {
      missed *= missed(group, p);
    }
    return 1 - missed;
  }

  /**
   * For each set of agreeing bands of a group, one bit each, the place in {@link #pairs} of the
   * first pair that is in the set, or {@link #NONE}. Bits of bands that the group does not have are
   * ignored.
   */
  byte[] firstPairs(int group) {
    return firstPairs[group];
  }

  private byte[] firstPairsOf(int size) {
    byte[] first = new byte[1 << GROUP];
    Arrays.fill(first, NONE);
    List<BandPair> pairs = pairs(size);
    for (int agreeing = 0; agreeing < first.length; agreeing++) {
      for (byte place = (byte) (pairs.size() - 1); place >= 0; place--) {
        int needed = 1 << pairs.get(place).first() | 1 << pairs.get(place).second();
        if ((agreeing & needed) == needed) {
          first[agreeing] = place;
        }
      }
    }
    return first;
  }

  /** The probability that no two agreeing bands of a group are paired: all subsets are counted. */
  private double missed(int group, double p) {
    int size = size(group);
    double missed = 0;
    for (int agreeing = 0; agreeing < 1 << size; agreeing++) {
      if (firstPairs[group][agreeing] == NONE) {
        int count = Integer.bitCount(agreeing);
        missed += StrictMath.pow(p, count) * StrictMath.pow(1 - p, size - count);
      }
    }
    return missed;
  }
}
