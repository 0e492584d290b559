package io.simhash.core.feature;

import static io.simhash.core.profile.ProfileOption.CUE_FACTOR;
import static io.simhash.core.profile.ProfileOption.CUE_PHRASES;
import static io.simhash.core.profile.ProfileOption.CUE_SCOPE;
import static io.simhash.core.profile.ProfileOption.LENGTH;
import static io.simhash.core.profile.ProfileOption.MIN_DOCUMENT_FREQUENCY;
import static io.simhash.core.profile.ProfileOption.MIN_TOKEN_LENGTH;
import static io.simhash.core.profile.ProfileOption.POS;

import io.simhash.core.feature.WeighedToken.TermFactors;
import io.simhash.core.idf.IdfModel;
import io.simhash.core.profile.CueScope;
import io.simhash.core.profile.LengthFactor;
import io.simhash.core.profile.Profile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Leaves out the tokens of a document that are too short or too rare and gives the others the
 * factors of their weights.
 */
final class TokenFactors {

  private final int minTokenLength;
  private final Optional<IdfModel> idf;
  private final int minDocumentFrequency;
  private final LengthFactor length;
  private final Map<String, Double> pos;
  private final Collection<String> cuePhrases;
  private final double cueFactor;
  private final CueScope cueScope;
  private final double titleFactor;

  TokenFactors(Profile profile) {
    minTokenLength = profile.get(MIN_TOKEN_LENGTH);
    idf = profile.idf();
    minDocumentFrequency = profile.get(MIN_DOCUMENT_FREQUENCY);
    length = profile.get(LENGTH);
    pos = profile.get(POS);
    cuePhrases = profile.get(CUE_PHRASES);
    cueFactor = profile.get(CUE_FACTOR);
    cueScope = profile.get(CUE_SCOPE);
    titleFactor = profile.titleFactor();
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
      CueMarks marks = CueMarks.of(body.get(i).text(), cuePhrases, cueScope);
      List<WeighedToken> tokens = new ArrayList<>(kept.get(i).size());
      for (Token token : kept.get(i)) {
        TermFactors term =
            terms.computeIfAbsent(token.term(), t -> factors(t, lengths, titleTerms));
        double cue = marks.marks(token) ? cueFactor : 1;
        tokens.add(new WeighedToken(token, term, pos(token.partOfSpeech()), cue));
      }
      weighed.add(tokens);
    }
    return weighed;
  }

  private boolean isKept(Token token) {
    return codePoints(token.term()) >= minTokenLength
        && (minDocumentFrequency == 0
            || idf.orElseThrow().documentFrequency(token.term()) >= minDocumentFrequency);
  }

  private TermFactors factors(String term, IntSummaryStatistics lengths, Set<String> titleTerms) {
    return new TermFactors(
        idf.map(model -> model.idf(term)).orElse(1.0),
        length.factor(codePoints(term), lengths.getMin(), lengths.getMax()),
        titleTerms.contains(term) ? titleFactor : 1);
  }

  /** The factor of the longest prefix. */
  private double pos(String partOfSpeech) {
    double factor = 1;
    int longestPrefix = -1;
    for (Map.Entry<String, Double> entry : pos.entrySet()) {
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
