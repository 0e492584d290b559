package io.simhash.core.feature;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** One occurrence of a feature in a text. */
sealed interface Occurrence {

  /** The text of the feature. */
  String text();

  /** The part of speech; empty if there is none. */
  String partOfSpeech();

  /** A factor of the weight at this occurrence. */
  double factor(Factor factor);

  /** The factors that may differ between occurrences of one feature. */
  enum Factor {
    IDF(weighed -> weighed.term().idf()),
    LENGTH(weighed -> weighed.term().length()),
    POS(WeighedToken::pos),
    CUE(WeighedToken::cue),
    TITLE(weighed -> weighed.term().title()),
    FIELD(weighed -> 1);

    private final ToDoubleFunction<WeighedToken> ofToken;

    Factor(ToDoubleFunction<WeighedToken> ofToken) {
      this.ofToken = ofToken;
    }

    private double mean(List<WeighedToken> window) {
      double sum = 0;
      for (WeighedToken weighed : window) {
        sum += ofToken.applyAsDouble(weighed);
      }
      return sum / window.size();
    }
  }

  /**
   * A shingle of tokens: each factor is the mean over its tokens.
   *
   * @param window the tokens
   * @param boost the factor of the field
   */
  record OfTokens(List<WeighedToken> window, double boost) implements Occurrence {

    @Override
    public String text() {
      if (window.size() == 1) {
        return window.get(0).token().term();
      }
      StringBuilder text = new StringBuilder();
      for (WeighedToken weighed : window) {
        text.append(text.isEmpty() ? "" : " ").append(weighed.token().term());
      }
      return text.toString();
    }

    @Override
    public String partOfSpeech() {
      return String.join(" ", window.stream().map(w -> w.token().partOfSpeech()).toList()).strip();
    }

    @Override
    public double factor(Factor factor) {
      return factor == Factor.FIELD ? boost : factor.mean(window);
    }
  }

  /** A shingle of characters, which has no factor but that of the field. */
  record OfCharacters(String text, double boost) implements Occurrence {

    @Override
    public String partOfSpeech() {
      return "";
    }

    @Override
    public double factor(Factor factor) {
      return factor == Factor.FIELD ? boost : 1;
    }
  }
}
