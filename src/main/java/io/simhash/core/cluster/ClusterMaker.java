package io.simhash.core.cluster;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Makes clusters of the sets of a {@link NeighbourJoin}: with {@link Linkage#CONNECTED} a set is a
 * cluster, with {@link Linkage#STAR} it is cut into stars, see {@link Stars}.
 */
public final class ClusterMaker {

  private final ElementReader reader;
  private final IntUnaryOperator weights;
  private final NearRule rule;
  private final Optional<ConfirmRule> confirm;
  private final Linkage linkage;
  private final Runnable check;

  /**
   * @param weights the number of documents of an element
   * @param check called regularly; ends the work by throwing
   */
  public ClusterMaker(
      ElementReader reader,
      IntUnaryOperator weights,
      NearRule rule,
      Optional<ConfirmRule> confirm,
      Linkage linkage,
      Runnable check) {
    this.reader = reader;
    this.weights = weights;
    this.rule = rule;
    this.confirm = confirm;
    this.linkage = linkage;
    this.check = check;
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
      neighbours = new Stars.ConfirmedNeighbours(reader, confirm.get(), check).of(sets, neighbours);
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
