package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.Signature;
import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import java.util.List;
import java.util.Optional;

/** The signature of the query's set, made as the field makes those of its documents. */
final class SetSignature {

  private SetSignature() {}

  /**
   * The signature of a set; empty where the set is.
   *
   * @param prefix precedes the names of the set's options in error sentences
   */
  static Optional<Signature> of(
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
              .filter(signature -> isComparable(signature, field, prefix + "like"));
    };
  }

  /** Warns if it is not: the signature then counts as absent. */
  private static boolean isComparable(Signature signature, MinHashFieldType field, String option) {
    boolean comparable = field.minHasher().parameters().equals(signature.parameters());
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
