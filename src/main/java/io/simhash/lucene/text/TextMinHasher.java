package io.simhash.lucene.text;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.base.LongSets;
import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Computes the MinHash signature of a set of strings.
 *
 * <p>Without shingling each string is one element of the set: keywords, tags, references. With
 * shingling each string is a text and the set is the union of the texts' shingles. Element hashes
 * are XXH3 ({@link FeatureHash#XXH3}).
 *
 * @param hashes the number of components of a signature, 1 to 1024
 * @param shingles makes the shingles of texts; empty where each string is an element
 */
public record TextMinHasher(int hashes, Optional<TextShingles> shingles) {

  /** The default number of components: one byte each, a standard error of .026 at most. */
  public static final int DEFAULT_HASHES = 384;

  public TextMinHasher {
    Ranges.require("hashes", hashes, 1, MinHash.MAX_HASHES);
  }

  /**
   * The signature of the set; empty where the set is.
   *
   * @throws IllegalArgumentException if the strings together are longer than {@link
   *     TextFingerprinter#MAX_TEXT_LENGTH}
   */
  public Optional<Signature> of(List<String> values) {
    long[] elements = withRepeats(values);
    return elements.length == 0
        ? Optional.empty()
        : Optional.of(signature(minHash().minima(elements)));
  }

  /** The signature of the set that has these minima. */
  public Signature signature(long[] minima) {
    return Signature.of(shingling(), minima);
  }

  /** The shingles that are the elements; empty where each string is an element. */
  public Optional<Shingling> shingling() {
    return shingles.map(TextShingles::shingling);
  }

  /** Whether a signature was made with the same parameters. */
  public boolean isComparable(Signature signature) {
    return signature.hashes() == hashes && signature.shingling().equals(shingling());
  }

  /** The family of hash functions of the signatures. */
  public MinHash minHash() {
    return Signature.family(hashes);
  }

  /**
   * The distinct hashes of the set's elements, in ascending order. The elements of several values
   * are the elements of each, put together.
   *
   * @throws IllegalArgumentException if the strings together are longer than {@link
   *     TextFingerprinter#MAX_TEXT_LENGTH}
   */
  public long[] elements(List<String> values) {
    return LongSets.of(withRepeats(values));
  }

  private long[] withRepeats(List<String> values) {
    TextFingerprinter.requireLength(values);
    return values.size() == 1
        ? elements(values.get(0), TokenReader::read)
        : values.stream()
            .flatMapToLong(value -> LongStream.of(elements(value, TokenReader::read)))
            .toArray();
  }

  /**
   * The hashes of the elements of one value; the same hash may come several times. The length is
   * not checked.
   *
   * @param tokens makes the tokens of token shingles
   */
  public long[] elements(String value, TokenSource tokens) {
    return shingles.isPresent()
        ? shingles.get().hashes(value, tokens)
        : new long[] {FeatureHash.XXH3.hash(value)};
  }
}
