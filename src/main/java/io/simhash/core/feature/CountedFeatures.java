package io.simhash.core.feature;

import io.simhash.core.base.LongSets;
import io.simhash.core.feature.Occurrences.Factor;
import io.simhash.core.profile.Tf;
import java.util.Arrays;

/**
 * The distinct features of a document with the number of their occurrences and their factors.
 *
 * <p>Features are told apart by their hashes: two texts with the same hash (probability n²/2^65
 * among n features) count as one feature. Where occurrences of one feature differ in a factor, the
 * largest counts, so that the order of sentences does not. Occurrences are counted when that is
 * first asked for. Memory: 8 bytes a feature and 8 an occurrence; once counted, 8 more a feature
 * and 4 an occurrence; and 8 a feature for each factor that is not always 1.
 */
final class CountedFeatures {

  private final Occurrences occurrences;

  /** Distinct, ascending: the features in the order of all arrays here. */
  private final long[] hashes;

  /** The factors of each feature, by {@link Factor}; {@code null} for one that is always 1. */
  private final double[][] factors = new double[Factor.values().length][];

  private volatile Counts counts;

  CountedFeatures(Occurrences occurrences) {
    this.occurrences = occurrences;
    this.hashes = LongSets.of(occurrences.hashes().clone());
    for (Factor factor : Factor.values()) {
      double[] values = occurrences.factor(factor);
      factors[factor.ordinal()] = values == null ? null : largest(values);
    }
  }

  /** The largest value of each feature. */
  private double[] largest(double[] ofOccurrences) {
    int[] features = counts().features;
    double[] largest = new double[hashes.length];
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < features.length; i++) {
      largest[features[i]] = Math.max(largest[features[i]], ofOccurrences[i]);
    }
    return largest;
  }

  /**
   * The result of one pass over the occurrences.
   *
   * @param features the feature of each occurrence
   * @param counts the number of occurrences of each feature
   * @param firsts the first occurrence of each feature
   */
  private record Counts(int[] features, int[] counts, int[] firsts) {}

  private Counts counts() {
    Counts known = counts;
    if (known == null) {
      known = count(occurrences.hashes());
      counts = known;
    }
    return known;
  }

  private Counts count(long[] inOrder) {
    int[] features = new int[inOrder.length];
    int[] number = new int[hashes.length];
    int[] firsts = new int[hashes.length];
    for (int i = 0; i < inOrder.length; i++) {
      int feature = Arrays.binarySearch(hashes, inOrder[i]);
      features[i] = feature;
      if (number[feature]++ == 0) {
        firsts[feature] = i;
      }
    }
    return new Counts(features, number, firsts);
  }

  /** The number of features. */
  int size() {
    return hashes.length;
  }

  long hash(int feature) {
    return hashes[feature];
  }

  int count(int feature) {
    return counts().counts[feature];
  }

  /** The first occurrence of a feature. */
  int first(int feature) {
    return counts().firsts[feature];
  }

  /** The text of a feature. */
  String text(int feature) {
    return occurrences.text(first(feature));
  }

  /** The part of speech of a feature, where it occurs first. */
  String partOfSpeech(int feature) {
    return occurrences.partOfSpeech(first(feature));
  }

  /** Whether no factor but that of the term frequency differs from 1. */
  boolean hasNoFactors() {
    return Arrays.stream(factors).allMatch(values -> values == null);
  }

  /** The factors of the feature's weight. */
  Factors factors(int feature, Tf tf) {
    return new Factors(
        tf.factor(count(feature)),
        factor(feature, Factor.IDF),
        factor(feature, Factor.LENGTH),
        factor(feature, Factor.POS),
        factor(feature, Factor.CUE),
        factor(feature, Factor.TITLE),
        factor(feature, Factor.FIELD));
  }

  private double factor(int feature, Factor factor) {
    double[] values = factors[factor.ordinal()];
    return values == null ? 1 : values[feature];
  }
}
