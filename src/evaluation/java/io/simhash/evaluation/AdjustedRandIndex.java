package io.simhash.evaluation;

import io.simhash.core.base.UnionFind;
import java.util.HashMap;
import java.util.Map;

/**
 * How alike two clusterings of the same elements are: 1 where they are equal, 0 on average for
 * independent ones with these cluster sizes.
 *
 * @see <a href="https://doi.org/10.1007/BF01908075">Hubert, Arabie: Comparing partitions, 1985</a>
 */
public final class AdjustedRandIndex {

  private AdjustedRandIndex() {}

  /**
   * {@code (Σ C(n_ij,2) - E) / (mean - E)} with {@code E = Σ C(a_i,2) · Σ C(b_j,2) / C(n,2)}; 1
   * where both have only single elements.
   */
  public static double of(UnionFind a, UnionFind b) {
    Map<Long, Integer> cells = new HashMap<>();
    Map<Long, Integer> rows = new HashMap<>();
    Map<Long, Integer> columns = new HashMap<>();
    for (int i = 0; i < a.elements(); i++) {
      long row = a.find(i);
      long column = b.find(i);
      cells.merge(row << 32 | column, 1, Integer::sum);
      rows.merge(row, 1, Integer::sum);
      columns.merge(column, 1, Integer::sum);
    }
    double together = pairs(cells);
    double expected = pairs(rows) * pairs(columns) / pairs(a.elements());
    double most = (pairs(rows) + pairs(columns)) / 2;
    return most == expected ? 1 : (together - expected) / (most - expected);
  }

  private static double pairs(Map<Long, Integer> sizes) {
    return sizes.values().stream().mapToDouble(AdjustedRandIndex::pairs).sum();
  }

  private static double pairs(long size) {
    return size * (size - 1) / 2.0;
  }
}
