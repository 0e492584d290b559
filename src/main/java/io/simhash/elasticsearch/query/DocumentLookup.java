package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * Reads fields of documents by ordinary searches with the caller's rights: it sees neither a
 * document nor a field that the caller must not see. Documents of one index and routing are read by
 * one search.
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

  /** The place where one search looks for documents. */
  private record Place(String index, String routing) {}

  /**
   * Finds the documents, each once, also where several references are equal.
   *
   * @param fields names the fields to read, as {@code docvalue_fields} or {@code fields}
   * @param listener gets documents that are valid until it returns; fails with 404 if one does not
   *     exist, with 400 if there are several for one reference
   */
  static void find(
      Client client,
      List<DocumentReference> documents,
      SearchSourceBuilder fields,
      ActionListener<List<Found>> listener) {
    List<List<DocumentReference>> groups =
        List.copyOf(
            documents.stream()
                .distinct()
                .collect(
                    Collectors.groupingBy(
                        document -> new Place(document.index(), document.routing()),
                        LinkedHashMap::new,
                        Collectors.toList()))
                .values());
    MultiSearchRequest searches = new MultiSearchRequest();
    groups.forEach(group -> searches.add(search(group, fields)));
    client.multiSearch(searches, listener.map(responses -> found(groups, responses)));
  }

  private static SearchRequest search(List<DocumentReference> group, SearchSourceBuilder fields) {
    String[] ids = group.stream().map(DocumentReference::id).toArray(String[]::new);
    SearchSourceBuilder source =
        fields
            .shallowCopy()
            .query(QueryBuilders.idsQuery().addIds(ids))
            .fetchSource(false)
            .trackTotalHits(false)
            // With one hit more than ids, an id that has several hits is always noticed.
            .size(ids.length + 1);
    DocumentReference any = group.getFirst();
    // Without the shard that failed, a document would seem not to exist.
    return new SearchRequest(new String[] {any.index()}, source)
        .routing(any.routing())
        .allowPartialSearchResults(false);
  }

  private static List<Found> found(
      List<List<DocumentReference>> groups, MultiSearchResponse responses) throws Exception {
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      MultiSearchResponse.Item response = responses.getResponses()[i];
      if (response.isFailure()) {
        throw response.getFailure();
      }
      found.addAll(found(groups.get(i), response.getResponse().getHits()));
    }
    return found;
  }

  private static List<Found> found(List<DocumentReference> group, SearchHits hits) {
    String index = group.getFirst().index();
    Map<String, Found> byId = new HashMap<>();
    for (SearchHit hit : hits) {
      if (byId.put(hit.getId(), new Found(hit)) != null) {
        throw invalid(
            "[like] must name one document but there are several [%s] in [%s]: name the index and"
                + " the routing",
            hit.getId(), index);
      }
    }
    for (DocumentReference document : group) {
      if (byId.containsKey(document.id()) == false) {
        throw new ResourceNotFoundException(
            "[like] must name a document but [{}] was not found in [{}]: there is no such document,"
                + " or it was indexed after the last refresh",
            document.id(),
            index);
      }
    }
    return group.stream().map(document -> byId.get(document.id())).toList();
  }
}
