package io.simhash.core.block;

import io.simhash.core.base.Ranges;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The block values to look up so that every fingerprint within a maximum Hamming distance is among
 * the candidates.
 *
 * <p>Write the maximum distance as {@code k = 4r + a} with {@code 0 ≤ a < 4}. Take any {@code a +
 * 1} of the four blocks: a fingerprint within k differs from the query by at most r bits in one of
 * them, or by at most r - 1 bits in one of the others. (Otherwise it would differ by at least
 * {@code (a+1)(r+1) + (3-a)r = k + 1} bits.) So probe the chosen, <em>wide</em> blocks with every
 * value within r bits and the other, <em>narrow</em> ones with every value within r - 1 bits; if r
 * = 0 the narrow blocks need no probe at all. Any choice of wide blocks is correct: the caller
 * takes the ones with the fewest documents.
 *
 * <p>Probes: 1, 2, 3, 4 for k = 0 to 3, 20 for 4, 68 for 7, 188 for 8, 548 for 11.
 *
 * @param maxDistance the maximum Hamming distance k, 0 to 64
 */
public record ProbePlan(int maxDistance) {

  public ProbePlan {
    Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
  }

  /** Number of wide blocks, 1 to 4. */
  public int wideBlocks() {
    return maxDistance % Blocks.COUNT + 1;
  }

  /** Maximum number of bits by which a probed value of a wide block differs, 0 to 16. */
  public int wideBits() {
    return maxDistance / Blocks.COUNT;
  }

  /** The same for a narrow block; -1 if narrow blocks are not probed. */
  public int narrowBits() {
    return wideBits() - 1;
  }

  /** Number of values to look up in all four blocks. */
  public int probes() {
    return wideBlocks() * ball(wideBits()) + (Blocks.COUNT - wideBlocks()) * ball(narrowBits());
  }

  /** Number of 16-bit values within {@code bits} of one: Σ C(16, i) for i = 0 to {@code bits}. */
  public static int ball(int bits) {
    int values = 0;
    int choose = 1;
    for (int i = 0; i <= Math.min(bits, Blocks.BITS); i++) {
      values += choose;
      choose = choose * (Blocks.BITS - i) / (i + 1);
    }
    return values;
  }

  /**
   * The values that differ from {@code value} by {@code from} to {@code to} bits, in ascending
   * order, which suits a terms dictionary.
   */
  public static int[] values(int value, int from, int to) {
    int[] values = new int[ball(to) - ball(from - 1)];
    int next = 0;
    for (int bits = Math.max(0, from); bits <= Math.min(to, Blocks.BITS); bits++) {
      for (int mask : MasksByBits.MASKS[bits]) {
        values[next++] = value ^ mask;
      }
    }
    Arrays.sort(values);
    return values;
  }

  /** All 16-bit values by their number of set bits: 256 KB, computed once. */
  private static final class MasksByBits {
    static final int[][] MASKS = new int[Blocks.BITS + 1][];

    static {
      for (int bits = 0; bits <= Blocks.BITS; bits++) {
        int setBits = bits;
        MASKS[bits] =
            IntStream.range(0, Blocks.VALUES).filter(v -> Integer.bitCount(v) == setBits).toArray();
      }
    }
  }
}
