package io.simhash.core.passage;

import io.simhash.core.passage.PassageRule.Share;
import io.simhash.core.passage.SharedPassages.Coverage;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class PassageRuleTests extends LuceneTestCase {

  private static void assertRefused(
      String sentence, int minLength, double minContainment, int maxDocFreq) {
    assertEquals(
        sentence,
        expectThrows(
                IllegalArgumentException.class,
                () -> new PassageRule(minLength, minContainment, Share.QUERY, maxDocFreq))
            .getMessage());
  }

  public void testRanges() {
    new PassageRule(1, 0, Share.QUERY, 0);
    new PassageRule(Integer.MAX_VALUE, 1, Share.QUERY, Integer.MAX_VALUE);
    assertRefused("[min_length] must be at least [1] but was [0]", 0, 0, 0);
    assertRefused("[min_containment] must be in [0, 1] but was [1.1]", 150, 1.1, 0);
    assertRefused("[min_containment] must be in [0, 1] but was [-0.1]", 150, -.1, 0);
    assertRefused("[min_containment] must be in [0, 1] but was [NaN]", 150, Double.NaN, 0);
    assertRefused("[max_doc_freq] must be at least [0] but was [-1]", 150, 0, -1);
  }

  public void testShares() {
    Coverage coverage = new Coverage(30, 100, 50, 80);
    assertEquals(.3, coverage.ofQuery(), 0);
    assertEquals(.625, coverage.ofDocument(), 0);
    PassageRule ofShorter = new PassageRule(150, 0, Share.SHORTER, 0);
    assertEquals(new Containment(.625, false, true), ofShorter.containment(coverage));
    assertEquals(
        new Containment(.375, true, true), ofShorter.containment(new Coverage(30, 80, 50, 100)));
    assertEquals(
        "the query's of equal ones",
        new Containment(.3, true, true),
        ofShorter.containment(new Coverage(30, 100, 50, 100)));
    assertEquals(
        "less of the other one",
        new Containment(.625, false, false),
        new PassageRule(150, .31, Share.DOCUMENT, 0).containment(coverage));
    assertNull(new PassageRule(150, .626, Share.SHORTER, 0).containment(coverage));
    for (Share share : Share.values()) {
      double reached = share == Share.QUERY ? .3 : .625;
      assertTrue(new PassageRule(150, reached, share, 0).holds(coverage));
      assertFalse(new PassageRule(150, reached + 1e-9, share, 0).holds(coverage));
    }
    assertEquals(
        List.of("query", "document", "shorter"),
        java.util.Arrays.stream(Share.values()).map(Share::toString).toList());
  }

  /** A minimum of 0 needs a passage all the same. */
  public void testNoPassageIsNoMatch() {
    for (Share share : Share.values()) {
      assertFalse(new PassageRule(150, 0, share, 0).holds(new Coverage(0, 100, 0, 100)));
      assertFalse(new PassageRule(150, 0, share, 0).holds(new Coverage(0, 0, 0, 0)));
      assertTrue(new PassageRule(150, 0, share, 0).holds(new Coverage(1, 100, 1, 100)));
    }
  }

  public void testFrequentTerms() {
    assertFalse(new PassageRule(150, 0, Share.QUERY, 0).isFrequent(Long.MAX_VALUE));
    assertFalse(new PassageRule(150, 0, Share.QUERY, 7).isFrequent(7));
    assertTrue(new PassageRule(150, 0, Share.QUERY, 7).isFrequent(8));
    assertTrue(new PassageRule(150, 0, Share.QUERY, 7).isFrequent(1L << 40));
  }
}
