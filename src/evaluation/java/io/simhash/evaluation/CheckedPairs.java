package io.simhash.evaluation;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.near.NearRule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;

/**
 * The pairs within a radius, counted by a similarity that they are checked with. An estimated
 * similarity is counted several times, by independent signatures: near a threshold one signature is
 * partly luck.
 */
final class CheckedPairs {

  private static final int MAX_PARTS = 5;

  private final Corpus corpus;
  private final Hamming candidates;
  private final int workers;

  CheckedPairs(Corpus corpus, Hamming candidates, int workers) {
    this.corpus = corpus;
    this.candidates = candidates;
    this.workers = workers;
  }

  /** Several families of each number of components: the first is the one that the plugin uses. */
  static List<MinHash> families(Settings settings, int... components) {
    List<MinHash> families = new ArrayList<>();
    for (int hashes : components) {
      for (int part = 0; part < MAX_PARTS; part++) {
        families.add(new MinHash(hashes, settings.bits(), settings.seed() + part));
      }
    }
    return families;
  }

  /** Without a check: every pair has the similarity 1. */
  Grid unchecked() {
    return counted((a, b) -> 1.0);
  }

  /** By the exact similarity of the shingles. */
  Grid exact(Signatures signatures) {
    return counted(signatures.sets()::jaccard);
  }

  /** By the similarity that each of several signatures of so many components estimates. */
  List<Grid> estimated(Signatures signatures, int components) {
    return byPart(
        signatures,
        components,
        part -> (a, b) -> signatures.found(a, b, candidates.level(a, b), components, part));
  }

  /**
   * By the exact similarity of the shingles, as a query with {@code confirm} computes it: only for
   * pairs whose estimated similarity is high enough, 0 for the others.
   */
  List<Grid> confirmed(Signatures signatures, int components) {
    return byPart(
        signatures,
        components,
        part ->
            (a, b) ->
                signatures.foundToConfirm(a, b, candidates.level(a, b), components, part)
                        >= NearRule.DEFAULT_MIN_SIMILARITY_TO_CONFIRM
                    ? signatures.sets().jaccard(a, b)
                    : 0);
  }

  /** The similarity of a pair by one of several independent signatures. */
  @FunctionalInterface
  private interface ByPart {
    ToDoubleBiFunction<Integer, Integer> of(int part);
  }

  private List<Grid> byPart(Signatures signatures, int components, ByPart similarity) {
    List<Grid> grids = new ArrayList<>();
    for (int part = 0; part < signatures.parts(components); part++) {
      grids.add(counted(similarity.of(part)));
    }
    return grids;
  }

  private Grid counted(ToDoubleBiFunction<Integer, Integer> similarity) {
    return Grid.of(corpus, candidates, similarity, workers);
  }
}
