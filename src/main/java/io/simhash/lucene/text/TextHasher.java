package io.simhash.lucene.text;

import io.simhash.core.text.TextLimit;
import io.simhash.core.text.TextOptions;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes the fingerprint and the signature of the part of a text that counts, or one of them. Safe
 * to share, as analyzers are. Cost linear in the text.
 *
 * @param options what of a text counts: the options of the fingerprints' profile
 * @param fingerprinter empty where texts get no fingerprint
 * @param minHasher empty where texts get no signature
 */
public record TextHasher(
    TextOptions options,
    Optional<TextFingerprinter> fingerprinter,
    Optional<TextMinHasher> minHasher) {

  public TextHasher {
    minHasher = minHasher.map(made -> made.with(options));
  }

  /** Makes the same fingerprints, and no signatures. */
  public TextHasher withoutSignatures() {
    return new TextHasher(options, fingerprinter, Optional.empty());
  }

  /** The fingerprint and the signature of a text without a title. */
  public HashedText of(String text, TokenSource tokens) {
    return of(List.of(text), "", tokens);
  }

  /**
   * The fingerprint and the signature of a document.
   *
   * @param texts the texts of the body's fields, in the order of the profile's boosts; an empty
   *     text for a field that the document does not have. The signature is made of the shingles of
   *     all of them
   * @param title the title, possibly empty; its terms mark features of the body and add none. It
   *     makes no difference to the signature
   * @throws IllegalArgumentException if the texts and title together are too long
   */
  public HashedText of(List<String> texts, String title, TokenSource tokens) {
    TextLimit.requireDocument(Stream.concat(texts.stream(), Stream.of(title)).toList());
    List<String> parts = texts.stream().map(options::applyTo).toList();
    String partOfTitle = options.applyTo(title);
    return new HashedText(
        fingerprinter.map(made -> made.ofParts(parts, partOfTitle, tokens)),
        minHasher.flatMap(made -> made.ofParts(parts)));
  }
}
