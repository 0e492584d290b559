package io.simhash.core.base;

import java.util.Arrays;

/**
 * Disjoint sets of the elements 0 to n - 1 that grow by joining: the connected components of a
 * graph whose edges come one after the other. Union by size with path halving, 4 bytes an element.
 *
 * <p>Not safe for use by several threads, not even {@link #find}, which shortens paths.
 *
 * @see <a href="https://doi.org/10.1145/321879.321884">Tarjan: Efficiency of a good but not linear
 *     set union algorithm, 1975</a>
 */
public final class UnionFind {

  /** The parent of an element, or of a root the size of its set as a negative number. */
  private final int[] parentOrSize;

  /** Elements, each alone in its set. */
  public UnionFind(int elements) {
    parentOrSize = new int[Ranges.require("elements", elements, 0, Integer.MAX_VALUE)];
    Arrays.fill(parentOrSize, -1);
  }

  public int elements() {
    return parentOrSize.length;
  }

  /** The root of an element's set: one of its elements, the same for all of them until a union. */
  public int find(int element) {
    int current = element;
    while (parentOrSize[current] >= 0) {
      int parent = parentOrSize[current];
      if (parentOrSize[parent] >= 0) {
        parentOrSize[current] = parentOrSize[parent];
      }
      current = parentOrSize[current];
    }
    return current;
  }

  /** The number of elements in an element's set. */
  public int size(int element) {
    return -parentOrSize[find(element)];
  }

  /** Whether two elements are in one set. */
  public boolean connected(int a, int b) {
    return find(a) == find(b);
  }

  /**
   * Joins the sets of two elements. The root of the larger one stays, of two equal ones the root
   * with the smaller number.
   */
  public void union(int a, int b) {
    int first = find(a);
    int second = find(b);
    if (first == second) {
      return;
    }
    // Sizes are negative: the larger set has the smaller number.
    int order = Integer.compare(parentOrSize[first], parentOrSize[second]);
    boolean firstStays = order < 0 || order == 0 && first < second;
    int root = firstStays ? first : second;
    int joined = firstStays ? second : first;
    parentOrSize[root] += parentOrSize[joined];
    parentOrSize[joined] = root;
  }
}
