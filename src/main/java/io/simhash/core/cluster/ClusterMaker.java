package io.simhash.core.cluster;

import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Makes clusters of the sets of a {@link NeighbourJoin}: with {@link Linkage#CONNECTED} a set is a
 * cluster, with {@link Linkage#STAR} it is cut into stars, see {@link Stars}.
 *
 * @param weights the number of documents of an element
 * @param check called regularly; ends the work by throwing
 */
public record ClusterMaker(
    ElementReader reader,
    IntUnaryOperator weights,
    NearRule rule,
    Optional<ConfirmRule> confirm,
    Linkage linkage,
    Runnable check) {

  /** The pairs whose texts are read at a time, while stars are confirmed. */
  private static final int BATCH = 500_000;

  /** The heap of a pair in {@link TextPairs}. */
  private static final long PAIR_BYTES = 40;

  /** The heap of an element's signature, while stars are made. */
  private static final long SIGNATURE_BYTES = 600;

  /**
   * Gives the elements of every joined set that has at least two documents to a consumer, several
   * sets at a time. 12 bytes an element.
   *
   * @param documents the number of documents of the sets at most; a set that has more comes alone
   */
  public void forEachBatch(UnionFind joined, int documents, Consumer<List<int[]>> consumer) {
    EqualGroups sets =
        EqualGroups.of(IntStream.range(0, joined.elements()).mapToLong(joined::find).toArray());
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
   * The clusters of some sets, also those of one element.
   *
   * @param sets the elements of each set, in the order in which the first of equal ones becomes a
   *     centre
   */
  public List<Cluster> clusters(List<int[]> sets) {
    if (linkage == Linkage.CONNECTED) {
      return sets.stream().map(set -> new Cluster(set[0], set)).toList();
    }
    Map<Integer, NearValue> near = reader.near(sets.stream().flatMapToInt(IntStream::of).toArray());
    List<Stars.Neighbours> neighbours = sets.stream().map(set -> neighbours(set, near)).toList();
    if (confirm.isPresent()) {
      neighbours = confirmed(sets, neighbours);
    }
    List<Cluster> clusters = new ArrayList<>();
    for (int i = 0; i < sets.size(); i++) {
      int[] setWeights = IntStream.of(sets.get(i)).map(weights).toArray();
      clusters.addAll(stars(sets.get(i), Stars.centres(setWeights, neighbours.get(i))));
    }
    return clusters;
  }

  /** Whether two elements of a set, by their places in it, are neighbours by the rule. */
  private Stars.Neighbours neighbours(int[] set, Map<Integer, NearValue> near) {
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
   * The neighbours of each set that their texts confirm: one bit for each pair. The texts of all
   * neighbours are compared, whatever cluster they come into, because the number of confirmed
   * neighbours decides which element is a centre.
   *
   * @param near whether elements of each set are neighbours before they are confirmed
   */
  private List<Stars.Neighbours> confirmed(List<int[]> sets, List<Stars.Neighbours> near) {
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
    List<Stars.Neighbours> found = new ArrayList<>();
    for (int i = 0; i < sets.size(); i++) {
      int[] set = sets.get(i);
      for (int b = 0; b < set.length; b++) {
        places.put(set[b], b);
        lower.put(set[b], new BitSet(b));
        for (int a = 0; a < b; a++) {
          if (near.get(i).test(a, b)) {
            pairs.add(set[a], set[b]);
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
    Map<Integer, List<Integer>> byCentre = new TreeMap<>();
    for (int i = 0; i < centres.length; i++) {
      byCentre.computeIfAbsent(centres[i], centre -> new ArrayList<>()).add(set[i]);
    }
    return byCentre.entrySet().stream()
        .map(
            star ->
                new Cluster(
                    set[star.getKey()],
                    star.getValue().stream().mapToInt(Integer::intValue).toArray()))
        .toList();
  }

  /**
   * A cluster of elements.
   *
   * @param centre the centre, one of the elements; with {@link Linkage#CONNECTED} the first element
   * @param elements in the order in which they were given
   */
  public record Cluster(int centre, int[] elements) {}
}
