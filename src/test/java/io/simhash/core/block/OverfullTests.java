package io.simhash.core.block;

import org.apache.lucene.tests.util.LuceneTestCase;

public class OverfullTests extends LuceneTestCase {

  public void testABucketIsOverfullAboveThreeTimesTheAverageAndAThousand() {
    assertEquals("three times an average of 500", 1500, Overfull.threshold(5_000, 10));
    assertEquals("three times 333.4 is 1000.2", 1000, Overfull.threshold(3_334, 10));
    assertEquals("three times 333.7 is 1001.1", 1001, Overfull.threshold(3_337, 10));
    assertEquals("small", 1000, Overfull.threshold(5_000, 5_000));
    assertEquals("empty", 1000, Overfull.threshold(0, 0));
    assertEquals(3L * 2_000_000_000, Overfull.threshold(2_000_000_000L, 1));
  }
}
