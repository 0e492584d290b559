package io.simhash.core.profile;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.feature.BodyField;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.Test;

public class ProfileTests {

  private static final Shingling CHARACTERS = new Shingling(Shingling.Unit.CHARACTER, 3);

  /** The canonical text is persisted through its hash: a change makes every index incomparable. */
  @Test
  public void testCanonicalTextOfTheDefault() {
    assertEquals(
        """
        simhash-profile=1
        analysis=none
        min_token_length=2
        tf=binary
        idf=none
        min_document_frequency=0
        length=none
        pos={}
        cue_phrases=[]
        cue_factor=none
        cue_scope=none
        title_factor=1.0
        weight_levels=0
        weight_scale=none
        top=0
        shingle=token:3
        hash=xxh3
        ties=zero
        boosts=[1.0]
        """,
        Profile.builder().build().canonicalText());
  }

  @Test
  public void testCanonicalTextOfEverything() throws IOException {
    Profile profile =
        Profile.builder(Preset.COMPOSITE)
            .analysis("ansj")
            .minTokenLength(1)
            .idf(model())
            .minDocumentFrequency(3)
            .cuePhrases(List.of("总之", "a, \"b\"\n\\"))
            .cueFactor(2.5)
            .cueScope(CueScope.TOKEN)
            .titleFactor(5)
            .weightLevels(5)
            .weightScale(WeightScale.LINEAR)
            .top(200)
            .minFeatures(7)
            .hash(FeatureHash.FNV1A)
            .ties(Ties.ONE)
            .boosts(List.of(1.0, 2.0))
            .build();
    assertEquals(
        """
        simhash-profile=1
        analysis=ansj
        min_token_length=1
        tf=count
        idf=%s
        min_document_frequency=3
        length=minmax
        pos={"n"=1.5, "v"=1.2}
        cue_phrases=["a, \\"b\\"\\n\\\\", "总之"]
        cue_factor=2.5
        cue_scope=token
        title_factor=5.0
        weight_levels=5
        weight_scale=linear
        top=200
        shingle=none
        hash=fnv1a
        ties=one
        boosts=[1.0, 2.0]
        """
            .formatted(model().contentId()),
        profile.canonicalText());
  }

  @Test
  public void testIdGolden() {
    assertEquals("aa56041dbe83", Profile.builder().build().id());
    assertEquals(
        "db094c7631a0", Profile.builder().shingling(CHARACTERS).tf(Tf.BINARY).build().id());
  }

  @Test
  public void testTheIdChangesWithEveryOptionThatDecidesABit() throws IOException {
    List<Profile> profiles = new ArrayList<>();
    profiles.add(words().build());
    profiles.add(words().analysis("other").build());
    profiles.add(words().minTokenLength(3).build());
    profiles.add(words().tf(Tf.COUNT).build());
    profiles.add(words().tf(Tf.BINARY).build());
    profiles.add(words().idf(model()).build());
    profiles.add(words().idf(model()).minDocumentFrequency(2).build());
    profiles.add(words().length(LengthFactor.GAUSSIAN).build());
    profiles.add(words().length(LengthFactor.MINMAX).build());
    profiles.add(words().pos(Map.of("n", 2.0)).build());
    profiles.add(words().pos(Map.of("n", 2.5)).build());
    profiles.add(words().pos(Map.of("n", 2.0, "v", 2.0)).build());
    profiles.add(words().cuePhrases(List.of("a", "b")).build());
    profiles.add(words().cuePhrases(List.of("a, b")).build());
    profiles.add(words().cuePhrases(List.of("a\", \"b")).build());
    profiles.add(words().cuePhrases(List.of("a", "b")).cueFactor(2).build());
    profiles.add(words().cuePhrases(List.of("a", "b")).cueScope(CueScope.TOKEN).build());
    profiles.add(words().titleFactor(2).build());
    profiles.add(words().weightLevels(5).build());
    profiles.add(words().weightLevels(6).build());
    profiles.add(words().weightLevels(5).weightScale(WeightScale.LINEAR).build());
    profiles.add(words().top(10).build());
    profiles.add(words().shingling(new Shingling(Shingling.Unit.TOKEN, 2)).build());
    profiles.add(words().shingling(new Shingling(Shingling.Unit.TOKEN, 3)).build());
    profiles.add(words().shingling(CHARACTERS).build());
    profiles.add(words().hash(FeatureHash.FNV1A).build());
    profiles.add(words().ties(Ties.ONE).build());
    profiles.add(words().boosts(List.of(1.0, 1.0)).build());
    profiles.add(words().boosts(List.of(2.0)).build());
    Map<String, Profile> byId = new HashMap<>();
    for (Profile profile : profiles) {
      Profile other = byId.put(profile.id(), profile);
      assertEquals("the same id: " + profile, null, other);
      assertTrue(profile.id().matches("[0-9a-f]{12}"));
    }
  }

