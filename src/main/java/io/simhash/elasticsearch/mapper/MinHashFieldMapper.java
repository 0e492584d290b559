package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.profile.ProfileOption;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.Boilerplate;
import io.simhash.core.text.Folding;
import io.simhash.core.text.TextOptions;
import io.simhash.elasticsearch.analysis.AnalyzerLookup;
import io.simhash.lucene.document.BandTerms;
import io.simhash.lucene.document.PassageField;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.TextHasher;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.fielddata.FieldDataContext;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.mapper.CustomDocValuesField;
import org.elasticsearch.index.mapper.DocumentParserContext;
import org.elasticsearch.index.mapper.LuceneDocument;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MapperBuilderContext;
import org.elasticsearch.index.mapper.MappingLookup;
import org.elasticsearch.index.mapper.SourceValueFetcher;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The field type {@code minhash}: the MinHash signature of a document's set of strings, or of the
 * shingles of its text. All values of a document, from an array or by {@code copy_to}, are one set;
 * numbers and booleans count as their text. A document with an empty set has no value.
 */
public final class MinHashFieldMapper
    extends NearDuplicateFieldMapper<MinHashFieldMapper.MinHashFieldType> {

  private static final String HASHES = "hashes";
  private static final String BANDS = "bands";
  private static final String ROWS = "rows";
  private static final String ANALYZER = "analyzer";

  private MinHashFieldMapper(
      MinHashFieldType type,
      BuilderParams params,
      MinHashFieldBuilder builder,
      Map<String, Object> pinned) {
    super(type, params, builder, pinned);
  }

  /** Reads the field's mapping. */
  public static TypeParser parser() {
    return new TypeParser(
        (name, context) ->
            new MinHashFieldBuilder(
                name,
                AnalyzerLookup.ofIndex(context.getIndexAnalyzers(), context.getSettings()),
                IGNORE_MALFORMED_SETTING.get(context.getSettings())));
  }

  /** The field's mapping while it is read, merged or shown. */
  private static final class MinHashFieldBuilder extends NearDuplicateFieldBuilder {

    private final AnalyzerLookup analyzers;

    MinHashFieldBuilder(String name, AnalyzerLookup analyzers, boolean ignoreMalformedByDefault) {
      super(
          name,
          MinHashFieldType.NAME,
          ignoreMalformedByDefault,
          List.of(HASHES, BANDS, ROWS, Shingling.NAME, ANALYZER, Folding.NAME, Boilerplate.NAME));
      this.analyzers = analyzers;
    }

    @Override
    NearDuplicateFieldBuilder copy(boolean ignoreMalformedByDefault) {
      return new MinHashFieldBuilder(leafName(), analyzers, ignoreMalformedByDefault);
    }

    @Override
    Object canonical(String option, OptionMap given, Object pinned) {
      return switch (option) {
        case Shingling.NAME -> shingling(given, pinned).json();
        case ANALYZER -> given.string(ANALYZER);
        case Folding.NAME, Boilerplate.NAME -> TextOptions.read(given).pinned().get(option);
        default -> given.integer(option);
      };
    }

    @Override
    boolean canChange(String option) {
      return option.equals(Boilerplate.NAME);
    }

    /** The shingles; a part that is not set is taken from the pinned ones. */
    private static Shingling shingling(OptionMap given, Object pinned) {
      Shingling omitted =
          pinned == null
              ? Shingling.AUTO_CHARACTERS
              : shingling(alone(Shingling.NAME, pinned), null);
      return Shingling.readWithDefault(given, omitted);
    }

    @Override
    public MinHashFieldMapper build(MapperBuilderContext context) {
      Bands defaults = Bands.DEFAULT;
      Map<String, Object> pinned =
          pinned(Map.of(HASHES, defaults.hashes(), BANDS, defaults.bands(), ROWS, defaults.rows()));
      Bands bands =
          new Bands((int) pinned.get(HASHES), (int) pinned.get(BANDS), (int) pinned.get(ROWS));
      TextMinHasher minHasher = new TextMinHasher(bands, shingles(pinned, context));
      TextHasher hasher =
          new TextHasher(TextOptions.of(options()), Optional.empty(), Optional.of(minHasher));
      MinHashFieldType type =
          new MinHashFieldType(context.buildFullName(leafName()), meta.get(), hasher);
      return new MinHashFieldMapper(type, builderParams(this, context), this, pinned);
    }

    /** The shingles of a field that takes text; pins their analyzer. */
    private Optional<TextShingles> shingles(
        Map<String, Object> pinned, MapperBuilderContext context) {
      Optional<Shingling> shingling =
          Optional.ofNullable(pinned.get(Shingling.NAME))
              .map(p -> shingling(alone(Shingling.NAME, p), null));
      for (String option : TextOptions.NAMES) {
        if (shingling.isEmpty() && pinned.get(option) != null) {
          throw invalid("[%s] needs [shingle]", option);
        }
      }
      if (shingling.filter(s -> s.unit() == Shingling.Unit.TOKEN).isEmpty()) {
        if (pinned.containsKey(ANALYZER)) {
          throw invalid("[analyzer] needs [shingle.unit] [token]");
        }
        return shingling.map(s -> new TextShingles(s, null));
      }
      pinned.putIfAbsent(ANALYZER, ProfileOption.ANALYZER.defaultValue());
      IdentifiedAnalyzer analyzer = analyzers.require((String) pinned.get(ANALYZER));
      warn(context, analyzer.refusal());
      return shingling.map(s -> new TextShingles(s, analyzer.analyzer()));
    }
  }

  @Override
  protected void parseCreateField(DocumentParserContext context) throws IOException {
    indexString(context, value -> add(context, value));
  }

  /** The field is added to the document with the first value that has an element. */
  private void add(DocumentParserContext context, String text) {
    LuceneDocument document = context.doc();
    SignatureField field = (SignatureField) document.getByKey(fullPath());
    if (field == null) {
      field = new SignatureField(fullPath(), type.minHasher());
      document.onlyAddKey(fullPath(), field);
    }
    if (field.add(text, new ParentTokens(context, fullPath()))) {
      document.addAll(field.luceneFields());
    }
  }

  /**
   * The signature of one document whose values arrive one by one. It is computed, for the set of
   * all values, when Lucene reads the doc value or the band terms.
   */
  private static final class SignatureField extends CustomDocValuesField {

    private final String field;
    private final TextMinHasher minHasher;
    private final List<String> values = new ArrayList<>();
    private int characters;

    /** The elements of the first value that has any. */
    private long[] elements = {};

    /** The signature, or {@code null} until it is computed. */
    private Signature computed;

    SignatureField(String field, TextMinHasher minHasher) {
      super(SimHashFields.signatureField(field));
      this.field = field;
      this.minHasher = minHasher;
    }

    /** Adds a value, unless all together are too long. True if it has the first elements. */
    boolean add(String value, TokenSource tokens) {
      PassageField.requireFits(field, value, characters);
      boolean isFirst = elements.length == 0;
      elements = isFirst ? minHasher.elements(value, tokens) : elements;
      characters += value.length();
      values.add(value);
      computed = null;
      return isFirst && elements.length > 0;
    }

    List<IndexableField> luceneFields() {
      List<IndexableField> fields = new ArrayList<>();
      fields.add(this);
      if (minHasher.parameters().hasRest()) {
        fields.add(
            new CustomDocValuesField(SimHashFields.signatureRestField(field)) {
              @Override
              public BytesRef binaryValue() {
                return new BytesRef(signature().rest());
              }
            });
      }
      fields.add(BandTerms.of(field, this::signature));
      fields.add(SimHashFields.ofParameters(field, minHasher.parameters()));
      return fields;
    }

    @Override
    public BytesRef binaryValue() {
      return new BytesRef(signature().head());
    }

    private Signature signature() {
      if (computed == null) {
        // Boilerplate may be all of several values together and not of each: then the first counts.
        computed =
            (values.size() == 1 ? Optional.<Signature>empty() : minHasher.of(values))
                .or(() -> minHasher.parameters().ofElements(elements))
                .orElseThrow();
      }
      return computed;
    }
  }

  /**
   * Refuses fields with the names of sub-fields that only {@code simhash} has: queries for a field
   * of either type would read them.
   */
  @Override
  protected void doValidate(MappingLookup mappings) {
    super.doValidate(mappings);
    List<String> ofSimHash = new ArrayList<>(SimHashFields.blockFields(fullPath()));
    ofSimHash.add(FingerprintValue.profileField(fullPath()));
    for (String name : ofSimHash) {
      if (mappings.getMapper(name) != null) {
        throw invalid(
            "[%s] of type [minhash] cannot have a field [%s]: in type [simhash] it has a meaning",
            fullPath(), name);
      }
    }
  }

  /** The field type at search time. The search option {@code fields} gives the set. */
  public static final class MinHashFieldType extends NearFieldType {

    /** The name that users type. */
    public static final String NAME = "minhash";

    MinHashFieldType(String name, Map<String, String> meta, TextHasher hasher) {
      super(name, meta, hasher);
    }

    @Override
    List<MappedFieldType> subFields() {
      String parameters = name() + "." + SimHashFields.PARAMETERS;
      return List.of(
          SubValueFieldType.signature(this),
          new SubKeywordFieldType(parameters, parameters, NearFieldType::docValues));
    }

    /** Makes the signatures of this field's texts or sets. */
    public TextMinHasher minHasher() {
      return hasher().minHasher().orElseThrow();
    }

    @Override
    public String typeName() {
      return NAME;
    }

    /** False: queries for a value do not work on signatures. */
    @Override
    public boolean isSearchable() {
      return false;
    }

    @Override
    public boolean isAggregatable() {
      return false;
    }

    @Override
    public IndexFieldData.Builder fielddataBuilder(FieldDataContext context) {
      throw invalid(
          "[%s] of type [minhash] holds signatures: it cannot be sorted or aggregated on, nor read in"
              + " a script",
          name());
    }

    @Override
    public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
      return SourceValueFetcher.toString(name(), context, format);
    }

    @Override
    public Query existsQuery(SearchExecutionContext context) {
      return new FieldExistsQuery(SimHashFields.signatureField(name()));
    }

    @Override
    public Query termQuery(Object value, SearchExecutionContext context) {
      throw invalid(
          "[%s] of type [minhash] holds signatures: use [minhash_near], or [minhash] of"
              + " [simhash_near], to compare them",
          name());
    }
  }
}
