package io.simhash.elasticsearch.mapper;

import io.simhash.elasticsearch.compat.TermsFieldType;
import java.io.IOException;
import java.util.function.BiFunction;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.fielddata.FieldDataContext;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.mapper.BlockLoader;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * A sub-field of type {@code keyword}: {@code block_0} to {@code block_3}, {@code profile} and
 * {@code signature_parameters}. Elasticsearch's own keyword type reads it, but for the search
 * option {@code fields}, which would look for the keyword in {@code _source}.
 */
public final class SubKeywordFieldType extends TermsFieldType {

  private final String presentWith;
  private final BiFunction<MappedFieldType, SearchExecutionContext, ValueFetcher> values;

  /**
   * @param presentWith the field that has a doc value exactly if the document has this keyword, so
   *     that {@code exists} works where security hides the keyword alone
   * @param values reads the keyword for {@code fields}
   */
  SubKeywordFieldType(
      String name,
      String presentWith,
      BiFunction<MappedFieldType, SearchExecutionContext, ValueFetcher> values) {
    super(name);
    this.presentWith = presentWith;
    this.values = values;
  }

  @Override
  public String typeName() {
    return keyword.typeName();
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(FieldDataContext context) {
    return keyword.fielddataBuilder(context);
  }

  @Override
  public CollapseType collapseType() {
    return keyword.collapseType();
  }

  /** The terms with a prefix, for {@code _terms_enum}. */
  @Override
  public TermsEnum getTerms(
      IndexReader reader, String prefix, boolean caseInsensitive, String searchAfter)
      throws IOException {
    return keyword.getTerms(reader, prefix, caseInsensitive, searchAfter);
  }

  @Override
  public BlockLoader blockLoader(BlockLoaderContext context) {
    return keyword.blockLoader(context);
  }

  @Override
  public Object valueForDisplay(Object value) {
    return keyword.valueForDisplay(value);
  }

  @Override
  public Query existsQuery(SearchExecutionContext context) {
    return new FieldExistsQuery(presentWith);
  }

  /** False, as of a {@code simhash} field: text queries leave it out of patterns. */
  @Override
  public boolean mayExistInIndex(SearchExecutionContext context) {
    return false;
  }

  @Override
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    checkNoFormat(format);
    return values.apply(this, context);
  }
}
