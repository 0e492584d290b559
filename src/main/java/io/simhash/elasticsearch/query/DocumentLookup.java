package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import java.util.List;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * Reads fields of one document by an ordinary search with the caller's rights: it sees neither a
 * document nor a field that the caller must not see.
 *
 * <p>As with every search, a document is found from the refresh after it was indexed.
 */
final class DocumentLookup {

  private DocumentLookup() {}

  /** A document that was found. */
  record Found(SearchHit hit) {

    /** The concrete index that holds the document. */
    String index() {
      return hit.getIndex();
    }

    /** The document's id. */
    String id() {
      return hit.getId();
    }

    /** The field's values; none if the document has none, or none that the caller may see. */
    List<Object> values(String field) {
      DocumentField values = hit.field(field);
      return values == null ? List.of() : values.getValues();
    }

    /** {@link #values} as strings. */
    List<String> strings(String field) {
      return values(field).stream().map(Object::toString).toList();
    }
  }

  /**
   * Finds the document.
   *
   * @param fields names the fields to read, as {@code docvalue_fields} or {@code fields}
   * @param listener fails with 404 without document, with 400 if there are several
   */
  static void find(
      Client client,
      DocumentReference document,
      SearchSourceBuilder fields,
      ActionListener<Found> listener) {
    SearchSourceBuilder source =
        fields
            .query(QueryBuilders.idsQuery().addIds(document.id()))
            .fetchSource(false)
            .trackTotalHits(false)
            .size(2);
    SearchRequest request = new SearchRequest(new String[] {document.index()}, source);
    // Without the shard that failed, the document would seem not to exist.
    request.routing(document.routing()).allowPartialSearchResults(false);
    client.search(request, listener.map(response -> found(document, response)));
  }

  private static Found found(DocumentReference document, SearchResponse response) {
    SearchHit[] hits = response.getHits().getHits();
    String named = "[" + document.id() + "] in [" + document.index() + "]";
    if (hits.length == 0) {
      throw new ResourceNotFoundException("[like] must name a document but there is no " + named);
    }
    if (hits.length > 1) {
      throw invalid(
          "[like] must name one document but there are several %s: name the index and the routing",
          named);
    }
    return new Found(hits[0]);
  }
}
