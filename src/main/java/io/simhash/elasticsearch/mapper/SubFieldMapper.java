package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import java.io.IOException;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.xcontent.XContentBuilder;

/** A sub-field, whose value its field of type {@code simhash} or {@code minhash} writes. */
final class SubFieldMapper extends FieldMapper {

  private final String parent;

  SubFieldMapper(MappedFieldType type, String parent) {
    super(type.name().substring(parent.length() + 1), type, BuilderParams.empty());
    this.parent = parent;
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) {
    throw invalid("[%s] is written by [%s] and takes no value", fullPath(), parent);
  }

  @Override
  public Builder getMergeBuilder() {
    return null;
  }

  /** Shows the type only: a sub-field has no options. */
  @Override
  protected void doXContentBody(XContentBuilder builder, Params params) throws IOException {
    builder.field("type", contentType());
  }

  @Override
  protected String contentType() {
    return typeName();
  }
}
