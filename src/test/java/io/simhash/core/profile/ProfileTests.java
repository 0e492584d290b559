package io.simhash.core.profile;

import static io.simhash.core.profile.ProfileOption.ANALYZER;
import static io.simhash.core.profile.ProfileOption.CUE_FACTOR;
import static io.simhash.core.profile.ProfileOption.CUE_PHRASES;
import static io.simhash.core.profile.ProfileOption.CUE_SCOPE;
import static io.simhash.core.profile.ProfileOption.HASH;
import static io.simhash.core.profile.ProfileOption.MIN_DOCUMENT_FREQUENCY;
import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.POS;
import static io.simhash.core.profile.ProfileOption.PRESET;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;
import static io.simhash.core.profile.ProfileOption.TIES;
import static io.simhash.core.profile.ProfileOption.TOP;
import static io.simhash.core.profile.ProfileOption.WEIGHT_LEVELS;
import static io.simhash.core.profile.ProfileOption.WEIGHT_SCALE;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.TextOptions;
import java.io.IOException;
import java.io.StringReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Profiles and the options in them. */
public class ProfileTests {

  private static final Shingling CHARACTERS = new Shingling(Shingling.Unit.CHARACTER, 3);

  /** The canonical text is persisted through its hash: a change makes every index incomparable. */
  @Test
  public void testCanonicalTextOfTheDefault() {
    assertEquals(
        """
        simhash-profile=2
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
            .hasTitle(true)
            .set(MIN_TOKEN_LENGTH, 1)
            .idf(model())
            .set(MIN_DOCUMENT_FREQUENCY, 3)
            .set(CUE_PHRASES, List.of("总之", "a, \"b\"\n\\"))
            .set(CUE_FACTOR, 2.5)
            .set(CUE_SCOPE, CueScope.TOKEN)
            .set(WEIGHT_LEVELS, 5)
            .set(WEIGHT_SCALE, WeightScale.LINEAR)
            .set(TOP, 200)
            .set(MIN_FEATURES, 7.0)
            .set(HASH, FeatureHash.FNV1A)
            .set(TIES, Ties.ONE)
            .text(
                TextOptions.of(
                    Map.of(
                        "fold",
                        List.of("accents", "traditional"),
                        "boilerplate",
                        List.of("版权所有，翻印", "ALL rights; reserved."))))
            .boosts(List.of(1.0, 2.0))
            .build();
    assertEquals(
        """
        simhash-profile=2
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
        fold=accents+traditional
        boilerplate=[allrightsreserved, 版权所有翻印]
        boosts=[1.0, 2.0]
        """
            .formatted(model().contentId()),
        profile.canonicalText());
  }

  @Test
  public void testIdGolden() {
    assertEquals("e326d9713a1b", Profile.builder().build().id());
    assertEquals(
        "d39cadd49924", Profile.builder().set(SHINGLE, CHARACTERS).set(TF, Tf.BINARY).build().id());
  }

  @Test
  public void testTheIdDoesNotChangeWithWhatDecidesNoBit() {
    String id = words().build().id();
    assertEquals(id, words().set(MIN_FEATURES, 20.0).build().id());
    assertEquals(id, words().set(SHINGLE, new Shingling(Shingling.Unit.TOKEN, 1)).build().id());
    assertEquals(
        id, Profile.builder().set(SHINGLE, Shingling.SINGLE_TOKENS).set(TF, Tf.LOG).build().id());
    assertEquals(id, Profile.builder(Preset.TRADITIONAL).set(TF, Tf.LOG).build().id());
    Profile.Builder characters = words().set(SHINGLE, CHARACTERS);
    String ofCharacters = characters.build().id();
    assertEquals(ofCharacters, characters.analysis("x").build().id());
  }

  private static Profile.Builder words() {
    return Profile.builder(Preset.WORDS);
  }

  private static IdfModel model() throws IOException {
    return IdfModel.read(new StringReader("# documents\t100\na\t1\nb\t50\n"));
  }

  @Test
  public void testTakeTypedLeavesOtherOptions() {
    Map<String, Object> map = new HashMap<>(Map.of("tf", "log", "top", 3, "field", "content"));
    assertEquals(Map.of("tf", "log", "top", 3), ProfileOption.takeOptions(map));
    assertEquals(Map.of("field", "content"), map);
  }

  @Test
  public void testReadTakesWhatIsThere() {
    Map<String, Object> typed =
        new HashMap<>(Map.of("preset", "traditional", "top", "3", "radius", 7));
    Profile profile = Profile.builder().read(new OptionMap(typed)).build();
    assertEquals(Map.of("radius", 7), typed);
    assertEquals(Preset.TRADITIONAL, profile.get(PRESET));
    assertEquals(Tf.COUNT, profile.get(TF));
    assertEquals(3, (int) profile.get(TOP));
    assertEquals(2, (int) profile.get(MIN_TOKEN_LENGTH));
    assertEquals(Shingling.SINGLE_TOKENS, profile.get(SHINGLE));
  }

  @Test
  public void testEveryTypeIsRead() {
    Map<String, Object> typed = new HashMap<>();
    typed.put("analyzer", "standard");
    typed.put("pos", Map.of("n", "1.5"));
    typed.put("cue_phrases", List.of("b", "a"));
    typed.put("cue_factor", 2);
    typed.put("min_features", "3.5");
    typed.put("shingle", Map.of("unit", "token", "size", 2));
    typed.put("hash", "fnv1a");
    Profile profile = Profile.builder().read(new OptionMap(typed)).build();
    assertEquals("standard", profile.get(ANALYZER));
    assertEquals(Map.of("n", 1.5), profile.get(POS));
    assertEquals("[a, b]", profile.get(CUE_PHRASES).toString());
    assertEquals(2, profile.get(CUE_FACTOR), 0);
    assertEquals(3.5, profile.get(MIN_FEATURES), 0);
    assertEquals(new Shingling(Shingling.Unit.TOKEN, 2), profile.get(SHINGLE));
    assertEquals(FeatureHash.FNV1A, profile.get(HASH));
  }

  /** So that a mapping can name every default that it was made with. */
  @Test
  public void testEveryDefaultCanBeTyped() {
    Profile plain = Profile.builder().build();
    for (ProfileOption<?> option : ProfileOption.all()) {
      Object json = option.json(plain);
      if (json != null) {
        OptionMap options = new OptionMap(new HashMap<>(Map.of(option.name(), json)));
        assertEquals(plain, Profile.builder().read(option, options).build());
      }
    }
  }

  @Test
  public void testJsonIsEqualForAllSpellings() {
    assertEquals(3, json(TOP, "3"));
    assertEquals(8.0, json(MIN_FEATURES, 8));
    assertEquals(Map.of("n", 2.0), json(POS, Map.of("n", "2")));
    assertEquals(List.of("a", "b"), json(CUE_PHRASES, List.of("b", "a", "b")));
    assertEquals(CHARACTERS.json(), json(SHINGLE, Map.of("unit", "character", "size", "3")));
    assertEquals("{size=3, unit=character}", CHARACTERS.json().toString());
    Exception e = assertThrows(IllegalArgumentException.class, () -> json(TOP, -1));
    assertEquals("[top] must be at least [0] but was [-1]", e.getMessage());
  }

  private static Object json(ProfileOption<?> option, Object typed) {
    return option.json(new OptionMap(new HashMap<>(Map.of(option.name(), typed))));
  }

  /** The profile keeps its own copies, in order. */
  @Test
  public void testCollectionsAreCopied() {
    Map<String, Double> pos = new HashMap<>(Map.of("v", 2.0, "n", 3.0));
    Profile profile =
        Profile.builder().set(POS, pos).set(CUE_PHRASES, List.of("b", "a", "b")).build();
    pos.clear();
    assertEquals("{n=3.0, v=2.0}", profile.get(POS).toString());
    assertEquals("[a, b]", profile.get(CUE_PHRASES).toString());
    assertThrows(UnsupportedOperationException.class, () -> profile.get(POS).clear());
    assertThrows(UnsupportedOperationException.class, () -> profile.get(CUE_PHRASES).clear());
  }
}
