package io.simhash.elasticsearch.mapper;

import io.simhash.elasticsearch.profile.AnalyzerLookup;
import io.simhash.elasticsearch.profile.Analyzers;
import io.simhash.elasticsearch.profile.IdfModels;
import io.simhash.lucene.analysis.TextFingerprinter;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexableField;
import org.elasticsearch.common.Explicit;
import org.elasticsearch.common.collect.Iterators;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.support.AbstractXContentParser;

/**
 * The field type {@code simhash}: one 64-bit fingerprint a document.
 *
 * <p>Without profile options the field takes a fingerprint, or the object that the ingest processor
 * writes. With an {@code analyzer}, or with shingles of characters, it takes text and fingerprints
 * it; a text without a fingerprint leaves the field absent.
 *
 * <p>A value is indexed as {@link DerivedFields} says. Synthetic {@code _source} keeps the value as
 * it came: text cannot be rebuilt, and a fingerprint has several spellings.
 */
public final class SimHashFieldMapper extends FieldMapper {

  private final Explicit<Boolean> ignoreMalformed;
  private final Explicit<Boolean> ignoreMalformedDefault;
  private final Object nullValue;
  private final Map<String, Object> profileOptions;
  private final AnalyzerLookup analyzers;
  private final IdfModels models;
  private final List<FieldMapper> derived;

  private SimHashFieldMapper(SimHashFieldType type, BuilderParams params, Builder builder) {
    super(builder.leafName(), type, params);
    this.ignoreMalformed = builder.ignoreMalformed.get();
    this.ignoreMalformedDefault = builder.ignoreMalformed.getDefaultValue();
    this.nullValue = builder.nullValue.get();
    this.profileOptions = builder.profile.given();
    this.analyzers = builder.analyzers;
    this.models = builder.models;
    this.derived = DerivedFields.mappers(type);
  }

  /** Reads the field's mapping; {@code models} are the node's. */
  public static TypeParser parser(IdfModels models) {
    return new TypeParser(
        (name, context) ->
            new Builder(
                name,
                Analyzers.ofIndex(context.getIndexAnalyzers(), context.getSettings()),
                models,
                IGNORE_MALFORMED_SETTING.get(context.getSettings())));
  }

  private static SimHashFieldMapper cast(FieldMapper mapper) {
    return (SimHashFieldMapper) mapper;
  }

  static final class Builder extends FieldMapper.Builder {

    private final AnalyzerLookup analyzers;
    private final IdfModels models;
    private final Parameter<Map<String, String>> meta = Parameter.metaParam();
    private final Parameter<Explicit<Boolean>> ignoreMalformed;
    private final Parameter<Object> nullValue =
        ProfileParameters.parameter("null_value", m -> nullValueOf(cast(m)));
    private final ProfileParameters profile = new ProfileParameters(m -> cast(m).profileOptions);
    private SimHashFieldMapper existing;

    Builder(
        String name, AnalyzerLookup analyzers, IdfModels models, boolean ignoreMalformedByDefault) {
      super(name);
      this.analyzers = analyzers;
      this.models = models;
      this.ignoreMalformed =
          Parameter.explicitBoolParam(
              "ignore_malformed", true, m -> cast(m).ignoreMalformed, ignoreMalformedByDefault);
    }

    private static Map<String, Object> nullValueOf(SimHashFieldMapper mapper) {
      return mapper.nullValue == null ? Map.of() : Map.of("null_value", mapper.nullValue);
    }

    @Override
    public Builder init(FieldMapper mapper) {
      existing = cast(mapper);
      super.init(mapper);
      return this;
    }

    @Override
    protected Parameter<?>[] getParameters() {
      return Stream.concat(
              Stream.of(meta, ignoreMalformed, nullValue), profile.parameters().stream())
          .toArray(Parameter<?>[]::new);
    }

    @Override
    public String contentType() {
      return SimHashFieldType.NAME;
    }

    @Override
    public SimHashFieldMapper build(MapperBuilderContext context) {
      Optional<TextFingerprinter> fingerprinter = fingerprinter();
      requireNullValue(fingerprinter.isPresent());
      SimHashFieldType type =
          new SimHashFieldType(
              context.buildFullName(leafName()),
              meta.get(),
              fingerprinter,
              nullValue.get(),
              context.isInNestedContext());
      return new SimHashFieldMapper(type, builderParams(this, context), this);
    }

    /** A mapping is built again for every new field beside this one: the models are not. */
    private Optional<TextFingerprinter> fingerprinter() {
      Map<String, Object> given = profile.given();
      return existing != null && existing.profileOptions.equals(given)
          ? existing.fieldType().fingerprinter()
          : ProfileParameters.resolve(given, analyzers, models);
    }

    private void requireNullValue(boolean ofText) {
      Object value = nullValue.get();
      if (value == null) {
        return;
      }
      if (ofText) {
        throw new IllegalArgumentException(
            "[null_value] is a fingerprint and cannot stand in a field that takes text");
      }
      try {
        FingerprintValue.ofFingerprint(value);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("[null_value]: " + e.getMessage(), e);
      }
    }
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) throws IOException {
    boolean object = context.parser().currentToken() == XContentParser.Token.START_OBJECT;
    if (object && multiFields().iterator().hasNext()) {
      throw new IllegalArgumentException(
          "[" + fullPath() + "] has multi-fields and takes no object, only a fingerprint");
    }
    Object read = read(context.parser());
    Object value = read == null ? nullValue : read;
    if (value != null) {
      requireFirst(context);
      index(context, value);
    }
  }

  private void index(DocumentParserContext context, Object value) {
    try {
      fieldType()
          .read(value)
          .ifPresent(parsed -> context.doc().addAll(DerivedFields.of(fullPath(), parsed)));
    } catch (IllegalArgumentException e) {
      if (ignoreMalformed() == false) {
        throw e;
      }
      context.addIgnoredField(fullPath());
    }
  }

  /** Reads the whole value, so that the parser stands behind a malformed one too. */
  private static Object read(XContentParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_NUMBER -> parser.numberValue();
      case START_OBJECT -> AbstractXContentParser.readValue(parser, LinkedHashMap::new);
      default -> parser.text();
    };
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
    return ignoreMalformed.value();
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
  public Builder getMergeBuilder() {
    Builder builder = new Builder(leafName(), analyzers, models, ignoreMalformedDefault.value());
    return builder.init(this);
  }

  @Override
  protected String contentType() {
    return SimHashFieldType.NAME;
  }
}
