package io.simhash.core.cluster;

import io.simhash.core.simhash.Fingerprint;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.elasticsearch.test.ESTestCase;

public class IncomparablePairsTests extends ESTestCase {

  /** Unsigned elements with all, those of different parameters with each other, no others. */
  public void testAgainstAllPairs() {
    for (int maxDistance = 0; maxDistance <= 16; maxDistance++) {
      long[] values = FingerprintPairsTests.clustered(between(1, 10), 30, 2 + maxDistance);
      int min = randomFrom(IncomparablePairs.NO_SIGNATURE, 0);
      int max = between(min, 3);
      int[] parameters = random().ints(values.length, min, max + 1).toArray();
      Set<List<Integer>> expected = new HashSet<>();
      for (int a = 0; a < values.length; a++) {
        for (int b = a + 1; b < values.length; b++) {
          boolean comparable = parameters[a] >= 0 && parameters[a] == parameters[b];
          if (comparable == false && Fingerprint.distance(values[a], values[b]) <= maxDistance) {
            expected.add(List.of(a, b));
          }
        }
      }
      Set<List<Integer>> found = new HashSet<>();
      new IncomparablePairs(values, parameters, maxDistance, () -> {})
          .forEach((a, b) -> assertTrue(found.add(List.of(Math.min(a, b), Math.max(a, b)))));
      assertEquals(expected, found);
    }
  }

  public void testNoElements() {
    new IncomparablePairs(new long[0], new int[0], 12, () -> {}).forEach((a, b) -> fail("no pair"));
  }
}
