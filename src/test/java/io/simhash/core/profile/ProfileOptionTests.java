package io.simhash.core.profile;

import static io.simhash.core.profile.ProfileOption.ANALYZER;
import static io.simhash.core.profile.ProfileOption.CUE_FACTOR;
import static io.simhash.core.profile.ProfileOption.CUE_PHRASES;
import static io.simhash.core.profile.ProfileOption.HASH;
import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.POS;
import static io.simhash.core.profile.ProfileOption.PRESET;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;
import static io.simhash.core.profile.ProfileOption.TOP;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.OptionMap;
import io.simhash.core.shingle.Shingling;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

public class ProfileOptionTests {

  private static final Shingling CHARACTERS = new Shingling(Shingling.Unit.CHARACTER, 3);

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
