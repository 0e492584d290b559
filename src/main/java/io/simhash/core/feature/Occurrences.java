package io.simhash.core.feature;

import io.simhash.core.base.LongSets;
import io.simhash.core.feature.Feature.Factors;
import io.simhash.core.profile.Tf;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The occurrences of the features of a document: how many of each, their factors, and what they
 * were made of.
 *
 * <p>Features are told apart by their hashes: two texts with the same hash (probability n²/2^65
 * among n features) count as one feature. Where occurrences of one feature differ in a factor, the
 * largest counts, so that the order of sentences does not. Occurrences are counted when that is
 * first asked for, and texts are made for those who ask. Memory: 8 bytes a feature and 8 an
 * occurrence; once counted, 8 more a feature and 4 an occurrence; and 8 of each for each factor
 * that is not always 1.
 */
final class Occurrences {

  /** A factor of the weight that may differ between occurrences of one feature. */
  enum Factor {
    IDF,
    LENGTH,
    POS,
    CUE,
    TITLE,
    FIELD
  }

  /**
   * The occurrences in one field, in order.
   *
   * @param hashes the hash of each
   * @param factors the factors that may differ from 1, apart from that of the field, of each
   * @param boost the factor of the field
   * @param text the text of each
   * @param partOfSpeech the part of speech of each; empty if there is none
   */
  record InField(
      long[] hashes,
      Map<Factor, double[]> factors,
      double boost,
      IntFunction<String> text,
      IntFunction<String> partOfSpeech) {

    boolean has(Factor factor) {
      return factor == Factor.FIELD ? boost != 1 : factors.containsKey(factor);
    }

    double factor(Factor factor, int occurrence) {
      double[] values = factors.get(factor);
      return factor == Factor.FIELD ? boost : values == null ? 1 : values[occurrence];
    }
  }

  private final List<InField> fields;

  /** Distinct, ascending: the features in the order of all arrays here. */
  private final long[] hashes;

  /** The factors of each feature, by {@link Factor}; {@code null} for one that is always 1. */
  private final double[][] factors;

  private volatile Counts counts;

  Occurrences(List<InField> fields) {
    this.fields = fields;
    long[] all = {};
    for (InField field : fields) {
      int before = all.length;
      all = Arrays.copyOf(all, before + field.hashes.length);
      System.arraycopy(field.hashes, 0, all, before, field.hashes.length);
    }
    this.hashes = LongSets.of(all);
    this.factors = Arrays.stream(Factor.values()).map(this::largest).toArray(double[][]::new);
  }

  /** The largest value of a factor for each feature; {@code null} if it is always 1. */
  private double[] largest(Factor factor) {
    if (fields.stream().noneMatch(field -> field.has(factor))) {
      return null;
    }
    double[] largest = new double[hashes.length];
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    int[] features = counts().features;
    int before = 0;
    for (InField field : fields) {
      for (int i = 0; i < field.hashes.length; i++) {
        int feature = features[before + i];
        largest[feature] = Math.max(largest[feature], field.factor(factor, i));
      }
      before += field.hashes.length;
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
      known = count();
      counts = known;
    }
    return known;
  }

  private Counts count() {
    int[] features = new int[fields.stream().mapToInt(field -> field.hashes.length).sum()];
    int[] number = new int[hashes.length];
    int[] firsts = new int[hashes.length];
    int occurrence = 0;
    for (InField field : fields) {
      for (long hash : field.hashes) {
        int feature = Arrays.binarySearch(hashes, hash);
        features[occurrence] = feature;
        if (number[feature]++ == 0) {
          firsts[feature] = occurrence;
        }
        occurrence++;
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

  /** The first occurrence of a feature. */
  int first(int feature) {
    return counts().firsts[feature];
  }

  /** Whether no factor but that of the term frequency differs from 1. */
  boolean hasNoFactors() {
    return Arrays.stream(factors).allMatch(values -> values == null);
  }

  /** The factors of the feature's weight. */
  Factors factors(int feature, Tf tf) {
    return new Factors(
        tf.factor(counts().counts[feature]),
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

  /**
   * A feature with that weight, and the text and the part of speech that it has where it is first.
   */
  Feature describe(int feature, Tf tf, long weight) {
    return new Feature(
        atFirst(feature, InField::text),
        atFirst(feature, InField::partOfSpeech),
        counts().counts[feature],
        factors(feature, tf),
        hashes[feature],
        weight);
  }

  private String atFirst(int feature, Function<InField, IntFunction<String>> part) {
    int occurrence = first(feature);
    int field = 0;
    while (occurrence >= fields.get(field).hashes.length) {
      occurrence -= fields.get(field++).hashes.length;
    }
    return part.apply(fields.get(field)).apply(occurrence);
  }
}
