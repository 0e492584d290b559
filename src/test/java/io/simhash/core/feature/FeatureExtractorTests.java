package io.simhash.core.feature;

import static io.simhash.core.profile.ProfileOption.CUE_PHRASES;
import static io.simhash.core.profile.ProfileOption.LENGTH;
import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.POS;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;

import io.simhash.core.feature.Feature.Factor;
import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.feature.Occurrences.InField;
import io.simhash.core.feature.Tokens.Token;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.LengthFactor;
import io.simhash.core.profile.Preset;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.Tf;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.SimHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.junit.Test;

public class FeatureExtractorTests extends LuceneTestCase {

  @Test
  public void testGolden() throws Exception {
    List<GoldenFeatures> cases = GoldenFeatures.read();
    assertTrue(cases.size() > 25);
    for (GoldenFeatures golden : cases) {
      Features features =
          new FeatureExtractor(golden.profile()).extract(golden.sections(), golden.title());
      golden.assertEqualTo(features);
    }
  }

  /** The order of sentences decides no bit: neither features nor factors depend on it. */
  @Test
  public void testOrderOfSentencesDoesNotMatter() {
    Profile profile =
        words()
            .set(MIN_FEATURES, 0.0)
            .set(TF, Tf.LOG)
            .set(POS, Map.of("n", 1.5, "v", 1.2))
            .set(CUE_PHRASES, List.of("总之"))
            .build();
    List<String> sentences =
        new ArrayList<>(List.of("总之/c 指纹/n 检测/v 。", "检测/n 文本/n 。", "指纹/v 有效/a 检测/v 。", "文本/x ！"));
    long expected = fingerprint(profile, extractTagged(profile, sentences));
    Random random = random();
    for (int round = 0; round < 20; round++) {
      Collections.shuffle(sentences, random);
      assertEquals(expected, fingerprint(profile, extractTagged(profile, sentences)));
    }
  }

  @Test
  public void testTheLongestPrefixOfThePartOfSpeechWins() {
    Profile profile = words().set(POS, Map.of("n", 2.0, "nr", 3.0, "", 0.5)).build();
    List<Feature> features =
        extractTagged(profile, List.of("aa/n bb/nr cc/nrf dd/ns ee/v ff/")).list();
    assertEquals(
        List.of(2.0, 3.0, 3.0, 2.0, 0.5, 0.5),
        features.stream().map(feature -> feature.factor(Factor.POS)).toList());
  }

  /** Both pairs of tokens are the feature "new york city", with different means of idf. */
  @Test
  public void testTheLargestFactorCountsWhereTokensDifferButTheirShingleDoesNot() throws Exception {
    IdfModel model =
        IdfModel.read(
            new java.io.StringReader(
                "# documents\t100\ncity\t40\nnew\t50\nnew york\t9\nyork city\t3\n"));
    Profile pairs = words().idf(model).set(SHINGLE, new Shingling(Shingling.Unit.TOKEN, 2)).build();
    BodyField first = new BodyField("new york city", tokens("new york", "city"), 1);
    BodyField second = new BodyField("new york city", tokens("new", "york city"), 1);
    FeatureExtractor extractor = new FeatureExtractor(pairs);
    Feature there = extractor.extract(List.of(first, second), Set.of()).list().getFirst();
    Feature back = extractor.extract(List.of(second, first), Set.of()).list().getFirst();
    assertEquals(there, back);
    assertEquals(2, there.occurrences());
    assertEquals((model.idf("new") + model.idf("york city")) / 2, there.factor(Factor.IDF), 0);
  }

  private static List<Token> tokens(String first, String second) {
    int end = first.length();
    return List.of(
        new Token(first, "", 0, end), new Token(second, "", end + 1, end + 1 + second.length()));
  }

  /** Floating-point multiplication depends on its order, so the order is part of the contract. */
  @Test
  public void testFactorsAreMultipliedInTheStatedOrder() {
    Map<Factor, double[]> factors = new HashMap<>();
    double[] values = {0.1, 0.7, 1.1, 1.3, 3.3};
    for (int i = 0; i < values.length; i++) {
      factors.put(Factor.values()[1 + i], new double[] {values[i], values[i], values[i]});
    }
    InField field = new InField(new long[3], factors, 0.9, i -> "", i -> "");
    double leftToRight = 3 * 0.1 * 0.7 * 1.1 * 1.3 * 3.3 * 0.9;
    assertEquals(leftToRight, new Occurrences(List.of(field), Tf.COUNT).product(0), 0);
  }

  @Test
  public void testLengthsAreCountedInCodePoints() {
    assertEquals(0, extract(words().build(), List.of("𠮷")).size());
    assertEquals(1, extract(words().set(MIN_TOKEN_LENGTH, 1).build(), List.of("𠮷")).size());
    assertEquals(1, extract(words().build(), List.of("𠮷野")).size());
    Profile minmax = words().set(LENGTH, LengthFactor.MINMAX).build();
    Features features = extract(minmax, List.of("𠮷野", "abc", "abcdef"));
    assertEquals(.5, features.list().get(0).factor(Factor.LENGTH), 0);
    assertEquals(.5 + .5 / 4, features.list().get(1).factor(Factor.LENGTH), 0);
  }

  @Test
  public void testATextOfCharactersNeedsNoTokens() {
    Profile pairs =
        Profile.builder().set(SHINGLE, new Shingling(Shingling.Unit.CHARACTER, 2)).build();
    Features features =
        new FeatureExtractor(pairs).extract(List.of(new BodyField("A-bc", List.of(), 1)), Set.of());
    assertEquals(List.of("ab", "bc"), texts(features.list()));
  }

  private static Profile.Builder words() {
    return Profile.builder(Preset.WORDS);
  }

  private static Features extract(Profile profile, List<String> terms) {
    return new FeatureExtractor(profile)
        .extract(List.of(section(String.join(" ", terms), 1)), Set.of());
  }

  private static Features extractTagged(Profile profile, List<String> sentences) {
    return new FeatureExtractor(profile)
        .extract(List.of(section(String.join(" ", sentences), 1)), Set.of());
  }

  private static long fingerprint(Profile profile, Features features) {
    return SimHash.fingerprint(features, profile).fingerprint().getAsLong();
  }

  private static List<String> texts(List<Feature> features) {
    return features.stream().map(Feature::text).toList();
  }

  /** Words separated by one space, each optionally with its part of speech behind a slash. */
  private static BodyField section(String words, double boost) {
    StringBuilder text = new StringBuilder();
    List<Token> tokens = new ArrayList<>();
    for (String word : words.isEmpty() ? new String[0] : words.split(" ")) {
      int slash = word.indexOf('/');
      String term = slash < 0 ? word : word.substring(0, slash);
      String partOfSpeech = slash < 0 ? "" : word.substring(slash + 1);
      tokens.add(new Token(term, partOfSpeech, text.length(), text.length() + term.length()));
      text.append(term).append(' ');
    }
    return new BodyField(text.toString(), tokens, boost);
  }
}
