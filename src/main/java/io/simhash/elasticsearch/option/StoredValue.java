package io.simhash.elasticsearch.option;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * The value of a {@code simhash} field in stored documents: a search asks for it by {@code fields},
 * with the rights of its caller, and finds it in its hits.
 */
public final class StoredValue {

  private StoredValue() {}

  /**
   * Lets a search read the fingerprint and the signature. Not by {@code docvalue_fields}: a {@code
   * text} field would answer with advice about its fielddata.
   */
  public static SearchSourceBuilder ask(SearchSourceBuilder source, String field) {
    return source.fetchField(field).fetchField(SimHashFields.signatureField(field));
  }

  /**
   * The value in a hit; a signature that cannot be read counts as absent.
   *
   * @return empty if the document has no value, or none that the caller may see
   * @throws IllegalArgumentException if the field is of another type
   */
  public static Optional<NearValue> of(SearchHit hit, String field) {
    Function<String, List<Object>> values =
        name ->
            Optional.ofNullable(hit.field(name)).map(DocumentField::getValues).orElse(List.of());
    return of(values, field, reason -> {});
  }

  /**
   * The same of a document's values by field.
   *
   * @param unreadable takes the reason why a signature counts as absent
   */
  public static Optional<NearValue> of(
      Function<String, List<Object>> values, String field, Consumer<String> unreadable) {
    List<Object> stored = values.apply(field);
    OptionalLong fingerprint =
        stored.isEmpty() ? OptionalLong.empty() : OptionalLong.of(fingerprint(field, stored));
    Optional<Signature> signature =
        values.apply(SimHashFields.signatureField(field)).stream()
            .findFirst()
            .flatMap(base64 -> signature(base64.toString(), unreadable));
    return fingerprint.isEmpty() && signature.isEmpty()
        ? Optional.empty()
        : Optional.of(new NearValue(fingerprint, signature));
  }

  private static long fingerprint(String field, List<Object> stored) {
    try {
      // Not a number, which another field may hold: fingerprints are shown as digits.
      return Fingerprint.parse(stored.getFirst().toString());
    } catch (IllegalArgumentException e) {
      throw invalid(e, "[field] must be of type [simhash] but [%s] holds something else", field);
    }
  }

  /** The signature of a document; empty if it cannot be read. */
  public static Optional<Signature> signature(String base64, Consumer<String> unreadable) {
    try {
      return Optional.of(Signature.fromBase64(base64));
    } catch (IllegalArgumentException e) {
      unreadable.accept(e.getMessage());
      return Optional.empty();
    }
  }

  /** Writes a value; {@link #read} reads it. */
  public static void write(StreamOutput out, NearValue value) throws IOException {
    OptionalLong fingerprint = value.fingerprint();
    out.writeOptionalLong(fingerprint.isPresent() ? fingerprint.getAsLong() : null);
    out.writeOptionalByteArray(value.signature().map(Signature::stored).orElse(null));
  }

  /** Reads what {@link #write} wrote. */
  public static NearValue read(StreamInput in) throws IOException {
    Long fingerprint = in.readOptionalLong();
    return new NearValue(
        fingerprint == null ? OptionalLong.empty() : OptionalLong.of(fingerprint),
        Optional.ofNullable(in.readOptionalByteArray()).map(Signature::read));
  }
}