  @Test
  public void testTheIdDoesNotChangeWithWhatDecidesNoBit() {
    String id = words().build().id();
    assertEquals(id, words().minFeatures(20).build().id());
    assertEquals(id, words().cueFactor(7).cueScope(CueScope.TOKEN).build().id());
    assertEquals(id, words().weightScale(WeightScale.LINEAR).build().id());
    assertEquals(id, words().shingling(new Shingling(Shingling.Unit.TOKEN, 1)).build().id());
    assertEquals(id, Profile.builder().noShingling().tf(Tf.LOG).build().id());
    assertEquals(id, Profile.builder(Preset.TRADITIONAL).tf(Tf.LOG).build().id());
    Profile.Builder characters = words().shingling(CHARACTERS);
    String ofCharacters = characters.build().id();
    assertEquals(ofCharacters, characters.analysis("x").minTokenLength(9).build().id());
  }

  @Test
  public void testTheOrderInWhichUsersTypeDoesNotMatter() {
    Profile one = words().cuePhrases(List.of("b", "a", "b")).build();
    assertEquals(one.id(), words().cuePhrases(List.of("a", "b")).build().id());
  }

  @Test
  public void testEquality() {
    assertEquals(words().build(), words().build());
    assertEquals(words().build().hashCode(), words().build().hashCode());
    assertNotEquals(words().build(), words().minFeatures(1).build());
    assertNotEquals(words().build(), words().top(1).build());
    assertEquals(words().build().canonicalText(), words().build().toString());
  }

  @Test
  public void testPresets() throws IOException {
    String names = "[default, words, traditional, tfidf, tfidf_length, composite]";
    assertEquals(names, List.of(Preset.values()).toString());
    Profile triples = Profile.builder(Preset.DEFAULT).build();
    assertEquals(Optional.of(new Shingling(Shingling.Unit.TOKEN, 3)), triples.shingling());
    assertEquals(Tf.BINARY, triples.tf());
    assertEquals(Tf.LOG, Profile.builder(Preset.WORDS).build().tf());
    assertEquals(Tf.COUNT, Profile.builder(Preset.TRADITIONAL).build().tf());
    Profile tfidf = Profile.builder(Preset.TFIDF).idf(model()).build();
    assertEquals(Tf.COUNT, tfidf.tf());
    assertEquals(LengthFactor.NONE, tfidf.length());
    Profile length = Profile.builder(Preset.TFIDF_LENGTH).idf(model()).build();
    assertEquals(LengthFactor.GAUSSIAN, length.length());
    Profile composite = Profile.builder(Preset.COMPOSITE).idf(model()).build();
    assertEquals(Map.of("n", 1.5, "v", 1.2), composite.pos());
    assertEquals(12, composite.cuePhrases().size());
    assertEquals(LengthFactor.MINMAX, composite.length());
    assertEquals(5, composite.cueFactor(), 0);
  }

