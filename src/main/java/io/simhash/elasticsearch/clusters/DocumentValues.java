package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.compat.SearchContexts;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Set;
import java.util.function.LongFunction;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.SortedNumericDoubleValues;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.lookup.SourceProvider;

/**
 * Readers of a field of the documents of a segment, in ascending order. They return {@code null}
 * where a document has no value, and for all documents where the field is {@code null}.
 */
final class DocumentValues {

  private DocumentValues() {}

  /** Reads the least value of a field of numbers or dates, exactly; of a date its milliseconds. */
  static CheckedIntFunction<BigDecimal, IOException> numbers(
      SearchExecutionContext index, String field, LeafReaderContext leaf) throws IOException {
    if (field == null) {
      return doc -> null;
    }
    MappedFieldType type = index.getFieldType(field);
    if (Set.of("half_float", "float", "double", "scaled_float").contains(type.typeName())) {
      // Of a scaled_float only its field data knows the factor.
      IndexNumericFieldData data =
          index.getForField(type, MappedFieldType.FielddataOperation.SEARCH);
      SortedNumericDoubleValues values = data.load(leaf).getDoubleValues();
      return doc -> values.advanceExact(doc) ? new BigDecimal(values.nextValue()) : null;
    }
    SortedNumericDocValues values = DocValues.getSortedNumeric(leaf.reader(), type.name());
    LongFunction<BigDecimal> number =
        switch (type.typeName()) {
          // Doc values are signed: the least unsigned number is the least signed one.
          case "unsigned_long" ->
              value -> new BigDecimal(Long.toUnsignedString(value ^ Long.MIN_VALUE));
          case "date_nanos" -> value -> BigDecimal.valueOf(value, 6);
          default -> BigDecimal::valueOf;
        };
    return doc -> values.advanceExact(doc) ? number.apply(values.nextValue()) : null;
  }

  /** Reads the only value of a keyword field; none of a field without doc values. */
  static CheckedIntFunction<String, IOException> keywords(LeafReader reader, String field)
      throws IOException {
    SortedSetDocValues values = field == null ? null : reader.getSortedSetDocValues(field);
    return doc ->
        values != null && values.advanceExact(doc) && values.docValueCount() == 1
            ? values.lookupOrd(values.nextOrd()).utf8ToString()
            : null;
  }

  /** Reads the only value of a boolean field; none of a field without doc values. */
  static CheckedIntFunction<Boolean, IOException> booleans(LeafReader reader, String field)
      throws IOException {
    SortedNumericDocValues values = field == null ? null : reader.getSortedNumericDocValues(field);
    return doc ->
        values != null && values.advanceExact(doc) && values.docValueCount() == 1
            ? values.nextValue() == 1
            : null;
  }

  /** Reads an object at the root of {@code _source}, as a partial update finds it. */
  static CheckedIntFunction<Object, IOException> objects(
      SearchExecutionContext index, String field, LeafReaderContext leaf) {
    SourceProvider source = field == null ? null : SearchContexts.source(index, null);
    return doc -> source == null ? null : source.getSource(leaf, doc).source().get(field);
  }
}
