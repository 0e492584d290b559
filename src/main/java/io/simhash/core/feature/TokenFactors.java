package io.simhash.core.feature;

import io.simhash.core.feature.Occurrences.Factor;
import io.simhash.core.feature.Occurrences.InField;
import io.simhash.core.profile.LengthFactor;
import io.simhash.core.profile.Profile;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.NormalForm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * Leaves out the tokens of a document that are too short or too rare and gives the others the
 * factors of their weights, as far as the profile has them.
 */
final class TokenFactors {

  private final Profile profile;

  TokenFactors(Profile profile) {
    this.profile = profile;
  }

  /** The shingles of the tokens that are kept of each field: each factor is the mean of theirs. */
  List<InField> weigh(List<BodyField> body, Set<String> titleTerms) {
    List<TokenWindows> kept = new ArrayList<>(body.size());
    int size = profile.get(ProfileOption.SHINGLE).size();
    for (BodyField field : body) {
      kept.add(new TokenWindows(field.inArrays(), kept(field.inArrays()), size));
    }
    Map<Factor, ToDoubleFunction<String>> termFactors = termFactors(kept, titleTerms);
    List<InField> weighed = new ArrayList<>(body.size());
    for (int i = 0; i < body.size(); i++) {
      Map<Factor, double[]> factors = new EnumMap<>(Factor.class);
      TokenWindows windows = kept.get(i);
      termFactors.forEach((factor, of) -> factors.put(factor, ofTerms(windows, of)));
      addOthers(factors, body.get(i), windows);
      factors.replaceAll((factor, ofTokens) -> windows.means(ofTokens));
      weighed.add(
          new InField(
              windows.hashes(profile.get(ProfileOption.HASH)),
              factors,
              body.get(i).boost(),
              windows::text,
              windows::partOfSpeech));
    }
    return weighed;
  }

  /** The numbers of the tokens that are kept. */
  private int[] kept(Tokens tokens) {
    int minLength = profile.get(ProfileOption.MIN_TOKEN_LENGTH);
    int minFrequency = profile.get(ProfileOption.MIN_DOCUMENT_FREQUENCY);
    int[] kept = new int[tokens.size()];
    int count = 0;
    for (int i = 0; i < kept.length; i++) {
      if (tokens.codePoints(i) >= minLength
          && (minFrequency == 0 || documentFrequency(tokens.term(i)) >= minFrequency)) {
        kept[count++] = i;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private int documentFrequency(String term) {
    return profile.idf().orElseThrow().documentFrequency(term);
  }

  /** The factors that are equal wherever a term occurs in the document. */
  private Map<Factor, ToDoubleFunction<String>> termFactors(
      List<TokenWindows> kept, Set<String> titleTerms) {
    Map<Factor, ToDoubleFunction<String>> factors = new EnumMap<>(Factor.class);
    profile.idf().ifPresent(model -> factors.put(Factor.IDF, model::idf));
    LengthFactor length = profile.get(ProfileOption.LENGTH);
    if (length != LengthFactor.NONE) {
      LengthRange range = LengthRange.of(kept);
      factors.put(
          Factor.LENGTH,
          term -> length.factor(codePoints(term), range.shortest(), range.longest()));
    }
    if (titleTerms.isEmpty() == false) {
      factors.put(Factor.TITLE, term -> titleTerms.contains(term) ? profile.titleFactor() : 1);
    }
    return factors;
  }

  /** Computes each term once. */
  private static double[] ofTerms(TokenWindows windows, ToDoubleFunction<String> factor) {
    Map<String, Double> known = new HashMap<>();
    return ofTokens(
        windows, i -> known.computeIfAbsent(windows.tokens().term(i), factor::applyAsDouble));
  }

  /** The factor of each kept token. */
  private static double[] ofTokens(TokenWindows windows, IntToDoubleFunction factor) {
    return Arrays.stream(windows.kept()).mapToDouble(factor).toArray();
  }

  /** Adds the factors that depend on more than the term. */
  private void addOthers(Map<Factor, double[]> factors, BodyField field, TokenWindows windows) {
    Tokens tokens = windows.tokens();
    if (profile.get(ProfileOption.POS).isEmpty() == false) {
      factors.put(Factor.POS, ofTokens(windows, i -> pos(tokens.partOfSpeech(i))));
    }
    if (profile.hasCuePhrases()) {
      CueMarks marks =
          CueMarks.of(field.text(), cuePhrases(), profile.get(ProfileOption.CUE_SCOPE));
      double factor = profile.get(ProfileOption.CUE_FACTOR);
      factors.put(
          Factor.CUE,
          ofTokens(windows, i -> marks.marks(tokens.start(i), tokens.end(i)) ? factor : 1));
    }
  }

  /** The phrases in the form of the text, which is folded and normalized. */
  private List<String> cuePhrases() {
    return profile.get(ProfileOption.CUE_PHRASES).stream()
        .map(phrase -> NormalForm.forAnalyzer(profile.get(ProfileOption.FOLD).of(phrase)))
        .filter(phrase -> phrase.isEmpty() == false)
        .toList();
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

  /** The lengths, in code points, of the shortest and the longest token that is kept. */
  private record LengthRange(int shortest, int longest) {

    static LengthRange of(List<TokenWindows> kept) {
      int shortest = Integer.MAX_VALUE;
      int longest = Integer.MIN_VALUE;
      for (TokenWindows windows : kept) {
        for (int i : windows.kept()) {
          int length = windows.tokens().codePoints(i);
          shortest = Math.min(shortest, length);
          longest = Math.max(longest, length);
        }
      }
      return new LengthRange(shortest, longest);
    }
  }

  private static int codePoints(String term) {
    return term.codePointCount(0, term.length());
  }
}
