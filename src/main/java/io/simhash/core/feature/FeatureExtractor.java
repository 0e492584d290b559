package io.simhash.core.feature;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.Weight;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.profile.Tf;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Turns analysed text into weighted features, as a {@link Profile} says.
 *
 * <p>Tokens that are too short or too rare are left out; shingles are windows over the tokens that
 * remain and never span two fields. A feature's weight is {@code tf · idf · length · pos · cue ·
 * title · field}; for a shingle of tokens {@code idf}, {@code length}, {@code pos}, {@code cue} and
 * {@code title} are each the mean over its tokens. Where occurrences of one feature differ in a
 * factor, the largest counts, so that the order of sentences does not. Then the {@code top}
 * heaviest features stay (ties: the smaller hash, unsigned) and weights become levels. A feature of
 * weight 0 is no feature.
 *
 * <p>Immutable and safe to share. Time n·log(n) in the number n of tokens, whatever they are;
 * memory linear in it.
 */
public final class FeatureExtractor {

  private final Profile profile;
  private final TokenFactors tokenFactors;

  public FeatureExtractor(Profile profile) {
    this.profile = profile;
    this.tokenFactors = new TokenFactors(profile);
  }

  /**
   * The features of a document.
   *
   * @param body the fields that are fingerprinted
   * @param titleTerms terms of the title: they mark features of the body and add none
   */
  public Features extract(List<BodyField> body, Set<String> titleTerms) {
    CountedFeatures counted = new CountedFeatures(occurrences(body, titleTerms));
    long[] all = weights(counted);
    int[] kept = heaviest(counted, all);
    long[] hashes = new long[kept.length];
    long[] weights = new long[kept.length];
    for (int i = 0; i < kept.length; i++) {
      hashes[i] = counted.hash(kept[i]);
      weights[i] = all[kept[i]];
    }
    if (profile.hasWeightLevels()) {
      profile
          .get(ProfileOption.WEIGHT_SCALE)
          .quantise(weights, profile.get(ProfileOption.WEIGHT_LEVELS));
    }
    return new Features(hashes, weights, new DescribedFeatures(profile, counted, kept, weights));
  }

  private Occurrences occurrences(List<BodyField> body, Set<String> titleTerms) {
    if (profile.isOfTokens()) {
      return new Occurrences(tokenFactors.weigh(body, titleTerms));
    }
    int size = profile.get(ProfileOption.SHINGLE).size();
    FeatureHash hash = profile.get(ProfileOption.HASH);
    return new Occurrences(
        body.stream().map(field -> new Occurrences.OfCharacters(field, size, hash)).toList());
  }

  private long[] weights(CountedFeatures counted) {
    Tf tf = profile.get(ProfileOption.TF);
    long[] weights = new long[counted.size()];
    if (tf == Tf.BINARY && counted.hasNoFactors()) {
      Arrays.fill(weights, Weight.ONE);
      return weights;
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Weight.of(counted.factors(i, tf).product());
    }
    return weights;
  }

  /** The features that have a weight, or the {@code top} heaviest of them. */
  private int[] heaviest(CountedFeatures counted, long[] weights) {
    int[] weighty = new int[weights.length];
    int count = 0;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] > 0) {
        weighty[count++] = i;
      }
    }
    int top = profile.get(ProfileOption.TOP);
    if (top == 0) {
      return count == weighty.length ? weighty : Arrays.copyOf(weighty, count);
    }
    Comparator<Integer> heaviestFirst = Comparator.comparingLong(i -> -weights[i]);
    Comparator<Integer> smallerHash =
        (a, b) -> Long.compareUnsigned(counted.hash(a), counted.hash(b));
    return IntStream.of(Arrays.copyOf(weighty, count))
        .boxed()
        .sorted(heaviestFirst.thenComparing(smallerHash))
        .limit(top)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * Describes the features of a document from its occurrences.
   *
   * @param counted the features
   * @param kept the features that were kept: their numbers in {@code counted}
   * @param weights the weights of the kept features
   */
  private record DescribedFeatures(
      Profile profile, CountedFeatures counted, int[] kept, long[] weights)
      implements Features.Descriptions {

    @Override
    public int first(int feature) {
      return counted.first(kept[feature]);
    }

    @Override
    public List<Feature> of(int[] features) {
      return Arrays.stream(features).mapToObj(this::feature).toList();
    }

    private Feature feature(int i) {
      return new Feature(
          counted.text(kept[i]),
          counted.partOfSpeech(kept[i]),
          counted.count(kept[i]),
          counted.factors(kept[i], profile.get(ProfileOption.TF)),
          counted.hash(kept[i]),
          weights[i]);
    }
  }
}
