package io.simhash.elasticsearch.mapper.simhash;

import static io.simhash.core.base.Errors.invalid;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.index.mapper.DocValueFetcher;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.SourceValueFetcher;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.elasticsearch.search.lookup.Source;

/**
 * The values of a {@code simhash} field and its sub-fields for the search option {@code fields}.
 *
 * <p>They are read from doc values. Elasticsearch gives no access to the doc values of nested
 * documents, so their values are read from {@code _source}, and a text is fingerprinted again.
 */
final class FingerprintFetchers {

  private FingerprintFetchers() {}

  /**
   * @param type the {@code simhash} field or one of its sub-fields
   * @param parent the {@code simhash} field
   * @param part the value of {@code type} in a value of the parent, or null
   */
  static ValueFetcher fetcher(
      MappedFieldType type,
      SimHashFieldType parent,
      SearchExecutionContext context,
      String format,
      Function<FingerprintValue, Object> part) {
    if (format != null) {
      throw invalid(
          "Field [%s] of type [%s] does not support custom formats", type.name(), type.typeName());
    }
    if (parent.isNested()) {
      return new SourceValueFetcher(type.name(), context, parent.nullValue()) {
        @Override
        protected Object parseSourceValue(Object value) {
          return parent.read(value).map(part).orElse(null);
        }
      };
    }
    return new DocValueFetcher(
        type.docValueFormat(null, null),
        context.getForField(type, MappedFieldType.FielddataOperation.SEARCH));
  }

  /** Shows each number as the {@code float} that was indexed, not as the nearest double. */
  static ValueFetcher asFloats(ValueFetcher fetcher) {
    return new ValueFetcher() {
      @Override
      public void setNextReader(LeafReaderContext context) {
        fetcher.setNextReader(context);
      }

      @Override
      public List<Object> fetchValues(Source source, int doc, List<Object> ignoredValues)
          throws IOException {
        return fetcher.fetchValues(source, doc, ignoredValues).stream()
            .<Object>map(value -> ((Number) value).floatValue())
            .toList();
      }

      @Override
      public StoredFieldsSpec storedFieldsSpec() {
        return fetcher.storedFieldsSpec();
      }
    };
  }
}
