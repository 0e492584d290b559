package io.simhash.core.feature;

import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes the features of a document by going through its occurrences once more.
 *
 * @param occurrences the occurrences that were counted
 * @param counted their features
 * @param kept the features that were kept: their numbers in {@code counted}
 * @param weights the weights of the kept features
 */
record DescribedFeatures(
    Profile profile, Occurrences occurrences, CountedFeatures counted, int[] kept, long[] weights)
    implements Features.Descriptions {

  @Override
  public int first(int feature) {
    return counted.first(kept[feature]);
  }

  @Override
  public List<Feature> of(int[] features) {
    Walk walk = new Walk(features);
    if (features.length > 0) {
      occurrences.forEach(walk::visit);
    }
    return walk.described;
  }

  /** Visits the first occurrences of the features in their order. */
  private final class Walk {

    private final int[] features;
    private final List<Feature> described = new ArrayList<>();
    private int ordinal;

    Walk(int[] features) {
      this.features = features;
    }

    void visit(Occurrence occurrence) {
      int next = described.size();
      if (next < features.length && ordinal == first(features[next])) {
        described.add(feature(features[next], occurrence));
      }
      ordinal++;
    }
  }

  private Feature feature(int i, Occurrence first) {
    return new Feature(
        first.text(),
        first.partOfSpeech(),
        counted.count(kept[i]),
        counted.factors(kept[i], profile.get(ProfileOption.TF)),
        counted.hash(kept[i]),
        weights[i]);
  }
}
