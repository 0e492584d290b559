package io.simhash.elasticsearch.query;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.PluginNode;
import io.simhash.elasticsearch.SimHashPlugin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskInfo;
import org.elasticsearch.test.hamcrest.ElasticsearchAssertions;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.XContentType;

/**
 * One node with the plugin. An index made by {@link #createNews} holds documents that are named
 * after the number of lowest bits that are set in their fingerprints.
 */
abstract class NearQueryNode extends PluginNode {

  /** Records searches and whom they run as, and holds look-ups until they are cancelled. */
  public static final class Witness extends Plugin implements ActionPlugin {

    /** A search and its task. */
    record Started(Task task, SearchRequest request) {}

    static final String HEADER = "caller";
    static final List<String> CALLERS = new CopyOnWriteArrayList<>();
    static final List<Started> SEARCHES = new CopyOnWriteArrayList<>();

    /** Whether searches that have a parent wait until they are cancelled. */
    static volatile boolean holds;

    static void forget() {
      CALLERS.clear();
      SEARCHES.clear();
    }

    private ThreadContext context;

    @Override
    public Collection<?> createComponents(PluginServices services) {
      context = services.threadPool().getThreadContext();
      return List.of();
    }

    @Override
    public List<ActionFilter> getActionFilters() {
      return List.of(
          new ActionFilter() {
            @Override
            public int order() {
              return 0;
            }

            @Override
            public <Request extends ActionRequest, Response extends ActionResponse> void apply(
                Task task,
                String action,
                Request request,
                ActionListener<Response> listener,
                ActionFilterChain<Request, Response> chain) {
              if (action.equals(TransportSearchAction.NAME)) {
                CALLERS.add(String.valueOf(context.getHeader(HEADER)));
                SEARCHES.add(new Started(task, (SearchRequest) request));
              }
              if (holds
                  && task.getParentTaskId().isSet()
                  && action.equals(TransportSearchAction.NAME)) {
                ((CancellableTask) task)
                    .addListener(
                        () -> listener.onFailure(new TaskCancelledException("held and cancelled")));
              } else {
                chain.proceed(task, action, request, listener);
              }
            }
          });
    }
  }

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class, Witness.class);
  }

  static final String MAPPING =
      """
      {"properties": {
        "fp": {"type": "simhash"},
        "fp_text": {"type": "simhash", "analyzer": "standard"},
        "tags": {"type": "minhash"},
        "body": {"type": "minhash", "shingle": {"unit": "character", "size": 3}},
        "title": {"type": "keyword"},
        "parts": {"type": "nested", "properties": {"fp": {"type": "simhash"}}}
      }}
      """;

  void createIndexOf(String index, int shards) {
    Settings settings = Settings.builder().put("index.number_of_shards", shards).build();
    createIndexOf(index, settings, MAPPING);
  }

  void createIndexOf(String index, Settings settings, String mapping) {
    var request = indicesAdmin().prepareCreate(index).setSettings(settings).setMapping(mapping);
    createIndex(index, request);
  }

  /** Documents 0, 1, 3, 9, 64 and one without a fingerprint. */
  void createNews(String index) {
    createIndexOf(index, randomIntBetween(1, 3));
    for (int bits : new int[] {0, 1, 3, 9, 64}) {
      index(index, Integer.toString(bits), "{\"fp\": \"" + fingerprint(bits) + "\"}");
    }
    index(index, "none", "{\"title\": \"none\"}");
  }

  static String fingerprint(int bits) {
    long value = bits == 64 ? -1L : (1L << bits) - 1;
    return Fingerprint.toHex(value);
  }

  void index(String index, String id, String source) {
    client()
        .prepareIndex(index)
        .setId(id)
        .setSource(source, XContentType.JSON)
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
  }

  /** The same through a pipeline. */
  void index(String index, String id, String pipeline, String source) {
    client()
        .prepareIndex(index)
        .setId(id)
        .setPipeline(pipeline)
        .setSource(source, XContentType.JSON)
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
  }

  /** The query {@code {"simhash_near": {"field": "fp", …}}}. */
  static QueryBuilder near(String options) {
    return query("{\"simhash_near\": {\"field\": \"fp\", " + options + "}}");
  }

  static QueryBuilder query(String json) {
    return QueryBuilders.wrapperQuery(json);
  }

  static String like(String index, String id) {
    return "\"like\": {\"_index\": \"" + index + "\", \"_id\": \"" + id + "\"}";
  }

  /** Like {@code like(…)} with several documents, named {@code index/id}. */
  static String likeAny(String... documents) {
    return Arrays.stream(documents)
        .map(document -> document.split("/"))
        .map(parts -> "{\"_index\": \"" + parts[0] + "\", \"_id\": \"" + parts[1] + "\"}")
        .collect(Collectors.joining(", ", "\"like\": [", "]"));
  }

  /** The sentence about a document of {@code like} that was not found. */
  static String absent(String id, String index) {
    return "[like] must name a document but ["
        + id
        + "] was not found in ["
        + index
        + "]: there is no such document, or it was indexed after the last refresh";
  }

  static void assertRefused(String sentence, SearchRequestBuilder search) {
    Exception e = expectThrows(Exception.class, search);
    assertEquals(sentence, ElasticsearchException.guessRootCauses(e)[0].getMessage());
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
  }

  /**
   * @param filter {@code null} for none
   */
  void alias(String index, String alias, String filter) {
    ElasticsearchAssertions.assertAcked(
        indicesAdmin()
            .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
            .addAliasAction(AliasActions.add().index(index).alias(alias).filter(filter)));
  }

  List<TaskInfo> searches() {
    return clusterAdmin().prepareListTasks().setActions("indices:data/read/*").get().getTasks();
  }

  /** The hits' ids and scores, best first, as {@code index/id=score}. */
  List<String> hits(QueryBuilder query, String... indices) {
    return hits(client().prepareSearch(indices).setQuery(query).setSize(100));
  }

  static List<String> hits(SearchRequestBuilder search) {
    List<String> found = new ArrayList<>();
    ElasticsearchAssertions.assertResponse(search, response -> found.addAll(hits(response)));
    return found;
  }

  private static List<String> hits(SearchResponse response) {
    ElasticsearchAssertions.assertNoFailures(response);
    return Arrays.stream(response.getHits().getHits())
        .map(hit -> hit.getIndex() + "/" + hit.getId() + "=" + hit.getScore())
        .toList();
  }

  private static List<String> ids(List<String> hits) {
    return hits.stream().map(hit -> hit.replaceAll(".*/|=.*", "")).toList();
  }

  /** The ids of the hits, sorted, and the warnings in the headers of the response. */
  record Answer(List<String> ids, List<String> warnings) {}

  Answer answer(QueryBuilder query, String... indices) {
    PlainActionFuture<Answer> answer = new PlainActionFuture<>();
    client()
        .prepareSearch(indices)
        .setQuery(query)
        .setSize(100)
        .execute(answer.map(response -> new Answer(ids(hits(response)), warnings())));
    Answer found = answer.actionGet(TEST_REQUEST_TIMEOUT);
    return new Answer(found.ids().stream().sorted().toList(), found.warnings());
  }

  /** The warnings of the response that this thread has received. */
  private List<String> warnings() {
    return getInstanceFromNode(ThreadPool.class)
        .getThreadContext()
        .getResponseHeaders()
        .getOrDefault("Warning", List.of())
        .stream()
        .map(header -> HeaderWarning.extractWarningValueFromWarningHeader(header, false))
        .toList();
  }
}
