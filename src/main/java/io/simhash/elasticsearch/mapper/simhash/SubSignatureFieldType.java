package io.simhash.elasticsearch.mapper.simhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.minhash.Signature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.lookup.Source;

/**
 * The sub-field {@code signature}: the stored form of a {@link Signature}. The search option {@code
 * fields} gives it in base 64, and {@code exists} finds the documents that have one.
 */
final class SubSignatureFieldType extends MappedFieldType {

  private final SimHashFieldType parent;

  SubSignatureFieldType(SimHashFieldType parent) {
    super(
        parent.name() + "." + FingerprintValue.SIGNATURE,
        IndexType.docValuesOnly(),
        false,
        Map.of());
    this.parent = parent;
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
    SimHashFieldType.requireNoFormat(this, format);
    return parent.isNested()
        ? parent.fetcher(this, context, format, FingerprintValue::base64Signature)
        : new Fetcher();
  }

  @Override
  public Query termQuery(Object value, SearchExecutionContext context) {
    throw invalid(
        "[%s] holds signatures: use [min_similarity] of [simhash_near] on [%s] to compare them",
        name(), parent.name());
  }

  /** Reads the doc values of one segment after another. */
  private final class Fetcher implements ValueFetcher {

    private BinaryDocValues signatures;

    @Override
    public void setNextReader(LeafReaderContext context) {
      try {
        signatures = DocValues.getBinary(context.reader(), name());
      } catch (IOException e) {
        throw new UncheckedIOException("signatures of [" + name() + "] cannot be read", e);
      }
    }

    @Override
    public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
        throws IOException {
      return signatures.advanceExact(doc) ? List.of(base64(signatures.binaryValue())) : List.of();
    }

    private static String base64(BytesRef stored) {
      byte[] bytes = BytesRef.deepCopyOf(stored).bytes;
      return Base64.getEncoder().encodeToString(bytes);
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return StoredFieldsSpec.NO_REQUIREMENTS;
    }
  }
}
