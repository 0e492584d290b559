package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.config.ConfigFiles;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.FingerprinterFactory;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.lucene.document.NumericDocValuesField;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.TextFieldMapper;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.support.AbstractXContentParser;

/**
 * The field type {@code simhash}: one 64-bit fingerprint a document.
 *
 * <p>Without profile options the field takes a fingerprint, or the object that the ingest processor
 * writes. With an {@code analyzer}, or with shingles of characters, it takes text and fingerprints
 * it; a text that is too short for a fingerprint still has its signature.
 *
 * <p>The field writes the sub-fields of {@link SimHashFieldType} too, and with {@code block_levels}
 * 2 the terms of the second level of blocks. Synthetic {@code _source} keeps the value as it was
 * sent: text cannot be rebuilt, and a fingerprint has several forms.
 */
public final class SimHashFieldMapper extends NearDuplicateFieldMapper {

  private final boolean hasSubBlocks;
  private final boolean isPut;

  /**
   * @param hasSubBlocks whether the second level of blocks is written too
   * @param isPut whether a user puts the mapping: then it is checked more strictly, because indices
   *     that have it must open
   */
  SimHashFieldMapper(
      SimHashFieldType type,
      BuilderParams params,
      SimHashFieldBuilder builder,
      Map<String, Object> pinned,
      boolean hasSubBlocks,
      boolean isPut) {
    super(type, params, builder, pinned);
    this.hasSubBlocks = hasSubBlocks;
    this.isPut = isPut;
  }

  /** Reads the field's mapping, which may name an IDF model of the node. */
  public static TypeParser parser(IdfModels models) {
    return new TypeParser(
        (name, context) ->
            new SimHashFieldBuilder(
                name,
                new FingerprinterFactory(AnalyzerLookup.ofIndex(context), models),
                ConfigFiles.isNew(context.getIndexSettings()),
                IGNORE_MALFORMED_SETTING.get(context.getSettings())));
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) throws IOException {
    boolean object = context.parser().currentToken() == XContentParser.Token.START_OBJECT;
    if (object && multiFields().iterator().hasNext()) {
      throw invalid("[%s] has multi-fields and takes no object, only a fingerprint", fullPath());
    }
    Object value = read(context.parser());
    if (value == null) {
      return;
    }
    requireFirst(context);
    index(
        context,
        () -> {
          if (value instanceof byte[]) {
            // CBOR and SMILE have bytes, JSON does not.
            throw invalid("[%s] of type [simhash] takes no bytes", fullPath());
          }
          fieldType()
              .read(value, new ParentTokens(context, fullPath()))
              .ifPresent(parsed -> add(context, parsed));
        });
  }

  private void add(DocumentParserContext context, FingerprintValue value) {
    context.doc().addAll(value.luceneFields(fullPath()));
    if (hasSubBlocks && value.fingerprint() != null) {
      context.doc().addAll(SimHashFields.ofSubBlocks(fullPath(), value.fingerprint()));
    }
  }

  @Override
  protected void doValidate(MappingLookup mappings) {
    super.doValidate(mappings);
    if (hasSubBlocks) {
      requireUnmapped(mappings, SimHashFields.subBlocksField(fullPath()));
    }
    String dotted = fullPath() + "." + SimHashFieldType.FINGERPRINT;
    if (mappings.getFieldType(dotted) != null) {
      // With [subobjects] [false], the value of that field would be found by no near query.
      throw invalid(
          "[%s] of type [simhash] takes [fingerprint] in an object only: [%s] must not be another"
              + " field",
          fullPath(), dotted);
    }
    String parent = mappings.parentField(fullPath());
    if (isPut && parent != null) {
      requireNoText(mappings.getFieldType(parent));
    }
  }

  /** Requires that a field that takes fingerprints is not given the values of a text field. */
  private void requireNoText(MappedFieldType parent) {
    if (fieldType().takesText() == false
        && parent.familyTypeName().equals(TextFieldMapper.CONTENT_TYPE)) {
      throw invalid(
          "[%s] needs [analyzer], or [shingle.unit] [character]: without them it takes"
              + " fingerprints, but [%s] of type [%s] gives it texts",
          fullPath(), parent.name(), parent.typeName());
    }
  }

  /**
   * Reads the whole value, also a malformed one, so that the parser is at its end. For a field that
   * takes text, numbers and booleans are their text, as they are for a text field.
   */
  private Object read(XContentParser parser) throws IOException {
    XContentParser.Token token = parser.currentToken();
    boolean text = token.isValue() && token != XContentParser.Token.VALUE_EMBEDDED_OBJECT;
    return text && fieldType().takesText()
        ? parser.text()
        : AbstractXContentParser.readValue(parser, LinkedHashMap::new);
  }

  /**
   * Requires a single value, also with {@code ignore_malformed}: choosing one of two would be
   * arbitrary.
   */
  private void requireFirst(DocumentParserContext context) {
    if (context.doc().getByKey(fullPath()) != null) {
      throw invalid(
          "[%s] of type [simhash] takes one value a document but got several", fullPath());
    }
    context.doc().onlyAddKey(fullPath(), new NumericDocValuesField(fullPath(), 0));
  }

  @Override
  protected boolean supportsParsingObject() {
    return true;
  }

  @Override
  public SimHashFieldType fieldType() {
    return (SimHashFieldType) super.fieldType();
  }
}
