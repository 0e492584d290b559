package io.simhash.core.profile;

import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Named starting points for a {@link Profile}; every option that is given beside one overrides it.
 *
 * <p>{@link #DEFAULT} is the one that finds near-duplicates best. The others are kept faithful to
 * the literature; the products of many factors let two or three words decide all 64 bits, which
 * groups texts by topic and is ruinous for finding near-duplicates.
 */
public enum Preset {
  /**
   * Triples of tokens, each once: what two texts must share is wording, not vocabulary. Found best
   * by measurement, for Chinese and for English, with a distance of 12.
   */
  DEFAULT {
    @Override
    void apply(Profile.Builder profile) {
      profile.shingling(new Shingling(Shingling.Unit.TOKEN, 3)).tf(Tf.BINARY);
    }
  },
  /** Single words, {@code 1 + ln tf}. */
  WORDS {
    @Override
    void apply(Profile.Builder profile) {
      profile.tf(Tf.LOG);
    }
  },
  /** Single words, {@code tf}: SimHash as first published. */
  TRADITIONAL {
    @Override
    void apply(Profile.Builder profile) {
      profile.tf(Tf.COUNT);
    }
  },
  /** Single words, {@code tf · idf}. */
  TFIDF(true) {
    @Override
    void apply(Profile.Builder profile) {
      profile.tf(Tf.COUNT);
    }
  },
  /** Single words, {@code tf · idf · gaussian length}. */
  TFIDF_LENGTH(true) {
    @Override
    void apply(Profile.Builder profile) {
      profile.tf(Tf.COUNT).length(LengthFactor.GAUSSIAN);
    }
  },
  /** Single words, {@code tf · idf · pos · minmax length · cue · title}. */
  COMPOSITE(true) {
    @Override
    void apply(Profile.Builder profile) {
      profile
          .tf(Tf.COUNT)
          .length(LengthFactor.MINMAX)
          .pos(Map.of("n", 1.5, "v", 1.2))
          .cuePhrases(CUE_PHRASES);
    }
  };

  /** Phrases that announce a conclusion or a turn, as summarisers use them. */
  public static final List<String> CUE_PHRASES =
      List.of("综上所述", "总之", "总的来说", "总而言之", "由此可见", "因此", "所以", "但是", "然而", "结论", "本文", "关键");

  private final boolean needsIdf;

  Preset() {
    this(false);
  }

  Preset(boolean needsIdf) {
    this.needsIdf = needsIdf;
  }

  abstract void apply(Profile.Builder profile);

  /** Whether the preset makes no sense without an IDF model. */
  public boolean needsIdf() {
    return needsIdf;
  }

  /** The name that users type. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
