package io.simhash.core.cluster;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The sets of a join with at least two documents, the largest first, of equal ones that with the
 * lower root. 12 bytes an element.
 */
public final class Components {

  private final EqualGroups sets;
  private final int[] sizes;
  private final int[] largestFirst;

  /**
   * @param weights the number of documents of an element
   */
  public Components(UnionFind joined, IntUnaryOperator weights) {
    sets =
        EqualGroups.of(
            LongStream.range(0, joined.elements()).map(e -> joined.find((int) e)).toArray());
    sizes = new int[sets.groups()];
    Arrays.setAll(sizes, set -> IntStream.of(sets.members(set)).map(weights).sum());
    largestFirst =
        IntStream.range(0, sizes.length)
            .filter(set -> sizes[set] > 1)
            .boxed()
            .sorted(Comparator.comparingInt(set -> -sizes[set]))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /**
   * Gives the elements of every set to a consumer, several sets at a time.
   *
   * @param documents the number of documents of the sets at most; a set that has more comes alone
   */
  public void forEachBatch(int documents, Consumer<List<int[]>> consumer) {
    for (int from = 0; from < largestFirst.length; ) {
      int to = from;
      int size = 0;
      while (to < largestFirst.length
          && (to == from || size + sizes[largestFirst[to]] <= documents)) {
        size += sizes[largestFirst[to++]];
      }
      consumer.accept(
          IntStream.of(largestFirst).skip(from).limit(to - from).mapToObj(sets::members).toList());
      from = to;
    }
  }
}
