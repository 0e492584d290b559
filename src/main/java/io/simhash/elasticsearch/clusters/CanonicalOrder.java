package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Set;
import java.util.function.LongFunction;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.elasticsearch.common.CheckedIntFunction;
import org.elasticsearch.index.fielddata.IndexNumericFieldData;
import org.elasticsearch.index.fielddata.SortedNumericDoubleValues;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.search.aggregations.support.AggregationContext;

/** The exact values of the field of numbers or dates that decides which member is canonical. */
final class CanonicalOrder {

  private CanonicalOrder() {}

  /**
   * Reads the documents of a segment, in ascending order; {@code null} for none.
   *
   * @param field {@code null} for none
   */
  static CheckedIntFunction<BigDecimal, IOException> open(
      AggregationContext context, String field, LeafReaderContext leaf) throws IOException {
    if (field == null) {
      return doc -> null;
    }
    MappedFieldType type = context.getFieldType(field);
    if (Set.of("half_float", "float", "double", "scaled_float").contains(type.typeName())) {
      // Of a scaled_float only its field data knows the factor.
      IndexNumericFieldData data =
          (IndexNumericFieldData)
              context
                  .subSearchContext()
                  .getSearchExecutionContext()
                  .getForField(type, MappedFieldType.FielddataOperation.SEARCH);
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
}
