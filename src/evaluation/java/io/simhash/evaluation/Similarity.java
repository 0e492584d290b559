package io.simhash.evaluation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Pairs that share a key, by an inverted index: cosine, Jaccard, agreeing bands. Exact and
 * complete, for a pair without a common key has similarity 0. Cost: for each key the square of the
 * documents that have it.
 */
final class Similarity implements Method {

  /** The score of a pair, given the sum over its common keys. */
  @FunctionalInterface
  interface Score {
    double of(int a, int b, double dot);
  }

  private static final double EPSILON = 1e-6;

  private final String name;
  private final Vectors vectors;
  private final Score score;
  private final double[] thresholds;
  private final String label;

  /** Levels are the thresholds, highest first. */
  Similarity(String name, Vectors vectors, Score score, String label, double... thresholds) {
    this.name = name;
    this.vectors = vectors;
    this.score = score;
    this.label = label;
    this.thresholds = thresholds;
  }

  /** Levels are .95 to .30 in steps of .05. */
  static Similarity of(String name, Vectors vectors, Score score, String label) {
    double[] steps = IntStream.range(0, 14).mapToDouble(i -> (95 - 5 * i) / 100.0).toArray();
    return new Similarity(name, vectors, score, label, steps);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> levels() {
    return Arrays.stream(thresholds).mapToObj(threshold -> level(label, threshold)).toList();
  }

  /** The name of a level. */
  static String level(String label, double threshold) {
    String shown = String.format(Locale.ROOT, "%.2f", threshold);
    return label
        + " ≥ "
        + (threshold >= 1 ? Integer.toString((int) threshold) : shown.substring(1));
  }

  @Override
  public int level(int a, int b) {
    double dot = vectors.dot(a, b);
    return dot == 0 ? thresholds.length : level(score.of(a, b, dot));
  }

  private int level(double similarity) {
    int level = 0;
    while (level < thresholds.length && similarity < thresholds[level] - EPSILON) {
      level++;
    }
    return level;
  }

  @Override
  public void join(int worker, int workers, Pairs pairs) {
    Postings postings = Postings.of(vectors);
    double[] dots = new double[vectors.size()];
    int[] touched = new int[vectors.size()];
    for (int a = worker; a < vectors.size(); a += workers) {
      int count = postings.dots(a, dots, touched);
      for (int i = 0; i < count; i++) {
        int b = touched[i];
        int level = level(score.of(a, b, dots[b]));
        dots[b] = 0;
        if (level < thresholds.length) {
          pairs.add(b, a, level);
        }
      }
    }
  }
}
