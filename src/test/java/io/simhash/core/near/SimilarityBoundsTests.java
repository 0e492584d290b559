package io.simhash.core.near;

import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import java.util.Arrays;
import java.util.Optional;
import org.elasticsearch.test.ESTestCase;

public class SimilarityBoundsTests extends ESTestCase {

  private static NearValue value(long[] minima) {
    return new NearValue(
        0, Optional.of(Signature.of(Optional.of(Shingling.AUTO_CHARACTERS), minima)));
  }

  /** With so many equal components; the others are random, and so may be equal by chance. */
  private static NearValue withEqual(long[] minima, int equal) {
    long[] other = minima.clone();
    Arrays.setAll(other, i -> i < equal ? minima[i] : randomLong());
    return value(other);
  }

  public void testNoneIsRejectedThatIsSimilarEnough() {
    int hashes = randomIntBetween(1, 1024);
    long[] minima = random().longs(hashes).toArray();
    NearValue sought = value(minima);
    for (int times = 0; times < 500; times++) {
      NearValue other =
          randomFrom(
              withEqual(minima, randomIntBetween(0, hashes)),
              NearWindowTests.randomSigned(false),
              new NearValue(0, Optional.empty()));
      // Often the similarity itself: the smallest one that must not be rejected.
      double similarity = Math.max(0, sought.similarity(other));
      double min = randomFrom(randomDouble(), similarity, 0.0);
      NearRule rule = new NearRule(64, min, 12);
      SimilarityBounds bounds = new SimilarityBounds(2);
      bounds.set(0, randomBoolean() ? sought : other);
      bounds.set(1, other);
      if (bounds.rejects(1, bounds.sought(sought, rule))) {
        assertFalse(rule.holds(64, sought.similarity(other)));
        assertFalse("without a signature to compare", rule.holds(0, sought.similarity(other)));
      }
    }
  }

  /**
   * By the rule of the queries 179 components may differ. Of unrelated documents three of four
   * differ in the lowest bits, 288 of 384, standard deviation 8.5: thirteen of them from 179.
   */
  public void testUnrelatedDocumentsAreRejected() {
    NearRule rule = NearRule.of(null, null, false);
    for (int times = 0; times < 100; times++) {
      NearValue sought = value(random().longs(384).toArray());
      SimilarityBounds bounds = new SimilarityBounds(1);
      bounds.set(0, value(random().longs(384).toArray()));
      assertTrue(bounds.rejects(0, bounds.sought(sought, rule)));
    }
  }
}
