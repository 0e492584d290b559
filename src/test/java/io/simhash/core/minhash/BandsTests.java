package io.simhash.core.minhash;

import io.simhash.core.Binomial;
import io.simhash.core.GoldenFile;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class BandsTests extends LuceneTestCase {

  /** The bands that three cells name: hashes, bands, rows. */
  static Bands bands(List<String> cells) {
    return new Bands(
        Integer.parseInt(cells.get(0)),
        Integer.parseInt(cells.get(1)),
        Integer.parseInt(cells.get(2)));
  }

  public void testValuesGolden() {
    List<List<String>> rows = GoldenFile.rows("bands-v6.tsv", "values");
    assertEquals(90, rows.size());
    for (List<String> row : rows) {
      Bands bands = bands(row.subList(1, 4));
      long[] minima = new MinHash(bands.hashes()).minima(GoldenFile.elements(row.get(4)));
      List<String> values = hex(bands.values(minima));
      assertEquals(row.get(0) + ", " + bands, List.of(row.get(5).split(",")), values);
    }
  }

  private static List<String> hex(short[] values) {
    String[] hex = new String[values.length];
    Arrays.setAll(hex, i -> HexFormat.of().toHexDigits(values[i]));
    return List.of(hex);
  }

  /** Fewer than two bands agree for one pair in 110 of similarity .5, one in 3,000 of .6. */
  public void testWhatTheDefaultMisses() {
    assertEquals(new Bands(1024, 24, 2), Bands.DEFAULT);
    assertEquals(110, 1 / (1 - Binomial.atLeast(2, 24, .5 * .5)), 1);
    assertEquals(3_100, 1 / (1 - Binomial.atLeast(2, 24, .6 * .6)), 100);
  }

  public void testABandChangesWithItsRowsAlone() {
    Bands bands = new Bands(90, 6, 14);
    long[] minima = random().longs(90).toArray();
    short[] values = bands.values(minima);
    for (int row = 0; row < 90; row++) {
      // 16 bits stay the same by chance once in 65,536 times: of eight changes one shows.
      boolean changes = false;
      for (int times = 0; times < 8; times++) {
        long[] other = minima.clone();
        other[row] = random().nextLong();
        short[] others = bands.values(other);
        for (int band = 0; band < 6; band++) {
          changes |= values[band] != others[band];
          assertTrue(band == row / 14 || values[band] == others[band]);
        }
      }
      assertEquals("row " + row, row < 84, changes);
    }
  }

  /** The order of the minima counts; the number of the band does not, it is a part of the term. */
  public void testEqualRowsHaveEqualValues() {
    Bands bands = new Bands(64, 3, 2);
    long[] minima = new long[64];
    long[] rows = {1, 2, 1, 2, 2, 1};
    System.arraycopy(rows, 0, minima, 0, rows.length);
    short[] values = bands.values(minima);
    assertEquals(values[0], values[1]);
    assertNotEquals(values[0], values[2]);
  }

  public void testRefusals() {
    assertRefused("[hashes] must be in [64, 2048] but was [63]", () -> new Bands(63, 1, 1));
    assertRefused("[hashes] must be in [64, 2048] but was [2049]", () -> new Bands(2049, 1, 1));
    assertRefused("[bands] must be in [1, 24] but was [0]", () -> new Bands(84, 0, 1));
    assertRefused("[bands] must be in [1, 24] but was [25]", () -> new Bands(2048, 25, 1));
    assertRefused("[rows] must be in [1, 255] but was [0]", () -> new Bands(84, 1, 0));
    assertRefused("[rows] must be in [1, 255] but was [256]", () -> new Bands(2048, 1, 256));
    assertRefused(
        "[hashes] must be at least [bands] times [rows], [84], but was [83]",
        () -> new Bands(83, 6, 14));
    Bands six = new Bands(84, 6, 14);
    assertEquals("84:6x14", six.toString());
  }

  private static void assertRefused(String sentence, ThrowingRunnable action) {
    assertEquals(sentence, expectThrows(IllegalArgumentException.class, action).getMessage());
  }
}
