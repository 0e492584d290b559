package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.profile.ProfileOption.ANALYZER;
import static io.simhash.core.profile.ProfileOption.IDF_PATH;
import static io.simhash.core.profile.ProfileOption.SHINGLE;
import static io.simhash.core.profile.ProfileOption.TITLE_FACTOR;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.text.Boilerplate;
import io.simhash.core.text.Folding;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.analysis.AnalyzerLookup;
import io.simhash.elasticsearch.analysis.ConfigFiles;
import io.simhash.elasticsearch.analysis.FingerprinterFactory;
import io.simhash.elasticsearch.analysis.IdfModels;
import io.simhash.elasticsearch.analysis.SignatureOption;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.text.TextFingerprinter;
import io.simhash.lucene.text.TextHasher;
import io.simhash.lucene.text.TextMinHasher;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.document.NumericDocValuesField;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.mapper.MapperService.MergeReason;
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
 */
public final class SimHashFieldMapper extends NearDuplicateFieldMapper<SimHashFieldType> {

  /** Whether the second level of blocks is written too. */
  private final boolean hasSubBlocks;

  private final boolean isPut;

  /**
   * @param isPut whether a user puts the mapping: then it is checked more strictly, because indices
   *     that have it must open
   */
  SimHashFieldMapper(
      SimHashFieldType type,
      BuilderParams params,
      SimHashFieldBuilder builder,
      Map<String, Object> pinned,
      boolean isPut) {
    super(type, params, builder, pinned);
    this.hasSubBlocks = pinned.containsKey(SimHashFieldBuilder.BLOCK_LEVELS);
    this.isPut = isPut;
  }

  /** Reads the field's mapping, which may name an IDF model of the node. */
  public static TypeParser parser(IdfModels models) {
    return new TypeParser(
        (name, context) ->
            new SimHashFieldBuilder(
                name,
                new FingerprinterFactory(
                    AnalyzerLookup.ofIndex(context.getIndexAnalyzers(), context.getSettings()),
                    models),
                ConfigFiles.isNew(context.getIndexSettings()),
                IGNORE_MALFORMED_SETTING.get(context.getSettings())));
  }

  /** The field's mapping while it is read, merged or shown. */
  private static final class SimHashFieldBuilder extends NearDuplicateFieldBuilder {

    private static final String SIGNATURE = SignatureOption.NAME;
    private static final String FINGERPRINT = "fingerprint";
    private static final String BLOCK_LEVELS = "block_levels";
    private static final int MAX_BLOCK_LEVELS = 2;

    /** The options that are neither profile options nor text options. */
    private static final List<String> OWN = List.of(SIGNATURE, FINGERPRINT, BLOCK_LEVELS);

    /** The profile options of a mapping by name; a field has one text and no title. */
    private static final SortedMap<String, ProfileOption<?>> PROFILE = new TreeMap<>();

    static {
      ProfileOption.all().forEach(option -> PROFILE.put(option.name(), option));
      PROFILE.remove(TITLE_FACTOR.name());
    }

    private static final List<String> OPTIONS =
        Stream.concat(
                Stream.concat(PROFILE.keySet().stream(), TextOptions.NAMES.stream()).sorted(),
                OWN.stream())
            .toList();

    /** The reasons for which a mapping is parsed when a user puts it. */
    private static final Set<MergeReason> PUT =
        EnumSet.of(MergeReason.MAPPING_UPDATE, MergeReason.INDEX_TEMPLATE);

    private final FingerprinterFactory fingerprinters;
    private final boolean isNewIndex;

    /**
     * @param isNewIndex see {@link ConfigFiles#isNew}
     */
    SimHashFieldBuilder(
        String name,
        FingerprinterFactory fingerprinters,
        boolean isNewIndex,
        boolean ignoreMalformedByDefault) {
      super(name, SimHashFieldType.NAME, ignoreMalformedByDefault, OPTIONS);
      this.fingerprinters = fingerprinters;
      this.isNewIndex = isNewIndex;
    }

    @Override
    NearDuplicateFieldBuilder copy(boolean ignoreMalformedByDefault) {
      return new SimHashFieldBuilder(leafName(), fingerprinters, false, ignoreMalformedByDefault);
    }

    /** Null where an option says what holds without it: it needs no pin. */
    @Override
    Object canonical(String option, OptionMap given, Object pinned) {
      return switch (option) {
        case BLOCK_LEVELS -> hasSubBlocks(given) ? MAX_BLOCK_LEVELS : null;
        case FINGERPRINT -> given.bool(FINGERPRINT, true) ? null : false;
        case SIGNATURE -> SignatureOption.json(signatures(given, pinned));
        case Folding.NAME, Boilerplate.NAME -> TextOptions.read(given).pinned().get(option);
        default -> PROFILE.get(option).json(given);
      };
    }

    /** Signatures of other passages can be compared, fingerprints made here cannot. */
    @Override
    boolean canChange(String option) {
      Set<String> set = options().keySet();
      return option.equals(Boilerplate.NAME)
          && (set.contains(FINGERPRINT) || set.contains(SIGNATURE) == false);
    }

    private static boolean hasSubBlocks(OptionMap given) {
      int levels = given.integer(BLOCK_LEVELS, 1);
      return Ranges.require(BLOCK_LEVELS, levels, 1, MAX_BLOCK_LEVELS) > 1;
    }

