package io.simhash.evaluation;

import io.simhash.core.feature.BodyField;
import io.simhash.core.feature.Feature;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.Features;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.SimHash;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A profile's fingerprints under several feature hashes: draw 0 is the profile's own, the others
 * mix it with a seed. What changes from draw to draw is luck, not the profile's merit.
 */
final class Draws implements Analysis.Sink {

  static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final Profile profile;
  private final FeatureExtractor extractor;
  private final List<Fingerprints> draws = new ArrayList<>();

  Draws(Profile profile, int count, int size) {
    this.profile = profile;
    extractor = new FeatureExtractor(profile);
    for (int i = 0; i < count; i++) {
      draws.add(new Fingerprints(size));
    }
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    Features features = extractor.extract(List.of(body), titleTerms);
    for (int i = 0; i < draws.size(); i++) {
      draws.get(i).put(document, SimHash.fingerprint(drawn(features, i), profile));
    }
  }

  private static Features drawn(Features features, long seed) {
    return seed == 0
        ? features
        : new Features(
            features.list().stream()
                .map(
                    f ->
                        new Feature(
                            f.text(),
                            f.partOfSpeech(),
                            f.occurrences(),
                            f.factors(),
                            mix(f.hash(), seed),
                            f.weight()))
                .toList());
  }

  /** Output {@code seed} of the SplitMix64 generator that starts in state {@code hash}. */
  private static long mix(long hash, long seed) {
    return mix(hash + seed * GOLDEN_GAMMA);
  }

  /** The output function of SplitMix64. */
  static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The profile's own fingerprints. */
  Fingerprints own() {
    return draws.get(0);
  }

  List<Fingerprints> all() {
    return draws;
  }
}
