package io.simhash.elasticsearch.mapper.minhash;

import io.simhash.core.minhash.Bands;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.lookup.Source;

/**
 * Reads a stored signature in base 64 and then the band terms. {@code minhash_near} with {@code
 * like} uses it.
 *
 * <p>Band terms are made of whole minima, which a signature does not keep, so they are computed
 * again from the values in {@code _source}. Without these values there are no band terms.
 */
final class BandsFetcher implements ValueFetcher {

  private final SignatureFetcher signature;
  private final ValueFetcher values;
  private final TextMinHasher minHasher;
  private final Bands bands;

  BandsFetcher(
      SignatureFetcher signature, ValueFetcher values, TextMinHasher minHasher, Bands bands) {
    this.signature = signature;
    this.values = values;
    this.minHasher = minHasher;
    this.bands = bands;
  }

  @Override
  public void setNextReader(LeafReaderContext context) {
    signature.setNextReader(context);
    values.setNextReader(context);
  }

  @Override
  public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
      throws IOException {
    List<Object> fetched = new ArrayList<>(signature.fetchValues(source, doc, ignoredValues));
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
