package io.simhash.core.feature;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Weight;
import io.simhash.core.feature.Feature.Factor;
import io.simhash.core.profile.Tf;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The occurrences of the features of a document: how many of each, their factors, and what they
 * were made of.
 *
 * <p>Features are told apart by their hashes: two texts with the same hash (probability n²/2^65
 * among n features) count as one feature. Occurrences are counted when that is first asked for.
 * Memory: 8 bytes a feature and 8 an occurrence; once counted, 8 more a feature and 4 an
 * occurrence; and 8 of each for each factor that is not always 1.
 */
final class Occurrences {

  /**
   * The occurrences in one field, in order: the hash, text and part of speech of each, its factors
   * that may differ from 1, and the boost of the field.
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
  private final Tf tf;

  /** Distinct, ascending: the features in the order of all arrays here. */
  private final long[] hashes;

  /** The factors of each feature except the term frequency; one that is always 1 is missing. */
  private final Map<Factor, double[]> factors = new EnumMap<>(Factor.class);

  private volatile FeatureCounts counted;

  Occurrences(List<InField> fields, Tf tf) {
    this.fields = fields;
    this.tf = tf;
    long[] all = {};
    for (InField field : fields) {
      int before = all.length;
      all = Arrays.copyOf(all, before + field.hashes.length);
      System.arraycopy(field.hashes, 0, all, before, field.hashes.length);
    }
    this.hashes = FeatureHash.distinct(all);
    for (Factor factor : Factor.values()) {
      if (fields.stream().anyMatch(field -> field.has(factor))) {
        factors.put(factor, largest(factor));
      }
    }
  }

  private double[] largest(Factor factor) {
    double[] largest = new double[hashes.length];
    Arrays.fill(largest, Double.NEGATIVE_INFINITY);
    int[] features = counted().features;
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

  /** The feature of each occurrence; how often each feature occurs, and where first. */
  private record FeatureCounts(int[] features, int[] counts, int[] firsts) {}

  private FeatureCounts counted() {
    FeatureCounts known = counted;
    return known != null ? known : (counted = count());
  }

  private FeatureCounts count() {
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
    return new FeatureCounts(features, number, firsts);
  }

  long hash(int feature) {
    return hashes[feature];
  }

  /** The first occurrence of a feature. */
  int first(int feature) {
    return counted().firsts[feature];
  }

  /** The weight of each feature in fixed point. */
  long[] weights() {
    long[] weights = new long[hashes.length];
    // By default no factor is needed, and occurrences need not be counted.
    boolean alike = tf == Tf.BINARY && factors.isEmpty();
    for (int i = 0; i < weights.length; i++) {
      weights[i] = alike ? Weight.ONE : Weight.of(product(i));
    }
    return weights;
  }

  double product(int feature) {
    double product = tf.factor(counted().counts[feature]);
    for (double[] values : factors.values()) {
      product *= values[feature];
    }
    return product;
  }

  /** A feature with that weight, and the text and part of speech that it has where it is first. */
  Feature describe(int feature, long weight) {
    int occurrences = counted().counts[feature];
    Map<Factor, Double> all = new EnumMap<>(Map.of(Factor.TF, tf.factor(occurrences)));
    factors.forEach((factor, values) -> all.put(factor, values[feature]));
    return new Feature(
        atFirst(feature, InField::text),
        atFirst(feature, InField::partOfSpeech),
        occurrences,
        all,
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
