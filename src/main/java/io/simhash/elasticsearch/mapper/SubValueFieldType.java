package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.elasticsearch.mapper.FingerprintValue.SIGNATURE;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.compat.PlainFieldType;
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
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.lookup.Source;

/**
 * The sub-field {@code signature}, which {@code fields} gives in base 64; and the whole value, see
 * {@link NearFieldType#valueField}.
 */
public final class SubValueFieldType extends PlainFieldType {

  /** The part of a whole value that is the type of the field. */
  public static final String TYPE = "type";

  private final MappedFieldType parent;
  private final Function<SearchExecutionContext, ValueFetcher> values;

  SubValueFieldType(
      MappedFieldType parent,
      String leafName,
      Function<SearchExecutionContext, ValueFetcher> values) {
    super(parent.name() + "." + leafName, false, Map.of());
    this.parent = parent;
    this.values = values;
  }

  /** The signatures of a field. */
  static SubValueFieldType signature(MappedFieldType parent) {
    return new SubValueFieldType(
        parent, SIGNATURE, context -> new Values(parent, value -> value.get(SIGNATURE)));
  }

  /**
   * The whole values of a field: {@code {"fingerprint", "profile", "signature"}}, as the processor
   * writes them, each where the document has it; and {@link #TYPE}, which tells a field without a
   * value from one of another type.
   */
  static SubValueFieldType whole(MappedFieldType parent, String leafName) {
    return new SubValueFieldType(parent, leafName, context -> new Values(parent, value -> value));
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
    checkNoFormat(format);
    return values.apply(context);
  }

  @Override
  public Query termQuery(Object value, SearchExecutionContext context) {
    throw invalid(
        "[%s] holds signatures: use [%s_near] on [%s] to compare them",
        name(), parent.typeName(), parent.name());
  }

  /** Reads values from doc values, so that document and field level security apply to each part. */
  private static final class Values implements ValueFetcher {

    private final MappedFieldType field;
    private final Function<Map<String, String>, Object> part;
    private SortedNumericDocValues fingerprints;
    private SortedSetDocValues profiles;
    private StoredSignatures signatures;

    /**
     * @param part chooses from a value; {@code null} for nothing
     */
    Values(MappedFieldType field, Function<Map<String, String>, Object> part) {
      this.field = field;
      this.part = part;
    }

    @Override
    public void setNextReader(LeafReaderContext context) {
      try {
        String name = field.name();
        fingerprints = DocValues.getSortedNumeric(context.reader(), name);
        profiles = DocValues.getSortedSet(context.reader(), FingerprintValue.profileField(name));
        signatures = new StoredSignatures(context.reader(), name);
      } catch (IOException e) {
        throw new UncheckedIOException("values of [" + field.name() + "] cannot be read", e);
      }
    }

    @Override
    public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
        throws IOException {
      Map<String, String> value = new TreeMap<>(Map.of(TYPE, field.typeName()));
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
