package io.simhash.core.feature;

import static io.simhash.core.profile.ProfileOption.CUE_FACTOR;
import static io.simhash.core.profile.ProfileOption.CUE_PHRASES;
import static io.simhash.core.profile.ProfileOption.CUE_SCOPE;
import static io.simhash.core.profile.ProfileOption.HASH;
import static io.simhash.core.profile.ProfileOption.LENGTH;
import static io.simhash.core.profile.ProfileOption.MIN_DOCUMENT_FREQUENCY;
import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.POS;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;
import static io.simhash.core.profile.ProfileOption.TITLE_FACTOR;
import static io.simhash.core.profile.ProfileOption.TOP;
import static io.simhash.core.profile.ProfileOption.WEIGHT_LEVELS;
import static io.simhash.core.profile.ProfileOption.WEIGHT_SCALE;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.Feature.Factor;
import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.feature.Tokens.Token;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.CueScope;
import io.simhash.core.profile.LengthFactor;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.Tf;
import io.simhash.core.profile.WeightScale;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.simhash.SimHash;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One case of the golden file of features: what goes in and what must come out. */
record GoldenFeatures(
    String name,
    Profile profile,
    List<BodyField> sections,
    Set<String> title,
    List<List<String>> out,
    double effective,
    String fingerprint) {

  static List<GoldenFeatures> read() throws IOException {
    List<GoldenFeatures> cases = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : GoldenFile.rows("features-v1.tsv")) {
      rows.add(row);
      if (row.get(0).equals("end")) {
        cases.add(of(rows));
        rows.clear();
      }
    }
    return cases;
  }

  private static GoldenFeatures of(List<List<String>> rows) throws IOException {
    Profile.Builder profile = Profile.builder(Preset.WORDS).set(MIN_FEATURES, 0.0);
    List<BodyField> sections = new ArrayList<>();
    Set<String> title = new HashSet<>();
    List<List<String>> out = new ArrayList<>();
    for (List<String> row : rows) {
      switch (row.get(0)) {
        case "option" -> set(profile, row.get(1), GoldenFile.text(row.get(2)));
        case "idf" -> profile.idf(model(row.get(1), GoldenFile.text(row.get(2))));
        case "title" -> title.add(GoldenFile.text(row.get(1)));
        case "section" ->
            sections.add(
                new BodyField(
                    GoldenFile.text(row.get(1)), List.of(), Double.parseDouble(row.get(2))));
        case "token" -> {
          BodyField last = sections.removeLast();
          List<Token> tokens = new ArrayList<>(last.tokens());
          tokens.add(token(row));
          sections.add(new BodyField(last.text(), tokens, last.boost()));
        }
        case "feature" -> out.add(row.subList(1, row.size()));
        default -> {}
      }
    }
    List<String> head = rows.get(0);
    double effective = Double.parseDouble(head.get(2));
    return new GoldenFeatures(
        head.get(1), profile.build(), sections, title, out, effective, head.get(3));
  }

  private static Token token(List<String> row) {
    String term = GoldenFile.text(row.get(1));
    String partOfSpeech = GoldenFile.text(row.get(2));
    return new Token(
        term, partOfSpeech, Integer.parseInt(row.get(3)), Integer.parseInt(row.get(4)));
  }

  private static IdfModel model(String documents, String frequencies) throws IOException {
    String lines = frequencies.replace(',', '\n').replace('=', '\t');
    return IdfModel.read(new StringReader("# documents\t" + documents + "\n" + lines));
  }

  private static void set(Profile.Builder profile, String option, String value) {
    String name = value.toUpperCase(Locale.ROOT);
    switch (option) {
      case "tf" -> profile.set(TF, Tf.valueOf(name));
      case "hash" -> profile.set(HASH, FeatureHash.valueOf(name));
      case "min_token_length" -> profile.set(MIN_TOKEN_LENGTH, Integer.parseInt(value));
      case "min_document_frequency" -> profile.set(MIN_DOCUMENT_FREQUENCY, Integer.parseInt(value));
      case "length" -> profile.set(LENGTH, LengthFactor.valueOf(name));
      case "pos" -> profile.set(POS, factors(value));
      case "cue_phrases" -> profile.set(CUE_PHRASES, List.of(value.split(",")));
      case "cue_factor" -> profile.set(CUE_FACTOR, Double.parseDouble(value));
      case "cue_scope" -> profile.set(CUE_SCOPE, CueScope.valueOf(name));
      case "title_factor" -> profile.hasTitle(true).set(TITLE_FACTOR, Double.parseDouble(value));
      case "weight_levels" -> profile.set(WEIGHT_LEVELS, Integer.parseInt(value));
      case "weight_scale" -> profile.set(WEIGHT_SCALE, WeightScale.valueOf(name));
      case "top" -> profile.set(TOP, Integer.parseInt(value));
      case "shingle" -> {
        String[] parts = name.split(":");
        Shingling.Unit unit = Shingling.Unit.valueOf(parts[0]);
        profile.set(SHINGLE, new Shingling(unit, Integer.parseInt(parts[1])));
      }
      default -> throw new AssertionError("unknown option " + option);
    }
  }

  private static Map<String, Double> factors(String value) {
    Map<String, Double> factors = new TreeMap<>();
    for (String entry : value.split(",")) {
      String[] parts = entry.split("=");
      factors.put(parts[0], Double.parseDouble(parts[1]));
    }
    return factors;
  }

  /** Weights and bits must be equal; factors to what the platform's logarithm may differ by. */
  void assertEqualTo(Features features) {
    assertEquals(name, out.size(), features.size());
    for (int i = 0; i < out.size(); i++) {
      List<String> expected = out.get(i);
      Feature actual = features.list().get(i);
      assertEquals(name, GoldenFile.text(expected.get(0)), actual.text());
      assertEquals(name, GoldenFile.text(expected.get(1)), actual.partOfSpeech());
      assertEquals(name, Integer.parseInt(expected.get(2)), actual.occurrences());
      double[] factors =
          expected.subList(3, 10).stream().mapToDouble(Double::parseDouble).toArray();
      assertArrayEquals(name + " " + actual, factors, factors(actual), 1e-12);
      assertEquals(name, expected.get(10), Fingerprint.toHex(actual.hash()));
      assertEquals(name + " " + actual, Long.parseLong(expected.get(11)), actual.weight());
    }
    assertEquals(name, effective, features.effective(), 4 * Math.ulp(effective));
    if (features.size() > 0) {
      assertEquals(name, fingerprint, SimHash.fingerprint(features, profile).hex());
    }
  }

  private static double[] factors(Feature feature) {
    return Arrays.stream(Factor.values()).mapToDouble(feature::factor).toArray();
  }
}
