package io.simhash.elasticsearch.compat;

import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MapperMergeContext;

/**
 * The mapping of a field, which completes an update of it before both are compared. Lines differ in
 * the form in which an update arrives.
 */
public abstract class FieldBuilder extends FieldMapper.Builder {

  protected FieldBuilder(String name) {
    super(name);
  }

  /** The name of the field type. */
  public abstract String contentType();

  /** The builder of an update. */
  protected abstract FieldMapper.Builder builderOf(FieldMapper update);

  /** Completes an update of this mapping. */
  protected abstract void complete(FieldMapper.Builder update);

  /** An update is built when it arrives, so it is built again when it is complete. */
  @Override
  protected final void merge(
      FieldMapper in, FieldMapper.Conflicts conflicts, MapperMergeContext context) {
    FieldMapper.Builder update = builderOf(in);
    complete(update);
    super.merge(update.build(context.getMapperBuilderContext()), conflicts, context);
  }
}
