package io.simhash.core.stats;

import static java.util.Comparator.comparingDouble;

import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How often each bit of fingerprints is 1, and how often each pair of bits is. Bit 0 is the most
 * significant.
 *
 * <p>Fingerprints are counted 64 at a time: as the rows of a square of bits that is transposed, so
 * that one {@code and} and one {@code bitCount} count a pair of bits in all 64. Some 20 ns a
 * fingerprint, so that all are counted, and none is sampled. Not safe for several threads.
 */
public final class BitCounts {

  /** The number of pairs, each bit with itself among them. */
  public static final int PAIRS = Fingerprint.BITS * (Fingerprint.BITS + 1) / 2;

  /**
   * The share of fingerprints in which a bit is 1.
   *
   * @param ones in [0, 1]; balanced bits have .5
   */
  public record Share(int bit, double ones) {}

  /**
   * The correlation of two bits.
   *
   * @param phi Pearson's correlation of two bits, in [-1, 1]; 0 for independent ones
   */
  public record Correlation(int first, int second, double phi) {}

  private final long[] both = new long[PAIRS];
  private final long[] rows = new long[Fingerprint.BITS];
  private int size;
  private long fingerprints;

  /** Counts a fingerprint. */
  public void add(long fingerprint) {
    rows[size++] = fingerprint;
    fingerprints++;
    if (size == rows.length) {
      countRows();
    }
  }

  /** Adds the counts of fingerprints elsewhere. */
  public void addAll(BitCounts other) {
    addAll(other.fingerprints, other.pairs());
  }

  /**
   * Adds counts.
   *
   * @param counts as {@link #pairs} returns them
   */
  public void addAll(long added, long[] counts) {
    fingerprints += added;
    for (int pair = 0; pair < PAIRS; pair++) {
      both[pair] += counts[pair];
    }
  }

  /** The number of fingerprints. */
  public long fingerprints() {
    return fingerprints;
  }

  /**
   * For each pair of bits, by the first and then by the second, which is not smaller, the number of
   * fingerprints in which both are 1.
   */
  public long[] pairs() {
    countRows();
    return both.clone();
  }

  private void countRows() {
    if (size == 0) {
      return;
    }
    // The rows that are missing are zeros, which add to no count.
    Arrays.fill(rows, size, rows.length, 0);
    size = 0;
    transpose(rows);
    int pair = 0;
    for (int first = 0; first < rows.length; first++) {
      for (int second = first; second < rows.length; second++) {
        both[pair++] += Long.bitCount(rows[first] & rows[second]);
      }
    }
  }

  /**
   * Transposes a square of 64 × 64 bits, in which column 0 is the most significant bit of each row,
   * by swapping ever smaller squares.
   *
   * @see <a href="https://en.wikipedia.org/wiki/Hacker%27s_Delight">Warren: Hacker's Delight, 2nd
   *     edition, 2012, section 7-3</a>
   */
  static void transpose(long[] rows) {
    long mask = 0x0000_0000_ffff_ffffL;
    for (int width = 32; width > 0; width >>>= 1, mask ^= mask << width) {
      for (int upper = 0; upper < rows.length; upper = (upper + width + 1) & ~width) {
        int lower = upper + width;
        long swapped = (rows[upper] ^ rows[lower] >>> width) & mask;
        rows[upper] ^= swapped;
        rows[lower] ^= swapped << width;
      }
    }
  }

  private static int pair(int first, int second) {
    return first * Fingerprint.BITS - first * (first - 1) / 2 + second - first;
  }

  /** The share of ones of each bit, most significant first; 0 without fingerprints. */
  public List<Share> shares() {
    long[] counts = pairs();
    return IntStream.range(0, Fingerprint.BITS)
        .mapToObj(
            bit -> new Share(bit, counts[pair(bit, bit)] / (double) Math.max(1, fingerprints)))
        .toList();
  }

  /** The bits whose share of ones is farthest from one half; of equally far ones the lower bits. */
  public List<Share> mostUnbalanced(int limit) {
    return shares().stream()
        .sorted(comparingDouble(share -> -Math.abs(share.ones() - 0.5)))
        .limit(limit)
        .toList();
  }

  /**
   * The pairs of bits with the strongest correlation, positive or negative; of equally strong ones
   * the lower bits. A bit that is the same in all fingerprints is correlated with none.
   */
  public List<Correlation> mostCorrelated(int limit) {
    long[] counts = pairs();
    List<Correlation> correlations = new ArrayList<>();
    for (int first = 0; first < Fingerprint.BITS; first++) {
      for (int second = first + 1; second < Fingerprint.BITS; second++) {
        double phi = phi(counts, first, second);
        if (Double.isFinite(phi)) {
          correlations.add(new Correlation(first, second, phi));
        }
      }
    }
    correlations.sort(comparingDouble(correlation -> -Math.abs(correlation.phi())));
    return correlations.stream().limit(limit).toList();
  }

  private double phi(long[] counts, int first, int second) {
    double n = fingerprints;
    double p = counts[pair(first, first)] / n;
    double q = counts[pair(second, second)] / n;
    return (counts[pair(first, second)] / n - p * q) / Math.sqrt(p * (1 - p) * q * (1 - q));
  }
}
