package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import io.simhash.elasticsearch.option.ConfirmOptions;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.run.RunRequest;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.sort.SortOrder;

/**
 * The options of a cluster run as users type them.
 *
 * @param fields the fields that shards read, and which documents are neighbours
 * @param query which documents are clustered
 * @param linkage which neighbours are in one cluster
 * @param order whether the member with the least or the greatest value of the field {@code
 *     canonical} gives a cluster its id; of equal ones the first, those without a value come last
 * @param maxDocuments the largest number of documents
 * @param size the number of clusters in the response
 * @param single whether a document that is in no cluster takes its own id
 */
public record ClusterOptions(
    ClusterFields fields,
    QueryBuilder query,
    Linkage linkage,
    SortOrder order,
    int maxDocuments,
    int size,
    boolean single) {

  /** The default of {@code max_documents}. */
  static final int DEFAULT_MAX_DOCUMENTS = 10_000_000;

  /** One array holds a number of each document. */
  private static final int MAX_DOCUMENTS = 200_000_000;

  private static final int DEFAULT_SIZE = 100;
  private static final int MAX_SIZE = 10_000;

  /** Takes the options out of a request's body. */
  static ClusterOptions from(Map<String, Object> body) {
    OptionMap options = new OptionMap(body);
    // Only an index that maps the field has documents of the run.
    NearOptions near = NearOptions.of(notBlank("field", options.needed("field")), options, true);
    ConfirmOptions confirm = ConfirmOptions.from(options, near.field());
    if (confirm != null && confirm.texts() != null) {
      throw invalid("[confirm.text] must be absent: the texts are those of the documents");
    }
    requireBands(near, confirm);
    QueryBuilder query = RunRequest.query(options);
    Linkage linkage = options.constant("linkage", Linkage.CONNECTED);
    String canonical = null;
    SortOrder order = SortOrder.ASC;
    if (options.has("canonical")) {
      OptionMap set = options.object("canonical");
      canonical = notBlank("canonical.field", set.needed("field"));
      order = set.constant("order", order);
      set.requireEmpty();
    }
    int maxDocuments = options.integer("max_documents", DEFAULT_MAX_DOCUMENTS);
    Ranges.require("max_documents", maxDocuments, 1, MAX_DOCUMENTS);
    int size = Ranges.require("size", options.integer("size", DEFAULT_SIZE), 0, MAX_SIZE);
    String cluster = null;
    String original = null;
    String target = null;
    boolean single = true;
    if (options.has("update")) {
      OptionMap set = options.object("update");
      cluster = atRoot("update.field", set.needed("field"));
      single = set.bool("single", true);
      original = atRoot("update.canonical_field", set.string("canonical_field", null));
      target = atRoot("update.target_field", set.string("target_field", null));
      set.requireEmpty();
      if (single == false && (original != null || target != null)) {
        throw invalid(
            "[update.single] [false] writes members alone: it must not be set with"
                + " [canonical_field] or [target_field], which are right in all documents");
      }
    }
    SameFields same = SameFields.from(options);
    options.requireEmpty();
    ClusterFields fields =
        new ClusterFields(near, canonical, cluster, original, target, confirm, same);
    return new ClusterOptions(fields, query, linkage, order, maxDocuments, size, single);
  }

  /** A partial update erases or misses what it does not expect below the root of a document. */
  private static String atRoot(String option, String field) {
    if (field != null && notBlank(option, field).indexOf('.') >= 0) {
      throw invalid(
          "[%s] must be a field at the root of the documents, so without a dot, but was [%s]",
          option, field);
    }
    return field;
  }

  private static String notBlank(String name, String value) {
    if (value.isBlank()) {
      throw invalid("[%s] must not be blank", name);
    }
    return value;
  }

  /** Below it, all documents would be compared with all. */
  private static void requireBands(NearOptions near, ConfirmOptions confirm) {
    if (near.rule(confirm, true) instanceof NearRule.Similar similar
        && similar.usesBands() == false) {
      boolean isSet = near.minSimilarity() != null;
      throw invalid(
          "[%s] must be in [%s, 1] but was [%s]",
          isSet ? "min_similarity" : "confirm.min_similarity",
          NearRule.MIN_SIMILARITY_OF_BANDS + (isSet ? 0 : NearRule.MAX_ERROR),
          isSet ? near.minSimilarity() : confirm.rule().minSimilarity());
    }
  }

  /**
   * The rule that decides which documents are neighbours.
   *
   * @param withSignatures whether any document has a signature
   */
  NearRule rule(boolean withSignatures) {
    return fields.near().rule(fields.confirm(), withSignatures);
  }

  /** The exact check of neighbours; empty for none. */
  Optional<ConfirmRule> confirmRule() {
    return Optional.ofNullable(fields.confirm()).map(ConfirmOptions::rule);
  }
}
