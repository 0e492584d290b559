package io.simhash.elasticsearch.mapper.minhash;

import io.simhash.core.minhash.Bands;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
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
 * Reads a stored signature in base 64, for the formats {@code signature} and {@code bands} of the
 * search option {@code fields}. Queries with {@code like} use it.
 *
 * <p>It reads the doc value, so document and field level security apply to it.
 */
class SignatureFetcher implements ValueFetcher {

  private final String field;
  private BinaryDocValues signatures;

  SignatureFetcher(String field) {
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

  /**
   * Reads the signature and then the band terms.
   *
   * <p>Band terms are made of whole minima, which a signature does not keep, so they are computed
   * again from the values in {@code _source}. Without these values there are no band terms.
   */
  static final class WithBands extends SignatureFetcher {

    private final ValueFetcher values;
    private final TextMinHasher minHasher;
    private final Bands bands;

    WithBands(String field, ValueFetcher values, TextMinHasher minHasher, Bands bands) {
      super(field);
      this.values = values;
      this.minHasher = minHasher;
      this.bands = bands;
    }

    @Override
    public void setNextReader(LeafReaderContext context) {
      super.setNextReader(context);
      values.setNextReader(context);
    }

    @Override
    public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
        throws IOException {
      List<Object> fetched = new ArrayList<>(super.fetchValues(source, doc, ignoredValues));
      List<String> texts =
          values.fetchValues(source, doc, ignoredValues).stream().map(Object::toString).toList();
      long[] elements = minHasher.elements(texts);
      if (fetched.isEmpty() == false && elements.length > 0) {
        fetched.addAll(bands.terms(minHasher.minHash().minima(elements)));
      }
      return fetched;
    }

    @Override
    public StoredFieldsSpec storedFieldsSpec() {
      return values.storedFieldsSpec();
    }
  }
}
