package io.simhash.core.profile;

import static io.simhash.core.profile.ProfileOption.ANALYZER;
import static io.simhash.core.profile.ProfileOption.CUE_FACTOR;
import static io.simhash.core.profile.ProfileOption.CUE_PHRASES;
import static io.simhash.core.profile.ProfileOption.HASH;
import static io.simhash.core.profile.ProfileOption.IDF;
import static io.simhash.core.profile.ProfileOption.IDF_PATH;
import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.POS;
import static io.simhash.core.profile.ProfileOption.PRESET;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;
import static io.simhash.core.profile.ProfileOption.TITLE_FACTOR;
import static io.simhash.core.profile.ProfileOption.TOP;
import static io.simhash.core.profile.ProfileOption.WEIGHT_LEVELS;
import static io.simhash.core.profile.ProfileOption.WEIGHT_SCALE;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.shingle.Shingling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.Test;

public class ProfileOptionTests {

  private static final Shingling CHARACTERS = new Shingling(Shingling.Unit.CHARACTER, 3);

  @Test
  public void testNamesInTheOrderOfTheCanonicalText() {
    assertEquals(
        "[preset, analyzer, min_token_length, tf, idf, idf_path, min_document_frequency, length,"
            + " pos, cue_phrases, cue_factor, cue_scope, title_factor, weight_levels, weight_scale,"
            + " top, min_features, shingle, hash, ties]",
        ProfileOption.all().toString());
  }

  @Test
  public void testTakeTypedLeavesOtherOptions() {
    Map<String, Object> map = new HashMap<>(Map.of("tf", "log", "top", 3, "field", "content"));
    assertEquals(Map.of("tf", "log", "top", 3), ProfileOption.takeTyped(map));
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

  @Test
  public void testReadOneOption() {
    Map<String, Object> typed = new HashMap<>(Map.of("top", 7, "tf", "log"));
    OptionMap options = new OptionMap(typed);
    Profile profile = Profile.builder().read(TOP, options).read(WEIGHT_LEVELS, options).build();
    assertEquals(7, (int) profile.get(TOP));
    assertEquals(Map.of("tf", "log"), typed);
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

  @Test
  public void testJsonIsTheValueThatUsersType() {
    Profile profile =
        Profile.builder(Preset.WORDS)
            .hasTitle(true)
            .set(TITLE_FACTOR, 5.0)
            .set(WEIGHT_LEVELS, 5)
            .set(TOP, 7)
            .set(CUE_PHRASES, List.of("a"))
            .build();
    Map<String, Object> json = new TreeMap<>();
    for (ProfileOption<?> option : ProfileOption.all()) {
      if (option.json(profile) != null) {
        json.put(option.name(), option.json(profile));
      }
    }
    assertEquals(
        "{analyzer=ansj, cue_factor=5.0, cue_phrases=[a], cue_scope=sentence, hash=xxh3, idf=none,"
            + " length=none, min_document_frequency=0, min_features=8.0, min_token_length=2,"
            + " pos={}, preset=words, shingle={size=1, unit=token}, tf=log, ties=zero,"
            + " title_factor=5.0, top=7, weight_levels=5, weight_scale=rank}",
        json.toString());
  }

  @Test
  public void testNoJsonWithoutAnEffect() {
    Profile plain = Profile.builder().build();
    for (ProfileOption<?> option : List.of(IDF_PATH, CUE_FACTOR, TITLE_FACTOR, WEIGHT_SCALE)) {
      assertNull(option.name(), option.json(plain));
    }
    Profile characters = Profile.builder().set(SHINGLE, CHARACTERS).build();
    assertNull(ANALYZER.json(characters));
    assertNull(MIN_TOKEN_LENGTH.json(characters));
    Profile file = Profile.builder().set(IDF_PATH, "my.tsv").build();
    assertNull(IDF.json(file));
    assertEquals("my.tsv", IDF_PATH.json(file));
  }
}
