package io.simhash.evaluation;

import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * A method whose pairs have to pass a second look at the similarity: a second opinion from
 * signatures, or the last word from the texts.
 *
 * @param name what the tables call it
 * @param candidates finds the pairs
 * @param similarity of a pair, in [0, 1]
 * @param least the similarity that a pair needs
 */
record Confirmed(
    String name, Method candidates, ToDoubleBiFunction<Integer, Integer> similarity, double least)
    implements Method {

  @Override
  public List<String> levels() {
    return candidates.levels();
  }

  @Override
  public int level(int a, int b) {
    return similarity.applyAsDouble(a, b) >= least ? candidates.level(a, b) : Integer.MAX_VALUE;
  }

  @Override
  public void join(int worker, int workers, Pairs pairs) {
    candidates.join(
        worker,
        workers,
        (a, b, level) -> {
          if (similarity.applyAsDouble(a, b) >= least) {
            pairs.add(a, b, level);
          }
        });
  }
}
