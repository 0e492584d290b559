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

  /** Whether two different elements are neighbours; symmetric. */
  @FunctionalInterface
  public interface Neighbours {
    boolean test(int a, int b);
  }

  /**
   * The centre of each element; of a centre itself. Asks for all pairs, and for those of each
   * centre once more; keeps none.
   *
   * @param weights how many equal documents each element is, at least 1: they are neighbours of
   *     each other and count as neighbours of others
   */
  public static int[] centres(int[] weights, Neighbours neighbours) {
    long[] degrees = new long[weights.length];
    for (int a = 0; a < weights.length; a++) {
      degrees[a] += weights[a] - 1;
      for (int b = a + 1; b < weights.length; b++) {
        if (neighbours.test(a, b)) {
          degrees[a] += weights[b];
          degrees[b] += weights[a];
        }
      }
    }
    int[] centres = new int[weights.length];
    Arrays.fill(centres, -1);
    for (int centre : highestFirst(degrees)) {
      for (int b = 0; centres[centre] < 0 && b < weights.length; b++) {
        if (centres[b] < 0 && b != centre && neighbours.test(centre, b)) {
          centres[b] = centre;
        }
      }
      centres[centre] = centres[centre] < 0 ? centre : centres[centre];
    }
    return centres;
  }

  private static int[] highestFirst(long[] degrees) {
    return IntStream.range(0, degrees.length)
        .boxed()
        .sorted(Comparator.<Integer>comparingLong(element -> -degrees[element]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
