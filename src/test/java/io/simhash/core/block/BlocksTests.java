package io.simhash.core.block;

import io.simhash.core.GoldenFile;
import java.util.HexFormat;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class BlocksTests extends LuceneTestCase {

  public void testGolden() {
    for (List<String> row : GoldenFile.rows("blocks-v1.tsv")) {
      long fingerprint = HexFormat.fromHexDigitsToLong(row.get(0));
      for (int block = 0; block < Blocks.COUNT; block++) {
        int value = Blocks.value(fingerprint, block);
        assertEquals(Integer.parseInt(row.get(1 + block)), value);
        assertEquals(row.get(5 + block), Blocks.term(value));
      }
    }
  }

  public void testTheTermsInARowAreTheFingerprint() {
    long fingerprint = random().nextLong();
    StringBuilder terms = new StringBuilder();
    for (int block = 0; block < Blocks.COUNT; block++) {
      terms.append(Blocks.term(Blocks.value(fingerprint, block)));
    }
    assertEquals(HexFormat.of().toHexDigits(fingerprint), terms.toString());
  }

  public void testEveryValueHasItsTerm() {
    for (int value = 0; value < Blocks.VALUES; value++) {
      assertEquals(value, HexFormat.fromHexDigits(Blocks.term(value)));
      assertEquals(4, Blocks.term(value).length());
    }
  }

  public void testABucketIsOverfullAboveThreeTimesTheAverageAndAThousand() {
    assertEquals("three times an average of 500", 1500, Blocks.overfullAbove(5_000, 10));
    assertEquals("three times 333.4 is 1000.2", 1000, Blocks.overfullAbove(3_334, 10));
    assertEquals("three times 333.7 is 1001.1", 1001, Blocks.overfullAbove(3_337, 10));
    assertEquals("small", 1000, Blocks.overfullAbove(5_000, 5_000));
    assertEquals("empty", 1000, Blocks.overfullAbove(0, 0));
    assertEquals(3L * 2_000_000_000, Blocks.overfullAbove(2_000_000_000L, 1));
  }
}
