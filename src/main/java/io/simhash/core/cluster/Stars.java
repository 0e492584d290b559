package io.simhash.core.cluster;

import io.simhash.core.minhash.HashedSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * Which elements of a set are neighbours that their texts confirm: one bit for each pair. The
   * texts of all neighbours are compared, whatever cluster they come into, because the number of
   * confirmed neighbours decides which element is a centre.
   */
  public static final class ConfirmedNeighbours {

    /** The pairs whose texts are read at a time. */
    private static final int BATCH = 500_000;

    /** The heap of a pair in the lists of {@link TextPairs}. */
    private static final long PAIR_BYTES = 40;

    private final ElementReader reader;
    private final ConfirmRule confirm;
    private final Runnable check;

    /** The place of each element in its set. */
    private final Map<Integer, Integer> places = new HashMap<>();

    /** The lower places of an element's set whose elements are confirmed neighbours of it. */
    private final Map<Integer, BitSet> confirmed = new HashMap<>();

    private final TextPairs.PairList neighbours = new TextPairs.PairList();

    ConfirmedNeighbours(ElementReader reader, ConfirmRule confirm, Runnable check) {
      this.reader = reader;
      this.confirm = confirm;
      this.check = check;
    }

    /** The heap that a set takes: its bits and the pairs that are compared at a time. */
    public static long bytes(int elements) {
      long pairs = elements * (elements - 1L) / 2;
      return elements * 220L + pairs / Byte.SIZE + Math.min(BATCH, pairs) * PAIR_BYTES;
    }

    /**
     * The neighbours of each set that are confirmed.
     *
     * @param sets the elements of each set
     * @param near whether elements of each set are neighbours before they are confirmed
     */
    List<Neighbours> of(List<int[]> sets, List<Neighbours> near) {
      List<Neighbours> found = new ArrayList<>();
      for (int i = 0; i < sets.size(); i++) {
        int[] set = sets.get(i);
        found.add(
            (a, b) -> {
              check.run();
              return confirmed.get(set[Math.max(a, b)]).get(Math.min(a, b));
            });
        for (int b = 0; b < set.length; b++) {
          places.put(set[b], b);
          confirmed.put(set[b], new BitSet(b));
          for (int a = 0; a < b; a++) {
            if (near.get(i).test(a, b)) {
              add(set[a], set[b]);
            }
          }
        }
      }
      compare();
      return found;
    }

    private void add(int a, int b) {
      neighbours.accept(a, b);
      if (neighbours.size() == BATCH) {
        compare();
      }
    }

    private void compare() {
      new TextPairs(reader::texts, (a, b) -> true, this::compare).compare(neighbours);
      neighbours.clear();
    }

    private void compare(int a, HashedSet first, int b, HashedSet second) {
      check.run();
      if (confirm.holds(first, second)) {
        boolean isFirstLower = places.get(a) < places.get(b);
        confirmed.get(isFirstLower ? b : a).set(places.get(isFirstLower ? a : b));
      }
    }
  }
}
