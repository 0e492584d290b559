package io.simhash.elasticsearch.mapper.passages;

import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.Winnowing;
import io.simhash.elasticsearch.mapper.NearDuplicateFieldBuilder;
import io.simhash.elasticsearch.mapper.NearDuplicateFieldMapper;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.MapperBuilderContext;

/**
 * The field type {@code passages}: the terms by which passages of a document's texts are found that
 * another text has too.
 *
 * <p>A document may have several values, from an array or by {@code copy_to}; passages do not cross
 * them. Numbers and booleans count as their text. Synthetic {@code _source} keeps the values as
 * they were sent.
 */
public final class PassagesFieldMapper extends NearDuplicateFieldMapper {

  private static final String SHINGLE = "shingle";
  private static final String WINDOW = "window";

  private PassagesFieldMapper(
      PassagesFieldType type, BuilderParams params, Builder builder, Map<String, Object> pinned) {
    super(type, params, builder, pinned);
  }

  /** Reads the field's mapping. */
  public static TypeParser parser() {
    return new TypeParser(
        (name, context) -> new Builder(name, IGNORE_MALFORMED_SETTING.get(context.getSettings())));
  }

  /** The field's mapping while it is read, merged or shown. */
  private static final class Builder extends NearDuplicateFieldBuilder {

    Builder(String name, boolean ignoreMalformedByDefault) {
      super(name, ignoreMalformedByDefault, List.of(SHINGLE, WINDOW));
    }

    @Override
    protected NearDuplicateFieldBuilder copy(boolean ignoreMalformedByDefault) {
      return new Builder(leafName(), ignoreMalformedByDefault);
    }

    @Override
    public String contentType() {
      return PassagesFieldType.NAME;
    }

    @Override
    protected Object canonical(String option, OptionMap typed, Object pinned) {
      return typed.integer(option);
    }

    @Override
    public PassagesFieldMapper build(MapperBuilderContext context) {
      Winnowing defaults = Winnowing.DEFAULT;
      Map<String, Object> pinned =
          pinned(Map.of(SHINGLE, defaults.shingle(), WINDOW, defaults.window()));
      Winnowing winnowing = new Winnowing((int) pinned.get(SHINGLE), (int) pinned.get(WINDOW));
      PassagesFieldType type =
          new PassagesFieldType(context.buildFullName(leafName()), meta(), winnowing);
      return new PassagesFieldMapper(type, builderParams(this, context), this, pinned);
    }
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) throws IOException {
    indexString(context, value -> add(context, value));
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
}
