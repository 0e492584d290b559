package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.elasticsearch.mapper.FingerprintValue.EFFECTIVE_FEATURES;
import static io.simhash.elasticsearch.mapper.FingerprintValue.FEATURES;
import static io.simhash.elasticsearch.mapper.FingerprintValue.PROFILE;
import static io.simhash.elasticsearch.mapper.FingerprintValue.SIGNATURE;

import io.simhash.core.block.Blocks;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.compat.PointsFieldType;
import io.simhash.elasticsearch.compat.SearchContexts;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.search.SimHashNearQuery;
import io.simhash.lucene.text.AnalysedText.TokenSource;
import io.simhash.lucene.text.TextHasher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.SortField;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.IndexVersion;
import org.elasticsearch.index.fielddata.BinaryScriptFieldData;
import org.elasticsearch.index.fielddata.FieldDataContext;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.fielddata.SortedBinaryDocValues;
import org.elasticsearch.index.fielddata.SortingBinaryDocValues;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.NumberFieldMapper.NumberType;
import org.elasticsearch.index.mapper.SourceValueFetcher;
import org.elasticsearch.index.mapper.TextSearchInfo;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.script.field.DocValuesScriptFieldFactory;
import org.elasticsearch.script.field.KeywordDocValuesField;
import org.elasticsearch.search.MultiValueMode;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.aggregations.support.CoreValuesSourceType;
import org.elasticsearch.search.aggregations.support.ValuesSourceType;

/**
 * The field type {@code simhash} at search time. A fingerprint is shown as its 16 hexadecimal
 * digits, and a {@code term} query accepts every form of it.
 */
public final class SimHashFieldType extends NearFieldType {

  /** The name that users type. */
  public static final String NAME = "simhash";

  private final boolean nested;

  /**
   * @param nested whether the field is in nested objects, whose doc values {@code fields} cannot
   *     read
   */
  SimHashFieldType(String name, Map<String, String> meta, TextHasher hasher, boolean nested) {
    super(name, meta, hasher);
    this.nested = nested;
  }

  @Override
  List<MappedFieldType> subFields() {
    List<MappedFieldType> types = new ArrayList<>();
    for (int block = 0; block < Blocks.COUNT; block++) {
      int number = block;
      types.add(keyword(SimHashFields.blockName(block), name(), value -> value.block(number)));
    }
    types.add(storedKeyword(PROFILE, FingerprintValue::profile));
    types.add(new Count(FEATURES, NumberType.INTEGER, FingerprintValue::features));
    types.add(
        new Count(EFFECTIVE_FEATURES, NumberType.DOUBLE, FingerprintValue::effectiveFeatures));
    types.add(
        nested
            ? new SubValueFieldType(
                this, SIGNATURE, context -> ofSource(context, FingerprintValue::base64Signature))
            : SubValueFieldType.signature(this));
    types.add(storedKeyword(SimHashFields.PARAMETERS, FingerprintValue::signatureParameters));
    return types;
  }

  private MappedFieldType storedKeyword(String leafName, Function<FingerprintValue, Object> part) {
    return keyword(leafName, name() + "." + leafName, part);
  }

  private MappedFieldType keyword(
      String leafName, String presentWith, Function<FingerprintValue, Object> part) {
    return new SubKeywordFieldType(
        name() + "." + leafName, presentWith, (type, context) -> fetcher(type, context, part));
  }

  /** A sub-field that is a number: {@code features} and {@code effective_features}. */
  private final class Count extends PointsFieldType {

    /** The number in a value of the field, or null. */
    private final Function<FingerprintValue, Object> part;

    Count(String leafName, NumberType type, Function<FingerprintValue, Object> part) {
      super(SimHashFieldType.this.name() + "." + leafName, type);
      this.part = part;
    }

    /** False, as of the field. */
    @Override
    public boolean mayExistInIndex(SearchExecutionContext context) {
      return false;
    }

