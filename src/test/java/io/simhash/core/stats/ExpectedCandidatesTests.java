package io.simhash.core.stats;

import io.simhash.core.block.Blocks;
import io.simhash.core.block.ProbePlan;
import java.util.Arrays;
import org.apache.lucene.tests.util.LuceneTestCase;

public class ExpectedCandidatesTests extends LuceneTestCase {

  /** Skewed fingerprints, and for each of them every other one compared block by block. */
  public void testEqualsBruteForce() {
    long[] fingerprints =
        random().longs(300).map(f -> random().nextBoolean() ? f & 7 : f).toArray();
    FingerprintCounts counts = new FingerprintCounts();
    Arrays.stream(fingerprints).forEach(counts::add);
    ExpectedCandidates expected = new ExpectedCandidates(counts.blocks());
    for (int radius = 0; radius <= 64; radius++) {
      ProbePlan plan = new ProbePlan(radius);
      double[] narrow = new double[Blocks.COUNT];
      double[] more = new double[Blocks.COUNT];
      for (int block = 0; block < Blocks.COUNT; block++) {
        narrow[block] = within(fingerprints, block, plan.narrowBits());
        more[block] = within(fingerprints, block, plan.wideBits()) - narrow[block];
      }
      Arrays.sort(more);
      double sum = Arrays.stream(narrow).sum() + Arrays.stream(more).limit(plan.wideBlocks()).sum();
      assertEquals("at " + radius, sum, expected.at(radius), 1e-6 * sum);
    }
  }

  private static double within(long[] fingerprints, int block, int bits) {
    long found = 0;
    for (long a : fingerprints) {
      for (long b : fingerprints) {
        int difference = Blocks.value(a, block) ^ Blocks.value(b, block);
        found += Integer.bitCount(difference) <= bits ? 1 : 0;
      }
    }
    return found / (double) fingerprints.length;
  }

  public void testOfEqualFingerprintsAllAreCandidates() {
    FingerprintCounts counts = new FingerprintCounts();
    for (int i = 0; i < 1000; i++) {
      counts.add(42);
    }
    ExpectedCandidates expected = new ExpectedCandidates(counts.blocks());
    assertEquals(1000, expected.at(0), 1e-6);
    assertEquals(4000, expected.at(3), 1e-6);
    assertEquals(0, new ExpectedCandidates(new FingerprintCounts().blocks()).at(3), 0);
  }
}
