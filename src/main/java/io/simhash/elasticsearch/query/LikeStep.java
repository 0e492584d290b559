package io.simhash.elasticsearch.query;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.elasticsearch.index.query.QueryRewriteContext;

/**
 * The step that replaces the {@code like} of a query by the stored values of its documents: the
 * neighbours of any of them match. Documents without a value add no neighbours.
 *
 * <p>Each document is read by one search, with the texts that {@code confirm} lacks, so that all
 * values are those of one version of the document.
 *
 * @param documents the documents of {@code like}
 * @param include whether they may themselves be hits
 * @param fields the fields that hold the values
 * @param confirm the exact check by the text; {@code null} for none
 * @param neighbours makes the query for the neighbours of one document
 * @param none the query where no document has the value
 * @param requests knows the request that the step is a part of
 */
record LikeStep(
    List<DocumentReference> documents,
    boolean include,
    LookupFields fields,
    ConfirmClause confirm,
    Neighbours neighbours,
    NearQuery none,
    NearRequests requests)
    implements Resolver.Step {

  /** Makes the query for the neighbours of one document. */
  @FunctionalInterface
  interface Neighbours {

    /**
     * The query; empty if the document lacks the value.
     *
     * @param confirm the query's {@code confirm} with the texts of the document
     */
    Optional<NearQuery> of(FoundDocument found, ConfirmClause confirm);
  }

  @Override
  public void register(QueryRewriteContext context, Consumer<Resolution> result) {
    context.registerUniqueAsyncAction(
        new DocumentLookup(documents, requested(), requests),
        found -> result.accept(resolution(found)));
  }

  private LookupFields requested() {
    // Asked for twice, the field would come as text alone; the shard refuses that query.
    return lacksTexts() && confirm.field().equals(fields.field()) == false
        ? fields.withTexts(confirm.field())
        : fields;
  }

  private Resolution resolution(List<FoundDocument> found) {
    requireLength(found);
    List<NearQuery> queries =
        found.stream().map(this::query).flatMap(Optional::stream).distinct().toList();
    if (queries.isEmpty()) {
      return new Resolution.Next(none);
    }
    // Counted before the next look-up ends: all of them together may not fit into memory.
    queries.forEach(requests.current()::countTexts);
    return new Resolution.AnyOf(queries, include ? Map.of() : idsByPlace(found));
  }

  /** All texts together are sent to every shard. */
  private void requireLength(List<FoundDocument> found) {
    if (lacksTexts()) {
      TextLimit.require(
          "confirm.text",
          found.stream()
              .flatMap(f -> f.strings(confirm.field()).stream())
              .mapToLong(String::length)
              .sum());
    }
  }

  private Optional<NearQuery> query(FoundDocument found) {
    if (lacksTexts() == false) {
      return neighbours.of(found, confirm);
    }
    List<String> texts = found.strings(confirm.field());
    return texts.isEmpty() ? Optional.empty() : neighbours.of(found, confirm.withTexts(texts));
  }

  private static Map<DocumentPlace, Set<String>> idsByPlace(List<FoundDocument> found) {
    Map<DocumentPlace, Set<String>> ids = new TreeMap<>();
    found.forEach(f -> ids.computeIfAbsent(f.place(), place -> new TreeSet<>()).add(f.id()));
    return ids;
  }

  private boolean lacksTexts() {
    return confirm != null && confirm.texts() == null;
  }
}