    @Override
    public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
      checkNoFormat(format);
      return fetcher(this, context, part);
    }
  }

  /** Whether the field takes text, rather than fingerprints. */
  public boolean takesText() {
    return hasher().fingerprinter().isPresent() || hasher().minHasher().isPresent();
  }

  /** Reads a document's value: a text if the field takes text, otherwise a fingerprint. */
  Optional<FingerprintValue> read(Object value, TokenSource tokens) {
    return takesText()
        ? FingerprintValue.ofText(hasher(), tokens, value)
        : Optional.of(FingerprintValue.ofFingerprint(value));
  }

  @Override
  public String typeName() {
    return NAME;
  }

  @Override
  public TextSearchInfo getTextSearchInfo() {
    return TextSearchInfo.SIMPLE_MATCH_WITHOUT_TERMS;
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(FieldDataContext context) {
    return (cache, breaker) -> new FingerprintFieldData(name());
  }

  /**
   * False: a text query leaves the field and its sub-fields out of patterns such as {@code t*}. A
   * multi-field must not make a search for words of its text field fail.
   */
  @Override
  public boolean mayExistInIndex(SearchExecutionContext context) {
    return false;
  }

  @Override
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    checkNoFormat(format);
    return fetcher(this, context, FingerprintValue::hex);
  }

  /**
   * The values of this field or of a sub-field for the search option {@code fields}, from doc
   * values. Elasticsearch gives no access to the doc values of nested documents.
   */
  private ValueFetcher fetcher(
      MappedFieldType type,
      SearchExecutionContext context,
      Function<FingerprintValue, Object> part) {
    return nested ? ofSource(context, part) : docValues(type, context);
  }

  /** The same from {@code _source}, where a text is fingerprinted again. */
  private ValueFetcher ofSource(
      SearchExecutionContext context, Function<FingerprintValue, Object> part) {
    return new SourceValueFetcher(name(), context) {
      @Override
      protected Object parseSourceValue(Object value) {
        return read(value, TokenSource.ANALYSIS).map(part).orElse(null);
      }
    };
  }

  /** Documents with a fingerprint or a signature: short texts have the latter alone. */
  @Override
  public Query existsQuery(SearchExecutionContext context) {
    return new ConstantScoreQuery(
        new BooleanQuery.Builder()
            .add(new FieldExistsQuery(name()), BooleanClause.Occur.SHOULD)
            .add(
                new FieldExistsQuery(SimHashFields.signatureField(name())),
                BooleanClause.Occur.SHOULD)
            .build());
  }

  @Override
  public Object valueForDisplay(Object value) {
    return value instanceof BytesRef bytes ? bytes.utf8ToString() : value;
  }

  /** The near query at distance 0: it also works where security hides the block terms. */
  @Override
  public Query termQuery(Object value, SearchExecutionContext context) {
    requireExpensiveQueries(context);
    return new ConstantScoreQuery(
        new SimHashNearQuery(
            name(),
            new NearValue(parse(value), Optional.empty()),
            new NearRule.Radius(0),
            DistanceScore.SIMILARITY,
            SearchContexts::cancellation));
  }

  /** Reads the doc values once for any number of fingerprints. */
  @Override
  public Query termsQuery(Collection<?> values, SearchExecutionContext context) {
    requireExpensiveQueries(context);
    return values.size() == 1
        ? termQuery(values.iterator().next(), context)
        : new ConstantScoreQuery(
            SortedNumericDocValuesField.newSlowSetQuery(
                name(), values.stream().mapToLong(SimHashFieldType::parse).sorted().toArray()));
  }

  /** Refuses {@code term}, as Elasticsearch does for fields that have doc values only. */
  private void requireExpensiveQueries(SearchExecutionContext context) {
    if (context.allowExpensiveQueries() == false) {
      throw new QueryShardException(
          context,
          "Cannot search on field [{}] since it is not indexed and '{}' is set to false. Use"
              + " [simhash_near] with [max_distance] [0].",
          name(),
          SearchService.ALLOW_EXPENSIVE_QUERIES.getKey());
    }
  }

  /** Elasticsearch gives a query an integer beyond 2^63 - 1 as its decimal digits. */
  private static long parse(Object value) {
    if (value instanceof BytesRef == false) {
      return Fingerprint.parseValue(value);
    }
    String text = ((BytesRef) value).utf8ToString();
    return Fingerprint.parseValue(text.matches("\\d{19,20}") ? new BigInteger(text) : text);
  }

  /** The hexadecimal digits of fingerprints, computed from doc values. */
  private static final class FingerprintFieldData extends BinaryScriptFieldData {

    FingerprintFieldData(String field) {
      super(field);
    }

    @Override
    public ValuesSourceType getValuesSourceType() {
      return CoreValuesSourceType.KEYWORD;
    }

    /**
     * Unsupported: an index cannot be sorted by values that are computed. Elasticsearch 8.19 does
     * not call it, and refuses such an index with its own sentence.
     */
    @SuppressWarnings("MissingOverride")
    public SortField indexSort(
        IndexVersion created, Object missingValue, MultiValueMode sortMode, boolean reverse) {
      throw invalid("[index.sort.field] must not be a fingerprint but was [%s]", getFieldName());
    }

    @Override
    public BinaryScriptLeafFieldData loadDirect(LeafReaderContext segment) {
      return new BinaryScriptLeafFieldData() {
        @Override
        public DocValuesScriptFieldFactory getScriptFieldFactory(String name) {
          return new KeywordDocValuesField(getBytesValues(), name);
        }

        @Override
        public SortedBinaryDocValues getBytesValues() {
          try {
            return digits(DocValues.getSortedNumeric(segment.reader(), getFieldName()));
          } catch (IOException e) {
            throw new UncheckedIOException("[" + getFieldName() + "] cannot be read", e);
          }
        }
      };
    }

    private static SortedBinaryDocValues digits(SortedNumericDocValues fingerprints) {
      return new SortingBinaryDocValues() {
        @Override
        public boolean advanceExact(int document) throws IOException {
          boolean hasOne = fingerprints.advanceExact(document);
          if (hasOne) {
            count = 1;
            values[0].copyChars(Fingerprint.toHex(fingerprints.nextValue()));
            sort();
          }
          return hasOne;
        }
      };
    }
  }
}
