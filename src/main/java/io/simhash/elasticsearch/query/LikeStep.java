package io.simhash.elasticsearch.query;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * The step that replaces the {@code like} of a query by the stored values of its documents: the
 * neighbours of any of them match. Documents without a value add no neighbours.
 *
 * <p>Each document is read by one search, with the texts that {@code confirm} lacks, so that all
 * values are those of one version of the document.
 *
 * @param documents the documents of {@code like}
 * @param include whether they may themselves be hits
 * @param field the field that {@code fields} reads
 * @param fields the search that reads the field
 * @param value what {@code field} holds, for the reason why nothing matches
 * @param confirm the exact check by the text; {@code null} for none
 * @param neighbours makes the query for the neighbours of one document
 */
record LikeStep(
    List<DocumentReference> documents,
    boolean include,
    String field,
    SearchSourceBuilder fields,
    String value,
    ConfirmClause confirm,
    Neighbours neighbours)
    implements Resolver.Step {

  /** Makes the query for the neighbours of one document. */
  @FunctionalInterface
  interface Neighbours {

    /**
     * The query; empty if the document lacks the value.
     *
     * @param confirm the query's {@code confirm} with the texts of the document
     */
    Optional<NearQuery> of(DocumentLookup.Found found, ConfirmClause confirm);
  }

  @Override
  public void run(Client client, ActionListener<Resolution> listener) {
    DocumentLookup.find(client, documents, requested(), listener.map(this::resolution));
  }

  private SearchSourceBuilder requested() {
    // Asked for twice, the field would come as text alone; the shard refuses that query.
    return lacksTexts() && confirm.field().equals(field) == false
        ? fields.shallowCopy().fetchField(confirm.field())
        : fields;
  }

  private Resolution resolution(List<DocumentLookup.Found> found) {
    requireLength(found);
    List<NearQuery> queries = found.stream().map(this::query).flatMap(Optional::stream).toList();
    if (queries.isEmpty()) {
      String needed = lacksTexts() ? value + " and a text to confirm with" : value;
      return new Resolution.NoMatch("no document of [like] has " + needed);
    }
    return new Resolution.AnyOf(
        queries.stream().distinct().toList(), include ? Map.of() : idsByIndex(found));
  }

  /** All texts together are sent to every shard. */
  private void requireLength(List<DocumentLookup.Found> found) {
    if (lacksTexts()) {
      TextLimit.require(
          "confirm.text",
          found.stream()
              .flatMap(f -> f.strings(confirm.field()).stream())
              .mapToLong(String::length)
              .sum());
    }
  }

  private Optional<NearQuery> query(DocumentLookup.Found found) {
    if (lacksTexts() == false) {
      return neighbours.of(found, confirm);
    }
    List<String> texts = found.strings(confirm.field());
    return texts.isEmpty() ? Optional.empty() : neighbours.of(found, confirm.withTexts(texts));
  }

  private static Map<String, Set<String>> idsByIndex(List<DocumentLookup.Found> found) {
    Map<String, Set<String>> ids = new TreeMap<>();
    found.forEach(f -> ids.computeIfAbsent(f.index(), index -> new TreeSet<>()).add(f.id()));
    return ids;
  }

  private boolean lacksTexts() {
    return confirm != null && confirm.texts() == null;
  }
}
