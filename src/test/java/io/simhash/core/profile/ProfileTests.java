package io.simhash.core.profile;

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
import static io.simhash.core.profile.ProfileOption.TIES;
import static io.simhash.core.profile.ProfileOption.TITLE_FACTOR;
import static io.simhash.core.profile.ProfileOption.TOP;
import static io.simhash.core.profile.ProfileOption.WEIGHT_LEVELS;
import static io.simhash.core.profile.ProfileOption.WEIGHT_SCALE;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Profile.CueScope;
import io.simhash.core.profile.Profile.Ties;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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
        "db094c7631a0", Profile.builder().set(SHINGLE, CHARACTERS).set(TF, Tf.BINARY).build().id());
  }

  @Test
  public void testTheIdChangesWithEveryOptionThatDecidesABit() throws IOException {
    List<Profile> profiles = new ArrayList<>();
    profiles.add(words().build());
    profiles.add(words().analysis("other").build());
    profiles.add(words().set(MIN_TOKEN_LENGTH, 3).build());
    profiles.add(words().set(TF, Tf.COUNT).build());
    profiles.add(words().set(TF, Tf.BINARY).build());
    profiles.add(words().idf(model()).build());
    profiles.add(words().idf(model()).set(MIN_DOCUMENT_FREQUENCY, 2).build());
    profiles.add(words().set(LENGTH, LengthFactor.GAUSSIAN).build());
    profiles.add(words().set(LENGTH, LengthFactor.MINMAX).build());
    profiles.add(words().set(POS, Map.of("n", 2.0)).build());
    profiles.add(words().set(POS, Map.of("n", 2.5)).build());
    profiles.add(words().set(POS, Map.of("n", 2.0, "v", 2.0)).build());
    profiles.add(words().set(CUE_PHRASES, List.of("a", "b")).build());
    profiles.add(words().set(CUE_PHRASES, List.of("a, b")).build());
    profiles.add(words().set(CUE_PHRASES, List.of("a\", \"b")).build());
    profiles.add(words().set(CUE_PHRASES, List.of("a", "b")).set(CUE_FACTOR, 2.0).build());
    profiles.add(
        words().set(CUE_PHRASES, List.of("a", "b")).set(CUE_SCOPE, CueScope.TOKEN).build());
    profiles.add(words().hasTitle(true).set(TITLE_FACTOR, 2.0).build());
    profiles.add(words().hasTitle(true).set(TITLE_FACTOR, 5.0).build());
    profiles.add(words().set(WEIGHT_LEVELS, 5).build());
    profiles.add(words().set(WEIGHT_LEVELS, 6).build());
    profiles.add(words().set(WEIGHT_LEVELS, 5).set(WEIGHT_SCALE, WeightScale.LINEAR).build());
    profiles.add(words().set(TOP, 10).build());
    profiles.add(words().set(SHINGLE, new Shingling(Shingling.Unit.TOKEN, 2)).build());
    profiles.add(words().set(SHINGLE, new Shingling(Shingling.Unit.TOKEN, 3)).build());
    profiles.add(words().set(SHINGLE, CHARACTERS).build());
    profiles.add(words().set(HASH, FeatureHash.FNV1A).build());
    profiles.add(words().set(TIES, Ties.ONE).build());
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
    assertEquals(id, words().set(MIN_FEATURES, 20.0).build().id());
    assertEquals(id, words().set(SHINGLE, new Shingling(Shingling.Unit.TOKEN, 1)).build().id());
    assertEquals(
        id, Profile.builder().set(SHINGLE, Shingling.SINGLE_TOKENS).set(TF, Tf.LOG).build().id());
    assertEquals(id, Profile.builder(Preset.TRADITIONAL).set(TF, Tf.LOG).build().id());
    Profile.Builder characters = words().set(SHINGLE, CHARACTERS);
    String ofCharacters = characters.build().id();
    assertEquals(ofCharacters, characters.analysis("x").build().id());
  }

  @Test
  public void testTheOrderInWhichUsersTypeDoesNotMatter() {
    Profile one = words().set(CUE_PHRASES, List.of("b", "a", "b")).build();
    assertEquals(one.id(), words().set(CUE_PHRASES, List.of("a", "b")).build().id());
  }

  @Test
  public void testEquality() {
    assertEquals(words().build(), words().build());
    assertEquals(words().build().hashCode(), words().build().hashCode());
    assertNotEquals(words().build(), words().set(MIN_FEATURES, 1.0).build());
    assertNotEquals(words().build(), words().set(TOP, 1).build());
    assertNotEquals(words().build().hashCode(), words().set(TOP, 1).build().hashCode());
    assertEquals(words().build().canonicalText(), words().build().toString());
  }

  @Test
  public void testWhatIsNoOption() {
    Profile profile = words().analysis("ansj;1").boosts(List.of(1.0, 2.0)).build();
    assertEquals("ansj;1", profile.analysis());
    assertEquals(List.of(1.0, 2.0), profile.boosts());
    assertFalse(profile.hasTitle());
    assertEquals(1, profile.titleFactor(), 0);
    Profile titled = words().hasTitle(true).set(TITLE_FACTOR, 2.0).build();
    assertTrue(titled.hasTitle());
    assertEquals(2, titled.titleFactor(), 0);
  }

  @Test
  public void testEndsOfTheRangesAreAllowed() {
    withCues()
        .set(MIN_TOKEN_LENGTH, 1)
        .set(WEIGHT_LEVELS, 0)
        .set(TOP, 0)
        .set(MIN_FEATURES, 0.0)
        .set(CUE_FACTOR, 1e-9)
        .build();
    words().set(WEIGHT_LEVELS, 1).set(TOP, 1).build();
    withCues()
        .set(MIN_TOKEN_LENGTH, 100)
        .set(WEIGHT_LEVELS, 1000)
        .set(MIN_FEATURES, 1e6)
        .set(CUE_FACTOR, 1000.0)
        .build();
    words()
        .hasTitle(true)
        .set(CUE_PHRASES, phrases(256))
        .set(TOP, Integer.MAX_VALUE)
        .set(TITLE_FACTOR, 1000.0)
        .build();
  }

  @Test
  public void testNumberOfCuePhrases() {
    assertRefused(
        "[cue_phrases] must hold at most [256] phrases but held [257]",
        () -> words().set(CUE_PHRASES, phrases(257)));
  }

  @Test
  public void testOnlyTheCompositeHasATitleFactorOfItsOwn() throws IOException {
    for (Preset preset : Preset.values()) {
      Profile untitled = withModel(preset).build();
      assertEquals(1, untitled.titleFactor(), 0);
      assertEquals(preset == Preset.COMPOSITE ? 5 : 1, untitled.get(TITLE_FACTOR), 0);
      Profile titled = withModel(preset).hasTitle(true).set(TITLE_FACTOR, 3.0).build();
      assertEquals(3, titled.titleFactor(), 0);
    }
    assertEquals(5, withModel(Preset.COMPOSITE).hasTitle(true).build().titleFactor(), 0);
  }

  /** The id of a profile says the factor, not where it comes from. */
  @Test
  public void testTheFactorOfTheCompositeCanBeTyped() throws IOException {
    Profile composite = withModel(Preset.COMPOSITE).hasTitle(true).build();
    Profile typed =
        withModel(Preset.TRADITIONAL)
            .hasTitle(true)
            .set(TF, Tf.COUNT)
            .set(LENGTH, LengthFactor.MINMAX)
            .set(POS, composite.get(POS))
            .set(CUE_PHRASES, composite.get(CUE_PHRASES))
            .set(TITLE_FACTOR, 5.0)
            .build();
    assertEquals(composite.id(), typed.id());
    Profile untitled = withModel(Preset.COMPOSITE).build();
    assertEquals(
        composite.canonicalText(),
        untitled.canonicalText().replace("title_factor=1.0", "title_factor=5.0"));
  }

  private static void assertRefused(String sentence, Supplier<Profile.Builder> builder) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> builder.get().build());
    assertEquals(sentence, e.getMessage());
  }

  private static List<String> phrases(int count) {
    return IntStream.range(0, count).mapToObj(i -> "p" + i).toList();
  }

  private static Profile.Builder withCues() {
    return words().set(CUE_PHRASES, List.of("a"));
  }

  private static Profile.Builder words() {
    return Profile.builder(Preset.WORDS);
  }

  private static Profile.Builder withModel(Preset preset) throws IOException {
    return Profile.builder(preset).idf(model());
  }

  private static IdfModel model() throws IOException {
    return IdfModel.read(new StringReader("# documents\t100\na\t1\nb\t50\n"));
  }
}
