package io.simhash.elasticsearch.sample;

import io.simhash.core.base.Ranges;
import io.simhash.core.passage.CommonPassages;
import io.simhash.core.text.TextLimit;
import org.elasticsearch.index.query.QueryBuilder;

/** The indices, and which passages are listed. */
public final class CommonPassagesRequest extends SampleRequest {

  static final int DEFAULT_SAMPLE = 5_000;
  static final int DEFAULT_SIZE = 20;
  private static final int MAX_SIZE = 100;

  final Integer minDocuments;
  final int size;
  final int minLength;

  /**
   * @param field a field of type {@code passages}
   * @param query the documents that are read and counted
   * @param minDocuments how many documents must have a passage; {@code null} for the default
   */
  public CommonPassagesRequest(
      String[] indices,
      String field,
      QueryBuilder query,
      Integer minDocuments,
      int size,
      int minLength,
      int sampleSize) {
    super(indices, field, query, sampleSize);
    this.minDocuments = minDocuments;
    if (minDocuments != null) {
      Ranges.require("min_documents", minDocuments, 2, Integer.MAX_VALUE);
    }
    this.size = Ranges.require("size", size, 1, MAX_SIZE);
    this.minLength =
        Ranges.require("min_length", minLength, CommonPassages.MIN_LENGTH, TextLimit.MAX_DOCUMENT);
  }

  /** The request without options. */
  static CommonPassagesRequest byDefault(String[] indices, String field, QueryBuilder query) {
    int minLength = CommonPassages.DEFAULT_MIN_LENGTH;
    return new CommonPassagesRequest(
        indices, field, query, null, DEFAULT_SIZE, minLength, DEFAULT_SAMPLE);
  }
}
