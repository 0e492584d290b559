package io.simhash.core.profile;

import io.simhash.core.profile.Profile.Tf;
import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Named starting points for a {@link Profile}; every option that is given beside one overrides it.
 *
 * <p>{@link #DEFAULT} is the one that finds near-duplicates best. The others are kept faithful to
 * the literature: the products of many factors let two or three words decide all 64 bits, which
 * groups texts by topic but finds few near-duplicates.
 */
public enum Preset {
  /**
   * Triples of tokens, each once: two texts must share wording, not only vocabulary. Found best by
   * measurement, for Chinese and for English, with a distance of 12.
   */
  DEFAULT(
      profile ->
          profile
              .set(ProfileOption.SHINGLE, new Shingling(Shingling.Unit.TOKEN, 3))
              .set(ProfileOption.TF, Tf.BINARY)),
  /** Single words, {@code 1 + ln tf}. */
  WORDS(profile -> profile.set(ProfileOption.TF, Tf.LOG)),
  /** Single words, {@code tf}: SimHash as first published. */
  TRADITIONAL(profile -> profile.set(ProfileOption.TF, Tf.COUNT)),
  /** Single words, {@code tf · idf}. */
  TFIDF(profile -> profile.set(ProfileOption.TF, Tf.COUNT)),
  /** Single words, {@code tf · idf · gaussian length}. */
  TFIDF_LENGTH(
      profile ->
          profile.set(ProfileOption.TF, Tf.COUNT).set(ProfileOption.LENGTH, LengthFactor.GAUSSIAN)),
  /**
   * Single words, {@code tf · idf · pos · minmax length · cue · title}. The cue phrases announce a
   * conclusion or a turn, as in automatic summaries.
   */
  COMPOSITE(
      profile ->
          profile
              .set(ProfileOption.TF, Tf.COUNT)
              .set(ProfileOption.LENGTH, LengthFactor.MINMAX)
              .set(ProfileOption.POS, Map.of("n", 1.5, "v", 1.2))
              .set(
                  ProfileOption.CUE_PHRASES,
                  List.of(
                      "综上所述", "总之", "总的来说", "总而言之", "由此可见", "因此", "所以", "但是", "然而", "结论", "本文",
                      "关键"))
              .set(ProfileOption.TITLE_FACTOR, 5.0));

  /** Sets the options that differ from their defaults. */
  final Consumer<Profile.Builder> options;

  Preset(Consumer<Profile.Builder> options) {
    this.options = options;
  }

  /** Whether the preset needs an IDF model. */
  boolean needsIdf() {
    return this == TFIDF || this == TFIDF_LENGTH || this == COMPOSITE;
  }
}
