package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.compat.FieldBuilder;
import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.Explicit;
import org.elasticsearch.common.collect.Iterators;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.core.CheckedRunnable;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.DocumentParsingException;
import org.elasticsearch.index.mapper.FieldMapper;
import org.elasticsearch.index.mapper.FieldMapper.Parameter;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.Mapper;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.mapper.MapperService;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.NestedObjectMapper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The mapper that the three field types share: what happens to malformed values, the names that a
 * field writes to, and its sub-fields.
 */
public abstract class NearDuplicateFieldMapper<T extends MappedFieldType> extends FieldMapper {

  final T type;
  final Map<String, Object> pinned;
  final Explicit<Boolean> ignoreMalformed;
  final NearDuplicateFieldBuilder builder;
  private final List<Mapper> subFields;

  protected NearDuplicateFieldMapper(
      T type, BuilderParams params, NearDuplicateFieldBuilder builder, Map<String, Object> pinned) {
    super(builder.leafName(), type, params);
    this.type = type;
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
    boolean isObject = parser.currentToken().isValue() == false;
    parser.skipChildren();
    if (isObject || parser.currentToken() == XContentParser.Token.VALUE_EMBEDDED_OBJECT) {
      String got = isObject ? "an object" : "bytes";
      throw invalid("[%s] of type [%s] takes strings but got %s", fullPath(), typeName(), got);
    }
    return parser.text();
  }

  /**
   * Requires that the values of nested objects are not copied into the document around them: that
   * document could get several.
   */
  @Override
  protected void doValidate(MappingLookup mappings) {
    if (type instanceof NearFieldType near) {
      near.requireShortLists(mappings);
      requireUnmapped(mappings, BandTerms.field(fullPath()));
      requireUnmapped(mappings, SimHashFields.signatureRestField(fullPath()));
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
   * Lucene fields only, which no request can name.
   */
  protected final void requireUnmapped(MappingLookup mappings, String written) {
    if (mappings.getMapper(written) != null) {
      throw invalid("[%s] writes [%s], which must not be another field", fullPath(), written);
    }
  }

  @Override
  public final FieldMapper.Builder getMergeBuilder() {
    return builder.copy(builder.ignoreMalformed.getDefaultValue().value()).init(this);
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
   * A document whose text this node cannot analyse, through no fault of the document: the status is
   * the analyzer's, not the 400 of a document that cannot be parsed.
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

  /**
   * The mapping of a field while it is read, merged or shown: {@code meta}, {@code
   * ignore_malformed} and the options that decide what is computed from a value.
   *
   * <p>The latter are <em>pinned</em>, also their defaults: the mapping shows them as if they had
   * been set, so another release computes the same. The default of an option that a later release
   * adds must be what was done before. An update keeps the pinned values that it omits; those that
   * it sets must be the same, in whatever spelling, unless they {@link #canChange}.
   */
  abstract static class NearDuplicateFieldBuilder extends FieldBuilder {

    final Parameter<Explicit<Boolean>> ignoreMalformed;
    private final String type;
    final Parameter<Map<String, String>> meta = Parameter.metaParam();
    private final List<Parameter<Object>> options;

    NearDuplicateFieldBuilder(
        String name, String type, boolean ignoreMalformedByDefault, List<String> options) {
      super(name);
      this.type = type;
      this.ignoreMalformed =
          Parameter.explicitBoolParam(
              "ignore_malformed",
              true,
              mapper -> ((NearDuplicateFieldMapper<?>) mapper).ignoreMalformed,
              ignoreMalformedByDefault);
      this.options = options.stream().map(NearDuplicateFieldBuilder::parameter).toList();
    }

    /** A parameter that keeps the value as it was given, to be read when all of them are known. */
    private static Parameter<Object> parameter(String name) {
      return new Parameter<Object>(
              name,
              false,
              () -> null,
              (field, context, value) -> value,
              mapper -> ((NearDuplicateFieldMapper<?>) mapper).pinned.get(name),
              (builder, key, value) -> builder.field(key, value),
              String::valueOf)
          .setSerializerCheck((includeDefaults, configured, value) -> configured);
    }

    @Override
    public final String contentType() {
      return type;
    }

    /** A builder of the same field to which no option is set yet. */
    abstract NearDuplicateFieldBuilder copy(boolean ignoreMalformedByDefault);

    /** The options that are given or pinned, by name. */
    final Map<String, Object> options() {
      Map<String, Object> set = new LinkedHashMap<>();
      options.stream()
          .filter(option -> option.get() != null)
          .forEach(option -> set.put(option.name, option.get()));
      return set;
    }

    /** The options in the form in which they are pinned; absent ones have the {@code defaults}. */
    final Map<String, Object> pinned(Map<String, Object> defaults) {
      Map<String, Object> pinned = options();
      defaults.forEach(pinned::putIfAbsent);
      pinned.replaceAll((option, given) -> canonical(option, alone(option, given), null));
      return pinned;
    }

    /**
     * The value of an option in the form in which it is pinned, which is equal for all spellings.
     *
     * @param given the option alone
     * @param pinned the existing field's value, which has the parts that {@code given} omits; null
     *     where there is none
     */
    abstract Object canonical(String option, OptionMap given, Object pinned);

    /** Whether an update may change an option: old and new values can be compared. */
    boolean canChange(String option) {
      return false;
    }

    /** An option alone, to be read. */
    static OptionMap alone(String option, Object value) {
      return new OptionMap(new HashMap<>(Map.of(option, value)));
    }

    @Override
    protected final FieldMapper.Builder builderOf(FieldMapper update) {
      return ((NearDuplicateFieldMapper<?>) update).builder;
    }

    /** Completes an update, and brings both values of an option into one form for comparing. */
    @Override
    protected final void complete(FieldMapper.Builder update) {
      for (int i = 0; i < options.size(); i++) {
        Parameter<Object> existing = options.get(i);
        Parameter<Object> updated = ((NearDuplicateFieldBuilder) update).options.get(i);
        String option = existing.name;
        Object pinned = existing.get();
        if (pinned != null) {
          pinned = canonical(option, alone(option, pinned), null);
          existing.setValue(pinned);
        }
        Object given = updated.get();
        updated.setValue(given == null ? pinned : canonical(option, alone(option, given), pinned));
        if (canChange(option)) {
          existing.setValue(updated.get());
        }
      }
    }

    /**
     * Warns of an analyzer that refuses every text, in the response to a mapping that is put. It is
     * no error, because any new field makes Elasticsearch build all fields of an index again.
     */
    static void warn(MapperBuilderContext context, Optional<String> refusal) {
      if (context.getMergeReason() != MapperService.MergeReason.MAPPING_RECOVERY) {
        refusal.ifPresent(reason -> HeaderWarning.addWarning("every text is refused: {}", reason));
      }
    }

    @Override
    protected final Parameter<?>[] getParameters() {
      return Stream.concat(Stream.of(meta, ignoreMalformed), options.stream())
          .toArray(Parameter<?>[]::new);
    }
  }
}
