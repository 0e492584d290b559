package io.simhash.evaluation;

import java.util.stream.IntStream;

/** The pairs that a method found, by level, and the clusters that each level's pairs join. */
final class Tally {

  private final long[] found;
  private final DisjointSets[] joined;

  private Tally(int documents, int levels) {
    found = new long[levels];
    joined = new DisjointSets[levels];
    for (int level = 0; level < levels; level++) {
      joined[level] = new DisjointSets(documents);
    }
  }

  private void add(int a, int b, int level) {
    found[level]++;
    joined[level].union(a, b);
  }

  private Tally plus(Tally other) {
    for (int level = 0; level < found.length; level++) {
      found[level] += other.found[level];
      joined[level].unionAll(other.joined[level]);
    }
    return this;
  }

  /** Runs a method over all pairs of a corpus and holds what it finds against the truth. */
  static Outcome of(Method method, Corpus corpus, int workers) {
    int levels = method.levels().size();
    Tally tally =
        IntStream.range(0, workers)
            .parallel()
            .mapToObj(
                worker -> {
                  Tally share = new Tally(corpus.size(), levels);
                  method.join(worker, workers, share::add);
                  return share;
                })
            .reduce(Tally::plus)
            .orElseThrow();
    return tally.against(corpus, method);
  }

  private Outcome against(Corpus corpus, Method method) {
    int levels = found.length;
    DisjointSets truth = corpus.truth().clusters(corpus.size());
    DisjointSets clusters = new DisjointSets(corpus.size());
    long[] cumulative = new long[levels];
    double[] rand = new double[levels];
    for (int level = 0; level < levels; level++) {
      cumulative[level] = found[level] + (level == 0 ? 0 : cumulative[level - 1]);
      clusters.unionAll(joined[level]);
      rand[level] = DisjointSets.adjustedRandIndex(truth, clusters);
    }
    return new Outcome(
        method.name(),
        method.levels(),
        cumulative,
        right(corpus.truth(), method, .5f),
        right(corpus.truth(), method, .8f),
        right(corpus.truth(), method, .9f),
        new long[] {
          corpus.truth().count(.5f), corpus.truth().count(.8f), corpus.truth().count(.9f)
        },
        rand);
  }

  /** True pairs of at least this Jaccard that are found, cumulated over the levels. */
  private static long[] right(Truth truth, Method method, float least) {
    long[] right = new long[method.levels().size()];
    for (int i = 0; i < truth.size(); i++) {
      int level =
          truth.jaccard()[i] >= least ? method.level(truth.first()[i], truth.second()[i]) : -1;
      for (int l = Math.max(0, level); level >= 0 && l < right.length; l++) {
        right[l]++;
      }
    }
    return right;
  }
}
