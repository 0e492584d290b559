package io.simhash.core.profile;

import static io.simhash.core.profile.ProfileOption.CUE_PHRASES;
import static io.simhash.core.profile.ProfileOption.LENGTH;
import static io.simhash.core.profile.ProfileOption.POS;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TF;
import static io.simhash.core.profile.ProfileOption.TITLE_FACTOR;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import io.simhash.core.idf.IdfModel;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.io.StringReader;
import org.junit.Test;

/** The title factor of each preset, and the titles that are refused. */
public class ProfileTitleTests {

  @Test
  public void testOnlyTheCompositeHasATitleFactorOfItsOwn() throws IOException {
    for (Preset preset : Preset.values()) {
      Profile untitled = builder(preset).build();
      assertEquals(1, untitled.titleFactor(), 0);
      assertEquals(preset == Preset.COMPOSITE ? 5 : 1, untitled.get(TITLE_FACTOR), 0);
      Profile titled = builder(preset).hasTitle(true).set(TITLE_FACTOR, 3.0).build();
      assertEquals(3, titled.titleFactor(), 0);
    }
    assertEquals(5, builder(Preset.COMPOSITE).hasTitle(true).build().titleFactor(), 0);
  }

  /** The id of a profile says the factor, not where it comes from. */
  @Test
  public void testTheFactorOfTheCompositeCanBeTyped() throws IOException {
    Profile composite = builder(Preset.COMPOSITE).hasTitle(true).build();
    Profile typed =
        builder(Preset.TRADITIONAL)
            .hasTitle(true)
            .set(TF, Tf.COUNT)
            .set(LENGTH, LengthFactor.MINMAX)
            .set(POS, composite.get(POS))
            .set(CUE_PHRASES, composite.get(CUE_PHRASES))
            .set(TITLE_FACTOR, 5.0)
            .build();
    assertEquals(composite.id(), typed.id());
    Profile untitled = builder(Preset.COMPOSITE).build();
    assertEquals(
        composite.canonicalText(),
        untitled.canonicalText().replace("title_factor=1.0", "title_factor=5.0"));
  }

  @Test
  public void testATitleWithoutEffectIsRefused() throws IOException {
    for (Preset preset : Preset.values()) {
      assertRefused(
          "[title_field] has no effect with [title_factor] [1]: set another [title_factor]",
          builder(preset).hasTitle(true).set(TITLE_FACTOR, 1.0));
      if (preset != Preset.COMPOSITE) {
        assertRefused(
            "[title_field] has no effect with [title_factor] [1], the default of [preset] ["
                + preset
                + "]: set [title_factor], or use [preset] [composite]",
            builder(preset).hasTitle(true));
      }
    }
  }

  @Test
  public void testErrorsNameTheOptionThatGivesTheTitle() {
    Profile.Builder words = Profile.builder(Preset.WORDS).titleOption("title");
    assertRefused(
        "[title] has no effect with [title_factor] [1], the default of [preset] [words]: set"
            + " [title_factor], or use [preset] [composite]",
        words.hasTitle(true));
    assertRefused(
        "[title] has no effect with [title_factor] [1]: set another [title_factor]",
        words.set(TITLE_FACTOR, 1.0));
    assertRefused("[title_factor] needs [title]", words.hasTitle(false));
    assertRefused(
        "[title] needs words and cannot be used with [shingle.unit] [character]",
        words.hasTitle(true).set(SHINGLE, new Shingling(Shingling.Unit.CHARACTER, 3)));
  }

  private static void assertRefused(String sentence, Profile.Builder builder) {
    Exception e = assertThrows(IllegalArgumentException.class, builder::build);
    assertEquals(sentence, e.getMessage());
  }

  private static Profile.Builder builder(Preset preset) throws IOException {
    return Profile.builder(preset)
        .idf(IdfModel.read(new StringReader("# documents\t100\na\t1\nb\t50\n")));
  }
}
