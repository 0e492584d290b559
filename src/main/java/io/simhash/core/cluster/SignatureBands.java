package io.simhash.core.cluster;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.simhash.core.base.Ranges;
import java.util.OptionalInt;

/**
 * Bands of a stored signature: B groups of r consecutive components, of one byte each, by which a
 * cluster run finds candidates. Two signatures of similarity J agree in a component with
 * probability {@code p = J + (1 - J) / 256}, and in at least one band with {@code 1 - (1 - p^r)^B}:
 * {@link #recall}. With 384 components in 96 bands of 4 it is .9997 at J = .53.
 *
 * @param components the number of components of the signatures
 * @param rows components in a band, 1 to 4: a band is one {@code int}
 */
public record SignatureBands(int components, int rows) {

  /** The maximum number of components in a band. */
  public static final int MAX_ROWS = Integer.BYTES;

  /** The recall that {@link #rows(int, double)} requires at the minimum similarity. */
  public static final double MIN_RECALL = .999;

  private static final Hasher64 XXH3_64 = Hashing.xxh3_64();

  public SignatureBands {
    Ranges.require("rows", rows, 1, MAX_ROWS);
    Ranges.require("components", components, rows, Integer.MAX_VALUE);
  }

  /**
   * The most rows, and so the fewest candidates, with a recall of {@link #MIN_RECALL} at the
   * minimum similarity; the number is empty if one row is not enough.
   */
  public static OptionalInt rows(int components, double minSimilarity) {
    for (int rows = Math.min(MAX_ROWS, components); rows > 0; rows--) {
      if (new SignatureBands(components, rows).recall(minSimilarity) >= MIN_RECALL) {
        return OptionalInt.of(rows);
      }
    }
    return OptionalInt.empty();
  }

  /** The number of bands B; components that are left over are in none. */
  public int bands() {
    return components / rows;
  }

  /** The probability that two signatures of a similarity agree in a band. */
  public double recall(double similarity) {
    double equal = similarity + (1 - similarity) / 256;
    return 1 - StrictMath.pow(1 - StrictMath.pow(equal, rows), bands());
  }

  /**
   * A band of a signature.
   *
   * @param bytes an array that holds the components from {@code offset}
   */
  public int band(byte[] bytes, int offset, int band) {
    int value = 0;
    for (int i = 0; i < rows; i++) {
      value = value << Byte.SIZE | bytes[offset + band * rows + i] & 0xFF;
    }
    return value;
  }

  /** A hash of a stored signature, never 0: equal signatures have equal ones. */
  public static long hash(byte[] bytes, int offset, int length) {
    long hash = XXH3_64.hashBytesToLong(bytes, offset, length);
    return hash == 0 ? 1 : hash;
  }
}
