package io.simhash.core.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Star clusters: the element with most neighbours becomes a centre and takes all neighbours that no
 * centre has taken, then the next that is not taken, of equal ones that with the lower number. So
 * every member of a cluster is a neighbour of its centre, and two members are at most twice the
 * radius apart: chains are cut.
 *
 * @see <a href="https://doi.org/10.1145/288627.288654">Aslam, Pelekhov, Rus: Static and dynamic
 *     information organization with star clusters, CIKM 1998</a>
 */
public final class Stars {

  private Stars() {}

  /**
   * The centre of each element; of a centre itself.
   *
   * @param weights how many equal documents each element is, at least 1: they are neighbours of
   *     each other and count as neighbours of others
   * @param pairs the neighbours, each pair once
   */
  public static int[] centres(int[] weights, PairList pairs) {
    int[][] neighbours = neighbours(weights.length, pairs);
    long[] degrees = new long[weights.length];
    for (int element = 0; element < weights.length; element++) {
      degrees[element] = weights[element] - 1;
      for (int neighbour : neighbours[element]) {
        degrees[element] += weights[neighbour];
      }
    }
    int[] order =
        IntStream.range(0, weights.length)
            .boxed()
            .sorted(Comparator.<Integer>comparingLong(element -> -degrees[element]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] centres = new int[weights.length];
    Arrays.fill(centres, -1);
    for (int element : order) {
      if (centres[element] < 0) {
        centres[element] = element;
        for (int neighbour : neighbours[element]) {
          if (centres[neighbour] < 0) {
            centres[neighbour] = element;
          }
        }
      }
    }
    return centres;
  }

  private static int[][] neighbours(int elements, PairList pairs) {
    int[] counts = new int[elements];
    pairs.forEach(
        (a, b) -> {
          counts[a]++;
          counts[b]++;
        });
    int[][] neighbours = new int[elements][];
    Arrays.setAll(neighbours, element -> new int[counts[element]]);
    pairs.forEach(
        (a, b) -> {
          neighbours[a][--counts[a]] = b;
          neighbours[b][--counts[b]] = a;
        });
    return neighbours;
  }
}
