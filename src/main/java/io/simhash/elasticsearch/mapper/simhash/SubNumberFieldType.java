package io.simhash.elasticsearch.mapper.simhash;

import java.util.Map;
import java.util.function.Function;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberFieldType;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * A number that the {@code simhash} field writes itself: {@code features} and {@code
 * effective_features}.
 */
final class SubNumberFieldType extends NumberFieldType {

  /** As if {@code _source} were synthetic: it has no number that ES|QL could read. */
  private static final boolean READ_DOC_VALUES_ONLY = true;

  private final SimHashFieldType parent;
  private final NumberType type;
  private final Function<FingerprintValue, Object> part;

  /**
   * @param part where the number stands in a value; null where it does not
   */
  SubNumberFieldType(
      String name,
      SimHashFieldType parent,
      NumberType type,
      Function<FingerprintValue, Object> part) {
    super(
        name,
        type,
        IndexType.points(true, true),
        false,
        false,
        null,
        Map.of(),
        null,
        false,
        null,
        null,
        READ_DOC_VALUES_ONLY,
        false);
    this.parent = parent;
    this.type = type;
    this.part = part;
  }

  @Override
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    ValueFetcher fetcher = FingerprintFetchers.of(this, parent, context, format, part);
    return type == NumberType.FLOAT ? FingerprintFetchers.asFloats(fetcher) : fetcher;
  }
}
