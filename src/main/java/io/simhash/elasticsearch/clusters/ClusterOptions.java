package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.cluster.CanonicalOrder;
import io.simhash.core.cluster.ConfirmRule;
import io.simhash.core.cluster.Linkage;
import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * The options of a cluster run as users type them.
 *
 * @param field the {@code simhash} field
 * @param rule which documents are neighbours
 * @param query which documents are clustered
 * @param linkage which neighbours are in one cluster
 * @param canonical which member gives a cluster its id
 * @param maxDocuments the largest number of documents
 * @param size the number of clusters in the response
 * @param dest the index that takes one document a cluster; {@code null} for none
 * @param update the field of the documents that takes the id of their cluster; {@code null} for
 *     none
 * @param confirm the exact check of neighbours by their texts; {@code null} for none
 */
record ClusterOptions(
    String field,
    NearRule rule,
    QueryBuilder query,
    Linkage linkage,
    Optional<Canonical> canonical,
    int maxDocuments,
    int size,
    String dest,
    String update,
    Confirm confirm) {

  static final int DEFAULT_MAX_DOCUMENTS = 10_000_000;

  /** One array holds a number of each document. */
  static final int MAX_DOCUMENTS = 200_000_000;

  static final int DEFAULT_SIZE = 100;
  static final int MAX_SIZE = 10_000;

  /**
   * The canonical member by a field: the least or the greatest value, of equal ones the least index
   * and id. Members without a value come last.
   */
  record Canonical(String field, CanonicalOrder order) {

    static Canonical from(OptionMap options) {
      Canonical canonical =
          new Canonical(
              requireNotBlank("canonical.field", options.needed("field")),
              options.constant("order", CanonicalOrder.ASC));
      options.requireEmpty();
      return canonical;
    }
  }

  /** Takes the options out of a request's body. */
  static ClusterOptions from(Map<String, Object> body) {
    OptionMap options = new OptionMap(body);
    Integer maxDistance =
        options.has("max_distance")
            ? Ranges.require("max_distance", options.integer("max_distance"), 0, Fingerprint.BITS)
            : null;
    Double minSimilarity =
        options.has("min_similarity")
            ? Ranges.requireFraction("min_similarity", options.number("min_similarity"))
            : null;
    Confirm confirm = options.has("confirm") ? Confirm.from(options.object("confirm")) : null;
    NearRule rule =
        confirm == null
            ? NearRule.of(maxDistance, minSimilarity)
            : NearRule.toConfirm(maxDistance, minSimilarity, confirm.rule().minSimilarity());
    requireBands(rule);
    ClusterOptions read =
        new ClusterOptions(
            requireNotBlank("field", options.needed("field")),
            rule,
            query(options),
            options.constant("linkage", Linkage.CONNECTED),
            options.has("canonical")
                ? Optional.of(Canonical.from(options.object("canonical")))
                : Optional.empty(),
            Ranges.require(
                "max_documents",
                options.integer("max_documents", DEFAULT_MAX_DOCUMENTS),
                1,
                MAX_DOCUMENTS),
            Ranges.require("size", options.integer("size", DEFAULT_SIZE), 0, MAX_SIZE),
            inner(options, "dest", "index"),
            inner(options, "update", "field"),
            confirm);
    options.requireEmpty();
    return read;
  }

  /** Below it, all documents would be compared with all. */
  private static void requireBands(NearRule rule) {
    if (rule.usesSignatures() && rule.usesBands() == false) {
      throw invalid(
          "[min_similarity] must be 0 or in [%s, 1] but was [%s]; where it is not set,"
              + " [confirm.min_similarity] must be at least [%s]",
          NearRule.MIN_SIMILARITY_OF_BANDS,
          rule.minSimilarity(),
          NearRule.MIN_SIMILARITY_OF_BANDS + NearRule.MAX_ERROR);
    }
  }

  private static String inner(OptionMap options, String name, String inner) {
    if (options.has(name) == false) {
      return null;
    }
    OptionMap object = options.object(name);
    String value = requireNotBlank(name + "." + inner, object.needed(inner));
    object.requireEmpty();
    return value;
  }

  static String requireNotBlank(String name, String value) {
    if (value.isBlank()) {
      throw invalid("[%s] must not be blank", name);
    }
    return value;
  }

  private static QueryBuilder query(OptionMap options) {
    if (options.has("query") == false) {
      return QueryBuilders.matchAllQuery();
    }
    Map<String, Object> query = options.map("query");
    try (XContentBuilder json = JsonXContent.contentBuilder().map(query)) {
      return QueryBuilders.wrapperQuery(BytesReference.bytes(json));
    } catch (IOException e) {
      throw invalid(e, "[query] must be a query but was [%s]", OptionMap.shown(query));
    }
  }

  /** The exact check of neighbours; empty for none. */
  Optional<ConfirmRule> confirmRule() {
    return Optional.ofNullable(confirm).map(Confirm::rule);
  }

  /** The fields that shards read. */
  ShardQuestion.Fields fields() {
    return new ShardQuestion.Fields(
        field, canonical.map(Canonical::field).orElse(null), update, confirm);
  }
}
