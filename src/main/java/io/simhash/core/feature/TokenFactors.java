package io.simhash.core.feature;

import io.simhash.core.feature.WeighedToken.TermFactors;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Leaves out the tokens of a document that are too short or too rare and gives the others the
 * factors of their weights.
 */
final class TokenFactors {

  private final Profile profile;

  TokenFactors(Profile profile) {
    this.profile = profile;
  }

  /** The tokens that are kept of each field, with their factors. */
  List<List<WeighedToken>> weigh(List<BodyField> body, Set<String> titleTerms) {
    List<List<Token>> kept =
        body.stream().map(field -> field.tokens().stream().filter(this::isKept).toList()).toList();
    IntSummaryStatistics lengths =
        kept.stream()
            .flatMap(List::stream)
            .mapToInt(token -> codePoints(token.term()))
            .summaryStatistics();
    Map<String, TermFactors> terms = new HashMap<>();
    List<List<WeighedToken>> weighed = new ArrayList<>(body.size());
    for (int i = 0; i < body.size(); i++) {
      CueMarks marks =
          CueMarks.of(
              body.get(i).text(),
              profile.get(ProfileOption.CUE_PHRASES),
              profile.get(ProfileOption.CUE_SCOPE));
      List<WeighedToken> tokens = new ArrayList<>(kept.get(i).size());
      for (Token token : kept.get(i)) {
        TermFactors term =
            terms.computeIfAbsent(token.term(), t -> factors(t, lengths, titleTerms));
        double cue = marks.marks(token) ? profile.get(ProfileOption.CUE_FACTOR) : 1;
        tokens.add(new WeighedToken(token, term, pos(token.partOfSpeech()), cue));
      }
      weighed.add(tokens);
    }
    return weighed;
  }

  private boolean isKept(Token token) {
    int minFrequency = profile.get(ProfileOption.MIN_DOCUMENT_FREQUENCY);
    return codePoints(token.term()) >= profile.get(ProfileOption.MIN_TOKEN_LENGTH)
        && (minFrequency == 0
            || profile.idf().orElseThrow().documentFrequency(token.term()) >= minFrequency);
  }

  private TermFactors factors(String term, IntSummaryStatistics lengths, Set<String> titleTerms) {
    return new TermFactors(
        profile.idf().map(model -> model.idf(term)).orElse(1.0),
        profile
            .get(ProfileOption.LENGTH)
            .factor(codePoints(term), lengths.getMin(), lengths.getMax()),
        titleTerms.contains(term) ? profile.titleFactor() : 1);
  }

  /** The factor of the longest prefix. */
  private double pos(String partOfSpeech) {
    double factor = 1;
    int longestPrefix = -1;
    for (Map.Entry<String, Double> entry : profile.get(ProfileOption.POS).entrySet()) {
      String prefix = entry.getKey();
      if (prefix.length() > longestPrefix && partOfSpeech.startsWith(prefix)) {
        longestPrefix = prefix.length();
        factor = entry.getValue();
      }
    }
    return factor;
  }

  private static int codePoints(String term) {
    return term.codePointCount(0, term.length());
  }
}
