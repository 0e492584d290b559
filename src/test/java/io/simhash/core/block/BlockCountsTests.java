package io.simhash.core.block;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class BlockCountsTests extends LuceneTestCase {

  private static BlockCounts counts(long... valuesAndDocuments) {
    BlockCounts counts = new BlockCounts();
    for (int i = 0; i < valuesAndDocuments.length; i += 2) {
      counts.add((int) valuesAndDocuments[i], valuesAndDocuments[i + 1]);
    }
    return counts;
  }

  public void testSizesOfBuckets() {
    BlockCounts counts = counts(7, 2, 65_535, 3, 0, 2, 7, 1, 9, 1);
    assertEquals(9, counts.documents());
    assertEquals(4, counts.distinct());
    assertEquals(2.25, counts.average(), 0);
    assertEquals(
        "equal buckets by value",
        List.of(
            new BlockCounts.Bucket(7, 3),
            new BlockCounts.Bucket(65_535, 3),
            new BlockCounts.Bucket(0, 2)),
        counts.largest(3));
    assertEquals(4, counts.largest(9).size());
    counts.addAll(counts(0, 5, 1, 1));
    assertEquals(7, counts.count(0));
    assertEquals(1, counts.count(1));
    assertEquals(15, counts.documents());
  }

  public void testOverfullBuckets() {
    BlockCounts counts = new BlockCounts();
    for (int value = 0; value < 100; value++) {
      counts.add(value, 400);
    }
    counts.add(5, 800);
    assertEquals("(40,000 + 800) / 100 * 3", 1224, counts.threshold());
    assertEquals(0, counts.overfullBuckets());
    counts.add(6, 1000);
    counts.add(7, 860);
    // Of 42,660 documents: the threshold is 1279.
    assertEquals(1279, counts.threshold());
    assertEquals(1, counts.overfullBuckets());
    assertEquals(1400, counts.overfullDocuments());
  }

  public void testWithoutDocuments() {
    BlockCounts none = counts();
    assertEquals(0, none.average(), 0);
    assertEquals(List.of(), none.largest(5));
    assertEquals(0, none.overfullBuckets());
  }
}
