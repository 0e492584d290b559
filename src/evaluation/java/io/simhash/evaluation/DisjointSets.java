package io.simhash.evaluation;

import java.util.HashMap;
import java.util.Map;

/**
 * Clusters as they grow by joining pairs (union-find).
 *
 * @see <a href="https://doi.org/10.1145/321879.321884">Tarjan: Efficiency of a good but not linear
 *     set union algorithm, 1975</a>
 */
final class DisjointSets {

  private final int[] parent;

  /** Each of {@code size} members alone. */
  DisjointSets(int size) {
    parent = new int[size];
    for (int i = 0; i < size; i++) {
      parent[i] = i;
    }
  }

  int find(int member) {
    int root = member;
    while (parent[root] != root) {
      parent[root] = parent[parent[root]];
      root = parent[root];
    }
    return root;
  }

  /**
   * Joins the clusters of the two; the smaller root stays, so the order of joins does not count.
   */
  void union(int a, int b) {
    int first = find(a);
    int second = find(b);
    parent[Math.max(first, second)] = Math.min(first, second);
  }

  /** Joins whatever {@code other} has joined. */
  void unionAll(DisjointSets other) {
    for (int i = 0; i < parent.length; i++) {
      union(i, other.find(i));
    }
  }

  /**
   * The adjusted Rand index of two clusterings of the same members: 1 where they are equal, 0 on
   * average for independent ones with these cluster sizes. {@code (Σ C(n_ij,2) - E) / (mean - E)}
   * with {@code E = Σ C(a_i,2) · Σ C(b_j,2) / C(n,2)}; 1 where both have only single members.
   *
   * @see <a href="https://doi.org/10.1007/BF01908075">Hubert, Arabie: Comparing partitions,
   *     1985</a>
   */
  static double adjustedRandIndex(DisjointSets a, DisjointSets b) {
    int size = a.parent.length;
    Map<Long, Integer> cells = new HashMap<>();
    Map<Long, Integer> rows = new HashMap<>();
    Map<Long, Integer> columns = new HashMap<>();
    for (int i = 0; i < size; i++) {
      long row = a.find(i);
      long column = b.find(i);
      cells.merge(row << 32 | column, 1, Integer::sum);
      rows.merge(row, 1, Integer::sum);
      columns.merge(column, 1, Integer::sum);
    }
    double together = pairs(cells);
    double expected = pairs(rows) * pairs(columns) / pairs(size);
    double most = (pairs(rows) + pairs(columns)) / 2;
    return most == expected ? 1 : (together - expected) / (most - expected);
  }

  private static double pairs(Map<Long, Integer> sizes) {
    return sizes.values().stream().mapToDouble(DisjointSets::pairs).sum();
  }

  private static double pairs(long size) {
    return size * (size - 1) / 2.0;
  }
}
