package io.simhash.elasticsearch.mapper.simhash;

import io.simhash.elasticsearch.compat.PointsFieldType;
import io.simhash.elasticsearch.mapper.NearFieldType;
import java.util.function.Function;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/** A sub-field that is a number: {@code features} and {@code effective_features}. */
final class SubNumberFieldType extends PointsFieldType {

  /**
   * Tells NumberFieldType that {@code _source} is synthetic, so that ES|QL reads doc values: the
   * {@code _source} may have no number under the sub-field's name.
   */
  private static final boolean SOURCE_IS_SYNTHETIC = true;

  private final SimHashFieldType parent;
  private final Function<FingerprintValue, Object> part;

  /**
   * @param leafName the name after that of the parent
   * @param part the number in a value of the parent, or null
   */
  SubNumberFieldType(
      SimHashFieldType parent,
      String leafName,
      NumberType type,
      Function<FingerprintValue, Object> part) {
    super(parent.name() + "." + leafName, type, SOURCE_IS_SYNTHETIC);
    this.parent = parent;
    this.part = part;
  }

  /** False, as of the parent. */
  @Override
  public boolean mayExistInIndex(SearchExecutionContext context) {
    return false;
  }

  @Override
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    NearFieldType.requireNoFormat(this, format);
    return parent.fetcher(this, context, part);
  }
}
