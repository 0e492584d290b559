package io.simhash.evaluation;

import io.simhash.core.feature.BodyField;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.Features;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * A profile's fingerprints under several feature hashes: draw 0 is the profile's own, the others
 * mix it with a seed. What changes from draw to draw is luck, not the profile's merit.
 */
final class Draws implements Analysis.Sink {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final FeatureExtractor extractor;
  private final List<Fingerprints> draws = new ArrayList<>();

  Draws(Profile profile, int count, int size) {
    extractor = new FeatureExtractor(profile);
    for (int i = 0; i < count; i++) {
      draws.add(new Fingerprints(profile, size));
    }
  }

  @Override
  public void accept(int document, BodyField body, Set<String> titleTerms) {
    Features features = extractor.extract(List.of(body), titleTerms);
    long[] hashes = features.hashes();
    for (int i = 0; i < draws.size(); i++) {
      long seed = i;
      long[] drawn =
          seed == 0 ? hashes : LongStream.of(hashes).map(hash -> mix(hash, seed)).toArray();
      draws.get(i).put(document, features, drawn);
    }
  }

  /** Output {@code seed} of the SplitMix64 generator that starts in state {@code hash}. */
  private static long mix(long hash, long seed) {
    long z = hash + seed * GOLDEN_GAMMA;
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
