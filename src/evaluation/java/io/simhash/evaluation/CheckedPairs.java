package io.simhash.evaluation;

import io.simhash.core.minhash.Bands;
import io.simhash.core.near.NearRule;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;

/**
 * The pairs within a radius, counted by a similarity that they are checked with. An estimated
 * similarity is counted several times, by independent signatures: near a threshold one signature is
 * partly luck.
 */
final class CheckedPairs {

  private static final int PARTS = 5;

  private final Corpus corpus;
  private final Hamming candidates;
  private final int workers;

  CheckedPairs(Corpus corpus, Hamming candidates, int workers) {
    this.corpus = corpus;
    this.candidates = candidates;
    this.workers = workers;
  }

  /** Several families of each: the first is the one that the plugin makes. */
  static List<Signatures.Family> families(Bands... bands) {
    return Arrays.stream(bands)
        .flatMap(of -> IntStream.range(0, PARTS).mapToObj(part -> new Signatures.Family(of, part)))
        .toList();
  }

  /** Without a check: every pair has the similarity 1. */
  Grid unchecked() {
    return counted((a, b) -> 1.0);
  }

  /** By the exact similarity of the shingles. */
  Grid exact(Signatures signatures) {
    return counted(signatures.sets()::jaccard);
  }

  /** By the similarity that each of several signatures estimates. */
  List<Grid> estimated(Signatures signatures, Bands bands) {
    return signatures.families(bands).stream()
        .map(family -> counted((a, b) -> signatures.similarity(a, b, family)))
        .toList();
  }

  /**
   * By the exact similarity of the shingles, as a query with {@code confirm} computes it: only for
   * pairs whose estimated similarity is high enough, 0 for the others.
   */
  List<Grid> confirmed(Signatures signatures, Bands bands) {
    return signatures.families(bands).stream()
        .map(family -> counted((a, b) -> confirmed(signatures, family, a, b)))
        .toList();
  }

  private static double confirmed(Signatures signatures, Signatures.Family family, int a, int b) {
    return signatures.similarity(a, b, family) >= NearRule.DEFAULT_MIN_SIMILARITY_TO_CONFIRM
        ? signatures.sets().jaccard(a, b)
        : 0;
  }

  private Grid counted(ToDoubleBiFunction<Integer, Integer> similarity) {
    return Grid.of(corpus, candidates, similarity, workers);
  }
}
