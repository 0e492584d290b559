package io.simhash.core.cluster;

import io.simhash.core.simhash.Fingerprint;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;

public class PairsBetweenTests extends ESTestCase {

  /** Both ways and the cheaper one give what comparing all with all gives, each pair once. */
  public void testEveryRadius() {
    for (int maxDistance = 0; maxDistance <= 16; maxDistance++) {
      long[] values = FingerprintPairsTests.clustered(between(1, 20), 20, 2 + maxDistance);
      int middle = between(0, values.length);
      long[] first = LongStream.of(values).limit(middle).toArray();
      long[] second = LongStream.of(values).skip(middle).toArray();
      assertPairs(shuffled(values, between(0, 5)), values, maxDistance);
      assertPairs(first, second, maxDistance);
      assertPairs(second, first, maxDistance);
      assertPairs(random().longs(between(0, 200)).toArray(), values, maxDistance);
    }
    assertPairs(random().longs(20).toArray(), random().longs(30).toArray(), Fingerprint.BITS);
  }

  private static long[] shuffled(long[] values, int count) {
    return random().ints(count, 0, values.length).mapToLong(i -> values[i]).toArray();
  }

  public void testEmptyLists() {
    long[] values = random().longs(10).toArray();
    assertPairs(new long[0], values, 64);
    assertPairs(values, new long[0], 64);
    assertPairs(new long[0], new long[0], 3);
  }

  /** Few with many: as many comparisons as a search for each; one alone is compared with all. */
  public void testThePlanThatTakesLessTime() {
    long[] many = random().longs(200_000).toArray();
    assertTrue(PairPlan.cheapest(random().longs(1).toArray(), many, 7).comparesAll());
    assertFalse(PairPlan.cheapest(random().longs(20_000).toArray(), many, 7).comparesAll());
    assertFalse(PairPlan.cheapest(many, random().longs(20_000).toArray(), 7).comparesAll());
    assertTrue(PairPlan.cheapest(many, random().longs(20_000).toArray(), 24).comparesAll());
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
    PairsBetween pairs = new PairsBetween(values, values, PairPlan.all(3), second);
    expectThrows(IllegalStateException.class, () -> pairs.forEach((a, b) -> {}));
    assertEquals(2, calls.get());
  }

  public void testRange() {
    IllegalArgumentException e =
        expectThrows(
            IllegalArgumentException.class,
            () -> new PairsBetween(new long[0], new long[0], 65, () -> {}));
    assertEquals("[max_distance] must be in [0, 64] but was [65]", e.getMessage());
  }

  private static void assertPairs(long[] first, long[] second, int maxDistance) {
    Set<List<Integer>> expected = new HashSet<>();
    for (int a = 0; a < first.length; a++) {
      for (int b = 0; b < second.length; b++) {
        if (Fingerprint.distance(first[a], second[b]) <= maxDistance) {
          expected.add(List.of(a, b));
        }
      }
    }
    for (PairPlan plan :
        List.of(
            PairPlan.all(maxDistance),
            PairPlan.blocks(first, second, maxDistance),
            PairPlan.cheapest(first, second, maxDistance))) {
      Set<List<Integer>> found = new HashSet<>();
      new PairsBetween(first, second, plan, () -> {})
          .forEach((a, b) -> assertTrue(found.add(List.of(a, b))));
      assertEquals(expected, found);
    }
  }
}
