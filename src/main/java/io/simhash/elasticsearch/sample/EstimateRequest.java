package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.option.SameFields;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;

/** The indices to estimate, and how. */
public final class EstimateRequest extends SampleRequest {

  /** Shares of a large index are within .032 of the truth. */
  static final int DEFAULT_SAMPLE = 1_000;

  final SameFields same;
  final String passagesField;
  final long seed;
  final TimeValue limit;

  /**
   * @param field a field of type {@code simhash} or {@code minhash}
   * @param same the fields in which neighbours have equal values
   * @param passagesField a field of type {@code passages}, to count the near-duplicates with a
   *     common passage; {@code null} for none
   * @param query the documents that are sampled and compared
   * @param limit the time after which no more documents are compared; {@code null} for none
   */
  public EstimateRequest(
      String[] indices,
      String field,
      SameFields same,
      String passagesField,
      QueryBuilder query,
      int sampleSize,
      long seed,
      TimeValue limit) {
    super(indices, field, query, sampleSize);
    this.same = same;
    this.passagesField = passagesField;
    this.seed = seed;
    this.limit = limit;
    if (limit != null && limit.nanos() <= 0) {
      throw invalid("[timeout] must be above 0 but was [%s]", limit);
    }
  }
}
