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
 * @param near the field, and which documents are neighbours
 * @param query which documents are clustered
 * @param linkage which neighbours are in one cluster
 * @param canonical which member gives a cluster its id; {@code null} for the centre
 * @param maxDocuments the largest number of documents
 * @param size the number of clusters in the response
 * @param update the fields that are written; {@code null} for none
 * @param confirm the exact check of neighbours by their texts; {@code null} for none
 * @param same the fields in which documents of a cluster have equal values
 */
public record ClusterOptions(
    NearOptions near,
    QueryBuilder query,
    Linkage linkage,
    Canonical canonical,
    int maxDocuments,
    int size,
    Update update,
    ConfirmOptions confirm,
    SameFields same) {

  /** The default of {@code max_documents}. */
  public static final int DEFAULT_MAX_DOCUMENTS = 10_000_000;

  /** One array holds a number of each document. */
  static final int MAX_DOCUMENTS = 200_000_000;

  static final int DEFAULT_SIZE = 100;
  static final int MAX_SIZE = 10_000;

  /**
   * The canonical member by a field: the least or the greatest value, of equal ones the first
   * member. Members without a value come last.
   */
  record Canonical(String field, SortOrder order) {

    static Canonical from(OptionMap options) {
      Canonical canonical =
          new Canonical(
              requireNotBlank("canonical.field", options.needed("field")),
              options.constant("order", SortOrder.ASC));
      options.requireEmpty();
      return canonical;
    }
  }

  /**
   * The fields that are written, at the root of {@code _source}: a partial update erases or misses
   * what it does not expect below the root.
   *
   * @param field takes the id of the document's cluster
   * @param single whether a document that is in no cluster takes its own id
   * @param original takes whether the document is the canonical one of its story; {@code null} for
   *     none
   * @param target takes the canonical document in the others of its story; {@code null} for none
   */
  record Update(String field, boolean single, String original, String target) {

    static Update from(OptionMap options) {
      Update update =
          new Update(
              atRoot("update.field", options.needed("field")),
              options.bool("single", true),
              atRoot("update.canonical_field", options.string("canonical_field", null)),
              atRoot("update.target_field", options.string("target_field", null)));
      options.requireEmpty();
      if (update.single == false && (update.original != null || update.target != null)) {
        throw invalid(
            "[update.single] [false] writes members alone: it must not be set with"
                + " [canonical_field] or [target_field], which are right in all documents");
      }
      return update;
    }

    private static String atRoot(String option, String field) {
      if (field != null && requireNotBlank(option, field).indexOf('.') >= 0) {
        throw invalid(
            "[%s] must be a field at the root of the documents, so without a dot, but was [%s]",
            option, field);
      }
      return field;
    }
  }

  /** Takes the options out of a request's body. */
  static ClusterOptions from(Map<String, Object> body) {
    OptionMap options = new OptionMap(body);
    // Only an index that maps the field has documents of the run.
    NearOptions near =
        NearOptions.of(requireNotBlank("field", options.needed("field")), options, true);
    ConfirmOptions confirm = ConfirmOptions.from(options, near.field());
    if (confirm != null && confirm.texts() != null) {
      throw invalid("[confirm.text] must be absent: the texts are those of the documents");
    }
    requireBands(near, confirm);
    ClusterOptions read =
        new ClusterOptions(
            near,
            RunRequest.query(options),
            options.constant("linkage", Linkage.CONNECTED),
            options.has("canonical") ? Canonical.from(options.object("canonical")) : null,
            Ranges.require(
                "max_documents",
                options.integer("max_documents", DEFAULT_MAX_DOCUMENTS),
                1,
                MAX_DOCUMENTS),
            Ranges.require("size", options.integer("size", DEFAULT_SIZE), 0, MAX_SIZE),
            options.has("update") ? Update.from(options.object("update")) : null,
            confirm,
            SameFields.from(options));
    options.requireEmpty();
    return read;
  }

  private static String requireNotBlank(String name, String value) {
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
          isSet ? near.minSimilarity() : confirm.minSimilarity());
    }
  }

  /** The fields that shards read. */
  ClusterFields fields() {
    return new ClusterFields(
        near,
        canonical == null ? null : canonical.field(),
        update == null ? null : update.field(),
        update == null ? null : update.original(),
        update == null ? null : update.target(),
        confirm,
        same);
  }

  /**
   * The rule that decides which documents are neighbours.
   *
   * @param withSignatures whether any document has a signature
   */
  NearRule rule(boolean withSignatures) {
    return near.rule(confirm, withSignatures);
  }

  /** The exact check of neighbours; empty for none. */
  Optional<ConfirmRule> confirmRule() {
    return Optional.ofNullable(confirm).map(ConfirmOptions::rule);
  }
}
