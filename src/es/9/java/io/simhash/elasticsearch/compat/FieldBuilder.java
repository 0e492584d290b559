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

  /** The builder of an update, for 8.19, where updates arrive built. */
  protected abstract FieldMapper.Builder builderOf(FieldMapper update);

  /** Completes an update of this mapping. */
  protected abstract void complete(FieldMapper.Builder update);

  @Override
  protected final void mergeFromBuilder(
      FieldMapper.Builder update, FieldMapper.Conflicts conflicts, MapperMergeContext context) {
    complete(update);
    super.mergeFromBuilder(update, conflicts, context);
  }
}
