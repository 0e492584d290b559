package io.simhash.core.block;

import io.simhash.core.base.Ranges;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The block values to look up so that every fingerprint within a Hamming radius is among the
 * candidates.
 *
 * <p>Write the radius as {@code k = 4r + a} with {@code 0 ≤ a < 4}. Take any {@code a + 1} of the
 * four blocks: a fingerprint within k differs from the query by at most r bits in one of them, or
 * by at most r - 1 bits in one of the others. (Otherwise it would differ by at least {@code
 * (a+1)(r+1) + (3-a)r = k + 1} bits.) So probe the chosen, <em>wide</em> blocks with every value
 * within r bits and the other, <em>narrow</em> ones with every value within r - 1 bits; where r = 0
 * the others need no probe at all. Any blocks can be the wide ones: the caller takes those with the
 * fewest documents.
 *
 * <p>Probes: 1, 2, 3, 4 for k = 0 to 3, 20 for 4, 68 for 7, 188 for 8, 548 for 11.
 *
 * @param radius the Hamming radius k, 0 to 64
 */
public record ProbePlan(int radius) {

  public ProbePlan {
    Ranges.require("max_distance", radius, 0, Fingerprint.BITS);
  }

  /** Number of wide blocks, 1 to 4. */
  public int wideBlocks() {
    return radius % Blocks.COUNT + 1;
  }

  /** Bits by which the probed values of a wide block differ from the query's at most, 0 to 16. */
  public int wideRadius() {
    return radius / Blocks.COUNT;
  }

  /** The same for a narrow block; -1 where narrow blocks are not probed. */
  public int narrowRadius() {
    return wideRadius() - 1;
  }

  /** Number of values to look up in all four blocks. */
  public int probes() {
    return wideBlocks() * ball(wideRadius()) + (Blocks.COUNT - wideBlocks()) * ball(narrowRadius());
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
   * order, as a terms dictionary wants them.
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

  /** All 16-bit values by their number of bits: 256 KB, made once. */
  private static final class MasksByBits {
    static final int[][] MASKS = new int[Blocks.BITS + 1][];

    static {
      for (int bits = 0; bits <= Blocks.BITS; bits++) {
        int wanted = bits;
        MASKS[bits] =
            IntStream.range(0, Blocks.VALUES).filter(v -> Integer.bitCount(v) == wanted).toArray();
      }
    }
  }
}