    /** The signatures; {@code true}, and an object that has not all parts, mean the pinned ones. */
    private static Optional<TextMinHasher> signatures(OptionMap given, Object pinned) {
      Optional<TextMinHasher> existing =
          pinned instanceof Map ? SignatureOption.read(alone(SIGNATURE, pinned)) : Optional.empty();
      return SignatureOption.read(given, existing.orElse(SignatureOption.DEFAULT));
    }

    @Override
    public SimHashFieldMapper build(MapperBuilderContext context) {
      Map<String, Object> profile = options();
      OptionMap others = new OptionMap(new HashMap<>(profile));
      profile.keySet().removeAll(OWN);
      boolean hasSubBlocks = hasSubBlocks(others);
      boolean alone = others.bool(FINGERPRINT, true) == false;
      // Of values that are made elsewhere, the option says what their texts are confirmed by.
      boolean takesText = alone || Set.of(Boilerplate.NAME).containsAll(profile.keySet()) == false;
      if (takesText == false && others.has(SIGNATURE)) {
        throw invalid(
            "[signature] needs [analyzer]: a field that takes fingerprints keeps the signatures that"
                + " come with them");
      }
      // An index opens, and fields are added, without the file of an IDF model.
      boolean isPut = PUT.contains(context.getMergeReason());
      Optional<TextFingerprinter> fingerprinter =
          takesText && alone == false
              ? Optional.of(fingerprinter(profile, isPut && isNewIndex))
              : Optional.empty();
      warn(context, fingerprinter.flatMap(TextFingerprinter::refusal));
      TextOptions textOptions = TextOptions.of(profile);
      Optional<TextMinHasher> signatures = takesText ? signatures(others, null) : Optional.empty();
      Map<String, Object> pinned = new HashMap<>(textOptions.pinned());
      if (alone) {
        SignatureOption.requireAlone(profile.keySet(), signatures);
        if (hasSubBlocks) {
          throw invalid("[block_levels] has no effect with [fingerprint] [false]");
        }
        pinned.put(FINGERPRINT, false);
      }
      // Of the profile, without the options that have no effect.
      fingerprinter.ifPresent(
          made -> PROFILE.forEach((name, option) -> pinned.put(name, option.json(made.profile()))));
      if (takesText) {
        pinned.put(SIGNATURE, SignatureOption.json(signatures));
      }
      if (hasSubBlocks) {
        pinned.put(BLOCK_LEVELS, MAX_BLOCK_LEVELS);
      }
      SimHashFieldType type =
          new SimHashFieldType(
              context.buildFullName(leafName()),
              meta.get(),
              new TextHasher(textOptions, fingerprinter, signatures),
              context.isInNestedContext());
      return new SimHashFieldMapper(type, builderParams(this, context), this, pinned, isPut);
    }

    private TextFingerprinter fingerprinter(Map<String, Object> given, boolean requireFile) {
      if (given.containsKey(ANALYZER.name()) == false && isOfCharacters(given) == false) {
        throw invalid(
            "[%s] needs [analyzer], or [shingle.unit] [character]: without them the field takes"
                + " fingerprints, not text",
            String.join(", ", given.keySet()));
      }
      TextFingerprinter made = fingerprinters.create(given, false, List.of(1.0));
      if (given.containsKey(IDF_PATH.name())) {
        fingerprinters.models().files().find(made.profile().get(IDF_PATH), requireFile);
      }
      return made;
    }

    private static boolean isOfCharacters(Map<String, Object> profile) {
      return profile.get(SHINGLE.name()) instanceof Map<?, ?> shingle
          && "character".equals(shingle.get("unit"));
    }
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
          type.read(value, new ParentTokens(context, fullPath()))
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
    String dotted = fullPath() + "." + FingerprintValue.FINGERPRINT;
    if (mappings.getFieldType(dotted) != null) {
      // With [subobjects] [false], the value of that field would be found by no near query.
      throw invalid(
          "[%s] of type [simhash] takes [fingerprint] in an object only: [%s] must not be another"
              + " field",
          fullPath(), dotted);
    }
    String name = mappings.parentField(fullPath());
    MappedFieldType parent = name == null ? null : mappings.getFieldType(name);
    if (isPut
        && type.takesText() == false
        && parent != null
        && parent.familyTypeName().equals(TextFieldMapper.CONTENT_TYPE)) {
      throw invalid(
          "[%s] needs [analyzer], or [shingle.unit] [character]: without them it takes"
              + " fingerprints, but [%s] of type [%s] gives it texts",
          fullPath(), name, parent.typeName());
    }
  }

  /**
   * Reads the whole value, also a malformed one, so that the parser is at its end. For a field that
   * takes text, numbers and booleans are their text, as they are for a text field.
   */
  private Object read(XContentParser parser) throws IOException {
    XContentParser.Token token = parser.currentToken();
    boolean text = token.isValue() && token != XContentParser.Token.VALUE_EMBEDDED_OBJECT;
    return text && type.takesText()
        ? parser.text()
        : AbstractXContentParser.readValue(parser, LinkedHashMap::new);
  }

  /**
   * Requires a single value, also with {@code ignore_malformed}: choosing one would be arbitrary.
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
}
