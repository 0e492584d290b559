package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.elasticsearch.mapper.NearFieldType.FINGERPRINT;
import static io.simhash.elasticsearch.mapper.NearFieldType.PROFILE;
import static io.simhash.elasticsearch.mapper.NearFieldType.SIGNATURE;

import io.simhash.core.minhash.Signature;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.compat.PlainFieldType;
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
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.lookup.Source;

/**
 * The sub-field {@code signature}: the search option {@code fields} gives it in base 64, and {@code
 * exists} finds the documents that have one. Also the name of the whole value, see {@link
 * NearFieldType#valueField}.
 */
public final class SubValueFieldType extends PlainFieldType {

  private final NearFieldType parent;
  private final Function<SearchExecutionContext, ValueFetcher> values;

  public SubValueFieldType(
      NearFieldType parent,
      String leafName,
      Function<SearchExecutionContext, ValueFetcher> values) {
    super(parent.name() + "." + leafName, false, Map.of());
    this.parent = parent;
    this.values = values;
  }

  /** The signatures of a field. */
  public static SubValueFieldType signature(NearFieldType parent) {
    return new SubValueFieldType(
        parent, SIGNATURE, context -> new Fetcher(parent.name(), value -> value.get(SIGNATURE)));
  }

  /**
   * The whole values of a field: {@code {"fingerprint", "profile", "signature"}}, as the processor
   * writes them, each part where the document has it.
   */
  static SubValueFieldType whole(NearFieldType parent, String leafName) {
    return new SubValueFieldType(
        parent, leafName, context -> new Fetcher(parent.name(), value -> value));
  }

  @Override
  public String typeName() {
    return "binary";
  }

  /** False: queries for a value do not work on signatures. */
  @Override
  public boolean isSearchable() {
    return false;
  }

  @Override
  public boolean isAggregatable() {
    return false;
  }

  @Override
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    NearFieldType.requireNoFormat(this, format);
    return values.apply(context);
  }

  @Override
  public Query termQuery(Object value, SearchExecutionContext context) {
    throw invalid(
        "[%s] holds signatures: use [%s_near] on [%s] to compare them",
        name(), parent.typeName(), parent.name());
  }

  /** Reads doc values, so document and field level security apply to each part of a value. */
  private static final class Fetcher implements ValueFetcher {

    private final String field;
    private final Function<Map<String, String>, Object> part;
    private SortedNumericDocValues fingerprints;
    private SortedSetDocValues profiles;
    private BinaryDocValues heads;
    private BinaryDocValues rests;

    /**
     * @param part what is given of a value that has a part; null for nothing
     */
    Fetcher(String field, Function<Map<String, String>, Object> part) {
      this.field = field;
      this.part = part;
    }

    @Override
    public void setNextReader(LeafReaderContext context) {
      try {
        fingerprints = DocValues.getSortedNumeric(context.reader(), field);
        profiles = DocValues.getSortedSet(context.reader(), NearFieldType.profileField(field));
        heads = DocValues.getBinary(context.reader(), SimHashFields.signatureField(field));
        rests = DocValues.getBinary(context.reader(), SimHashFields.signatureRestField(field));
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
      if (heads.advanceExact(doc)) {
        byte[] rest = rests.advanceExact(doc) ? copy(rests.binaryValue()) : new byte[0];
        value.put(SIGNATURE, base64(copy(heads.binaryValue()), rest));
      }
      Object given = value.isEmpty() ? null : part.apply(value);
      return given == null ? List.of() : List.of(given);
    }

    private static byte[] copy(BytesRef bytes) {
      return BytesRef.deepCopyOf(bytes).bytes;
    }

    private static String base64(byte[] head, byte[] rest) {
      try {
        return Signature.read(head, rest).toBase64();
      } catch (IllegalArgumentException e) {
        // Who reads it is told the reason.
        return Base64.getEncoder().encodeToString(head);
      }
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return StoredFieldsSpec.NO_REQUIREMENTS;
    }
  }
}
