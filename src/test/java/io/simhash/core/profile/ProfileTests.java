package io.simhash.core.profile;

import static io.simhash.core.profile.ProfileOption.CUE_FACTOR;
import static io.simhash.core.profile.ProfileOption.CUE_PHRASES;
import static io.simhash.core.profile.ProfileOption.CUE_SCOPE;
import static io.simhash.core.profile.ProfileOption.FOLD;
import static io.simhash.core.profile.ProfileOption.HASH;
import static io.simhash.core.profile.ProfileOption.MIN_DOCUMENT_FREQUENCY;
import static io.simhash.core.profile.ProfileOption.MIN_FEATURES;
import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;
import static io.simhash.core.profile.ProfileOption.TIES;
import static io.simhash.core.profile.ProfileOption.TOP;
import static io.simhash.core.profile.ProfileOption.WEIGHT_LEVELS;
import static io.simhash.core.profile.ProfileOption.WEIGHT_SCALE;
import static org.junit.Assert.assertEquals;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.Profile.CueScope;
import io.simhash.core.profile.Profile.Ties;
import io.simhash.core.shingle.Folding;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.Test;

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
            .set(FOLD, Folding.ofBits(5))
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

  @Test
  public void testTheOrderInWhichUsersTypeDoesNotMatter() {
    Profile one = words().set(CUE_PHRASES, List.of("b", "a", "b")).build();
    assertEquals(one.id(), words().set(CUE_PHRASES, List.of("a", "b")).build().id());
  }

  private static Profile.Builder words() {
    return Profile.builder(Preset.WORDS);
  }

  private static IdfModel model() throws IOException {
    return IdfModel.read(new StringReader("# documents\t100\na\t1\nb\t50\n"));
  }
}
