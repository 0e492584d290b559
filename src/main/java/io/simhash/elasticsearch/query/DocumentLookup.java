package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.SeededHash;
import io.simhash.elasticsearch.compat.UniqueAction;
import io.simhash.elasticsearch.option.DocumentReference;
import io.simhash.elasticsearch.query.LikedDocument.Location;
import io.simhash.elasticsearch.query.NearRequests.NearRequest;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.GroupedActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * Reads fields of documents by ordinary searches with the caller's rights: it sees neither a
 * document nor a field that the caller must not see, and a document from the refresh after it was
 * indexed. Equal look-ups of a request run once.
 *
 * <p>The result holds the documents in the order of the references, each once. A reference without
 * a routing means the document that was indexed without one, as with {@code GET}, or else the only
 * one of that id. All shards must answer: one that fails may have the document that is meant. It
 * fails with 404 if a document does not exist, with 400 if there are several for one reference.
 */
final class DocumentLookup extends UniqueAction<List<LikedDocument>, DocumentLookup> {

  /** The hits that a search reads beyond one for each id, which tell an id of several documents. */
  private static final int MORE_HITS = 10;

  private final List<DocumentReference> documents;
  private final List<String> fields;
  private final NearRequests requests;

  DocumentLookup(List<DocumentReference> documents, List<String> fields, NearRequests requests) {
    this.documents = documents.stream().distinct().toList();
    // A wildcard would mean other fields: the shards refuse it.
    this.fields = fields.stream().filter(f -> Regex.isSimpleMatchPattern(f) == false).toList();
    this.requests = requests;
  }

  @Override
  protected void execute(Client client, ActionListener<List<LikedDocument>> listener) {
    ActionListener.run(
        listener,
        l -> {
          NearRequest request = requests.current();
          request.countDocuments(documents.size());
          Collection<List<DocumentReference>> groups = groups();
          var all =
              new GroupedActionListener<Map<DocumentReference, LikedDocument>>(
                  groups.size(), l.map(this::inOrder));
          for (List<DocumentReference> group : groups) {
            request.run(
                end -> search(group, client, request, end),
                client.threadPool().getThreadContext(),
                all);
          }
        });
  }

  /** Documents of one index and routing are read by one search. */
  private Collection<List<DocumentReference>> groups() {
    return documents.stream()
        .collect(
            Collectors.groupingBy(
                each -> new Location(each.index(), each.routing()),
                LinkedHashMap::new,
                Collectors.toList()))
        .values();
  }

  private List<LikedDocument> inOrder(Collection<Map<DocumentReference, LikedDocument>> groups) {
    Map<DocumentReference, LikedDocument> found = new HashMap<>();
    groups.forEach(found::putAll);
    return documents.stream().map(found::get).toList();
  }

  @Override
  public int doHashCode() {
    return SeededHash.of(documents, fields);
  }

  @Override
  public boolean doEquals(DocumentLookup other) {
    return documents.equals(other.documents) && fields.equals(other.fields);
  }

  private void search(
      List<DocumentReference> group,
      Client client,
      NearRequest request,
      ActionListener<Map<DocumentReference, LikedDocument>> listener) {
    DocumentReference first = group.getFirst();
    String[] ids = group.stream().map(DocumentReference::id).toArray(String[]::new);
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.idsQuery().addIds(ids))
            .fetchSource(false)
            .trackTotalHits(false)
            .size(ids.length + MORE_HITS);
    fields.forEach(source::fetchField);
    SearchRequest search =
        new SearchRequest(new String[] {first.index()}, source)
            .routing(first.routing())
            .allowPartialSearchResults(false);
    search.setParentTask(request.task);
    client.search(search, listener.map(response -> byReference(group, response)));
  }

  private static Map<DocumentReference, LikedDocument> byReference(
      List<DocumentReference> group, SearchResponse response) {
    Map<String, List<LikedDocument>> byId =
        Arrays.stream(response.getHits().getHits())
            .map(LikedDocument::of)
            .collect(Collectors.groupingBy(LikedDocument::id));
    if (response.getHits().getHits().length == group.size() + MORE_HITS) {
      // Hits may be missing, perhaps hits of other documents.
      throw several(
          group.stream()
              .filter(document -> byId.getOrDefault(document.id(), List.of()).size() > 1)
              .findFirst()
              .orElseThrow());
    }
    Map<DocumentReference, LikedDocument> found = new HashMap<>();
    for (DocumentReference document : group) {
      found.put(document, one(document, byId.getOrDefault(document.id(), List.of())));
    }
    return found;
  }

  /** The document of that routing, or else the only one of that id. */
  private static LikedDocument one(DocumentReference document, List<LikedDocument> all) {
    List<LikedDocument> ofRouting =
        all.stream()
            .filter(found -> Objects.equals(found.place().routing(), document.routing()))
            .toList();
    List<LikedDocument> named = ofRouting.isEmpty() ? all : ofRouting;
    if (named.isEmpty()) {
      throw new ResourceNotFoundException(
          "[like] must name a document but [{}] was not found in [{}]: there is no such document,"
              + " or it was indexed after the last refresh",
          document.id(),
          document.index());
    }
    if (named.size() > 1) {
      throw several(document);
    }
    return named.getFirst();
  }

  private static IllegalArgumentException several(DocumentReference document) {
    return invalid(
        "[like] must name one document but there are several [%s] in [%s]: name the index and the"
            + " routing",
        document.id(), document.index());
  }
}
