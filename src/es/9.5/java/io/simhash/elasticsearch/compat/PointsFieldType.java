package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberFieldType;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberType;

/** A numeric field with points and doc values. */
public abstract class PointsFieldType extends NumberFieldType {

  /**
   * @param syntheticSource whether ES|QL reads doc values, as it does where {@code _source} is
   *     synthetic
   */
  protected PointsFieldType(String name, NumberType type, boolean syntheticSource) {
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
        syntheticSource,
        false);
  }
}
