package io.simhash.elasticsearch.ingest.duplicate;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.near.NearRule;
import io.simhash.elasticsearch.ingest.FieldNames;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.ingest.IngestDocument;

/**
 * The options of a {@code near_duplicate} processor.
 *
 * @param field the field of the fingerprint, in the document and in the indices
 * @param indices the indices to compare with; empty for that of the document
 * @param maxDistance as in {@code simhash_near}; {@code null} where it was not typed
 * @param minSimilarity as in {@code simhash_near}; {@code null} where it was not typed
 * @param filter a query that near-duplicates match too; {@code null} for none
 * @param size the largest number of near-duplicates in the target field
 * @param targetField the field that near-duplicates are written to
 * @param routeTo the index of near-duplicates; {@code null} unless they are routed
 * @param timeout the longest wait of a document
 */
record NearDuplicateOptions(
    String field,
    List<String> indices,
    Integer maxDistance,
    Double minSimilarity,
    Map<String, Object> filter,
    int size,
    OnDuplicate onDuplicate,
    String targetField,
    String routeTo,
    TimeValue timeout,
    OnTimeout onTimeout) {

  static final int MAX_SIZE = 100;

  private static final TimeValue MIN_TIMEOUT = TimeValue.timeValueMillis(1);
  private static final TimeValue MAX_TIMEOUT = TimeValue.timeValueHours(1);
  private static final String DEFAULT_TIMEOUT = "30s";

  /**
   * Takes the options out of what users typed.
   *
   * @throws IllegalArgumentException naming the option that is wrong
   */
  static NearDuplicateOptions from(OptionMap options) {
    String field = options.string("field", "simhash");
    requireField(field);
    List<String> indices = options.has("index") ? options.stringOrStrings("index") : null;
    requireIndices(indices);
    String target = options.string("target_field", "near_duplicate_of");
    requireTarget(target, field);
    OnDuplicate onDuplicate = options.constant("on_duplicate", OnDuplicate.TAG);
    String routeTo = options.string("route_to", null);
    requireRoute(onDuplicate, routeTo);
    NearDuplicateOptions read =
        new NearDuplicateOptions(
            field,
            indices == null ? List.of() : List.copyOf(indices),
            options.has("max_distance") ? options.integer("max_distance") : null,
            options.has("min_similarity") ? options.number("min_similarity") : null,
            options.has("filter") ? options.map("filter") : null,
            Ranges.require("size", options.integer("size", 1), 1, MAX_SIZE),
            onDuplicate,
            target,
            routeTo,
            timeout(options.string("timeout", DEFAULT_TIMEOUT)),
            options.constant("on_timeout", OnTimeout.TAG_UNKNOWN));
    read.rule();
    return read;
  }

  /** The rule that decides which documents are near-duplicates: that of {@code simhash_near}. */
  NearRule rule() {
    return NearRule.of(maxDistance, minSimilarity);
  }

  private static void requireField(String field) {
    FieldNames.require("field", field);
    if (Regex.isSimpleMatchPattern(field)) {
      throw invalid("[field] must name one field, without [*], but was [%s]", field);
    }
  }

  private static void requireIndices(List<String> indices) {
    if (indices == null) {
      return;
    }
    if (indices.isEmpty()) {
      throw invalid("[index] must name at least one index");
    }
    for (String index : indices) {
      if (index.isBlank()) {
        throw invalid("[index] must not hold a blank name");
      }
      if (index.contains(":")) {
        throw invalid("[index] must not name indices of other clusters but held [%s]", index);
      }
      if (index.startsWith("-")) {
        throw invalid("[index] must not exclude indices but held [%s]", index);
      }
    }
  }

  private static void requireTarget(String target, String field) {
    FieldNames.require("target_field", target);
    if (IngestDocument.Metadata.isMetadata(target)) {
      throw invalid("[target_field] must not be a metadata field but was [%s]", target);
    }
    if (FieldNames.overlap(target, field)) {
      throw invalid(
          "[target_field] must not be [field], contain it or be inside it but was [%s]", target);
    }
  }

  private static void requireRoute(OnDuplicate onDuplicate, String routeTo) {
    if (onDuplicate == OnDuplicate.ROUTE && routeTo == null) {
      throw invalid("[on_duplicate] [route] needs [route_to]");
    }
    if (onDuplicate != OnDuplicate.ROUTE && routeTo != null) {
      throw invalid("[route_to] needs [on_duplicate] [route] but it was [%s]", onDuplicate);
    }
    if (routeTo != null && routeTo.isBlank()) {
      throw invalid("[route_to] must not be blank");
    }
  }

  private static TimeValue timeout(String typed) {
    try {
      TimeValue timeout = TimeValue.parseTimeValue(typed, "timeout");
      if (timeout.compareTo(MIN_TIMEOUT) >= 0 && timeout.compareTo(MAX_TIMEOUT) <= 0) {
        return timeout;
      }
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw invalid(
        "[timeout] must be a time in [%s, %s], such as [%s], but was [%s]",
        MIN_TIMEOUT, MAX_TIMEOUT, DEFAULT_TIMEOUT, OptionMap.shown(typed));
  }
}
