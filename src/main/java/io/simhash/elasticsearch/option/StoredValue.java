package io.simhash.elasticsearch.option;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.mapper.FingerprintValue;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.mapper.SubValueFieldType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * The value of a {@code simhash} or {@code minhash} field in stored documents: a search asks for it
 * by {@code fields}, with the rights of its caller, and finds it in its hits. A field of another
 * type gives none.
 */
public final class StoredValue {

  private StoredValue() {}

  /** Lets a search read the fingerprint, its profile and the signature. */
  public static SearchSourceBuilder ask(SearchSourceBuilder source, String field) {
    return source.fetchField(NearFieldType.valueField(field));
  }

  /** The value in a hit; empty if it has none, or none that the caller may see. */
  public static Optional<NearValue> of(SearchHit hit, String field) {
    return of(read(hit, field), reason -> {});
  }

  private static List<Object> read(SearchHit hit, String field) {
    DocumentField read = hit.field(NearFieldType.valueField(field));
    return read == null ? List.of() : read.getValues();
  }

  /**
   * The value that a search has read by {@link NearFieldType#valueField}. A signature that cannot
   * be read counts as absent, for the reason that is passed on.
   */
  public static Optional<NearValue> of(List<Object> read, Consumer<String> unreadable) {
    Optional<String> fingerprint = part(read, FingerprintValue.FINGERPRINT);
    return NearValue.of(
        fingerprint.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(Fingerprint.parse(fingerprint.get())),
        part(read, FingerprintValue.SIGNATURE).flatMap(base64 -> signature(base64, unreadable)));
  }

  /** The id of the profile that made the fingerprint; {@code null} if it is not known. */
  public static String profile(List<Object> read) {
    return part(read, FingerprintValue.PROFILE).orElse(null);
  }

  /** The type of the field in the index of a hit; empty where no field there has such values. */
  public static Optional<String> type(SearchHit hit, String field) {
    return part(read(hit, field), SubValueFieldType.TYPE);
  }

  private static Optional<String> part(List<Object> read, String name) {
    return read.stream()
        .filter(Map.class::isInstance)
        .findFirst()
        .map(value -> (String) ((Map<?, ?>) value).get(name));
  }

  private static Optional<Signature> signature(String base64, Consumer<String> unreadable) {
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

  public static NearValue read(StreamInput in) throws IOException {
    Long fingerprint = in.readOptionalLong();
    return new NearValue(
        fingerprint == null ? OptionalLong.empty() : OptionalLong.of(fingerprint),
        Optional.ofNullable(in.readOptionalByteArray()).map(Signature::read));
  }
}
