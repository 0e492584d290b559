package io.simhash.core.block;

import io.simhash.core.base.Ranges;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The block values to look up so that every fingerprint within a maximum Hamming distance is among
 * the candidates. The bits that are compared are cut into four blocks: the bits of a fingerprint
 * into {@link Blocks}, the other 48 bits of one block into {@link SubBlocks}.
 *
 * <p>Write the maximum distance as {@code k = 4r + a} with {@code 0 ≤ a < 4}. Take any {@code a +
 * 1} of the four blocks: a fingerprint within k differs from the query by at most r bits in one of
 * them, or by at most r - 1 bits in one of the others. (Otherwise it would differ by at least
 * {@code (a+1)(r+1) + (3-a)r = k + 1} bits.) So probe the chosen, <em>wide</em> blocks with every
 * value within r bits and the other, <em>narrow</em> ones with every value within r - 1 bits; if r
 * = 0 the narrow blocks need no probe at all. Any choice of wide blocks is correct: the caller
 * takes the ones with the fewest documents.
 *
 * <p>Probes of 16-bit blocks: 1, 2, 3, 4 for k = 0 to 3, 20 for 4, 68 for 7, 188 for 8, 548 for 11.
 *
 * @param maxDistance the maximum Hamming distance k, from 0 to the number of compared bits
 * @param blockBits the bits of each of the four blocks, 1 to 16
 */
public record ProbePlan(int maxDistance, int blockBits) {

  /** All 16-bit values by their number of set bits: 256 KB. */
  private static final int[][] MASKS =
      IntStream.rangeClosed(0, Blocks.BITS)
          .mapToObj(
              bits -> IntStream.range(0, Blocks.VALUES).filter(v -> Integer.bitCount(v) == bits))
          .map(IntStream::toArray)
          .toArray(int[][]::new);

  public ProbePlan {
    Ranges.require("block_bits", blockBits, 1, Blocks.BITS);
    Ranges.require("max_distance", maxDistance, 0, Blocks.COUNT * blockBits);
  }

  /** The plan for the blocks of {@link Blocks}. */
  public ProbePlan(int maxDistance) {
    this(maxDistance, Blocks.BITS);
  }

  /** Number of wide blocks, 1 to 4. */
  public int wideBlocks() {
    return maxDistance % Blocks.COUNT + 1;
  }

  /** Maximum number of bits by which a probed value of a wide block differs. */
  public int wideBits() {
    return maxDistance / Blocks.COUNT;
  }

  /** The same for a narrow block; -1 if these are not probed. */
  public int narrowBits() {
    return wideBits() - 1;
  }

  /** Number of values to look up in all four blocks. */
  public int probes() {
    return wideBlocks() * ball(blockBits, wideBits())
        + (Blocks.COUNT - wideBlocks()) * ball(blockBits, narrowBits());
  }

  /**
   * Number of values of {@code blockBits} bits within {@code bits} bits of one: Σ C(blockBits, i)
   * for i = 0 to {@code bits}.
   */
  public static int ball(int blockBits, int bits) {
    int values = 0;
    int choose = 1;
    for (int i = 0; i <= Math.min(bits, blockBits); i++) {
      values += choose;
      choose = choose * (blockBits - i) / (i + 1);
    }
    return values;
  }

  /**
   * The values of {@code blockBits} bits that differ from {@code value} by {@code from} to {@code
   * to} bits, in ascending order, which suits a terms dictionary.
   */
  public static int[] values(int blockBits, int value, int from, int to) {
    int[] values = new int[ball(blockBits, to) - ball(blockBits, from - 1)];
    int next = 0;
    for (int bits = Math.max(0, from); bits <= Math.min(to, blockBits); bits++) {
      // Masks are in ascending order: masks of fewer bits come first.
      int[] masks = MASKS[bits];
      for (int i = 0; i < masks.length && masks[i] < 1 << blockBits; i++) {
        values[next++] = value ^ masks[i];
      }
    }
    Arrays.sort(values);
    return values;
  }
}
