package io.simhash.evaluation;

import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;

import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.Tf;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Candidates for the default under several feature hashes: on a set with few true pairs the result
 * of one hash is largely luck, so the choice is made by the mean and the worst draw.
 */
final class LuckStudy {

  private static final int DRAWS = 12;
  private static final int[] RADII = {8, 10, 11, 12, 13};

  private LuckStudy() {}

  static String table(Corpus corpus, Settings settings, Progress progress) {
    Map<String, Draws> candidates = new LinkedHashMap<>();
    profiles()
        .forEach((name, profile) -> candidates.put(name, new Draws(profile, DRAWS, corpus.size())));
    Analysis.run(
        corpus.documents(), settings.analyzer(), new ArrayList<>(candidates.values()), progress);
    StringBuilder text = new StringBuilder();
    text.append("| P / R ≥.8, each mean (worst) |");
    IntStream.of(RADII).forEach(radius -> text.append(" d ≤ ").append(radius).append(" |"));
    text.append("\n|---|").append("---|".repeat(RADII.length)).append('\n');
    candidates.forEach((name, draws) -> append(text, name, draws, corpus, settings));
    return text.toString();
  }

  private static Map<String, Profile> profiles() {
    Map<String, Profile> profiles = new LinkedHashMap<>();
    for (int size = 1; size <= 4; size++) {
      for (Tf tf : List.of(Tf.BINARY, Tf.LOG)) {
        profiles.put(size + " tokens, " + tf, runs(Profiles.tokens(size), tf).build());
      }
    }
    for (int size = 2; size <= 3; size++) {
      Profile.Builder all = runs(Profiles.tokens(size), Tf.BINARY).set(MIN_TOKEN_LENGTH, 1);
      profiles.put(size + " tokens, also of 1 character, binary", all.build());
    }
    for (int size = 3; size <= 6; size++) {
      Profile profile = runs(Profiles.characters(size), Tf.BINARY).build();
      profiles.put(size + " characters, binary", profile);
    }
    return profiles;
  }

  private static Profile.Builder runs(Shingling shingling, Tf tf) {
    return Profiles.builder(Preset.WORDS).set(SHINGLE, shingling).set(TF, tf);
  }

  private static void append(
      StringBuilder text, String name, Draws draws, Corpus corpus, Settings settings) {
    int widest = RADII[RADII.length - 1];
    List<Outcome> outcomes = new ArrayList<>();
    for (Fingerprints fingerprints : draws.all()) {
      outcomes.add(Tally.of(new Hamming(name, fingerprints, widest), corpus, settings.workers()));
    }
    text.append("| ").append(name).append(" |");
    for (int radius : RADII) {
      text.append(' ').append(cell(outcomes, o -> o.precision(radius)));
      text.append(" / ").append(cell(outcomes, o -> o.recall8(radius))).append(" |");
    }
    text.append('\n');
  }

  private static String cell(List<Outcome> outcomes, ToDoubleFunction<Outcome> value) {
    double[] values = outcomes.stream().mapToDouble(value).toArray();
    return Tables.share(Arrays.stream(values).average().orElse(0))
        + " ("
        + Tables.share(Arrays.stream(values).min().orElse(0))
        + ")";
  }
}
