package io.simhash.elasticsearch.query;

import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
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
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;

/**
 * Reads one field of one document by an ordinary search with the caller's rights: a document or
 * field that the caller must not see is not seen here either.
 *
 * <p>As with every search, a document is found from the refresh after it was indexed.
 */
final class DocValueLookup {

  /**
   * A document that is there.
   *
   * @param index the concrete index that holds it
   * @param values the field's values as they were asked for; none if it has none, or none that the
   *     caller may see
   */
  record Found(String index, List<Object> values) {

    /** The first value; {@code null} if there is none. */
    Object value() {
      return values.isEmpty() ? null : values.get(0);
    }
  }

  private DocValueLookup() {}

  /** Finds the document's fingerprint, or fails: 404 without document, 400 with several. */
  static void fingerprint(
      Client client, DocumentReference document, String field, ActionListener<Found> listener) {
    SearchSourceBuilder source = new SearchSourceBuilder().docValueField(field);
    find(client, document, field, source, listener);
  }

  /** Finds the document's signature, in base 64, or fails likewise. */
  static void signature(
      Client client, DocumentReference document, String field, ActionListener<Found> listener) {
    fetch(client, document, field, MinHashFieldType.SIGNATURE_FORMAT, listener);
  }

  /** Finds the document's signature likewise and, behind it, its band terms. */
  static void bands(
      Client client, DocumentReference document, String field, ActionListener<Found> listener) {
    fetch(client, document, field, MinHashFieldType.BANDS_FORMAT, listener);
  }

  /** Finds the texts of a field, as they stand in {@code _source}. */
  static void texts(
      Client client, DocumentReference document, String field, ActionListener<Found> listener) {
    fetch(client, document, field, null, listener);
  }

  private static void fetch(
      Client client,
      DocumentReference document,
      String field,
      String format,
      ActionListener<Found> listener) {
    FieldAndFormat fetched = new FieldAndFormat(field, format);
    find(client, document, field, new SearchSourceBuilder().fetchField(fetched), listener);
  }

  private static void find(
      Client client,
      DocumentReference document,
      String field,
      SearchSourceBuilder source,
      ActionListener<Found> listener) {
    SearchSourceBuilder one =
        source
            .query(QueryBuilders.idsQuery().addIds(document.id()))
            .fetchSource(false)
            .trackTotalHits(false)
            .size(2);
    SearchRequest request = new SearchRequest(new String[] {document.index()}, one);
    // A failed shard must not pass for one without the document.
    request.routing(document.routing()).allowPartialSearchResults(false);
    client.search(request, listener.map(response -> found(document, field, response)));
  }

  private static Found found(DocumentReference document, String field, SearchResponse response) {
    SearchHit[] hits = response.getHits().getHits();
    if (hits.length == 0) {
      throw new ResourceNotFoundException(
          "[like] must name a document but there is no ["
              + document.id()
              + "] in ["
              + document.index()
              + "]");
    }
    if (hits.length > 1) {
      throw new IllegalArgumentException(
          "[like] must name one document but there are several ["
              + document.id()
              + "] in ["
              + document.index()
              + "]: name the index and the routing");
    }
    DocumentField values = hits[0].field(field);
    List<Object> all = values == null ? List.of() : values.getValues();
    return new Found(hits[0].getIndex(), all);
  }
}
