package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.Explicit;
import org.elasticsearch.common.collect.Iterators;
import org.elasticsearch.core.CheckedRunnable;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.DocumentParsingException;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.NestedObjectMapper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/**
 * A field that stores what is computed from the values of a document, of type {@code simhash},
 * {@code minhash} or {@code passages}: what happens to malformed values, the names that the field
 * writes to, and its sub-fields.
 */
public abstract class NearDuplicateFieldMapper extends FieldMapper {

  final Map<String, Object> pinned;
  final Explicit<Boolean> ignoreMalformed;
  final NearDuplicateFieldBuilder builder;
  private final List<Mapper> subFields;

  protected NearDuplicateFieldMapper(
      MappedFieldType type,
      BuilderParams params,
      NearDuplicateFieldBuilder builder,
      Map<String, Object> pinned) {
    super(builder.leafName(), type, params);
    this.builder = builder;
    this.ignoreMalformed = builder.ignoreMalformed.get();
    this.pinned = pinned;
    this.subFields =
        type instanceof NearFieldType near
            ? near.subFields().stream().<Mapper>map(sub -> new SubField(sub, type.name())).toList()
            : List.of();
  }

  @Override
  public final boolean ignoreMalformed() {
    return ignoreMalformed.value();
  }

  /** Reads a value; the status of a text that the analyzer refuses is kept. */
  @Override
  public final void parse(DocumentParserContext context) throws IOException {
    try {
      super.parse(context);
    } catch (DocumentParsingException e) {
      if (e.getCause() instanceof ElasticsearchStatusException refusal) {
        throw new RefusedText(e.getMessage(), refusal);
      }
      throw e;
    }
  }

  /**
   * Indexes a value. If it is malformed and {@code ignore_malformed} is set, the document goes
   * without it, so the parser must then be at the end of the value.
   */
  protected final void index(DocumentParserContext context, CheckedRunnable<IOException> value)
      throws IOException {
    try {
      value.run();
    } catch (IllegalArgumentException e) {
      if (ignoreMalformed() == false) {
        throw e;
      }
      context.addIgnoredField(fullPath());
    }
  }

  /** Indexes a value of a field that takes any number of strings in a document. */
  protected final void indexString(DocumentParserContext context, Consumer<String> value)
      throws IOException {
    XContentParser parser = context.parser();
    if (parser.currentToken() != XContentParser.Token.VALUE_NULL) {
      index(context, () -> value.accept(string(parser)));
    }
  }

  private String string(XContentParser parser) throws IOException {
    if (parser.currentToken().isValue() == false) {
      parser.skipChildren();
      throw invalid("[%s] of type [%s] takes strings but got an object", fullPath(), typeName());
    }
    if (parser.currentToken() == XContentParser.Token.VALUE_EMBEDDED_OBJECT) {
      throw invalid("[%s] of type [%s] takes strings but got bytes", fullPath(), typeName());
    }
    return parser.text();
  }

  /**
   * Requires that the values of nested objects are not copied into the document around them: that
   * document could get several.
   */
  @Override
  protected void doValidate(MappingLookup mappings) {
    if (fieldType() instanceof NearFieldType) {
      requireUnmapped(mappings, BandTerms.field(fullPath()));
      requireUnmapped(mappings, NearFieldType.valueField(fullPath()));
    }
    String parent = mappings.nestedLookup().getNestedParent(fullPath());
    if (parent == null) {
      return;
    }
    NestedObjectMapper nested = mappings.nestedLookup().getNestedMappers().get(parent);
    if (nested.isIncludeInParent() || nested.isIncludeInRoot()) {
      throw invalid(
          "[%s] of type [%s] has one value a document: the nested object [%s] cannot have"
              + " [include_in_parent] or [include_in_root]",
          fullPath(), typeName(), parent);
    }
  }

  /**
   * Requires that no field of the mapping has a name that this field writes to. Such names are
   * Lucene fields only, which no request can name: they have no values of their own to show, and
   * {@code _field_caps} and {@code fields} need not leave them out.
   */
  protected final void requireUnmapped(MappingLookup mappings, String written) {
    if (mappings.getMapper(written) != null) {
      throw invalid("[%s] writes [%s], which must not be another field", fullPath(), written);
    }
  }

  @Override
  public final FieldMapper.Builder getMergeBuilder() {
    return builder.mergeBuilder(this);
  }

  @Override
  public final Iterator<Mapper> iterator() {
    return Iterators.concat(super.iterator(), subFields.iterator());
  }

  /** The sub-fields' values come from the same place of {@code _source} as the field's value. */
  @Override
  public final Iterator<Mapper> sourcePathUsedBy() {
    return iterator();
  }

  @Override
  protected String contentType() {
    return typeName();
  }

  /** A sub-field, whose value its field writes. */
  static final class SubField extends FieldMapper {

    private final String parent;

    SubField(MappedFieldType type, String parent) {
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

  /**
   * A document whose text this node cannot analyse, through no fault of the document. Its status is
   * that of the analyzer's refusal, where any other document that cannot be parsed has a 400.
   */
  private static final class RefusedText extends DocumentParsingException {

    private final RestStatus status;

    RefusedText(String message, ElasticsearchStatusException refusal) {
      super(XContentLocation.UNKNOWN, message, refusal);
      status = refusal.status();
    }

    @Override
    public RestStatus status() {
      return status;
    }
  }
}
