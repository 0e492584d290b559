package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import io.simhash.core.cluster.FingerprintPairs.PairConsumer;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class CandidatePairsTests extends ESTestCase {

  /** Without unions meanwhile: exactly the pairs of different sets, each once. */
  public void testPairsOfDifferentSets() {
    int size = randomIntBetween(0, 60);
    UnionFind sets = new UnionFind(100);
    for (int i = randomIntBetween(0, 80); i > 0; i--) {
      sets.union(randomIntBetween(0, 99), randomIntBetween(0, 99));
    }
    int[] elements = random().ints(0, 100).distinct().limit(size).toArray();
    Set<Set<Integer>> expected = new HashSet<>();
    for (int a : elements) {
      for (int b : elements) {
        if (sets.connected(a, b) == false) {
          expected.add(Set.of(a, b));
        }
      }
    }
    Set<Set<Integer>> found = new HashSet<>();
    forEachPair(
        elements,
        sets,
        () -> {},
        (a, b) -> assertTrue(found.add(Set.of(elements[a], elements[b]))));
    assertEquals(expected, found);
  }

  /** Unions meanwhile: the sets become those of all neighbours. */
  public void testUnionsMeanwhile() {
    int[] family = random().ints(200, 0, 10).toArray();
    UnionFind sets = new UnionFind(family.length);
    forEachPair(
        IntStream.range(0, family.length).toArray(),
        sets,
        () -> {},
        (a, b) -> {
          if (family[a] == family[b]) {
            sets.union(a, b);
          }
        });
    for (int a = 0; a < family.length; a++) {
      for (int b = 0; b < family.length; b++) {
        assertEquals(family[a] == family[b], sets.connected(a, b));
      }
    }
  }

  /** A million elements that become one set at once: a few passes, not half a trillion pairs. */
  public void testALargeBucketOfOneSet() {
    int size = 1_000_000;
    UnionFind sets = new UnionFind(size);
    int[] elements = IntStream.range(0, size).toArray();
    int[] given = {0};
    PairConsumer pairs =
        (a, b) -> {
          given[0]++;
          sets.union(a, b);
        };
    forEachPair(elements, sets, () -> {}, pairs);
    assertEquals(size - 1, given[0]);
    forEachPair(elements, sets, () -> {}, pairs);
    assertEquals(size - 1, given[0]);
  }

  public void testCheck() {
    UnionFind sets = new UnionFind(2);
    Runnable check =
        () -> {
          throw new IllegalStateException("cancelled");
        };
    int[] elements = {0, 1};
    expectThrows(
        IllegalStateException.class, () -> forEachPair(elements, sets, check, (a, b) -> {}));
  }

  private static void forEachPair(
      int[] elements, UnionFind sets, Runnable check, PairConsumer pairs) {
    CandidatePairs.forEachPair(
        elements,
        sets,
        check,
        (one, others, from) -> {
          for (int i = from; i < others.length; i++) {
            pairs.accept(one, CandidatePairs.place(others[i]));
          }
        });
  }
}
