package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * The searches that find documents of one index and routing.
 *
 * <p>Only the shards that can hold the documents are asked. If a reference names no routing, the
 * document is the one that was indexed without a routing, which is on the shard of its id. If there
 * is none, all shards are asked for a document of that id, whatever its routing: there must be one.
 *
 * @param fields the fields to read
 * @param request the request that the searches are a part of
 */
record LookupSearch(Client client, LookupFields fields, NearRequest request) {

  /** The request header that is set while a look-up runs. */
  private static final String HEADER = "simhash_lookup";

  /** Whether this thread works for a look-up. */
  static boolean isRunning(ThreadContext context) {
    return context.getHeader(HEADER) != null;
  }

  /** Finds documents of one place. */
  void find(
      List<DocumentReference> group,
      ActionListener<Map<DocumentReference, FoundDocument>> listener) {
    String routing = group.getFirst().routing();
    if (routing != null) {
      search(query(group), group, routing, listener.map(found -> requireAll(group, found)));
      return;
    }
    BoolQueryBuilder unrouted =
        query(group).mustNot(QueryBuilders.existsQuery(RoutingFieldMapper.NAME));
    String ids = group.stream().map(DocumentReference::id).collect(Collectors.joining(","));
    search(
        unrouted,
        group,
        ids,
        listener
            .<Map<DocumentReference, FoundDocument>>delegateFailureAndWrap(
                (l, found) -> findAnywhere(group, found, l))
            .delegateResponse(
                (l, e) -> {
                  if (isAboutRouting(e)) {
                    findAnywhere(group, Map.of(), listener);
                  } else {
                    l.onFailure(e);
                  }
                }));
  }

  /** Time series indices refuse a search with a routing. */
  private static boolean isAboutRouting(Exception e) {
    return ExceptionsHelper.unwrapCause(e) instanceof IllegalArgumentException refused
        && refused.getMessage().contains("with a specified routing");
  }

  /** Searches all shards for the missing documents. */
  private void findAnywhere(
      List<DocumentReference> group,
      Map<DocumentReference, FoundDocument> found,
      ActionListener<Map<DocumentReference, FoundDocument>> listener) {
    List<DocumentReference> missing =
        group.stream().filter(document -> found.containsKey(document) == false).toList();
    if (missing.isEmpty()) {
      listener.onResponse(found);
      return;
    }
    search(
        query(missing),
        missing,
        null,
        listener.map(
            others -> {
              Map<DocumentReference, FoundDocument> all = new HashMap<>(found);
              all.putAll(requireAll(missing, others));
              return all;
            }));
  }

  private static BoolQueryBuilder query(List<DocumentReference> group) {
    String[] ids = group.stream().map(DocumentReference::id).toArray(String[]::new);
    return QueryBuilders.boolQuery().filter(QueryBuilders.idsQuery().addIds(ids));
  }

  private void search(
      BoolQueryBuilder query,
      List<DocumentReference> group,
      String routing,
      ActionListener<Map<DocumentReference, FoundDocument>> listener) {
    SearchSourceBuilder source =
        fields
            .source()
            .shallowCopy()
            .query(query)
            .fetchSource(false)
            .trackTotalHits(false)
            // With one hit more than ids, an id that has several hits is always noticed.
            .size(group.size() + 1);
    String index = group.getFirst().index();
    SearchRequest search =
        new SearchRequest(new String[] {index}, source)
            .routing(routing)
            // Without the shard that failed, a document would seem not to exist.
            .allowPartialSearchResults(false);
    request.adopt(search);
    ThreadContext context = client.threadPool().getThreadContext();
    ActionListener<SearchResponse> outside =
        ContextPreservingActionListener.wrapPreservingContext(
            listener
                .<SearchResponse>map(response -> byReference(group, response.getHits()))
                .delegateResponse((l, e) -> l.onFailure(explained(index, e))),
            context);
    try (var ignored =
        context.newStoredContextPreservingResponseHeaders(Set.of(), Set.of(HEADER))) {
      context.putHeader(HEADER, "true");
      client.search(search, outside);
    }
  }

  private static Map<DocumentReference, FoundDocument> byReference(
      List<DocumentReference> group, SearchHits hits) {
    Map<String, FoundDocument> byId = new HashMap<>();
    for (SearchHit hit : hits) {
      if (byId.put(hit.getId(), FoundDocument.of(hit)) != null) {
        throw invalid(
            "[like] must name one document but there are several [%s] in [%s]: name the index and"
                + " the routing",
            hit.getId(), group.getFirst().index());
      }
    }
    return group.stream()
        .filter(document -> byId.containsKey(document.id()))
        .collect(Collectors.toMap(Function.identity(), document -> byId.get(document.id())));
  }

  private static Map<DocumentReference, FoundDocument> requireAll(
      List<DocumentReference> group, Map<DocumentReference, FoundDocument> found) {
    for (DocumentReference document : group) {
      if (found.containsKey(document) == false) {
        throw new ResourceNotFoundException(
            "[like] must name a document but [{}] was not found in [{}]: there is no such document,"
                + " or it was indexed after the last refresh",
            document.id(),
            document.index());
      }
    }
    return found;
  }

  /** Says which type is needed where a shard cannot read the fields. */
  private Exception explained(String index, Exception e) {
    return e instanceof SearchPhaseExecutionException failed
            && failed.status() == RestStatus.BAD_REQUEST
        ? invalid(
            e,
            "[like] needs documents whose [%s] is of type [%s] but it cannot be read as one in"
                + " [%s]: %s",
            fields.field(),
            fields.type(),
            index,
            ElasticsearchException.guessRootCauses(failed)[0].getMessage())
        : e;
  }
}
