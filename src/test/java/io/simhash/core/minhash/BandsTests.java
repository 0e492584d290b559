package io.simhash.core.minhash;

import io.simhash.core.GoldenFile;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class BandsTests extends LuceneTestCase {

  public void testTermsGolden() {
    for (List<String> row : GoldenFile.rows("bands-v2.tsv", "terms")) {
      Bands bands = new Bands(Integer.parseInt(row.get(1)), Integer.parseInt(row.get(2)));
      long seed = HexFormat.fromHexDigitsToLong(row.get(3));
      long[] minima = new MinHash(bands.hashes(), 8, seed).minima(GoldenFile.hex(row.get(4)));
      assertEquals(row.get(0), List.of(row.get(5).split(",")), bands.terms(minima));
    }
  }

  public void testProbabilityGolden() {
    for (List<String> row : GoldenFile.rows("bands-v2.tsv", "agree")) {
      Bands bands = new Bands(Integer.parseInt(row.get(0)), Integer.parseInt(row.get(1)));
      double expected = Double.parseDouble(row.get(4));
      double actual =
          bands.probability(Integer.parseInt(row.get(2)), Double.parseDouble(row.get(3)));
      // Logarithms of up to 1e4 lose as many units in the last place.
      assertEquals(row.toString(), expected, actual, 1e-11 * expected);
    }
  }

  public void testABandChangesWithItsRowsAlone() {
    Bands bands = new Bands(84, 6);
    long[] minima = random().longs(84).toArray();
    List<String> terms = bands.terms(minima);
    int changed = random().nextInt(84);
    minima[changed] ^= 1L << random().nextInt(64);
    List<String> others = bands.terms(minima);
    for (int band = 0; band < 6; band++) {
      assertEquals(band != changed / 14, terms.get(band).equals(others.get(band)));
    }
  }

  public void testTermsOfEqualRowsInOtherBandsDiffer() {
    long[] minima = new long[1024];
    Arrays.fill(minima, random().nextLong());
    List<String> terms = new Bands(1024, 1024).terms(minima);
    assertEquals(1024, terms.stream().distinct().count());
    assertTrue(terms.stream().allMatch(term -> term.length() == Bands.TERM_LENGTH));
    assertTrue(terms.get(1023).startsWith("3ff"));
  }

  public void testRefusals() {
    assertRefused("[hashes] must be in [1, 1024] but was [0]", () -> new Bands(0, 1));
    String range = "[bands] must be in [1, 84], from one to [hashes], but was ";
    assertRefused(range + "[0]", () -> new Bands(84, 0));
    assertRefused(range + "[85]", () -> new Bands(84, 85));
    assertRefused(
        "[hashes] must be a multiple of [bands] but they were [128] and [6]",
        () -> new Bands(128, 6));
    Bands six = new Bands(84, 6);
    assertRefused("bands of [84] minima cannot be cut from [83]", () -> six.terms(new long[83]));
    assertRefused(
        "[min_matching_bands] must be in [1, 6] but was [0]", () -> six.probability(0, .5));
    assertRefused(
        "[min_matching_bands] must be in [1, 6] but was [7]", () -> six.requireMatching(7));
  }

  private static void assertRefused(String sentence, ThrowingRunnable action) {
    assertEquals(sentence, expectThrows(IllegalArgumentException.class, action).getMessage());
  }
}
