package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.text.TextMinHasher;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;

/**
 * The signature and band terms of the query's set, made as the field makes those of its documents.
 *
 * @param signature the set's signature
 * @param bands its band terms; empty if the field has none, or if they could not be read
 */
record SetSignature(byte[] signature, List<String> bands) {

  /**
   * The signature of a set; empty where the set is.
   *
   * @param prefix precedes the names of the set's options in error sentences
   */
  static Optional<SetSignature> of(
      SetSource.Resolved set, MinHashFieldType field, IndexFields fields, String prefix) {
    return switch (set) {
      case SetSource.Values values -> of(values.values(), field);
      case SetSource.Text text -> {
        if (field.minHasher().shingles().isEmpty()) {
          throw fields.refuse(
              "[%stext] needs a field with [shingle] but [%s] takes a set", prefix, field.name());
        }
        yield of(List.of(text.text()), field);
      }
      case SetSource.Stored stored ->
          stored.signature() == null
              ? Optional.empty()
              : Optional.of(decode(stored, field, fields, prefix));
    };
  }

  private static Optional<SetSignature> of(List<String> values, MinHashFieldType field) {
    TextMinHasher minHasher = field.minHasher();
    long[] elements = minHasher.elements(values);
    if (elements.length == 0) {
      return Optional.empty();
    }
    long[] minima = minHasher.minHash().minima(elements);
    List<String> terms = field.bands().map(bands -> bands.terms(minima)).orElse(List.of());
    return Optional.of(new SetSignature(minHasher.minHash().cut(minima), terms));
  }

  private static SetSignature decode(
      SetSource.Stored stored, MinHashFieldType field, IndexFields fields, String prefix) {
    try {
      BytesRef bytes = new BytesRef(Base64.getDecoder().decode(stored.signature()));
      byte[] signature = MinHashFields.signature(field.minHasher().minHash(), bytes);
      return new SetSignature(signature, stored.bands());
    } catch (IllegalArgumentException e) {
      throw fields.refuse(
          "[%slike] needs a document whose field is mapped as [%s] is: %s",
          prefix, field.name(), e.getMessage());
    }
  }
}
