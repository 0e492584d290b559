package io.simhash.core.feature;

import io.simhash.core.base.Weight;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** One feature of a document while its occurrences are counted. */
final class FeatureDraft {

  private final String text;
  private String partOfSpeech = "";
  private int occurrences;
  private double idf = 1;
  private double length = 1;
  private double title = 1;
  private double pos = 0;
  private double cue = 0;
  private double field = 0;

  FeatureDraft(String text) {
    this.text = text;
  }

  /** Counts an occurrence as a shingle of characters. */
  void occursIn(BodyField in) {
    occurrences++;
    pos = 1;
    cue = 1;
    field = Math.max(field, in.boost());
  }

  /** Counts an occurrence as a shingle of tokens. */
  void occursAs(List<WeighedToken> window, BodyField in) {
    if (occurrences == 0) {
      idf = mean(window, w -> w.term().idf());
      length = mean(window, w -> w.term().length());
      title = mean(window, w -> w.term().title());
      partOfSpeech =
          String.join(" ", window.stream().map(w -> w.token().partOfSpeech()).toList()).strip();
    }
    occurrences++;
    pos = Math.max(pos, mean(window, WeighedToken::pos));
    cue = Math.max(cue, mean(window, WeighedToken::cue));
    field = Math.max(field, in.boost());
  }

  private static double mean(List<WeighedToken> window, ToDoubleFunction<WeighedToken> factor) {
    double sum = 0;
    for (WeighedToken weighed : window) {
      sum += factor.applyAsDouble(weighed);
    }
    return sum / window.size();
  }

  /** The feature, when all occurrences are counted. */
  Feature toFeature(Profile profile) {
    double tf = profile.get(ProfileOption.TF).factor(occurrences);
    Factors factors = new Factors(tf, idf, length, pos, cue, title, field);
    return new Feature(
        text,
        partOfSpeech,
        occurrences,
        factors,
        profile.get(ProfileOption.HASH).hash(text),
        Weight.of(factors.product()));
  }
}
