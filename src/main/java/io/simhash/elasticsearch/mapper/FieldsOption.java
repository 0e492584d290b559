package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.search.StoredSignatures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.DocValueFetcher;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.lookup.Source;

/**
 * Reads what the search option {@code fields} gives of a field from doc values, so that document
 * and field level security apply to each part of a value.
 */
final class FieldsOption {

  private FieldsOption() {}

  /** Refuses the option {@code format} of {@code fields}. */
  static void requireNoFormat(MappedFieldType type, String format) {
    if (format != null) {
      throw invalid(
          "Field [%s] of type [%s] does not support custom formats", type.name(), type.typeName());
    }
  }

  /** The doc values of a field or of a sub-field. */
  static ValueFetcher docValues(MappedFieldType type, SearchExecutionContext context) {
    return new DocValueFetcher(
        type.docValueFormat(null, null),
        context.getForField(type, MappedFieldType.FielddataOperation.SEARCH));
  }

  /**
   * A part of the values of a {@code simhash} or {@code minhash} field, or all of them: {@code
   * {"fingerprint", "profile", "signature"}}, as the processor writes them, each where the document
   * has it.
   *
   * @param part chooses from a value, which may be empty; {@code null} for nothing
   */
  static ValueFetcher values(String field, Function<Map<String, String>, Object> part) {
    return new Values(field, part);
  }

  private static final class Values implements ValueFetcher {

    private final String field;
    private final Function<Map<String, String>, Object> part;
    private SortedNumericDocValues fingerprints;
    private SortedSetDocValues profiles;
    private StoredSignatures signatures;

    Values(String field, Function<Map<String, String>, Object> part) {
      this.field = field;
      this.part = part;
    }

    @Override
    public void setNextReader(LeafReaderContext context) {
      try {
        fingerprints = DocValues.getSortedNumeric(context.reader(), field);
        profiles = DocValues.getSortedSet(context.reader(), FingerprintValue.profileField(field));
        signatures = new StoredSignatures(context.reader(), field);
      } catch (IOException e) {
        throw new UncheckedIOException("values of [" + field + "] cannot be read", e);
      }
    }

    @Override
    public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
        throws IOException {
      Map<String, String> value = new TreeMap<>();
      if (fingerprints.advanceExact(doc)) {
        value.put(FingerprintValue.FINGERPRINT, Fingerprint.toHex(fingerprints.nextValue()));
      }
      if (profiles.advanceExact(doc)) {
        value.put(FingerprintValue.PROFILE, profiles.lookupOrd(profiles.nextOrd()).utf8ToString());
      }
      BytesRef head = signatures.head(doc);
      if (head != null) {
        value.put(FingerprintValue.SIGNATURE, base64(head, doc));
      }
      Object given = part.apply(value);
      return given == null ? List.of() : List.of(given);
    }

    private String base64(BytesRef head, int doc) throws IOException {
      try {
        return signatures.read(head, doc).toBase64();
      } catch (IllegalArgumentException e) {
        // Reading what is given fails for the same reason.
        return Base64.getEncoder().encodeToString(BytesRef.deepCopyOf(head).bytes);
      }
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return StoredFieldsSpec.NO_REQUIREMENTS;
    }
  }
}
