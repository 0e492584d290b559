package io.simhash.core.feature;

import io.simhash.core.base.Weight;
import io.simhash.core.feature.Occurrences.InField;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.profile.Tf;
import io.simhash.core.shingle.CharacterShingles;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
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
    Occurrences occurrences = new Occurrences(inFields(body, titleTerms));
    long[] all = weights(occurrences);
    int[] kept = heaviest(occurrences, all);
    long[] hashes = new long[kept.length];
    long[] weights = new long[kept.length];
    for (int i = 0; i < kept.length; i++) {
      hashes[i] = occurrences.hash(kept[i]);
      weights[i] = all[kept[i]];
    }
    if (profile.hasWeightLevels()) {
      profile
          .get(ProfileOption.WEIGHT_SCALE)
          .quantise(weights, profile.get(ProfileOption.WEIGHT_LEVELS));
    }
    return new Features(hashes, weights, () -> describe(occurrences, kept, weights));
  }

  private List<InField> inFields(List<BodyField> body, Set<String> titleTerms) {
    if (profile.isOfTokens()) {
      return tokenFactors.weigh(body, titleTerms);
    }
    return body.stream().map(this::ofCharacters).toList();
  }

  /** Shingles of characters, which have no factor but that of the field. */
  private InField ofCharacters(BodyField field) {
    int size = profile.get(ProfileOption.SHINGLE).size();
    CharacterShingles shingles =
        new CharacterShingles(field.text(), size, profile.get(ProfileOption.HASH));
    return new InField(
        shingles.hashes(),
        Map.of(),
        field.boost(),
        i -> shingles.text(i, Math.min(i + size, shingles.length())),
        i -> "");
  }

  private long[] weights(Occurrences occurrences) {
    Tf tf = profile.get(ProfileOption.TF);
    long[] weights = new long[occurrences.size()];
    if (tf == Tf.BINARY && occurrences.hasNoFactors()) {
      Arrays.fill(weights, Weight.ONE);
      return weights;
    }
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Weight.of(occurrences.factors(i, tf).product());
    }
    return weights;
  }

  /** The features that have a weight, or the {@code top} heaviest of them. */
  private int[] heaviest(Occurrences occurrences, long[] weights) {
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
        (a, b) -> Long.compareUnsigned(occurrences.hash(a), occurrences.hash(b));
    return IntStream.of(Arrays.copyOf(weighty, count))
        .boxed()
        .sorted(heaviestFirst.thenComparing(smallerHash))
        .limit(top)
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The features that were kept, in order of first occurrence. */
  private List<Feature> describe(Occurrences occurrences, int[] kept, long[] weights) {
    Tf tf = profile.get(ProfileOption.TF);
    return IntStream.range(0, kept.length)
        .boxed()
        .sorted(Comparator.comparingInt(i -> occurrences.first(kept[i])))
        .map(i -> occurrences.describe(kept[i], tf, weights[i]))
        .toList();
  }
}
