package io.simhash.elasticsearch.mapper.minhash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.lookup.Source;

/**
 * Reads a stored signature in base 64 and, if they are asked for, the band terms: for the formats
 * {@code signature} and {@code bands} of the search option {@code fields}. Queries with {@code
 * like} use it.
 *
 * <p>It reads the doc value, so document and field level security apply to it. Band terms are made
 * of whole minima, which a signature does not keep, so they are computed again from the values in
 * {@code _source}. Without these values there are no band terms.
 */
final class SignatureFetcher implements ValueFetcher {

  private final MinHashFieldType field;
  private final Optional<ValueFetcher> values;
  private BinaryDocValues signatures;

  /**
   * @param values reads the values that the band terms are computed from; empty for no band terms
   */
  SignatureFetcher(MinHashFieldType field, Optional<ValueFetcher> values) {
    this.field = field;
    this.values = values;
  }

  @Override
  public void setNextReader(LeafReaderContext context) {
    values.ifPresent(fetcher -> fetcher.setNextReader(context));
    try {
      signatures = DocValues.getBinary(context.reader(), field.name());
    } catch (IOException e) {
      throw new UncheckedIOException("signatures of [" + field.name() + "] cannot be read", e);
    }
  }

  @Override
  public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
      throws IOException {
    if (signatures.advanceExact(doc) == false) {
      return List.of();
    }
    byte[] signature = BytesRef.deepCopyOf(signatures.binaryValue()).bytes;
    List<Object> fetched = new ArrayList<>();
    fetched.add(Base64.getEncoder().encodeToString(signature));
    if (values.isPresent()) {
      List<Object> read = values.get().fetchValues(source, doc, ignoredValues);
      fetched.addAll(bandTerms(read.stream().map(Object::toString).toList()));
    }
    return fetched;
  }

  private List<String> bandTerms(List<String> texts) {
    long[] elements = field.minHasher().elements(texts);
    return elements.length == 0
        ? List.of()
        : field.bands().orElseThrow().terms(field.minHasher().minHash().minima(elements));
  }

  @Override
  public StoredFieldsSpec storedFieldsSpec() {
    return values.map(ValueFetcher::storedFieldsSpec).orElse(StoredFieldsSpec.NO_REQUIREMENTS);
  }
}
