package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.passage.Winnowing;
import io.simhash.core.text.Folding;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.compat.PlainFieldType;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.fielddata.FieldDataContext;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.mapper.SourceValueFetcher;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The field type {@code passages}: the terms by which passages of a document's texts are found that
 * another text has too. Passages do not cross values. Numbers and booleans count as their text.
 */
public final class PassagesFieldMapper
    extends NearDuplicateFieldMapper<PassagesFieldMapper.PassagesFieldType> {

  private static final String SHINGLE = "shingle";
  private static final String WINDOW = "window";

  private PassagesFieldMapper(
      PassagesFieldType type,
      BuilderParams params,
      PassagesFieldBuilder builder,
      Map<String, Object> pinned) {
    super(type, params, builder, pinned);
  }

  /** Reads the field's mapping. */
  public static TypeParser parser() {
    return new TypeParser(
        (name, context) ->
            new PassagesFieldBuilder(name, IGNORE_MALFORMED_SETTING.get(context.getSettings())));
  }

  /** The field's mapping while it is read, merged or shown. */
  private static final class PassagesFieldBuilder extends NearDuplicateFieldBuilder {

    PassagesFieldBuilder(String name, boolean ignoreMalformedByDefault) {
      super(
          name,
          PassagesFieldType.NAME,
          ignoreMalformedByDefault,
          List.of(SHINGLE, WINDOW, Folding.NAME));
    }

    @Override
    NearDuplicateFieldBuilder copy(boolean ignoreMalformedByDefault) {
      return new PassagesFieldBuilder(leafName(), ignoreMalformedByDefault);
    }

    @Override
    Object canonical(String option, OptionMap given, Object pinned) {
      return option.equals(Folding.NAME) ? Folding.read(given).pinned() : given.integer(option);
    }

    @Override
    public PassagesFieldMapper build(MapperBuilderContext context) {
      Winnowing defaults = Winnowing.DEFAULT;
      Map<String, Object> pinned =
          pinned(Map.of(SHINGLE, defaults.shingle(), WINDOW, defaults.window()));
      Winnowing winnowing =
          new Winnowing(
              (int) pinned.get(SHINGLE),
              (int) pinned.get(WINDOW),
              TextOptions.of(options()).folding());
      PassagesFieldType type =
          new PassagesFieldType(context.buildFullName(leafName()), meta.get(), winnowing);
      return new PassagesFieldMapper(type, builderParams(this, context), this, pinned);
    }
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) throws IOException {
    indexString(context, value -> add(context, value));
  }

  private void add(DocumentParserContext context, String text) {
    PassageField field = (PassageField) context.doc().getByKey(fullPath());
    boolean isFirst = field == null;
    field = isFirst ? new PassageField(fullPath(), type.winnowing()) : field;
    field.add(text);
    if (isFirst) {
      context.doc().addWithKey(fullPath(), field);
      context.addToFieldNames(fullPath());
    }
  }

  /** The field type at search time. Its values are the texts of {@code _source}. */
  public static final class PassagesFieldType extends PlainFieldType {

    /** The name that users type. */
    public static final String NAME = "passages";

    private final Winnowing winnowing;

    PassagesFieldType(String name, Map<String, String> meta, Winnowing winnowing) {
      super(name, true, meta);
      this.winnowing = winnowing;
    }

    /** Makes the terms of this field. */
    public Winnowing winnowing() {
      return winnowing;
    }

    @Override
    public String typeName() {
      return NAME;
    }

    /** False: queries for a value do not work on terms of passages. */
    @Override
    public boolean isSearchable() {
      return false;
    }

    @Override
    public IndexFieldData.Builder fielddataBuilder(FieldDataContext context) {
      throw invalid(
          "[%s] of type [passages] cannot be sorted or aggregated on, nor read in a script",
          name());
    }

    @Override
    public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
      if (format != null) {
        throw invalid("[%s] of type [passages] has no formats", name());
      }
      return new SourceValueFetcher(name(), context) {
        /** None for an object or bytes, which {@code ignore_malformed} has left out. */
        @Override
        protected Object parseSourceValue(Object value) {
          return value instanceof Map || value instanceof byte[] ? null : value.toString();
        }
      };
    }

    @Override
    public Query termQuery(Object value, SearchExecutionContext context) {
      throw invalid("[%s] of type [passages] is searched by [shared_passages]", name());
    }
  }
}
