package io.simhash.core.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import java.util.Arrays;

/**
 * MinHash signatures of sets of 64-bit element hashes, version 1.
 *
 * <p>Component i of a signature is the least value, unsigned, that the i-th of n independent hash
 * functions takes on the set: {@code min over x of splitmix64(x ^ seed, i)}, where {@code
 * splitmix64(s, i)} is output i (from 0) of the SplitMix64 generator that starts in state s. Two
 * sets agree in a component with probability equal to their Jaccard similarity.
 *
 * <p>A signature keeps the lowest {@code bitsPerComponent} bits of each component; two different
 * minima then agree by chance with probability 2^-b, which {@link #similarity} corrects for. The
 * standard error of the estimate is {@code sqrt(J'(1-J') / n) / (1 - 2^-b)} with {@code J' = J +
 * (1-J)·2^-b}: .044 at J = .5, n = 128, b = 8.
 *
 * <p>Immutable and safe to share. Cost of a signature: n times the number of distinct elements.
 *
 * @param hashes number of components n, 1 to 1024
 * @param bitsPerComponent 8, 16 or 32
 * @param seed chooses the family of hash functions
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder: On the resemblance and
 *     containment of documents, 1997</a>
 * @see <a href="https://doi.org/10.1145/1772690.1772759">Li, König: b-Bit minwise hashing, WWW
 *     2010, section 2</a>
 */
public record MinHash(int hashes, int bitsPerComponent, long seed) {

  /** The maximum number of components. */
  public static final int MAX_HASHES = 1024;

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  public MinHash {
    Ranges.require("hashes", hashes, 1, MAX_HASHES);
    if (bitsPerComponent != 8 && bitsPerComponent != 16 && bitsPerComponent != 32) {
      throw invalid("[bits] must be one of [8, 16, 32] but was [%s]", bitsPerComponent);
    }
  }

  /**
   * The n minima of a set, 64 bits each, before they are cut to a signature.
   *
   * @param elements element hashes; repeats change nothing
   * @throws IllegalArgumentException if the set is empty: the empty set has no signature
   */
  public long[] minima(long[] elements) {
    if (elements.length == 0) {
      throw new IllegalArgumentException("the empty set has no signature");
    }
    long[] least = new long[hashes];
    Arrays.fill(least, Long.MAX_VALUE);
    for (long element : elements) {
      long state = element ^ seed;
      for (int i = 0; i < hashes; i++) {
        // Flipping the top bit makes the signed comparison an unsigned one.
        least[i] = Math.min(least[i], mix(state + (i + 1) * GOLDEN_GAMMA) ^ Long.MIN_VALUE);
      }
    }
    for (int i = 0; i < hashes; i++) {
      least[i] ^= Long.MIN_VALUE;
    }
    return least;
  }

  /** The output function of SplitMix64. */
  private static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * The signature of a set: the lowest bits of each minimum, components in order, each with its
   * least significant byte first.
   *
   * @throws IllegalArgumentException if the set is empty
   */
  public byte[] signature(long[] elements) {
    return cut(minima(elements));
  }

  /** The signature of the set that has these minima. */
  public byte[] cut(long[] minima) {
    if (minima.length != hashes) {
      throw invalid("a signature of [%s] minima cannot be cut from [%s]", hashes, minima.length);
    }
    byte[] signature = new byte[signatureBytes()];
    int bytes = bitsPerComponent / Byte.SIZE;
    for (int i = 0; i < hashes; i++) {
      for (int b = 0; b < bytes; b++) {
        signature[i * bytes + b] = (byte) (minima[i] >>> (b * Byte.SIZE));
      }
    }
    return signature;
  }

  /** Bytes in a signature. */
  public int signatureBytes() {
    return hashes * bitsPerComponent / Byte.SIZE;
  }

  /**
   * The estimated Jaccard similarity of two sets, from their signatures, in [0, 1]: {@code (f -
   * 2^-b) / (1 - 2^-b)} with the fraction f of equal components, and 0 below chance.
   *
   * @param a an array that holds a signature from {@code aOffset}
   * @param b an array that holds a signature from {@code bOffset}
   */
  public double similarity(byte[] a, int aOffset, byte[] b, int bOffset) {
    double chance = StrictMath.scalb(1.0, -bitsPerComponent);
    double equal = (double) equalComponents(a, aOffset, b, bOffset) / hashes;
    return Math.max(0, (equal - chance) / (1 - chance));
  }

  /** {@link #similarity(byte[], int, byte[], int)} of two whole arrays. */
  public double similarity(byte[] a, byte[] b) {
    if (a.length != signatureBytes() || b.length != signatureBytes()) {
      throw invalid(
          "a signature must have [%s] bytes but the two have [%s] and [%s]",
          signatureBytes(), a.length, b.length);
    }
    return similarity(a, 0, b, 0);
  }

  private int equalComponents(byte[] a, int aOffset, byte[] b, int bOffset) {
    int bytes = bitsPerComponent / Byte.SIZE;
    int equal = 0;
    for (int i = 0; i < signatureBytes(); i += bytes) {
      int same = 1;
      for (int j = i; j < i + bytes; j++) {
        same &= a[aOffset + j] == b[bOffset + j] ? 1 : 0;
      }
      equal += same;
    }
    return equal;
  }
}
