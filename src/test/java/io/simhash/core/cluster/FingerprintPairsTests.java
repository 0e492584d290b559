package io.simhash.core.cluster;

import io.simhash.core.simhash.Fingerprint;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;

public class FingerprintPairsTests extends ESTestCase {

  /** Both ways give what comparing all with all gives, each pair once. */
  public void testEveryRadiusOnRandomAndClusteredFingerprints() {
    for (int maxDistance = 0; maxDistance <= 12; maxDistance++) {
      assertPairs(random().longs(between(0, 400)).toArray(), maxDistance);
      assertPairs(clustered(between(1, 20), between(1, 40), 2 + maxDistance), maxDistance);
    }
    assertPairs(clustered(10, 20, 20), between(13, 24));
    assertPairs(random().longs(50).toArray(), Fingerprint.BITS);
  }

  /** More than one block of a long run, and buckets on both sides of a short one. */
  public void testManyFingerprints() {
    int maxDistance = between(0, 5);
    assertPairs(clustered(60, 100, 2 + maxDistance), maxDistance);
  }

  /** Fingerprints that share blocks: buckets of all sizes. */
  public void testSkewedBlocks() {
    long[] values =
        LongStream.generate(() -> random().nextLong() & 0xFFFF_0000_0003_0007L)
            .limit(500)
            .toArray();
    assertPairs(values, between(0, 8));
  }

  public void testEqualFingerprintsArePairs() {
    assertPairs(new long[] {5, 5, 5, -1, -1}, 0);
    assertPairs(new long[] {}, 3);
    assertPairs(new long[] {7}, 3);
  }

  public void testThePlanThatTakesLessTime() {
    long[] few = random().longs(1_000).toArray();
    long[] many = random().longs(200_000).toArray();
    assertTrue(comparesAll(few, 3));
    assertFalse(comparesAll(many, 3));
    assertTrue(comparesAll(many, 24));
    // In one bucket of every block there is nothing to gain.
    long[] equal = new long[100_000];
    assertTrue(comparesAll(equal, 3));
  }

  private static boolean comparesAll(long[] values, int maxDistance) {
    return FingerprintPairs.byBlocks(values, maxDistance) == false;
  }

  public void testCancellation() {
    AtomicInteger calls = new AtomicInteger();
    Runnable second =
        () -> {
          if (calls.incrementAndGet() == 2) {
            throw new IllegalStateException("cancelled");
          }
        };
    long[] values = random().longs(10_000).toArray();
    FingerprintPairs pairs = new FingerprintPairs(values, 3, false, second);
    expectThrows(IllegalStateException.class, () -> pairs.forEach((a, b) -> {}));
    assertEquals(2, calls.get());
  }

  /** Clusters around random centres, some of them with bits that differ from the centre. */
  static long[] clustered(int clusters, int size, int bits) {
    return LongStream.generate(() -> random().nextLong())
        .limit(clusters)
        .flatMap(centre -> LongStream.generate(() -> flipped(centre, bits)).limit(size))
        .toArray();
  }

  private static long flipped(long fingerprint, int bits) {
    for (int i = between(0, bits); i > 0; i--) {
      fingerprint ^= 1L << between(0, 63);
    }
    return fingerprint;
  }

  private static void assertPairs(long[] values, int maxDistance) {
    Set<Set<Integer>> expected = new HashSet<>();
    for (int a = 0; a < values.length; a++) {
      for (int b = a + 1; b < values.length; b++) {
        if (Fingerprint.distance(values[a], values[b]) <= maxDistance) {
          expected.add(Set.of(a, b));
        }
      }
    }
    for (boolean byBlocks : new boolean[] {false, true}) {
      Set<Set<Integer>> found = new HashSet<>();
      new FingerprintPairs(values, maxDistance, byBlocks, () -> {})
          .forEach((a, b) -> assertTrue(found.add(Set.of(a, b))));
      assertEquals(expected, found);
    }
  }
}
