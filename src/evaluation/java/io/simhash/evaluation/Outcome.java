package io.simhash.evaluation;

import io.simhash.core.base.UnionFind;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The pairs that a method found at each level, all narrower levels included, and how many are true.
 *
 * @param method the method's name
 * @param levels what each level is called
 * @param found pairs found
 * @param right5 those with a Jaccard of at least .5
 * @param right8 those of at least .8
 * @param right9 those of at least .9
 * @param all true pairs of at least .5, .8 and .9
 * @param rand adjusted Rand index of the clusters against those of the true pairs
 */
record Outcome(
    String method,
    List<String> levels,
    long[] found,
    long[] right5,
    long[] right8,
    long[] right9,
    long[] all,
    double[] rand) {

  /** The pairs of one worker by level, and the clusters that each level's pairs join. */
  private record Tally(long[] found, UnionFind[] joined) {

    static Tally empty(int documents, int levels) {
      UnionFind[] joined = new UnionFind[levels];
      for (int level = 0; level < levels; level++) {
        joined[level] = new UnionFind(documents);
      }
      return new Tally(new long[levels], joined);
    }

    void add(int a, int b, int level) {
      found[level]++;
      joined[level].union(a, b);
    }

    Tally plus(Tally other) {
      for (int level = 0; level < found.length; level++) {
        found[level] += other.found[level];
        join(joined[level], other.joined[level]);
      }
      return this;
    }

    /** Joins in the first whatever the second has joined. */
    static void join(UnionFind sets, UnionFind others) {
      for (int i = 0; i < others.elements(); i++) {
        sets.union(i, others.find(i));
      }
    }
  }

  /** Runs a method over all pairs of a corpus and compares what it finds with the truth. */
  static Outcome of(Method method, Corpus corpus, int workers) {
    int levels = method.levels().size();
    Tally tally =
        IntStream.range(0, workers)
            .parallel()
            .mapToObj(
                worker -> {
                  Tally share = Tally.empty(corpus.size(), levels);
                  method.join(worker, workers, share::add);
                  return share;
                })
            .reduce(Tally::plus)
            .orElseThrow();
    Corpus.Truth truth = corpus.truth();
    UnionFind expected = truth.clusters(corpus.size());
    UnionFind clusters = new UnionFind(corpus.size());
    long[] found = new long[levels];
    double[] rand = new double[levels];
    for (int level = 0; level < levels; level++) {
      found[level] = tally.found[level] + (level == 0 ? 0 : found[level - 1]);
      Tally.join(clusters, tally.joined[level]);
      rand[level] = AdjustedRandIndex.of(expected, clusters);
    }
    return new Outcome(
        method.name(),
        method.levels(),
        found,
        right(truth, method, .5f),
        right(truth, method, .8f),
        right(truth, method, .9f),
        new long[] {truth.count(.5f), truth.count(.8f), truth.count(.9f)},
        rand);
  }

  /** True pairs of at least this Jaccard that are found, cumulated over the levels. */
  private static long[] right(Corpus.Truth truth, Method method, float least) {
    long[] right = new long[method.levels().size()];
    for (Corpus.Pair pair : truth.pairs()) {
      if (pair.jaccard() >= least) {
        for (int level = method.level(pair.a(), pair.b()); level < right.length; level++) {
          right[level]++;
        }
      }
    }
    return right;
  }

  /** The share of the found pairs that is true; 1 where nothing is found. */
  double precision(int level) {
    return found[level] == 0 ? 1 : (double) right5[level] / found[level];
  }

  /** The share of the pairs of at least .5 that is found. */
  double recall5(int level) {
    return share(right5[level], all[0]);
  }

  /** The share of the pairs of at least .8 that is found. */
  double recall8(int level) {
    return share(right8[level], all[1]);
  }

  /** The share of the pairs of at least .9 that is found. */
  double recall9(int level) {
    return share(right9[level], all[2]);
  }

  /** The harmonic mean of precision and {@link #recall5}. */
  double f1(int level) {
    double sum = precision(level) + recall5(level);
    return sum == 0 ? 0 : 2 * precision(level) * recall5(level) / sum;
  }

  private static double share(long part, long whole) {
    return whole == 0 ? 1 : (double) part / whole;
  }

  /** Whether the levels are distances of fingerprints. */
  boolean isByDistance() {
    return levels.get(0).startsWith("d ");
  }
}
