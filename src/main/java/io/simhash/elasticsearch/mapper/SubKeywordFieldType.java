package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.compat.KeywordBlockLoaders;
import io.simhash.elasticsearch.compat.TermsFieldType;
import java.io.IOException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.CompiledAutomaton;
import org.apache.lucene.util.automaton.Operations;
import org.elasticsearch.common.lucene.search.AutomatonQueries;
import org.elasticsearch.index.fielddata.FieldData;
import org.elasticsearch.index.fielddata.FieldDataContext;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.fielddata.plain.SortedSetOrdinalsIndexFieldData;
import org.elasticsearch.index.mapper.BlockLoader;
import org.elasticsearch.index.mapper.KeywordFieldMapper;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.script.field.KeywordDocValuesField;
import org.elasticsearch.search.aggregations.support.CoreValuesSourceType;

/**
 * A sub-field of type {@code keyword}: {@code block_0} to {@code block_3}, {@code profile} and
 * {@code signature_parameters}.
 */
public final class SubKeywordFieldType extends TermsFieldType {

  private final String docValuesField;
  private final IndexFieldData.Builder fieldData;
  private final Function<BlockLoaderContext, BlockLoader> blockLoader;
  private final BiFunction<MappedFieldType, SearchExecutionContext, ValueFetcher> values;

  /**
   * @param docValuesField the field that has a doc value exactly if the document has this keyword
   * @param fieldData reads the keyword for aggregations, sorting and scripts
   * @param blockLoader reads the keyword for ES|QL
   * @param values reads the keyword for the search option {@code fields}
   */
  public SubKeywordFieldType(
      String name,
      String docValuesField,
      IndexFieldData.Builder fieldData,
      Function<BlockLoaderContext, BlockLoader> blockLoader,
      BiFunction<MappedFieldType, SearchExecutionContext, ValueFetcher> values) {
    super(name);
    this.docValuesField = docValuesField;
    this.fieldData = fieldData;
    this.blockLoader = blockLoader;
    this.values = values;
  }

  /** A keyword with a doc value of its own. */
  public static SubKeywordFieldType stored(
      String name, BiFunction<MappedFieldType, SearchExecutionContext, ValueFetcher> values) {
    return new SubKeywordFieldType(
        name,
        name,
        new SortedSetOrdinalsIndexFieldData.Builder(
            name,
            CoreValuesSourceType.KEYWORD,
            (keywords, field) -> new KeywordDocValuesField(FieldData.toString(keywords), field)),
        context -> KeywordBlockLoaders.stored(name, context),
        values);
  }

  @Override
  public String typeName() {
    return KeywordFieldMapper.CONTENT_TYPE;
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(FieldDataContext context) {
    return fieldData;
  }

  /**
   * Collapsing reads doc values. The blocks have none: another keyword field can be collapsed on,
   * so the error must name the reason.
   */
  @Override
  public CollapseType collapseType() {
    if (docValuesField.equals(name()) == false) {
      throw invalid(
          "[%s] cannot be used in [collapse]: it is computed from the fingerprint and has no doc"
              + " values of its own",
          name());
    }
    return CollapseType.KEYWORD;
  }

  /** The terms with a prefix, for {@code _terms_enum}. */
  @Override
  public TermsEnum getTerms(
      IndexReader reader, String prefix, boolean caseInsensitive, String searchAfter)
      throws IOException {
    Terms terms = MultiTerms.getTerms(reader, name());
    if (terms == null) {
      return null;
    }
    Automaton prefixes =
        caseInsensitive
            ? AutomatonQueries.caseInsensitivePrefix(prefix)
            : Operations.concatenate(Automata.makeString(prefix), Automata.makeAnyString());
    return terms.intersect(
        new CompiledAutomaton(prefixes, false, false),
        searchAfter == null ? null : new BytesRef(searchAfter));
  }

  @Override
  public BlockLoader blockLoader(BlockLoaderContext context) {
    return blockLoader.apply(context);
  }

  /** False, as of a {@code simhash} field: text queries leave it out of patterns. */
  @Override
  public boolean mayExistInIndex(SearchExecutionContext context) {
    return false;
  }

  @Override
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    NearFieldType.requireNoFormat(this, format);
    return values.apply(this, context);
  }

  @Override
  public Query existsQuery(SearchExecutionContext context) {
    return new FieldExistsQuery(docValuesField);
  }

  @Override
  public Object valueForDisplay(Object value) {
    return value instanceof BytesRef bytes ? bytes.utf8ToString() : value;
  }
}
