package io.simhash.core.minhash;

import static io.simhash.core.base.Errors.invalid;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.simhash.core.base.Ranges;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Bands of a MinHash signature, version 2: two sets that agree in all rows of one band share a
 * term, so that an inverted index finds candidates without reading signatures.
 *
 * <p>The n minima of a set, 64 bits each before they are cut to a signature, are split into B bands
 * of {@code r = n / B} consecutive rows: band b has the minima {@code b·r} to {@code b·r + r - 1}.
 * At a Jaccard similarity J a band agrees with probability {@code J^r}; see {@link #probability}
 * for several. Many bands of few rows find distant sets, few bands of many rows only close ones:
 * the 84 minima in 6 bands of the literature, called super-shingles, with two of them equal, find J
 * = .95 with probability .879 and J = .80 with .026.
 *
 * <p>Immutable and safe to share.
 *
 * @param hashes number of minima n, see {@link MinHash#hashes}
 * @param bands number of bands B, a divisor of n
 * @see <a href="https://doi.org/10.1007/3-540-45123-4_1">Broder: Identifying and filtering
 *     near-duplicate documents, CPM 2000, section 3</a>
 */
public record Bands(int hashes, int bands) {

  /** Characters of a term. */
  public static final int TERM_LENGTH = 19;

  private static final Hasher64 XXH3_64 = Hashing.xxh3_64();

  public Bands {
    Ranges.require("hashes", hashes, 1, MinHash.MAX_HASHES);
    if (bands < 1 || bands > hashes) {
      throw invalid(
          "[bands] must be in [1, %s], from one to [hashes], but was [%s]", hashes, bands);
    }
    if (hashes % bands != 0) {
      throw invalid(
          "[hashes] must be a multiple of [bands] but they were [%s] and [%s]", hashes, bands);
    }
  }

  /** Minima in a band. */
  public int rows() {
    return hashes / bands;
  }

  /**
   * The terms of all bands, band 0 first. A persisted format, {@value #TERM_LENGTH} characters: the
   * band's number in 3 lower-case hexadecimal digits, then in 16 the XXH3 hash (64 bits, seed 0) of
   * its minima, each as 8 bytes with the least significant first.
   *
   * @param minima the result of {@link MinHash#minima}
   */
  public List<String> terms(long[] minima) {
    if (minima.length != hashes) {
      throw invalid("bands of [%s] minima cannot be cut from [%s]", hashes, minima.length);
    }
    List<String> terms = new ArrayList<>(bands);
    for (int band = 0; band < bands; band++) {
      long hash = XXH3_64.hashBytesToLong(bytes(minima, band * rows()));
      HexFormat hex = HexFormat.of();
      terms.add(hex.toHexDigits(band, 3) + hex.toHexDigits(hash));
    }
    return terms;
  }

  private byte[] bytes(long[] minima, int from) {
    byte[] bytes = new byte[rows() * Long.BYTES];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (minima[from + i / Long.BYTES] >>> i % Long.BYTES * Byte.SIZE);
    }
    return bytes;
  }

  /**
   * The probability that two sets agree in so many bands or more: the upper tail of the binomial
   * distribution, {@code sum over i from m to B of C(B, i) p^i (1 - p)^(B - i)} with {@code p =
   * J^r}. For pairs of that similarity it is the recall of a search by bands.
   *
   * @param matching the minimum number of equal bands m, 1 to B
   * @param jaccard the Jaccard similarity J of the two sets, in [0, 1]
   */
  public double probability(int matching, double jaccard) {
    requireMatching(matching);
    double p = StrictMath.pow(jaccard, rows());
    if (p == 0 || p == 1) {
      return p;
    }
    double sum = 0;
    double logTerm = bands * StrictMath.log1p(-p);
    for (int i = 0; i <= bands; i++) {
      if (i >= matching) {
        sum += StrictMath.exp(logTerm);
      }
      double choices = (double) (bands - i) / (i + 1);
      logTerm += StrictMath.log(choices) + StrictMath.log(p) - StrictMath.log1p(-p);
    }
    return Math.min(1, sum);
  }

  /**
   * Requires a number of equal bands that is possible.
   *
   * @throws IllegalArgumentException in the words of the query's option
   */
  public void requireMatching(int matching) {
    Ranges.require("min_matching_bands", matching, 1, bands);
  }
}
