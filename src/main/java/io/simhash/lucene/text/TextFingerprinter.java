package io.simhash.lucene.text;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.FeatureExtractor.BodyField;
import io.simhash.core.feature.Tokens;
import io.simhash.core.feature.Tokens.Token;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.SimHash;
import io.simhash.core.simhash.TextFingerprint;
import io.simhash.core.text.NormalForm;
import io.simhash.core.text.TextLimit;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Fingerprints texts under one {@link Profile}: what of them counts ({@link Profile#text}), normal
 * form ({@link NormalForm#forAnalyzer}), analyzer, features, SimHash. Safe to share, as analyzers
 * are. Cost linear in the text.
 */
public final class TextFingerprinter {

  private final Profile profile;
  private final Optional<IdentifiedAnalyzer> analyzer;
  private final FeatureExtractor extractor;

  /**
   * @param analyzer the analyzer that the profile was made for; empty if its features are shingles
   *     of characters
   * @throws IllegalArgumentException if the profile was made for another analyzer
   */
  public TextFingerprinter(Profile profile, Optional<IdentifiedAnalyzer> analyzer) {
    String identity = analyzer.map(IdentifiedAnalyzer::identity).orElse("characters");
    if (identity.equals(profile.analysis()) == false) {
      throw invalid(
          "the profile is for [%s] but the analyzer is [%s]", profile.analysis(), identity);
    }
    this.profile = profile;
    this.analyzer = analyzer;
    this.extractor = new FeatureExtractor(profile);
  }

  /** The profile of the fingerprints. */
  public Profile profile() {
    return profile;
  }

  /** Why every text is refused; empty if texts are fingerprinted. */
  public Optional<String> refusal() {
    return analyzer.flatMap(IdentifiedAnalyzer::refusal);
  }

  /** The fingerprint of a text; throws {@link IllegalArgumentException} if it is too long. */
  public TextFingerprint of(String text) {
    TextLimit.requireDocument(List.of(text));
    return ofParts(List.of(profile.text().applyTo(text)), "", TokenSource.ANALYSIS);
  }

  /** The fingerprint of the parts of texts that count, see {@link Profile#text}. */
  TextFingerprint ofParts(List<String> texts, String title, TokenSource tokens) {
    if (texts.size() != profile.boosts().size()) {
      throw invalid(
          "there must be [%s] texts but were [%s]", profile.boosts().size(), texts.size());
    }
    List<BodyField> body = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      String text = form(texts.get(i));
      body.add(new BodyField(text, tokens(text, tokens), profile.boosts().get(i)));
    }
    Set<String> titleTerms =
        tokens(form(title), tokens).stream()
            .map(Token::term)
            .collect(Collectors.toUnmodifiableSet());
    return SimHash.fingerprint(extractor.extract(body, titleTerms), profile);
  }

  private String form(String text) {
    return analyzer.isEmpty() ? text : NormalForm.forAnalyzer(text);
  }

  private Tokens tokens(String text, TokenSource tokens) {
    return text.isEmpty() || analyzer.isEmpty()
        ? Tokens.NONE
        : tokens.tokens(analyzer.get().analyzer(), text);
  }
}
