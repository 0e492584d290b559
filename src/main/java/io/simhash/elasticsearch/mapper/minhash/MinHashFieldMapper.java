package io.simhash.elasticsearch.mapper.minhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.block.Blocks;
import io.simhash.elasticsearch.mapper.NearDuplicateFieldMapper;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.mapper.ParentTokens;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The field type {@code minhash}: the MinHash signature of a document's set of strings, or of the
 * shingles of its texts.
 *
 * <p>All values of a document, from an array or by {@code copy_to}, are one set; numbers and
 * booleans count as their text, as in a keyword field. A document with an empty set has no value.
 * Synthetic {@code _source} keeps the values as they were sent.
 */
public final class MinHashFieldMapper extends NearDuplicateFieldMapper {

  private final AnalyzerLookup analyzers;

  MinHashFieldMapper(
      MinHashFieldType type,
      BuilderParams params,
      MinHashFieldBuilder builder,
      Map<String, Object> pinned) {
    super(type, params, builder, pinned);
    this.analyzers = builder.analyzers;
  }

  /** Reads the field's mapping. */
  public static TypeParser parser() {
    return parser(MinHashFieldBuilder.DEFAULTS);
  }

  /** The same for a release with other defaults. */
  static TypeParser parser(Map<String, Object> defaults) {
    return new TypeParser(
        (name, context) ->
            new MinHashFieldBuilder(
                name,
                AnalyzerLookup.ofIndex(context),
                IGNORE_MALFORMED_SETTING.get(context.getSettings()),
                defaults));
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) throws IOException {
    XContentParser parser = context.parser();
    if (parser.currentToken() == XContentParser.Token.VALUE_NULL) {
      return;
    }
    index(
        context,
        () -> {
          if (parser.currentToken().isValue() == false) {
            parser.skipChildren();
            throw invalid("[%s] of type [minhash] takes strings but got an object", fullPath());
          }
          if (parser.currentToken() == XContentParser.Token.VALUE_EMBEDDED_OBJECT) {
            throw invalid("[%s] of type [minhash] takes strings but got bytes", fullPath());
          }
          add(context, parser.text());
        });
  }

  /** The field is added to the document with the first value that has an element. */
  private void add(DocumentParserContext context, String text) {
    SignatureField field = (SignatureField) context.doc().getByKey(fullPath());
    if (field == null) {
      field = new SignatureField(fullPath(), fieldType().minHasher());
      context.doc().onlyAddKey(fullPath(), field);
    }
    boolean wasEmpty = field.isEmpty();
    field.add(text, new ParentTokens(context, fullPath()));
    if (wasEmpty && field.isEmpty() == false) {
      context.doc().add(field);
      context.doc().add(field.bandTerms());
      context
          .doc()
          .add(SimHashFields.ofParameters(fullPath(), fieldType().minHasher().parameters()));
    }
  }

  /** What reads a field of either type would read the sub-fields that only {@code simhash} has. */
  @Override
  protected void doValidate(MappingLookup mappings) {
    super.doValidate(mappings);
    List<String> ofSimHash = new ArrayList<>(List.of(NearFieldType.profileField(fullPath())));
    for (int block = 0; block < Blocks.COUNT; block++) {
      ofSimHash.add(SimHashFields.blockField(fullPath(), block));
    }
    for (String name : ofSimHash) {
      if (mappings.getMapper(name) != null) {
        throw invalid(
            "[%s] of type [minhash] cannot have a field [%s]: in type [simhash] it has a meaning",
            fullPath(), name);
      }
    }
  }

  @Override
  public MinHashFieldType fieldType() {
    return (MinHashFieldType) super.fieldType();
  }

  @Override
  public FieldMapper.Builder getMergeBuilder() {
    return new MinHashFieldBuilder(leafName(), analyzers, ignoreMalformedByDefault, defaults)
        .init(this);
  }
}
