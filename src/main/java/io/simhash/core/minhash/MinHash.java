package io.simhash.core.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;

/**
 * MinHash signatures of sets of 64-bit element hashes by fast similarity sketching, version 2.
 *
 * <p>In each round every element x takes a 64-bit number {@code u = splitmix64(x ^ seed, round)},
 * output {@code round} (from 0) of the SplitMix64 generator that starts in state {@code x ^ seed}.
 *
 * <ul>
 *   <li>Rounds 0 to n - 1: u chooses one of n bins, {@code floor(u · n / 2^64)}, and the element
 *       puts the number {@code round · 2^53 + floor((u · n mod 2^64) / 2^11)} into it.
 *   <li>Round n + i, only if bin i is still empty: every element puts {@code (n + i) · 2^53 +
 *       floor(u / 2^11)} into bin i.
 *   <li>The rounds end as soon as no bin is empty.
 * </ul>
 *
 * <p>Component i is the least number in bin i, unsigned. Later rounds put in greater numbers, so
 * component i of a union is the lesser one of the parts. Each element of a union is equally likely
 * to have put it there, so two sets agree in a component with probability equal to their Jaccard
 * similarity J.
 *
 * <p>A signature keeps the lowest {@code bitsPerComponent} bits of each component; two different
 * minima then agree by chance with probability 2^-b, which {@link #similarity} corrects for. The
 * standard error of the estimate is at most {@code sqrt(J'(1-J') / n) / (1 - 2^-b)} with {@code J'
 * = J + (1-J)·2^-b}: .044 at J = .5, n = 128, b = 8. It is less for sets that are not much larger
 * than n, because the elements share the bins more evenly than independent hash functions would
 * (docs/adr/0004-minhash-family.md).
 *
 * <p>Immutable and safe to share. Cost of a signature of m distinct elements: some {@code m + n ·
 * ln n} numbers, and never more than {@code 2 · n · m}, whatever the elements are. So many need
 * elements that all avoid the same bins: k bins are avoided in n rounds by one element in e^k.
 *
 * @param hashes number of components n, 1 to 1024
 * @param bitsPerComponent 8, 16 or 32
 * @param seed chooses the family of hash functions
 * @see <a href="https://doi.org/10.1109/FOCS.2017.67">Dahlgaard, Knudsen, Thorup: Fast similarity
 *     sketching, FOCS 2017</a>
 * @see <a href="https://doi.org/10.1109/SEQUEN.1997.666900">Broder: On the resemblance and
 *     containment of documents, 1997</a>
 * @see <a href="https://doi.org/10.1145/1772690.1772759">Li, König: b-Bit minwise hashing, WWW
 *     2010, section 2</a>
 */
public record MinHash(int hashes, int bitsPerComponent, long seed) {

  /** The maximum number of components. */
  public static final int MAX_HASHES = 1024;

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
    return new Bins(hashes, seed).minima(elements);
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
    return similarity(EqualComponents.count(a, aOffset, b, bOffset, hashes, bitsPerComponent));
  }

  /** The estimated similarity of two signatures with so many equal components. */
  private double similarity(int count) {
    double equal = (double) count / hashes;
    return Math.max(0, (equal - chance()) / (1 - chance()));
  }

  /** The probability that two different minima agree in a component. */
  private double chance() {
    return StrictMath.scalb(1.0, -bitsPerComponent);
  }

  /**
   * The least number of equal components with which {@link #similarity} reaches a minimum.
   *
   * @param minSimilarity in [0, 1]
   */
  public int minEqual(double minSimilarity) {
    double equal = minSimilarity * (1 - chance()) + chance();
    int min = (int) (equal * hashes);
    // Decided by the estimate itself: it is rounded, and several counts have the estimate 0.
    while (min > 0 && similarity(min - 1) >= minSimilarity) {
      min--;
    }
    while (similarity(min) < minSimilarity) {
      min++;
    }
    return min;
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
}
