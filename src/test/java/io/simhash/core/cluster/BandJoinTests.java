package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class BandJoinTests extends ESTestCase {

  /** A pair of elements and two bands in which they agree. */
  private record Found(int a, int b, int first, int second) {}

  /**
   * Every pair of elements of different sets, in each two bands that are equal, once; where
   * elements have numbers, only pairs of equal ones.
   */
  public void testAgainstAllPairs() {
    for (int round = 0; round < 50; round++) {
      int bands = between(1, 24);
      boolean single = bands == 1 || rarely();
      int elements = between(0, 60);
      int values = between(1, 100);
      BandRows rows = new BandRows(bands, elements);
      byte[][] all = new byte[elements][2 * bands];
      for (int element = 0; element < elements; element++) {
        for (int band = 0; band < bands; band++) {
          all[element][2 * band] = (byte) between(0, values);
        }
        rows.set(element, all[element]);
      }
      UnionFind sets = new UnionFind(elements);
      for (int i = between(0, elements); i > 1; i--) {
        sets.union(between(0, elements - 1), between(0, elements - 1));
      }
      int[] same =
          IntStream.generate(() -> between(0, 4))
              .limit(randomBoolean() ? elements : 0)
              .sorted()
              .toArray();
      Set<Found> expected = new HashSet<>();
      for (int b = 0; b < elements; b++) {
        for (int a = 0; a < b; a++) {
          for (int first = 0; first < bands; first++) {
            for (int second = single ? first : first + 1;
                second < (single ? first + 1 : bands);
                second++) {
              if (all[a][2 * first] == all[b][2 * first]
                  && all[a][2 * second] == all[b][2 * second]
                  && (same.length == 0 || same[a] == same[b])
                  && sets.connected(a, b) == false) {
                expected.add(new Found(a, b, first, second));
              }
            }
          }
        }
      }
      assertEquals(expected, found(rows, single, same, sets));
    }
  }

  private static Set<Found> found(BandRows rows, boolean single, int[] same, UnionFind sets) {
    Set<Found> found = new HashSet<>();
    BandJoin join =
        new BandJoin(
            rows,
            single,
            same,
            sets,
            (group, first, second) -> {
              for (int i = 0; i < group.length; i++) {
                for (int j = 0; j < i; j++) {
                  assertTrue("ascending", group[j] < group[i]);
                  if (sets.connected(group[j], group[i]) == false) {
                    assertTrue(found.add(new Found(group[j], group[i], first, second)));
                  }
                }
              }
            });
    for (int first = 0; first < rows.bands(); first++) {
      join.join(first, () -> {});
    }
    return found;
  }

  /** Elements that the consumer joins are no group in later bands. */
  public void testJoinedMeanwhile() {
    int elements = 100_000;
    BandRows rows = new BandRows(24, elements);
    UnionFind sets = new UnionFind(elements);
    List<Integer> sizes = new ArrayList<>();
    BandJoin join =
        new BandJoin(
            rows,
            false,
            new int[0],
            sets,
            (group, first, second) -> {
              sizes.add(group.length);
              IntStream.of(group).forEach(element -> sets.union(element, 0));
            });
    for (int first = 0; first < 24; first++) {
      join.join(first, () -> {});
    }
    assertEquals(List.of(elements), sizes);
  }

  public void testCheck() {
    BandJoin join =
        new BandJoin(new BandRows(24, 0), false, new int[0], new UnionFind(0), (g, f, s) -> fail());
    Runnable check =
        () -> {
          throw new IllegalStateException("cancelled");
        };
    expectThrows(IllegalStateException.class, () -> join.join(0, check));
  }
}
