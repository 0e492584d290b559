package io.simhash.elasticsearch.mapper;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.elasticsearch.mapper.FingerprintValue.SIGNATURE;

import io.simhash.elasticsearch.compat.PlainFieldType;
import java.util.Map;
import java.util.function.Function;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The sub-field {@code signature}: the search option {@code fields} gives it in base 64, and {@code
 * exists} finds the documents that have one. Also the name of the whole value, see {@link
 * NearFieldType#valueField}.
 */
public final class SubValueFieldType extends PlainFieldType {

  /** The part of a whole value that is the type of the field. */
  public static final String TYPE = "type";

  private final MappedFieldType parent;
  private final Function<SearchExecutionContext, ValueFetcher> values;

  public SubValueFieldType(
      MappedFieldType parent,
      String leafName,
      Function<SearchExecutionContext, ValueFetcher> values) {
    super(parent.name() + "." + leafName, false, Map.of());
    this.parent = parent;
    this.values = values;
  }

  /** The signatures of a field. */
  public static SubValueFieldType signature(MappedFieldType parent) {
    return new SubValueFieldType(
        parent,
        SIGNATURE,
        context -> FieldsOption.values(parent.name(), value -> value.get(SIGNATURE)));
  }

  /**
   * The whole values of a field, see {@link FieldsOption#values}, and its {@link #TYPE}, which
   * tells a field without a value from one of another type.
   */
  static SubValueFieldType whole(MappedFieldType parent, String leafName) {
    return new SubValueFieldType(
        parent,
        leafName,
        context ->
            FieldsOption.values(
                parent.name(),
                value -> {
                  value.put(TYPE, parent.typeName());
                  return value;
                }));
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
    FieldsOption.requireNoFormat(this, format);
    return values.apply(context);
  }

  @Override
  public Query termQuery(Object value, SearchExecutionContext context) {
    throw invalid(
        "[%s] holds signatures: use [%s_near] on [%s] to compare them",
        name(), parent.typeName(), parent.name());
  }
}
