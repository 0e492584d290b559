package io.simhash.evaluation;

import io.simhash.core.base.UnionFind;
import java.util.Arrays;
import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;

public class AdjustedRandIndexTests extends LuceneTestCase {

  public void testEqualClusteringsHaveARandIndexOfOne() {
    assertEquals(1, rand(of(6, 0, 1, 2, 3), of(6, 1, 0, 3, 2)), 0);
    assertEquals(1, rand(new UnionFind(4), new UnionFind(4)), 0);
  }

  /**
   * {0,1,2} {3,4,5} against {0,1} {2,3} {4,5}: 2 pairs common, 6 and 3 of 15: (2-1.2)/(4.5-1.2).
   */
  public void testRandIndexByHand() {
    assertEquals(0.8 / 3.3, rand(of(6, 0, 1, 1, 2, 3, 4, 4, 5), of(6, 0, 1, 2, 3, 4, 5)), 1e-12);
  }

  public void testSingleMembersAgainstOneClusterIsZero() {
    assertEquals(0, rand(new UnionFind(3), of(3, 0, 1, 1, 2)), 0);
  }

  /**
   * The expectation over random relabellings is 0; the mean of 400 stays within 5 standard errors.
   */
  public void testIndependentClusteringsAverageZero() {
    Random random = random();
    int draws = 400;
    double sum = 0;
    double squares = 0;
    for (int draw = 0; draw < draws; draw++) {
      double index = rand(randomSets(random), randomSets(random));
      sum += index;
      squares += index * index;
    }
    double mean = sum / draws;
    double error = Math.sqrt((squares / draws - mean * mean) / draws);
    assertTrue("mean " + mean + ", standard error " + error, Math.abs(mean) < 5 * error);
  }

  private static UnionFind randomSets(Random random) {
    UnionFind sets = new UnionFind(60);
    int[] first = new int[8];
    Arrays.fill(first, -1);
    for (int member = 0; member < 60; member++) {
      int cluster = random.nextInt(first.length);
      if (first[cluster] < 0) {
        first[cluster] = member;
      }
      sets.union(first[cluster], member);
    }
    return sets;
  }

  private static double rand(UnionFind a, UnionFind b) {
    return AdjustedRandIndex.of(a, b);
  }

  private static UnionFind of(int size, int... pairs) {
    UnionFind sets = new UnionFind(size);
    for (int i = 0; i < pairs.length; i += 2) {
      sets.union(pairs[i], pairs[i + 1]);
    }
    return sets;
  }
}
