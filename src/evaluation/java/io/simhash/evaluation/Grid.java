package io.simhash.evaluation;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** Pairs counted by distance and by similarity, so that every radius and threshold can be read. */
final class Grid {

  private static final int STEPS = 1000;
  private static final double EPSILON = 1e-6;

  private final long[][] found;
  private final long[][] right5;
  private final long[][] right8;
  private final long all5;
  private final long all8;

  private Grid(int radii, Truth truth) {
    found = new long[radii][STEPS + 1];
    right5 = new long[radii][STEPS + 1];
    right8 = new long[radii][STEPS + 1];
    all5 = truth.count(.5f);
    all8 = truth.count(.8f);
  }

  static Grid of(
      Corpus corpus,
      Hamming candidates,
      ToDoubleBiFunction<Integer, Integer> similarity,
      int workers) {
    int radii = candidates.radius() + 1;
    List<Grid> shares =
        IntStream.range(0, workers)
            .parallel()
            .mapToObj(
                worker -> {
                  Grid share = new Grid(radii, corpus.truth());
                  candidates.join(
                      worker,
                      workers,
                      (a, b, distance) ->
                          share.found[distance][step(similarity.applyAsDouble(a, b))]++);
                  return share;
                })
            .toList();
    Grid all = shares.get(0);
    shares.stream().skip(1).forEach(all::add);
    all.count(corpus.truth(), candidates, similarity);
    return all;
  }

  private static int step(double similarity) {
    return (int) Math.floor((similarity + EPSILON) * STEPS);
  }

  private void add(Grid other) {
    for (int d = 0; d < found.length; d++) {
      for (int s = 0; s <= STEPS; s++) {
        found[d][s] += other.found[d][s];
      }
    }
  }

  private void count(
      Truth truth, Hamming candidates, ToDoubleBiFunction<Integer, Integer> similarity) {
    for (int i = 0; i < truth.size(); i++) {
      int distance = candidates.level(truth.first()[i], truth.second()[i]);
      if (distance < found.length) {
        int step = step(similarity.applyAsDouble(truth.first()[i], truth.second()[i]));
        right5[distance][step]++;
        right8[distance][step] += truth.jaccard()[i] >= .8f ? 1 : 0;
      }
    }
  }

  /** The true share of the pairs within the radius that are at least so similar. */
  double precision(int radius, double least) {
    return share(sum(right5, radius, least), sum(found, radius, least));
  }

  /** The share of the true pairs of at least this Jaccard (.5 or .8) that are found so. */
  double recall(int radius, double least, float jaccard) {
    return jaccard < .8f
        ? share(sum(right5, radius, least), all5)
        : share(sum(right8, radius, least), all8);
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 1 : (double) part / whole;
  }

  /**
   * P / R ≥.5 / R ≥.8 of grids that differ by luck: the mean, and behind it the worst where there
   * are several.
   */
  static String cell(List<Grid> grids, int radius, double least) {
    return String.join(
        " / ",
        meanAndWorst(grids, g -> g.precision(radius, least)),
        meanAndWorst(grids, g -> g.recall(radius, least, .5f)),
        meanAndWorst(grids, g -> g.recall(radius, least, .8f)));
  }

  private static String meanAndWorst(List<Grid> grids, ToDoubleFunction<Grid> value) {
    double[] values = grids.stream().mapToDouble(value).toArray();
    String mean = Tables.share(Arrays.stream(values).average().orElse(0));
    double worst = Arrays.stream(values).min().orElse(0);
    return values.length == 1 ? mean : mean + " (" + Tables.share(worst) + ")";
  }

  private static long sum(long[][] counts, int radius, double least) {
    long sum = 0;
    for (int d = 0; d <= radius; d++) {
      for (int s = step(least); s <= STEPS; s++) {
        sum += counts[d][s];
      }
    }
    return sum;
  }
}
