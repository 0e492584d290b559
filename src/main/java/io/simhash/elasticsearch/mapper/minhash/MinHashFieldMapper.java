package io.simhash.elasticsearch.mapper.minhash;

import io.simhash.elasticsearch.mapper.NearDuplicateFieldMapper;
import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.common.Explicit;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The field type {@code minhash}: the MinHash signature of a document's set of strings, or of the
 * shingles of its texts; with {@code bands} also the band terms, which find candidates without
 * reading signatures.
 *
 * <p>All values of a document, from an array or by {@code copy_to}, are one set; numbers and
 * booleans count as their text, as in a keyword field. A document with an empty set has no value.
 * Synthetic {@code _source} keeps the values as they were sent.
 */
public final class MinHashFieldMapper extends NearDuplicateFieldMapper {

  private final Explicit<Boolean> ignoreMalformed;
  private final boolean ignoreMalformedByDefault;
  private final Map<String, Object> options;
  private final AnalyzerLookup analyzers;

  private MinHashFieldMapper(MinHashFieldType type, BuilderParams params, Builder builder) {
    super(builder.leafName(), type, params);
    this.ignoreMalformed = builder.ignoreMalformed.get();
    this.ignoreMalformedByDefault = builder.ignoreMalformed.getDefaultValue().value();
    this.options = builder.options.typed();
    this.analyzers = builder.analyzers;
  }

  /** Reads the field's mapping. */
  public static TypeParser parser() {
    return new TypeParser(
        (name, context) ->
            new Builder(
                name, analyzers(context), IGNORE_MALFORMED_SETTING.get(context.getSettings())));
  }

  /** The mapping of the field while it is read, merged or shown. */
  static final class Builder extends FieldMapper.Builder {

    private final AnalyzerLookup analyzers;
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();
    private final Parameter<Explicit<Boolean>> ignoreMalformed;
    private final MinHashParameters options =
        new MinHashParameters(mapper -> ((MinHashFieldMapper) mapper).options);

    Builder(String name, AnalyzerLookup analyzers, boolean ignoreMalformedByDefault) {
      super(name);
      this.analyzers = analyzers;
      this.ignoreMalformed =
          Parameter.explicitBoolParam(
              "ignore_malformed",
              true,
              mapper -> ((MinHashFieldMapper) mapper).ignoreMalformed,
              ignoreMalformedByDefault);
    }

    @Override
    protected Parameter<?>[] getParameters() {
      return Stream.concat(Stream.of(meta, ignoreMalformed), options.parameters().stream())
          .toArray(Parameter<?>[]::new);
    }

    @Override
    public String contentType() {
      return MinHashFieldType.NAME;
    }

    @Override
    public MinHashFieldMapper build(MapperBuilderContext context) {
      TextMinHasher minHasher = MinHashParameters.minHasher(options.typed(), analyzers);
      MinHashFieldType type =
          new MinHashFieldType(
              context.buildFullName(leafName()),
              meta.get(),
              minHasher,
              MinHashParameters.bands(options.typed(), minHasher.minHash()));
      return new MinHashFieldMapper(type, builderParams(this, context), this);
    }
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
            throw new IllegalArgumentException(
                "[" + fullPath() + "] of type [minhash] takes strings but got an object");
          }
          if (parser.currentToken() == XContentParser.Token.VALUE_EMBEDDED_OBJECT) {
            throw new IllegalArgumentException(
                "[" + fullPath() + "] of type [minhash] takes strings but got bytes");
          }
          add(context, parser.text());
        });
  }

  /** The field is added to the document with the first value that has an element. */
  private void add(DocumentParserContext context, String text) {
    SignatureField field = (SignatureField) context.doc().getByKey(fullPath());
    if (field == null) {
      field = new SignatureField(fullPath(), fieldType().minHasher(), fieldType().bands());
      context.doc().onlyAddKey(fullPath(), field);
    }
    boolean wasEmpty = field.isEmpty();
    field.add(text);
    if (wasEmpty && field.isEmpty() == false) {
      context.doc().add(field);
      field.bandTerms().forEach(context.doc()::add);
    }
  }

  @Override
  public boolean ignoreMalformed() {
    return ignoreMalformed.value();
  }

  @Override
  public MinHashFieldType fieldType() {
    return (MinHashFieldType) super.fieldType();
  }

  @Override
  public FieldMapper.Builder getMergeBuilder() {
    return new Builder(leafName(), analyzers, ignoreMalformedByDefault).init(this);
  }
}
