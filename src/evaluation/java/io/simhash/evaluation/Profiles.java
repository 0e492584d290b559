package io.simhash.evaluation;

import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;
import static io.simhash.core.profile.ProfileOption.WEIGHT_LEVELS;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.Tf;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** The profiles that are compared, by the name of their row. */
final class Profiles {

  /** The row of the plugin's default, where the fingerprint decides alone. */
  static final String DEFAULT = "our default, fingerprint alone";

  /** The row of SimHash as first published. */
  static final String TRADITIONAL = "traditional SimHash (tf)";

  static final String TF_IDF = "tf·idf";

  /** The row of all factors multiplied. */
  static final String COMPOSITE = "composite, as written";

  static final String COMPOSITE_5 = "composite, 5 levels by rank";
  static final String WORDS = "words, 1+ln tf";

  private Profiles() {}

  /** The shipped IDF model of a language. */
  static IdfModel shippedIdf(boolean chinese) throws IOException {
    String name = "/io/simhash/idf/" + (chinese ? "zh" : "en") + ".tsv.gz";
    try (InputStream in = new GZIPInputStream(Profile.class.getResourceAsStream(name))) {
      return IdfModel.read(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
  }

  /** All rows, in the order of the tables. */
  static Map<String, Profile> all(IdfModel idf) {
    Map<String, Profile> profiles = new LinkedHashMap<>();
    profiles.put(TRADITIONAL, builder(Preset.TRADITIONAL).build());
    profiles.put(TF_IDF, builder(Preset.TFIDF).idf(idf).build());
    profiles.put("tf·idf·gaussian length", builder(Preset.TFIDF_LENGTH).idf(idf).build());
    profiles.put(COMPOSITE, composite(idf).build());
    profiles.put(COMPOSITE_5, composite(idf).set(WEIGHT_LEVELS, 5).build());
    profiles.put("words, (1+ln tf)·idf", builder(Preset.WORDS).idf(idf).build());
    profiles.put(WORDS, builder(Preset.WORDS).build());
    profiles.put("words, set", builder(Preset.WORDS).set(TF, Tf.BINARY).build());
    putShingles(profiles, "pairs", Shingling.Unit.TOKEN, 2);
    putShingles(profiles, "triples", Shingling.Unit.TOKEN, 3);
    profiles.remove("triples, set"); // It is the default.
    putShingles(profiles, "3 characters", Shingling.Unit.CHARACTER, 3);
    putShingles(profiles, "5 characters", Shingling.Unit.CHARACTER, 5);
    profiles.put(DEFAULT, shipped());
    return profiles;
  }

  /** The profile of users who type none. A text of few features has no fingerprint. */
  static Profile shipped() {
    return Profile.builder(Preset.DEFAULT).build();
  }

  /** A profile under which every document with a feature has a fingerprint. */
  static Profile.Builder builder(Preset preset) {
    return Profile.builder(preset).set(MIN_FEATURES, 0.0);
  }

  private static void putShingles(
      Map<String, Profile> profiles, String name, Shingling.Unit unit, int size) {
    Profile.Builder words = builder(Preset.WORDS).set(SHINGLE, new Shingling(unit, size));
    profiles.put(name + ", 1+ln tf", words.set(TF, Tf.LOG).build());
    profiles.put(name + ", set", words.set(TF, Tf.BINARY).build());
  }

  private static Profile.Builder composite(IdfModel idf) {
    return builder(Preset.COMPOSITE).idf(idf).hasTitle(true);
  }
}
