package io.simhash.elasticsearch.mapper.minhash;

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
 * Reads a stored signature in base 64, for {@code {"field": …, "format": "signature"}} in the
 * search option {@code fields}. Queries with {@code like} use it.
 *
 * <p>It reads the doc value, so document and field level security apply to it.
 */
final class SignatureFetcher implements ValueFetcher {

  private final String field;
  private BinaryDocValues values;

  SignatureFetcher(String field) {
    this.field = field;
  }

  @Override
  public void setNextReader(LeafReaderContext context) {
    try {
      values = DocValues.getBinary(context.reader(), field);
    } catch (IOException e) {
      throw new UncheckedIOException("signatures of [" + field + "] cannot be read", e);
    }
  }

  @Override
  public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
      throws IOException {
    if (values.advanceExact(doc) == false) {
      return List.of();
    }
    BytesRef value = values.binaryValue();
    byte[] bytes = BytesRef.deepCopyOf(value).bytes;
    return List.of(Base64.getEncoder().encodeToString(bytes));
  }

  @Override
  public StoredFieldsSpec storedFieldsSpec() {
    return StoredFieldsSpec.NO_REQUIREMENTS;
  }
}
