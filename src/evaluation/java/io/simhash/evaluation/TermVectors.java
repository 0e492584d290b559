package io.simhash.evaluation;

import io.simhash.core.base.Weight;
import io.simhash.core.feature.BodyField;
import io.simhash.core.feature.Feature;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.Features;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import java.util.List;
import java.util.Set;

/** Each document as a vector of its words' frequencies. */
final class TermVectors implements Analysis.Sink {

  private final FeatureExtractor extractor =
      new FeatureExtractor(Profile.builder(Preset.TRADITIONAL).build());
  private final Vectors vectors;

  TermVectors(int size) {
    vectors = new Vectors(size);
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    Features features = extractor.extract(List.of(body), titleTerms);
    long[] hashes = features.list().stream().mapToLong(Feature::hash).toArray();
    double[] weights =
        features.list().stream().mapToDouble(f -> Weight.toDouble(f.weight())).toArray();
    vectors.unitVectorOf(document, hashes, weights);
  }

  Vectors vectors() {
    return vectors;
  }
}
