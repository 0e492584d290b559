package io.simhash.elasticsearch.retriever;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.SearchHit;

/**
 * The value of the collapsing field on its way from a shard to the node that collapses: a field of
 * the hit with the fingerprint and the bytes of the signature, as far as there are any.
 *
 * <p>Where the shard refuses the field, the sentence about it takes their place: a shard that fails
 * would only be missing, see {@code allow_partial_search_results}.
 */
final class FetchedValue {

  private FetchedValue() {}

  static DocumentField field(NearValue value) {
    List<Object> values = new ArrayList<>();
    value.fingerprint().ifPresent(values::add);
    value.signature().ifPresent(signature -> values.add(signature.stored()));
    return new DocumentField(FetchValues.NAME, values);
  }

  static DocumentField refusing(String sentence) {
    return new DocumentField(FetchValues.NAME, List.of(sentence));
  }

  /** The sentence of a shard that refused the field; empty for none. */
  static Optional<String> refusal(SearchHit hit) {
    DocumentField field = hit.field(FetchValues.NAME);
    return field != null && field.getValues().getFirst() instanceof String sentence
        ? Optional.of(sentence)
        : Optional.empty();
  }

  /** The value of a hit; empty if it has none, or if the shard refused the field. */
  static Optional<NearValue> of(SearchHit hit) {
    DocumentField field = hit.field(FetchValues.NAME);
    if (field == null || refusal(hit).isPresent()) {
      return Optional.empty();
    }
    OptionalLong fingerprint = OptionalLong.empty();
    Optional<Signature> signature = Optional.empty();
    for (Object value : field.getValues()) {
      if (value instanceof Long number) {
        fingerprint = OptionalLong.of(number);
      } else {
        signature = Optional.of(Signature.read((byte[]) value));
      }
    }
    return Optional.of(new NearValue(fingerprint, signature));
  }
}
