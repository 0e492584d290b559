package io.simhash.elasticsearch.mapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.lookup.Source;

/**
 * Reads stored signatures in base 64, for queries with {@code like} and for the search option
 * {@code fields}. It reads the doc value, so document and field level security apply to it.
 */
public final class SignatureFetcher implements ValueFetcher {

  private final String field;
  private BinaryDocValues signatures;

  /**
   * @param field the field whose doc values are signatures
   */
  public SignatureFetcher(String field) {
    this.field = field;
  }

  @Override
  public void setNextReader(LeafReaderContext context) {
    try {
      signatures = DocValues.getBinary(context.reader(), field);
    } catch (IOException e) {
      throw new UncheckedIOException("signatures of [" + field + "] cannot be read", e);
    }
  }

  @Override
  public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
      throws IOException {
    if (signatures.advanceExact(doc) == false) {
      return List.of();
    }
    byte[] signature = BytesRef.deepCopyOf(signatures.binaryValue()).bytes;
    return List.of(Base64.getEncoder().encodeToString(signature));
  }

  @Override
  public StoredFieldsSpec storedFieldsSpec() {
    return StoredFieldsSpec.NO_REQUIREMENTS;
  }
}
