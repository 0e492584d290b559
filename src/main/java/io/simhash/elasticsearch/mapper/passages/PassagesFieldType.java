package io.simhash.elasticsearch.mapper.passages;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.passage.Winnowing;
import io.simhash.elasticsearch.compat.PlainFieldType;
import java.util.Map;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.fielddata.FieldDataContext;
import org.elasticsearch.index.fielddata.IndexFieldData;
import org.elasticsearch.index.mapper.SourceValueFetcher;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/** The field type {@code passages} at search time. Its values are the texts of {@code _source}. */
public final class PassagesFieldType extends PlainFieldType {

  /** The name that users type. */
  public static final String NAME = "passages";

  private final Winnowing winnowing;

  PassagesFieldType(String name, Map<String, String> meta, Winnowing winnowing) {
    super(name, true, meta);
    this.winnowing = winnowing;
  }

  /** Makes the terms of this field. */
  public Winnowing winnowing() {
    return winnowing;
  }

  @Override
  public String typeName() {
    return NAME;
  }

  /** False: queries for a value do not work on terms of passages. */
  @Override
  public boolean isSearchable() {
    return false;
  }

  @Override
  public IndexFieldData.Builder fielddataBuilder(FieldDataContext context) {
    throw invalid(
        "[%s] of type [passages] cannot be sorted or aggregated on, nor read in a script", name());
  }

  @Override
  public ValueFetcher valueFetcher(SearchExecutionContext context, String format) {
    if (format != null) {
      throw invalid("[%s] of type [passages] has no formats", name());
    }
    return new SourceValueFetcher(name(), context) {
      /** None for an object or bytes, which {@code ignore_malformed} has left out. */
      @Override
      protected Object parseSourceValue(Object value) {
        return value instanceof Map || value instanceof byte[] ? null : value.toString();
      }
    };
  }

  @Override
  public Query termQuery(Object value, SearchExecutionContext context) {
    throw invalid("[%s] of type [passages] is searched by [shared_passages]", name());
  }
}
