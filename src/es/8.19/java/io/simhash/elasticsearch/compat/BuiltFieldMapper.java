package io.simhash.elasticsearch.compat;

import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;

/**
 * A field that a {@link FieldBuilder} built. In 8.19 an update is built when it arrives, so the
 * builder is kept.
 */
public abstract class BuiltFieldMapper extends FieldMapper {

  private final FieldBuilder builder;

  protected BuiltFieldMapper(FieldBuilder builder, MappedFieldType type, BuilderParams params) {
    super(builder.leafName(), type, params);
    this.builder = builder;
  }

  /** The mapping as it was typed. */
  final FieldBuilder builder() {
    return builder;
  }
}
