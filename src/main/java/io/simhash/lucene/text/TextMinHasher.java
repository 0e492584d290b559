package io.simhash.lucene.text;

import io.simhash.core.base.FeatureHash;
import io.simhash.core.minhash.MinHash;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Computes the MinHash signature of a set of strings.
 *
 * <p>Without shingling each string is one element of the set: keywords, tags, references. With
 * shingling each string is a text and the set is the union of the texts' shingles. Element hashes
 * are XXH3 ({@link FeatureHash#XXH3}).
 *
 * @param minHash the family of signatures
 * @param shingles makes the shingles of texts; empty where each string is an element
 */
public record TextMinHasher(MinHash minHash, Optional<TextShingles> shingles) {

  /**
   * The signature of the set; empty where the set is.
   *
   * @throws IllegalArgumentException if the strings together are longer than {@link
   *     TextFingerprinter#MAX_TEXT_LENGTH}
   */
  public Optional<byte[]> of(List<String> values) {
    long[] elements = elements(values);
    return elements.length == 0 ? Optional.empty() : Optional.of(minHash.signature(elements));
  }

  /**
   * The hashes of the set's distinct elements. The elements of several values are the elements of
   * each, put together.
   *
   * @throws IllegalArgumentException if the strings together are longer than {@link
   *     TextFingerprinter#MAX_TEXT_LENGTH}
   */
  public long[] elements(List<String> values) {
    TextFingerprinter.requireLength(values);
    Set<String> elements =
        shingles.isPresent() ? shingles.get().of(values) : new LinkedHashSet<>(values);
    return elements.stream().mapToLong(FeatureHash.XXH3::hash).toArray();
  }
}
