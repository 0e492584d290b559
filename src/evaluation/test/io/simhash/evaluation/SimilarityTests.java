package io.simhash.evaluation;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SimilarityTests extends LuceneTestCase {

  /** The join by an inverted index finds what holding all against all finds, each pair once. */
  public void testJoinOfSetsEqualsBruteForce() {
    for (int round = 0; round < 20; round++) {
      Vectors sets = randomSets(random());
      Similarity method = Similarity.of("", sets, sets::jaccard, "J");
      assertEquals(bruteForce(method, sets.size()), joined(method, 1 + random().nextInt(4)));
    }
  }

  public void testJoinOfVectorsEqualsBruteForce() {
    for (int round = 0; round < 20; round++) {
      Vectors vectors = randomVectors(random());
      Similarity method = Similarity.of("", vectors, (a, b, dot) -> dot, "cos");
      assertEquals(bruteForce(method, vectors.size()), joined(method, 1 + random().nextInt(4)));
    }
  }

  public void testJaccardAndContainmentByHand() {
    Vectors sets = new Vectors(3);
    sets.setOf(0, new long[] {4, 1, 3, 1, 2});
    sets.setOf(1, new long[] {5, 4, 3, 7, 8});
    assertEquals(2 / 7.0, sets.jaccard(0, 1), 0);
    assertEquals(.5, sets.containment(0, 1), 0);
    assertEquals(0, sets.jaccard(0, 2), 0);
    assertEquals(0, sets.jaccard(2, 2), 0);
    assertEquals(0, sets.containment(0, 2), 0);
  }

  public void testCosineByHand() {
    Vectors vectors = new Vectors(2);
    vectors.unitVectorOf(0, new long[] {9, 2}, new double[] {3, 4});
    vectors.unitVectorOf(1, new long[] {2}, new double[] {7});
    assertEquals(.8, vectors.dot(0, 1), 1e-6);
    assertEquals(1, vectors.dot(0, 0), 1e-6);
  }

  public void testAPairOnAThresholdIsFound() {
    Vectors sets = new Vectors(2);
    sets.setOf(0, new long[] {1, 2, 3, 4});
    sets.setOf(1, new long[] {1, 2, 3, 4, 5});
    Similarity method = Similarity.of("", sets, sets::jaccard, "J");
    assertEquals("J ≥ .80", method.levels().get(method.level(0, 1)));
  }

  private static Map<Long, Integer> joined(Method method, int workers) {
    Map<Long, Integer> pairs = new TreeMap<>();
    for (int worker = 0; worker < workers; worker++) {
      method.join(
          worker,
          workers,
          (a, b, level) ->
              assertNull("twice", pairs.put(pair(Math.min(a, b), Math.max(a, b)), level)));
    }
    return pairs;
  }

  private static Map<Long, Integer> bruteForce(Method method, int size) {
    Map<Long, Integer> pairs = new TreeMap<>();
    for (int a = 0; a < size; a++) {
      for (int b = a + 1; b < size; b++) {
        if (method.level(a, b) < method.levels().size()) {
          pairs.put(pair(a, b), method.level(a, b));
        }
      }
    }
    return pairs;
  }

  private static long pair(long a, long b) {
    return a << 32 | b;
  }

  private static Vectors randomSets(Random random) {
    Vectors sets = new Vectors(40);
    for (int i = 0; i < sets.size(); i++) {
      sets.setOf(i, random.longs(random.nextInt(12), -8, 8).toArray());
    }
    return sets;
  }

  private static Vectors randomVectors(Random random) {
    Vectors vectors = new Vectors(40);
    for (int i = 0; i < vectors.size(); i++) {
      long[] keys = random.longs(1 + random.nextInt(12), -8, 8).distinct().toArray();
      vectors.unitVectorOf(i, keys, random.doubles(keys.length, .5, 3).toArray());
    }
    return vectors;
  }
}
