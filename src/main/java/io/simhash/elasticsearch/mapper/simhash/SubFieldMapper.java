package io.simhash.elasticsearch.mapper.simhash;

import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;

/** A sub-field that its {@code simhash} field writes: it takes no value of its own. */
final class SubFieldMapper extends FieldMapper {

  private final String parent;

  SubFieldMapper(String leafName, MappedFieldType type, String parent) {
    super(leafName, type, BuilderParams.empty());
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
