package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Makes clusters of the sets of a {@link NeighbourJoin}: with {@link Linkage#CONNECTED} a set is a
 * cluster, with {@link Linkage#STAR} it is cut into stars.
 *
 * @param weights the number of documents of an element
 */
public record ClusterMaker(
    ElementReader reader,
    IntUnaryOperator weights,
    NearRule rule,
    Optional<ConfirmRule> confirm,
    Linkage linkage,
    Runnable check) {

  /** The number of fingerprints up to which all are compared: 200 million comparisons at most. */
  static final int EXACT = 20_000;

  /** The pairs whose texts are read at a time, while stars are confirmed. */
  private static final int BATCH = 500_000;

  /** The heap of a pair in {@link TextPairs}. */
  private static final long PAIR_BYTES = 40;

  /** The heap of an element's {@link NearValue}. */
  public static final long SIGNATURE_BYTES = 600;

  /** Which neighbours are in one cluster. */
  public enum Linkage {
    /** All that a chain of neighbours connects: the connected components. */
    CONNECTED,
    /**
     * The neighbours of a centre: the element with most neighbours becomes a centre and takes all
     * neighbours that no centre has taken, then the next that is not taken; among equal ones the
     * element with the lower number. So two members are at most twice the radius apart.
     *
     * @see <a href="https://doi.org/10.1145/288627.288654">Aslam, Pelekhov, Rus: Static and dynamic
     *     information organization with star clusters, CIKM 1998</a>
     */
    STAR;

    /** As users type it. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Gives the elements of every joined set that has at least two documents to a consumer, several
   * sets at a time. 12 bytes an element.
   *
   * @param documents the largest number in a batch; a set with more is a batch by itself
   */
  public void forEachBatch(UnionFind joined, int documents, Consumer<List<int[]>> consumer) {
    long[] roots = IntStream.range(0, joined.elements()).mapToLong(joined::find).toArray();
    EqualGroups sets = EqualGroups.of(roots, new long[0], new int[0]);
    List<int[]> batch = new ArrayList<>();
    int size = 0;
    for (int set = 0; set < sets.groups(); set++) {
      int[] elements = sets.members(set);
      int more = IntStream.of(elements).map(weights).sum();
      if (batch.isEmpty() == false && size + more > documents) {
        consumer.accept(batch);
        batch = new ArrayList<>();
        size = 0;
      }
      if (more > 1) {
        batch.add(elements);
        size += more;
      }
    }
    if (batch.isEmpty() == false) {
      consumer.accept(batch);
    }
  }

  /** The heap that it takes to cut a set of some elements. */
  public long bytes(int elements) {
    long pairs = elements * (elements - 1L) / 2;
    long confirming = elements * 220L + pairs / Byte.SIZE + Math.min(BATCH, pairs) * PAIR_BYTES;
    return linkage == Linkage.CONNECTED
        ? 0
        : elements * SIGNATURE_BYTES + (confirm.isEmpty() ? 0 : confirming);
  }

  /**
   * The clusters of some sets, also clusters of one element.
   *
   * @param sets the elements of each set; of equal ones the first becomes a centre
   */
  public List<Cluster> clusters(List<int[]> sets) {
    if (linkage == Linkage.CONNECTED) {
      return sets.stream().map(set -> new Cluster(set[0], set)).toList();
    }
    Map<Integer, NearValue> near = reader.near(sets.stream().flatMapToInt(IntStream::of).toArray());
    List<Neighbours> neighbours = sets.stream().map(set -> neighbours(set, near)).toList();
    if (confirm.isPresent()) {
      neighbours = confirmed(sets, neighbours, near);
    }
    List<Cluster> clusters = new ArrayList<>();
    for (int i = 0; i < sets.size(); i++) {
      int[] setWeights = IntStream.of(sets.get(i)).map(weights).toArray();
      clusters.addAll(stars(sets.get(i), centres(setWeights, neighbours.get(i))));
    }
    return clusters;
  }

  /** Whether two elements of a set, by their places in it, are neighbours by the rule. */
  private Neighbours neighbours(int[] set, Map<Integer, NearValue> near) {
    List<NearValue> values = IntStream.of(set).mapToObj(near::get).toList();
    return (a, b) -> {
      check.run();
      // A document that the caller may not read any more has no value.
      return values.get(a) != null
          && values.get(b) != null
          && rule.holds(values.get(a), values.get(b));
    };
  }

  /**
   * The neighbours of each set that their texts confirm: one bit for each pair. All are compared,
   * because the number of confirmed ones decides which element is a centre.
   *
   * @param near whether elements of each set are neighbours before they are confirmed
   */
  private List<Neighbours> confirmed(
      List<int[]> sets, List<Neighbours> near, Map<Integer, NearValue> values) {
    Map<Integer, Integer> places = new HashMap<>();
    // The lower places of an element's set whose elements are confirmed neighbours of it.
    Map<Integer, BitSet> lower = new HashMap<>();
    TextPairs pairs =
        new TextPairs(
            reader,
            confirm.orElseThrow(),
            BATCH,
            pair -> true,
            pair -> lower.get(pair.b()).set(places.get(pair.a())),
            check);
    List<Neighbours> found = new ArrayList<>();
    for (int i = 0; i < sets.size(); i++) {
      int[] set = sets.get(i);
      for (int b = 0; b < set.length; b++) {
        places.put(set[b], b);
        lower.put(set[b], new BitSet(b));
        for (int a = 0; a < b; a++) {
          if (near.get(i).test(a, b)) {
            pairs.add(set[a], set[b], values.get(set[a]).similarity(values.get(set[b])));
          }
        }
      }
      found.add(
          (a, b) -> {
            check.run();
            return lower.get(set[Math.max(a, b)]).get(Math.min(a, b));
          });
    }
    pairs.flush();
    return found;
  }

  private static List<Cluster> stars(int[] set, int[] centres) {
    Map<Integer, IntStream.Builder> stars = new TreeMap<>();
    for (int i = 0; i < centres.length; i++) {
      stars.computeIfAbsent(centres[i], centre -> IntStream.builder()).add(set[i]);
    }
    List<Cluster> clusters = new ArrayList<>();
    stars.forEach((centre, star) -> clusters.add(new Cluster(set[centre], star.build().toArray())));
    return clusters;
  }

  /** Whether two different elements are neighbours; symmetric. */
  @FunctionalInterface
  public interface Neighbours {
    boolean test(int a, int b);
  }

  /**
   * The centre of each element of a set; a centre is its own centre. Asks for all pairs, and for
   * the pairs of each centre once more; keeps none.
   *
   * @param weights the documents of each element: they are neighbours of each other
   */
  static int[] centres(int[] weights, Neighbours neighbours) {
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
    int[] highestFirst =
        IntStream.range(0, degrees.length)
            .boxed()
            .sorted(Comparator.<Integer>comparingLong(element -> -degrees[element]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int centre : highestFirst) {
      for (int b = 0; centres[centre] < 0 && b < weights.length; b++) {
        if (centres[b] < 0 && b != centre && neighbours.test(centre, b)) {
          centres[b] = centre;
        }
      }
      centres[centre] = centres[centre] < 0 ? centre : centres[centre];
    }
    return centres;
  }

  /**
   * The diameter of a cluster: the largest Hamming distance between two of its fingerprints. Exact
   * up to {@value #EXACT} different fingerprints. Of a larger cluster a lower bound, never below
   * half the diameter: the larger of the largest distances to the first fingerprint and to the one
   * farthest from that.
   *
   * @param fingerprints at least one
   */
  public static int diameter(long[] fingerprints, Runnable check) {
    int diameter = 0;
    if (fingerprints.length > EXACT) {
      int most = largest(fingerprints, fingerprints[0], 0);
      return LongStream.of(fingerprints)
          .filter(one -> Fingerprint.distance(one, fingerprints[0]) == most)
          .mapToInt(farthest -> largest(fingerprints, farthest, 0))
          .findFirst()
          .orElseThrow();
    }
    for (int i = 0; i < fingerprints.length; i++) {
      check.run();
      diameter = Math.max(diameter, largest(fingerprints, fingerprints[i], i + 1));
    }
    return diameter;
  }

  private static int largest(long[] fingerprints, long one, int from) {
    int largest = 0;
    for (int i = from; i < fingerprints.length; i++) {
      largest = Math.max(largest, Fingerprint.distance(one, fingerprints[i]));
    }
    return largest;
  }

  /**
   * A cluster of elements.
   *
   * @param centre the centre, one of the elements; with {@link Linkage#CONNECTED} the first element
   * @param elements in the order in which they were given
   */
  public record Cluster(int centre, int[] elements) {}
}
