package io.simhash.evaluation;

import io.simhash.core.base.UnionFind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What clusters of pairs leave of a set: the documents that are kept if one of each cluster is, and
 * the size of the greatest cluster. Where texts fill one form, chains of neighbours connect texts
 * that are not similar, and the greatest cluster tells it.
 *
 * @param kept the number of clusters, documents that are alone included
 * @param greatest the documents of the greatest cluster
 */
record ClusterSizes(int kept, int greatest) {

  static ClusterSizes of(int[] clusters) {
    int[] sizes = new int[clusters.length];
    Arrays.stream(clusters).forEach(cluster -> sizes[cluster]++);
    return new ClusterSizes(
        (int) Arrays.stream(sizes).filter(size -> size > 0).count(),
        Arrays.stream(sizes).max().orElse(0));
  }

  /** The connected components. */
  static ClusterSizes connected(UnionFind joined) {
    return of(IntStream.range(0, joined.elements()).map(joined::find).toArray());
  }

  /** The stars of the linkage {@code star}: see {@code ClusterMaker.Linkage}. */
  static ClusterSizes stars(List<int[]> pairs, int documents) {
    List<List<Integer>> neighbours = new ArrayList<>();
    IntStream.range(0, documents).forEach(i -> neighbours.add(new ArrayList<>()));
    for (int[] pair : pairs) {
      neighbours.get(pair[0]).add(pair[1]);
      neighbours.get(pair[1]).add(pair[0]);
    }
    int[] centres = new int[documents];
    Arrays.fill(centres, -1);
    IntStream.range(0, documents)
        .boxed()
        .sorted(Comparator.comparingInt(i -> -neighbours.get(i).size()))
        .filter(centre -> centres[centre] < 0)
        .forEach(
            centre -> {
              centres[centre] = centre;
              neighbours.get(centre).stream()
                  .filter(other -> centres[other] < 0)
                  .forEach(other -> centres[other] = centre);
            });
    return of(centres);
  }

  /** Two cells of a table. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,d | %,d", kept, greatest);
  }
}
