package io.simhash.elasticsearch.compat;

import java.util.Map;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberFieldType;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberType;

/**
 * A numeric field with points and doc values. ES|QL reads doc values, because the type is told that
 * {@code _source} is synthetic: the {@code _source} may have no number under the field's name.
 *
 * <p>Lines differ in the parameters of the constructor.
 */
public abstract class PointsFieldType extends NumberFieldType {

  protected PointsFieldType(String name, NumberType type) {
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
        true);
  }
}
