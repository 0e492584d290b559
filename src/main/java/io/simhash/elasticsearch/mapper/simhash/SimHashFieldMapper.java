package io.simhash.elasticsearch.mapper.simhash;

import io.simhash.elasticsearch.mapper.MappingRules;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.IdfModels;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.elasticsearch.common.collect.Iterators;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.support.AbstractXContentParser;

/**
 * The field type {@code simhash}: one 64-bit fingerprint a document.
 *
 * <p>Without profile options the field takes a fingerprint, or the object that the ingest processor
 * writes. With an {@code analyzer}, or with shingles of characters, it takes text and fingerprints
 * it; a text without a fingerprint leaves the field absent.
 *
 * <p>A value is indexed as {@link SubFields} says. Synthetic {@code _source} keeps the value as it
 * came: text cannot be rebuilt, and a fingerprint has several spellings.
 */
public final class SimHashFieldMapper extends FieldMapper {

  private final SimHashFieldBuilder.TypedMapping mapping;
  private final List<FieldMapper> derived;

  SimHashFieldMapper(SimHashFieldType type, BuilderParams params, SimHashFieldBuilder builder) {
    super(builder.leafName(), type, params);
    this.mapping = builder.mapping();
    this.derived = SubFields.mappers(type);
  }

  /** Reads the field's mapping; {@code models} are the node's. */
  public static TypeParser parser(IdfModels models) {
    return new TypeParser(
        (name, context) ->
            new SimHashFieldBuilder(
                name,
                new FingerprinterFactory(MappingRules.analyzers(context), models),
                IGNORE_MALFORMED_SETTING.get(context.getSettings())));
  }

  SimHashFieldBuilder.TypedMapping mapping() {
    return mapping;
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) throws IOException {
    boolean object = context.parser().currentToken() == XContentParser.Token.START_OBJECT;
    if (object && multiFields().iterator().hasNext()) {
      throw new IllegalArgumentException(
          "[" + fullPath() + "] has multi-fields and takes no object, only a fingerprint");
    }
    Object read = read(context.parser());
    Object value = read == null ? fieldType().nullValue() : read;
    if (value != null) {
      requireFirst(context);
      index(context, value);
    }
  }

  private void index(DocumentParserContext context, Object value) {
    try {
      if (value instanceof byte[]) {
        // CBOR and SMILE have them; JSON has not.
        throw new IllegalArgumentException("[" + fullPath() + "] of type [simhash] takes no bytes");
      }
      fieldType()
          .read(value)
          .ifPresent(parsed -> context.doc().addAll(SubFields.of(fullPath(), parsed)));
    } catch (IllegalArgumentException e) {
      if (ignoreMalformed() == false) {
        throw e;
      }
      context.addIgnoredField(fullPath());
    }
  }

  /**
   * Reads the whole value, so that the parser stands behind a malformed one too. For a field that
   * takes text, numbers and booleans are their text, as they are for a text field.
   */
  private Object read(XContentParser parser) throws IOException {
    XContentParser.Token token = parser.currentToken();
    if (token == XContentParser.Token.VALUE_NULL) {
      return null;
    }
    if (token == XContentParser.Token.START_OBJECT) {
      return AbstractXContentParser.readValue(parser, LinkedHashMap::new);
    }
    if (token == XContentParser.Token.VALUE_EMBEDDED_OBJECT) {
      return parser.binaryValue();
    }
    boolean number = token == XContentParser.Token.VALUE_NUMBER;
    return number && fieldType().fingerprinter().isEmpty() ? parser.numberValue() : parser.text();
  }

  /** A second value is refused even where malformed ones are ignored: half of two is wrong. */
  private void requireFirst(DocumentParserContext context) {
    IndexableField mark = new NumericDocValuesField(fullPath(), 0);
    if (context.doc().putKeyIfAbsent(fullPath(), mark) != null) {
      throw new IllegalArgumentException(
          "[" + fullPath() + "] of type [simhash] takes one value a document but got several");
    }
  }

  @Override
  protected boolean supportsParsingObject() {
    return true;
  }

  @Override
  public boolean ignoreMalformed() {
    return mapping.ignoreMalformed().value();
  }

  @Override
  public SimHashFieldType fieldType() {
    return (SimHashFieldType) super.fieldType();
  }

  @Override
  public Iterator<Mapper> iterator() {
    return Iterators.concat(super.iterator(), List.<Mapper>copyOf(derived).iterator());
  }

  /** The sub-fields' values stand where the field's own value stands. */
  @Override
  public Iterator<Mapper> sourcePathUsedBy() {
    return iterator();
  }

  @Override
  public FieldMapper.Builder getMergeBuilder() {
    return new SimHashFieldBuilder(leafName(), this);
  }

  @Override
  protected void doValidate(MappingLookup mappings) {
    MappingRules.requireOneValue(fullPath(), SimHashFieldType.NAME, mappings);
  }

  @Override
  protected String contentType() {
    return SimHashFieldType.NAME;
  }
}
