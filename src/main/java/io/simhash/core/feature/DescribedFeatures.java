package io.simhash.core.feature;

import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import java.util.Arrays;
import java.util.List;

/**
 * Describes the features of a document from its occurrences.
 *
 * @param counted the features
 * @param kept the features that were kept: their numbers in {@code counted}
 * @param weights the weights of the kept features
 */
record DescribedFeatures(Profile profile, CountedFeatures counted, int[] kept, long[] weights)
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
