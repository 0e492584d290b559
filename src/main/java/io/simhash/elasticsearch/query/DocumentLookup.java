package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.mapper.minhash.MinHashFieldType;
import io.simhash.elasticsearch.mapper.simhash.SimHashFieldType;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
import org.elasticsearch.action.support.GroupedActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryRewriteAsyncAction;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FieldAndFormat;

/**
 * Reads fields of documents by ordinary searches with the caller's rights: it sees neither a
 * document nor a field that the caller must not see. Equal look-ups of a request run once. As with
 * every search, a document is found from the refresh after it was indexed.
 *
 * <p>The result holds the documents in the order of the references, each once, also where several
 * references are equal. It fails with 404 if one does not exist, with 400 if there are several for
 * one reference.
 */
final class DocumentLookup
    extends QueryRewriteAsyncAction<List<DocumentReference.Found>, DocumentLookup> {

  private final List<DocumentReference> documents;
  private final Fields fields;
  private final NearRequests requests;

  /**
   * @param fields the fields to read
   * @param requests knows the request that the look-up is a part of
   */
  DocumentLookup(List<DocumentReference> documents, Fields fields, NearRequests requests) {
    this.documents = documents.stream().distinct().toList();
    this.fields = fields;
    this.requests = requests;
  }

  @Override
  protected void execute(Client client, ActionListener<List<DocumentReference.Found>> listener) {
    ActionListener.run(
        listener,
        l -> {
          ThreadContext context = client.threadPool().getThreadContext();
          if (Search.isRunning(context)) {
            throw invalid("[like] cannot be resolved while the document of a [like] is looked up");
          }
          NearRequests.NearRequest request = requests.current();
          request.countDocuments(documents.size());
          run(groups(), new Search(client, fields, request), request, context, l);
        });
  }

  /** Documents of one index and routing are read by one search. */
  private Collection<List<DocumentReference>> groups() {
    return documents.stream()
        .collect(
            Collectors.groupingBy(
                DocumentReference::place, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private void run(
      Collection<List<DocumentReference>> groups,
      Search search,
      NearRequests.NearRequest request,
      ThreadContext context,
      ActionListener<List<DocumentReference.Found>> listener) {
    var all =
        new GroupedActionListener<Map<DocumentReference, DocumentReference.Found>>(
            groups.size(), listener.map(this::inOrder));
    for (List<DocumentReference> group : groups) {
      request.run(end -> search.find(group, end), context, all);
    }
  }

  private List<DocumentReference.Found> inOrder(
      Collection<Map<DocumentReference, DocumentReference.Found>> groups) {
    Map<DocumentReference, DocumentReference.Found> found = new HashMap<>();
    groups.forEach(found::putAll);
    return documents.stream().map(found::get).toList();
  }

  @Override
  public int doHashCode() {
    return Objects.hash(documents, fields);
  }

  @Override
  public boolean doEquals(DocumentLookup other) {
    return documents.equals(other.documents) && fields.equals(other.fields);
  }

  /**
   * The fields that a look-up reads. A name with a wildcard is not read, because it would mean
   * other fields: the shards refuse it.
   *
   * @param field the field of the query
   * @param type the type that it must have
   * @param source a search that reads the fields
   */
  record Fields(String field, String type, SearchSourceBuilder source) {

    /** The fingerprint, the signature and the profile of a field of type {@code simhash}. */
    static Fields simHash(String field) {
      SearchSourceBuilder source = new SearchSourceBuilder();
      if (isOne(field)) {
        StoredValue.ask(source, field).fetchField(SimHashFieldType.profileField(field));
      }
      return new Fields(field, SimHashFieldType.NAME, source);
    }

    /** The signature of a field of type {@code minhash}. */
    static Fields minHash(String field) {
      SearchSourceBuilder source = new SearchSourceBuilder();
      if (isOne(field)) {
        source.fetchField(new FieldAndFormat(field, MinHashFieldType.SIGNATURE_FORMAT));
      }
      return new Fields(field, MinHashFieldType.NAME, source);
    }

    /** The same and the texts of another field. */
    Fields withTexts(String textField) {
      return isOne(textField)
          ? new Fields(field, type, source.shallowCopy().fetchField(textField))
          : this;
    }

    private static boolean isOne(String field) {
      return Regex.isSimpleMatchPattern(field) == false;
    }
  }

  /**
   * The searches that find documents of one index and routing.
   *
   * <p>Only the shards that can hold the documents are asked. If a reference names no routing, the
   * document is the one that was indexed without a routing, which is on the shard of its id. If
   * there is none, all shards are asked for a document of that id, whatever its routing: there must
   * be one.
   *
   * @param fields the fields to read
   * @param request the request that the searches are a part of
   */
  record Search(Client client, Fields fields, NearRequests.NearRequest request) {

    /** The request header that is set while a look-up runs. */
    private static final String HEADER = "simhash_lookup";

    /** Whether this thread works for a look-up. */
    static boolean isRunning(ThreadContext context) {
      return context.getHeader(HEADER) != null;
    }

    /** Finds documents of one place. */
    void find(
        List<DocumentReference> group,
        ActionListener<Map<DocumentReference, DocumentReference.Found>> listener) {
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
              .<Map<DocumentReference, DocumentReference.Found>>delegateFailureAndWrap(
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
        Map<DocumentReference, DocumentReference.Found> found,
        ActionListener<Map<DocumentReference, DocumentReference.Found>> listener) {
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
                Map<DocumentReference, DocumentReference.Found> all = new HashMap<>(found);
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
        ActionListener<Map<DocumentReference, DocumentReference.Found>> listener) {
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

    private static Map<DocumentReference, DocumentReference.Found> byReference(
        List<DocumentReference> group, SearchHits hits) {
      Map<String, DocumentReference.Found> byId = new HashMap<>();
      for (SearchHit hit : hits) {
        if (byId.put(hit.getId(), DocumentReference.Found.of(hit)) != null) {
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

    private static Map<DocumentReference, DocumentReference.Found> requireAll(
        List<DocumentReference> group, Map<DocumentReference, DocumentReference.Found> found) {
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
}
