package io.simhash.elasticsearch.mapper.passages;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.mapper.NearDuplicateFieldMapper;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.Map;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The field type {@code passages}: the terms by which passages of a document's texts are found that
 * another text has too.
 *
 * <p>A document may have several values, from an array or by {@code copy_to}; passages do not cross
 * them. Numbers and booleans count as their text. Synthetic {@code _source} keeps the values as
 * they were sent.
 */
public final class PassagesFieldMapper extends NearDuplicateFieldMapper {

  PassagesFieldMapper(
      PassagesFieldType type,
      BuilderParams params,
      PassagesFieldBuilder builder,
      Map<String, Object> pinned) {
    super(type, params, builder, pinned);
  }

  /** Reads the field's mapping. */
  public static TypeParser parser() {
    return parser(PassagesFieldBuilder.DEFAULTS);
  }

  /** The same for a release with other defaults. */
  static TypeParser parser(Map<String, Object> defaults) {
    return new TypeParser(
        (name, context) ->
            new PassagesFieldBuilder(
                name, IGNORE_MALFORMED_SETTING.get(context.getSettings()), defaults));
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) throws IOException {
    XContentParser parser = context.parser();
    if (parser.currentToken() == XContentParser.Token.VALUE_NULL) {
      return;
    }
    index(context, () -> add(context, text(parser)));
  }

  private String text(XContentParser parser) throws IOException {
    if (parser.currentToken().isValue() == false) {
      parser.skipChildren();
      throw invalid("[%s] of type [passages] takes strings but got an object", fullPath());
    }
    if (parser.currentToken() == XContentParser.Token.VALUE_EMBEDDED_OBJECT) {
      throw invalid("[%s] of type [passages] takes strings but got bytes", fullPath());
    }
    return parser.text();
  }

  private void add(DocumentParserContext context, String text) {
    PassageField field = (PassageField) context.doc().getByKey(fullPath());
    if (field == null) {
      field = new PassageField(fullPath(), fieldType().winnowing());
      field.add(text);
      context.doc().addWithKey(fullPath(), field);
      context.addToFieldNames(fullPath());
    } else {
      field.add(text);
    }
  }

  @Override
  public PassagesFieldType fieldType() {
    return (PassagesFieldType) super.fieldType();
  }

  @Override
  public FieldMapper.Builder getMergeBuilder() {
    return new PassagesFieldBuilder(leafName(), ignoreMalformedByDefault, defaults).init(this);
  }
}
