package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.text.TextMinHasher;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;

/**
 * What a set is compared with in the documents of one field: made as the field makes its own.
 *
 * @param signature the set's signature
 * @param bands its band terms; empty if the field has none, or if they could not be had
 */
record ShardSketch(byte[] signature, List<String> bands) {

  /**
   * The sketch of a set; empty where the set is.
   *
   * @param prefix stands before the names of the set's parameters
   */
  static Optional<ShardSketch> of(
      MemberSet members, MinHashFieldType field, ShardFields fields, String prefix) {
    return switch (members) {
      case MemberSet.Values values -> of(values.values(), field);
      case MemberSet.Text text -> {
        if (field.minHasher().shingling().isEmpty()) {
          throw fields.refuse(
              "["
                  + prefix
                  + "text] needs a field with [shingle] but ["
                  + field.name()
                  + "] takes a set");
        }
        yield of(List.of(text.text()), field);
      }
      case MemberSet.Stored stored ->
          stored.signature() == null
              ? Optional.empty()
              : Optional.of(decode(stored, field, fields, prefix));
      case MemberSet.Like like -> throw new AssertionError(like);
    };
  }

  private static Optional<ShardSketch> of(List<String> values, MinHashFieldType field) {
    TextMinHasher signer = field.minHasher();
    long[] elements = signer.elements(values);
    if (elements.length == 0) {
      return Optional.empty();
    }
    long[] minima = signer.minHash().minima(elements);
    List<String> terms = field.bands().map(bands -> bands.terms(minima)).orElse(List.of());
    return Optional.of(new ShardSketch(signer.minHash().cut(minima), terms));
  }

  private static ShardSketch decode(
      MemberSet.Stored stored, MinHashFieldType field, ShardFields fields, String prefix) {
    try {
      BytesRef bytes = new BytesRef(Base64.getDecoder().decode(stored.signature()));
      byte[] signature = MinHashFields.signature(field.minHasher().minHash(), bytes);
      return new ShardSketch(signature, stored.bands());
    } catch (IllegalArgumentException e) {
      throw fields.refuse(
          "["
              + prefix
              + "like] needs a document whose field is mapped as ["
              + field.name()
              + "] is: "
              + e.getMessage());
    }
  }
}
