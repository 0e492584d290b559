package io.simhash.core.minhash;

import static io.simhash.core.base.Errors.invalid;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The bands of a MinHash signature, by which an inverted index finds candidates without reading
 * signatures: two sets that agree in all rows of a band have the same value of it.
 *
 * <p>Of the n minima of a set, band b has r: {@code b·r} to {@code b·r + r - 1}. Its value is the
 * lowest 16 bits of the XXH3 hash (64 bits, seed 0) of these minima, each as 8 bytes with the least
 * significant first. At a Jaccard similarity J a band agrees with probability {@code J^r}, and by
 * chance with 2^-16; how many agree is binomially distributed.
 *
 * <p>By default, all pairs but one in 110 at J = .5 and one in 3,000 at .6 share two bands. The
 * super-shingles of the literature, 6 bands of 14 rows of 84 minima with 2 of them equal, find J =
 * .95 with probability .879 and J = .80 with .026.
 *
 * @param hashes number of minima n, 64 to {@value MinHash#MAX_HASHES}
 * @param bands number of bands B, 1 to {@value #MAX_BANDS}
 * @param rows minima in a band r, at least 1; B · r is at most n
 * @see <a href="https://doi.org/10.1007/3-540-45123-4_1">Broder: Identifying and filtering
 *     near-duplicate documents, CPM 2000, section 3</a>
 */
public record Bands(int hashes, int bands, int rows) {

  /** 1,024 minima, 24 bands of 2 rows (docs/adr/0006-bands.md). */
  public static final Bands DEFAULT = new Bands(1024, 24, 2);

  public static final int MIN_HASHES = 64;

  public static final int MAX_BANDS = 24;

  private static final int MAX_ROWS = 255;

  private static final Hasher64 XXH3_64 = Hashing.xxh3_64();
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  public Bands {
    requireRanges("", hashes, bands, rows);
    if (bands * rows > hashes) {
      throw invalid(
          "[hashes] must be at least [bands] times [rows], [%s], but was [%s]",
          bands * rows, hashes);
    }
  }

  private static void requireRanges(String prefix, int hashes, int bands, int rows) {
    Ranges.require(prefix + "hashes", hashes, MIN_HASHES, MinHash.MAX_HASHES);
    Ranges.require(prefix + "bands", bands, 1, MAX_BANDS);
    Ranges.require(prefix + "rows", rows, 1, MAX_ROWS);
  }

  /**
   * Takes {@code hashes}, {@code bands} and {@code rows}.
   *
   * @param defaults the values of those that are not set
   */
  public static Bands read(OptionMap options, Bands defaults) {
    int hashes = options.integer("hashes", defaults.hashes);
    int bands = options.integer("bands", defaults.bands);
    int rows = options.integer("rows", defaults.rows);
    requireRanges(options.fullName(""), hashes, bands, rows);
    return new Bands(hashes, bands, rows);
  }

  /** The values of all bands of the {@link MinHash#minima}, band 0 first. */
  short[] values(long[] minima) {
    short[] values = new short[bands];
    byte[] ofBand = new byte[rows * Long.BYTES];
    for (int band = 0; band < bands; band++) {
      for (int row = 0; row < rows; row++) {
        LONGS.set(ofBand, row * Long.BYTES, minima[band * rows + row]);
      }
      values[band] = (short) XXH3_64.hashBytesToLong(ofBand);
    }
    return values;
  }

  @Override
  public String toString() {
    return hashes + ":" + bands + "x" + rows;
  }
}
