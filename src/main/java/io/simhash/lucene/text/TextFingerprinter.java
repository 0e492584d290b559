package io.simhash.lucene.text;

import io.simhash.core.feature.BodyField;
import io.simhash.core.feature.FeatureExtractor;
import io.simhash.core.feature.Features;
import io.simhash.core.feature.Token;
import io.simhash.core.profile.Profile;
import io.simhash.core.simhash.BitSums;
import io.simhash.core.simhash.NibbleBitSums;
import io.simhash.core.simhash.SimHash;
import io.simhash.core.simhash.TextFingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.analysis.Analyzer;

/**
 * Text in, fingerprint out: the whole way through a {@link Profile}, its analyzer, its features and
 * SimHash.
 *
 * <p>Immutable and safe to share, as analyzers are. Cost linear in the text.
 */
public final class TextFingerprinter {

  /**
   * The longest text, in UTF-16 units, that is fingerprinted. A longer one is refused rather than
   * cut: the fingerprint of a part would pass for that of the whole.
   */
  public static final int MAX_TEXT_LENGTH = 1_000_000;

  private final Profile profile;
  private final String profileId;
  private final Analyzer analyzer;
  private final FeatureExtractor extractor;
  private final BitSums bitSums = new NibbleBitSums();

  /**
   * @param profile what decides the fingerprint
   * @param analyzer the analyzer that {@code profile.analysis()} names; not used for shingles of
   *     characters
   */
  public TextFingerprinter(Profile profile, Analyzer analyzer) {
    this.profile = profile;
    this.profileId = profile.id();
    this.analyzer = analyzer;
    this.extractor = new FeatureExtractor(profile);
  }

  /** The profile that this was made with. */
  public Profile profile() {
    return profile;
  }

  /** The fingerprint of a text without a title. */
  public TextFingerprint of(String text) {
    return of(List.of(text), "");
  }

  /**
   * The fingerprint of a document.
   *
   * @param texts the texts of the body's fields, in the order of the profile's boosts; an empty
   *     text for a field that the document does not have
   * @param title the title, possibly empty; its terms mark features of the body and add none
   * @throws IllegalArgumentException if the texts and title together are too long
   */
  public TextFingerprint of(List<String> texts, String title) {
    List<String> all = new ArrayList<>(texts);
    all.add(title);
    requireLength(all);
    if (texts.size() != profile.boosts().size()) {
      throw new IllegalArgumentException(
          "there must be [" + profile.boosts().size() + "] texts but were [" + texts.size() + "]");
    }
    List<BodyField> body = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      body.add(new BodyField(texts.get(i), tokens(texts.get(i)), profile.boosts().get(i)));
    }
    Set<String> titleTerms =
        tokens(title).stream().map(Token::term).collect(Collectors.toUnmodifiableSet());
    return of(extractor.extract(body, titleTerms));
  }

  private TextFingerprint of(Features features) {
    long[] margins = bitSums.of(features.hashes(), features.weights(), features.size());
    boolean enough = features.size() > 0 && features.effective() >= profile.minFeatures();
    OptionalLong fingerprint =
        enough ? OptionalLong.of(SimHash.of(margins, profile.ties())) : OptionalLong.empty();
    return new TextFingerprint(profileId, features, margins, fingerprint);
  }

  private List<Token> tokens(String text) {
    boolean analyzed = profile.isOfCharacters() == false && text.isEmpty() == false;
    return analyzed ? TokenReader.read(analyzer, "text", text) : List.of();
  }

  static void requireLength(List<String> texts) {
    long length = texts.stream().mapToLong(String::length).sum();
    if (length > MAX_TEXT_LENGTH) {
      throw new IllegalArgumentException(
          "a text must have at most [" + MAX_TEXT_LENGTH + "] characters but had [" + length + "]");
    }
  }
}
