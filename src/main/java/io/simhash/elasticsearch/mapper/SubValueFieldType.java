package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.minhash.Signature;
import io.simhash.elasticsearch.compat.DocValuesFieldType;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The sub-field {@code signature}: the stored form of a {@link Signature}. The search option {@code
 * fields} gives it in base 64, and {@code exists} finds the documents that have one. Also the name
 * of the whole value, see {@link NearFieldType#valueField}.
 */
public final class SubValueFieldType extends DocValuesFieldType {

  private final NearFieldType parent;
  private final BiFunction<MappedFieldType, SearchExecutionContext, ValueFetcher> values;

  /**
   * @param parent the field
   * @param leafName the name after that of the field
   * @param values reads the values for {@code fields}
   */
  public SubValueFieldType(
      NearFieldType parent,
      String leafName,
      BiFunction<MappedFieldType, SearchExecutionContext, ValueFetcher> values) {
    super(parent.name() + "." + leafName, Map.of());
    this.parent = parent;
    this.values = values;
  }

  /** The signatures of a field. */
  public static SubValueFieldType signature(NearFieldType parent) {
    return new SubValueFieldType(
        parent,
        NearValueFetcher.SIGNATURE,
        (type, context) ->
            new NearValueFetcher(parent.name(), value -> value.get(NearValueFetcher.SIGNATURE)));
  }

  @Override
  public String typeName() {
    return "binary";
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
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    NearFieldType.requireNoFormat(this, format);
    return values.apply(this, context);
  }

  @Override
  public Query termQuery(Object value, SearchExecutionContext context) {
    throw invalid(
        "[%s] holds signatures: use [%s_near] on [%s] to compare them",
        name(), parent.typeName(), parent.name());
  }
}
