package io.simhash.core.cluster;

import io.simhash.core.simhash.Fingerprint;
import java.util.HashSet;
import java.util.List;
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
    assertTrue(comparesAll(few, few, 3));
    assertFalse(comparesAll(many, many, 3));
    assertTrue(comparesAll(many, many, 24));
    // In one bucket of every block there is nothing to gain.
    long[] equal = new long[100_000];
    assertTrue(comparesAll(equal, equal, 3));
  }

  private static boolean comparesAll(long[] first, long[] second, int maxDistance) {
    return FingerprintPairs.byBlocks(first, second, maxDistance) == false;
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
    FingerprintPairs pairs = new FingerprintPairs(values, values, 3, false, second);
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

  /** Both ways give what comparing all with all gives, each pair once. */
  public void testTwoLists() {
    for (int maxDistance = 0; maxDistance <= 16; maxDistance++) {
      long[] values = FingerprintPairsTests.clustered(between(1, 20), 20, 2 + maxDistance);
      int middle = between(0, values.length);
      long[] first = LongStream.of(values).limit(middle).toArray();
      long[] second = LongStream.of(values).skip(middle).toArray();
      assertPairsBetween(someOf(values, between(0, 5)), values, maxDistance);
      assertPairsBetween(first, second, maxDistance);
      assertPairsBetween(second, first, maxDistance);
      assertPairsBetween(random().longs(between(0, 200)).toArray(), values, maxDistance);
    }
    assertPairsBetween(
        random().longs(20).toArray(), random().longs(30).toArray(), Fingerprint.BITS);
  }

  private static long[] someOf(long[] values, int count) {
    return random().ints(count, 0, values.length).mapToLong(i -> values[i]).toArray();
  }

  public void testEmptyLists() {
    long[] values = random().longs(10).toArray();
    assertPairsBetween(new long[0], values, 64);
    assertPairsBetween(values, new long[0], 64);
    assertPairsBetween(new long[0], new long[0], 3);
  }

  /** Few with many: as many comparisons as a search for each; one alone is compared with all. */
  public void testThePlanThatTakesLessTimeForTwoLists() {
    long[] many = random().longs(200_000).toArray();
    assertTrue(comparesAll(random().longs(1).toArray(), many, 7));
    assertFalse(comparesAll(random().longs(20_000).toArray(), many, 7));
    assertFalse(comparesAll(many, random().longs(20_000).toArray(), 7));
    assertTrue(comparesAll(many, random().longs(20_000).toArray(), 24));
  }

  private static void assertPairs(long[] values, int maxDistance) {
    assertPairsBetween(values, values, maxDistance);
  }

  private static void assertPairsBetween(long[] first, long[] second, int maxDistance) {
    boolean isOneList = first == second;
    Set<List<Integer>> expected = new HashSet<>();
    for (int a = 0; a < first.length; a++) {
      for (int b = isOneList ? a + 1 : 0; b < second.length; b++) {
        if (Fingerprint.distance(first[a], second[b]) <= maxDistance) {
          expected.add(List.of(a, b));
        }
      }
    }
    for (boolean byBlocks : new boolean[] {false, true}) {
      Set<List<Integer>> found = new HashSet<>();
      new FingerprintPairs(first, second, maxDistance, byBlocks, () -> {})
          .forEach(
              (a, b) -> {
                boolean swapped = isOneList && a > b;
                assertTrue(found.add(swapped ? List.of(b, a) : List.of(a, b)));
              });
      assertEquals(expected, found);
    }
  }
}
