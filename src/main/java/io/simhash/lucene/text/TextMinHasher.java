package io.simhash.lucene.text;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.text.TextLimit;
import io.simhash.core.text.TextOptions;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Computes the MinHash signature of the shingles of a text, or of a set of strings: keywords, tags,
 * references. The elements' hashes are XXH3 ({@link FeatureHash#XXH3}).
 *
 * @param bands the number of components of a signature, and how bands group them
 * @param shingles makes the shingles of texts; empty where each string is an element
 */
public record TextMinHasher(Bands bands, Optional<TextShingles> shingles) {

  /** The parameters of the signatures. */
  public SignatureParameters parameters() {
    return new SignatureParameters(
        shingles.map(TextShingles::shingling), options().folding(), bands);
  }

  /** The part of a text that counts; {@link TextOptions#NONE} where strings are elements. */
  public TextOptions options() {
    return shingles.map(TextShingles::options).orElse(TextOptions.NONE);
  }

  /** Computes the same signatures of texts with other options. */
  public TextMinHasher with(TextOptions options) {
    return new TextMinHasher(bands, shingles.map(s -> s.with(options)));
  }

  /**
   * The signature of a set of strings or of the {@link TextShingles#text} of a field's values;
   * empty where there is no element.
   *
   * @throws IllegalArgumentException if the strings together are longer than {@link
   *     TextLimit#MAX_DOCUMENT}
   */
  public Optional<Signature> of(List<String> values) {
    TextLimit.requireDocument(values);
    List<String> texts = shingles.isPresent() ? List.of(TextShingles.text(values)) : values;
    return ofParts(texts.stream().map(options()::applyTo).toList());
  }

  /** The signature of all elements of the parts of texts that count, or of strings. */
  Optional<Signature> ofParts(List<String> texts) {
    long[] elements =
        texts.size() == 1 // Most often: no copy.
            ? elementsOfPart(texts.getFirst(), TokenSource.ANALYSIS)
            : texts.stream()
                .map(text -> elementsOfPart(text, TokenSource.ANALYSIS))
                .flatMapToLong(LongStream::of)
                .toArray();
    return parameters().ofElements(elements);
  }

  /** The hashes of the elements of one value of any length; a hash may be repeated. */
  public long[] elements(String value, TokenSource tokens) {
    return elementsOfPart(options().applyTo(value), tokens);
  }

  private long[] elementsOfPart(String value, TokenSource tokens) {
    return shingles.isPresent()
        ? shingles.get().hashes(value, tokens)
        : new long[] {FeatureHash.XXH3.hash(value)};
  }
}
