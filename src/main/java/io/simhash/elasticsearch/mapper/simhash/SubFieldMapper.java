package io.simhash.elasticsearch.mapper.simhash;

import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;

/** A sub-field, whose value its {@code simhash} field writes. */
final class SubFieldMapper extends FieldMapper {

  private final String parent;

  SubFieldMapper(MappedFieldType type, String parent) {
    super(type.name().substring(parent.length() + 1), type, BuilderParams.empty());
    this.parent = parent;
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) {
    throw new IllegalArgumentException(
        "[" + fullPath() + "] is written by [" + parent + "] and takes no value");
  }

  @Override
  public Builder getMergeBuilder() {
    return null;
  }

  @Override
  protected String contentType() {
    return typeName();
  }
}
