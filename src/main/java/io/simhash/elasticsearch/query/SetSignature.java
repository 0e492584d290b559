package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.Signature;
import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import io.simhash.lucene.text.TextMinHasher;
import java.util.List;
import java.util.Optional;

/**
 * The signature and band terms of the query's set, made as the field makes those of its documents.
 *
 * @param signature the set's signature
 * @param bands its band terms; empty if the field has none, or if they could not be read
 */
record SetSignature(Signature signature, List<String> bands) {

  /**
   * The signature of a set; empty where the set is.
   *
   * @param prefix precedes the names of the set's options in error sentences
   */
  static Optional<SetSignature> of(
      SetSource.Resolved set,
      MinHashFieldType field,
      IndexFields fields,
      ShardTexts texts,
      String prefix) {
    return switch (set) {
      case SetSource.Values values -> texts.signature(field, values.values());
      case SetSource.Text text -> {
        if (field.minHasher().shingles().isEmpty()) {
          throw fields.refuse(
              "[%stext] needs a field with [shingle] but [%s] takes a set", prefix, field.name());
        }
        yield texts.signature(field, List.of(text.text()));
      }
      case SetSource.Stored stored ->
          Optional.ofNullable(stored.signature())
              .flatMap(base64 -> MixedIndex.signature(prefix + "like", base64))
              .filter(signature -> isComparable(signature, field, prefix + "like"))
              .map(signature -> new SetSignature(signature, stored.bands()));
    };
  }

  /** The signature of a set's values, or of texts; empty if there is no element. */
  static Optional<SetSignature> of(List<String> values, MinHashFieldType field) {
    TextMinHasher minHasher = field.minHasher();
    long[] elements = minHasher.elements(values);
    if (elements.length == 0) {
      return Optional.empty();
    }
    long[] minima = minHasher.minHash().minima(elements);
    List<String> terms = field.bands().map(bands -> bands.terms(minima)).orElse(List.of());
    return Optional.of(new SetSignature(minHasher.signature(minima), terms));
  }

  /** Warns if it is not: the signature then counts as absent. */
  private static boolean isComparable(Signature signature, MinHashFieldType field, String option) {
    boolean comparable = field.minHasher().isComparable(signature);
    if (comparable == false) {
      MixedIndex.warnOfLike(
          option,
          "it is ["
              + signature.parameters()
              + "], and ["
              + field.name()
              + "] has signatures with other parameters");
    }
    return comparable;
  }
}