  @Test
  public void testRanges() {
    String length = "[min_token_length] must be in [1, 100] but was [";
    assertRefused(length + "0]", words().minTokenLength(0));
    assertRefused(length + "101]", words().minTokenLength(101));
    String frequency = "[min_document_frequency] must be in [0, 2147483647] but was [-1]";
    assertRefused(frequency, words().minDocumentFrequency(-1));
    String levels = "[weight_levels] must be in [0, 1000] but was [";
    assertRefused(levels + "-1]", words().weightLevels(-1));
    assertRefused(levels + "1001]", words().weightLevels(1001));
    assertRefused("[top] must be in [0, 2147483647] but was [-1]", words().top(-1));
    String features = "[min_features] must be in [0, 1000000] but was [";
    assertRefused(features + "-0.5]", words().minFeatures(-0.5));
    assertRefused(features + "1000000.5]", words().minFeatures(1000000.5));
    assertRefused(features + "NaN]", words().minFeatures(Double.NaN));
  }

  @Test
  public void testEndsOfTheRangesAreAllowed() {
    words().minTokenLength(1).weightLevels(0).top(0).minFeatures(0).cueFactor(1e-9).build();
    words().minTokenLength(100).weightLevels(1000).minFeatures(1e6).cueFactor(1000).build();
    words().cuePhrases(phrases(256)).top(Integer.MAX_VALUE).titleFactor(1000).build();
  }

  @Test
  public void testFactors() {
    for (double factor : new double[] {0, -1, 1000.5, Double.NaN, Double.POSITIVE_INFINITY}) {
      String rest = "] must hold factors above 0 and at most 1000 but was [" + factor + "]";
      assertRefused("[cue_factor" + rest, words().cueFactor(factor));
      assertRefused("[title_factor" + rest, words().titleFactor(factor));
      assertRefused("[pos" + rest, words().pos(Map.of("n", factor)));
      assertRefused("[fields" + rest, words().boosts(List.of(1.0, factor)));
      Exception e =
          assertThrows(IllegalArgumentException.class, () -> new BodyField("", List.of(), factor));
      assertEquals("[fields" + rest, e.getMessage());
    }
  }

  @Test
  public void testCuePhrases() {
    String most = "[cue_phrases] must hold at most [256] phrases but held [257]";
    assertRefused(most, words().cuePhrases(phrases(257)));
    String blank = "[cue_phrases] must not hold a blank phrase";
    assertRefused(blank, words().cuePhrases(List.of("a", "")));
    assertRefused(blank, words().cuePhrases(List.of(" \t")));
    words().cuePhrases(List.of("a", "b".repeat(100))).build();
    String longest =
        "[cue_phrases] must hold phrases of at most [100] characters but held one of [101]";
    assertRefused(longest, words().cuePhrases(List.of("a".repeat(101), "b")));
  }

  @Test
  public void testWhatNeedsAnIdfModel() {
    for (Preset preset : List.of(Preset.TFIDF, Preset.TFIDF_LENGTH, Preset.COMPOSITE)) {
      String sentence = "[preset] [" + preset + "] needs an IDF model: set [idf] or [idf_path]";
      assertRefused(sentence, Profile.builder(preset));
    }
    assertRefused(
        "[min_document_frequency] needs an IDF model: set [idf] or [idf_path]",
        words().minDocumentFrequency(1));
  }

  @Test
  public void testWhatNeedsWords() throws IOException {
    assertNeedsWords("idf", words().idf(model()));
    assertNeedsWords("length", words().length(LengthFactor.MINMAX));
    assertNeedsWords("pos", words().pos(Map.of("n", 2.0)));
    assertNeedsWords("cue_phrases", words().cuePhrases(List.of("a")));
    assertNeedsWords("title_field", words().titleFactor(5));
  }

  private static void assertNeedsWords(String option, Profile.Builder builder) {
    assertRefused(
        "[" + option + "] needs words and cannot stand beside [shingle.unit] [character]",
        builder.shingling(CHARACTERS));
  }

  private static void assertRefused(String sentence, Profile.Builder builder) {
    Exception e = assertThrows(IllegalArgumentException.class, builder::build);
    assertEquals(sentence, e.getMessage());
  }

  private static List<String> phrases(int count) {
    return IntStream.range(0, count).mapToObj(i -> "p" + i).toList();
  }

  private static Profile.Builder words() {
    return Profile.builder(Preset.WORDS);
  }

  private static IdfModel model() throws IOException {
    return IdfModel.read(new StringReader("# documents\t100\na\t1\nb\t50\n"));
  }
}
