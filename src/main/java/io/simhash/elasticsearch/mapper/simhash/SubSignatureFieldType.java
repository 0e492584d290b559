package io.simhash.elasticsearch.mapper.simhash;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.minhash.Signature;
import io.simhash.elasticsearch.compat.DocValuesFieldType;
import io.simhash.elasticsearch.mapper.SignatureFetcher;
import java.util.Map;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.mapper.ValueFetcher;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * The sub-field {@code signature}: the stored form of a {@link Signature}. The search option {@code
 * fields} gives it in base 64, and {@code exists} finds the documents that have one.
 */
final class SubSignatureFieldType extends DocValuesFieldType {

  private final SimHashFieldType parent;

  SubSignatureFieldType(SimHashFieldType parent) {
    super(parent.name() + "." + FingerprintValue.SIGNATURE, Map.of());
    this.parent = parent;
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
    SimHashFieldType.requireNoFormat(this, format);
    return parent.isNested()
        ? parent.fetcher(this, context, format, FingerprintValue::base64Signature)
        : new SignatureFetcher(name());
  }

  @Override
  public Query termQuery(Object value, SearchExecutionContext context) {
    throw invalid(
        "[%s] holds signatures: use [min_similarity] of [simhash_near] on [%s] to compare them",
        name(), parent.name());
  }
}
