package io.simhash.elasticsearch.mapper.simhash;

import java.util.Map;
import java.util.function.Function;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.fielddata.FieldDataContext;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.mapper.BlockLoader;
import org.elasticsearch.index.mapper.IndexType;
import org.elasticsearch.index.mapper.KeywordFieldMapper;
import org.elasticsearch.index.mapper.StringFieldType;
import org.elasticsearch.index.mapper.TextSearchInfo;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * A keyword that the {@code simhash} field writes itself: {@code block_0} to {@code block_3} and
 * {@code profile}. To its users it is a field of type {@code keyword}.
 */
final class SubKeywordFieldType extends StringFieldType {

  private final SimHashFieldType parent;
  private final String docValues;
  private final IndexFieldData.Builder fieldData;
  private final Function<BlockLoaderContext, BlockLoader> blocks;
  private final Function<FingerprintValue, Object> part;

  /**
   * @param docValues the field whose doc values tell whether a document has this keyword
   * @param fieldData where aggregations and sorting read it
   * @param blocks where ES|QL reads it
   * @param part where it stands in a value; null where it does not
   */
  SubKeywordFieldType(
      String name,
      SimHashFieldType parent,
      String docValues,
      IndexFieldData.Builder fieldData,
      Function<BlockLoaderContext, BlockLoader> blocks,
      Function<FingerprintValue, Object> part) {
    super(name, IndexType.terms(true, true), false, TextSearchInfo.SIMPLE_MATCH_ONLY, Map.of());
    this.parent = parent;
    this.docValues = docValues;
    this.fieldData = fieldData;
    this.blocks = blocks;
    this.part = part;
  }

  @Override
  public String typeName() {
    return KeywordFieldMapper.CONTENT_TYPE;
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(FieldDataContext context) {
    return fieldData;
  }

  @Override
  public BlockLoader blockLoader(BlockLoaderContext context) {
    return blocks.apply(context);
  }

  @Override
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    return FingerprintFetchers.of(this, parent, context, format, part);
  }

  @Override
  public Query existsQuery(SearchExecutionContext context) {
    return new FieldExistsQuery(docValues);
  }

  @Override
  public Object valueForDisplay(Object value) {
    return value instanceof BytesRef bytes ? bytes.utf8ToString() : value;
  }
}
