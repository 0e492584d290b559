package io.simhash.evaluation;

import io.simhash.core.base.UnionFind;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class ClusterSizesTests extends LuceneTestCase {

  /** A chain of five is one component, and two stars: 1 with 0 and 2, then 3 with 4. */
  public void testAChain() {
    List<int[]> chain =
        List.of(new int[] {0, 1}, new int[] {1, 2}, new int[] {3, 2}, new int[] {3, 4});
    UnionFind joined = new UnionFind(6);
    chain.forEach(pair -> joined.union(pair[0], pair[1]));
    assertEquals(new ClusterSizes(2, 5), ClusterSizes.connected(joined));
    assertEquals(new ClusterSizes(3, 3), ClusterSizes.stars(chain, 6));
    assertEquals("3 | 3", ClusterSizes.stars(chain, 6).toString());
  }
}
