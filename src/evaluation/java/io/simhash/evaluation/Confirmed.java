package io.simhash.evaluation;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * A method whose pairs have to pass a check of their similarity: estimated from signatures ({@code
 * minhash}) or computed from the texts ({@code confirm}).
 *
 * @param name the name in the tables
 * @param candidates finds the pairs
 * @param similarity of a pair, in [0, 1]
 * @param minSimilarity the lowest similarity that passes
 */
record Confirmed(
    String name,
    Method candidates,
    ToDoubleBiFunction<Integer, Integer> similarity,
    double minSimilarity)
    implements Method {

  @Override
  public List<String> levels() {
    return candidates.levels();
  }

  @Override
  public int level(int a, int b) {
    return similarity.applyAsDouble(a, b) >= minSimilarity
        ? candidates.level(a, b)
        : Integer.MAX_VALUE;
  }

  @Override
  public void join(int worker, int workers, Pairs pairs) {
    candidates.join(
        worker,
        workers,
        (a, b, level) -> {
          if (similarity.applyAsDouble(a, b) >= minSimilarity) {
            pairs.add(a, b, level);
          }
        });
  }
}
