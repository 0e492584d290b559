package io.simhash.elasticsearch.mapper;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.lookup.Source;

/**
 * Reads stored values for the search option {@code fields}: {@code {"fingerprint", "profile",
 * "signature"}}, as the processor writes them, each part where the document has it. It reads doc
 * values, so document and field level security apply to each part.
 */
public final class NearValueFetcher implements ValueFetcher {

  /** The fingerprint, as hexadecimal digits. */
  public static final String FINGERPRINT = "fingerprint";

  /** The id of the profile that made the fingerprint. */
  public static final String PROFILE = "profile";

  /** The signature, in base 64. */
  public static final String SIGNATURE = "signature";

  private final String field;
  private final Function<Map<String, String>, Object> part;
  private SortedNumericDocValues fingerprints;
  private SortedSetDocValues profiles;
  private BinaryDocValues signatures;

  /**
   * @param part what is given of a value; null for nothing
   */
  public NearValueFetcher(String field, Function<Map<String, String>, Object> part) {
    this.field = field;
    this.part = part;
  }

  @Override
  public void setNextReader(LeafReaderContext context) {
    try {
      fingerprints = DocValues.getSortedNumeric(context.reader(), field);
      profiles = DocValues.getSortedSet(context.reader(), NearFieldType.profileField(field));
      signatures = DocValues.getBinary(context.reader(), SimHashFields.signatureField(field));
    } catch (IOException e) {
      throw new UncheckedIOException("values of [" + field + "] cannot be read", e);
    }
  }

  @Override
  public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
      throws IOException {
    Map<String, String> value = new TreeMap<>();
    if (fingerprints.advanceExact(doc)) {
      value.put(FINGERPRINT, Fingerprint.toHex(fingerprints.nextValue()));
    }
    if (profiles.advanceExact(doc)) {
      value.put(PROFILE, profiles.lookupOrd(profiles.nextOrd()).utf8ToString());
    }
    if (signatures.advanceExact(doc)) {
      byte[] signature = BytesRef.deepCopyOf(signatures.binaryValue()).bytes;
      value.put(SIGNATURE, Base64.getEncoder().encodeToString(signature));
    }
    Object given = value.isEmpty() ? null : part.apply(value);
    return given == null ? List.of() : List.of(given);
  }

  @Override
  public StoredFieldsSpec storedFieldsSpec() {
    return StoredFieldsSpec.NO_REQUIREMENTS;
  }
}
