package io.simhash.elasticsearch.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportService;
import org.junit.After;

/** The searches for the documents of {@code like}: how many there are, and whose children. */
public class LookupTests extends NearQueryNode {

  @After
  public void releaseLookups() {
    Witness.holds = false;
  }

  /** The look-ups since {@link Witness#forget}. */
  private static List<Witness.Started> lookups() {
    return Witness.SEARCHES.stream()
        .filter(search -> search.task().getParentTaskId().isSet())
        .toList();
  }

  private static BoolQueryBuilder anyOf(List<QueryBuilder> queries) {
    BoolQueryBuilder bool = QueryBuilders.boolQuery();
    queries.forEach(bool::should);
    return bool;
  }

  private static List<QueryBuilder> nearLikes(int count) {
    return IntStream.range(0, count).mapToObj(i -> near(like("news", "" + i))).toList();
  }

  public void testALookUpIsAChildOfItsSearch() {
    createNews("news");
    Witness.forget();
    hits(near(like("news", "1")), "news");
    assertEquals(2, Witness.SEARCHES.size());
    assertFalse(Witness.SEARCHES.getFirst().task().getParentTaskId().isSet());
    String node = getInstanceFromNode(TransportService.class).getLocalNode().getId();
    assertEquals(
        new TaskId(node, Witness.SEARCHES.getFirst().task().getId()),
        Witness.SEARCHES.getLast().task().getParentTaskId());
  }

  /** Of the index, alias or data stream that is searched, as {@code more_like_this} has it. */
  public void testALikeWithoutAnIndexIsInTheOneThatIsSearched() {
    createNews("news");
    createNews("other");
    alias("news", "one", "{\"terms\": {\"_id\": [\"1\", \"3\"]}}");
    alias("news", "both", null);
    alias("other", "both", null);
    String like = "\"like\": {\"_id\": \"1\"}, \"max_distance\": 2";
    assertEquals(List.of("news/0=0.5", "news/3=0.33333334"), hits(near(like), "news"));
    assertEquals(List.of("news/3=0.33333334"), hits(near(like), "one"));
    assertEquals(List.of("news/0=0.5", "news/3=0.33333334"), hits(near(like), "new*"));
    String one = "{\"_id\": \"1\"}, {\"_index\": \"other\", \"_id\": \"3\"}";
    QueryBuilder several = near("\"like\": [" + one + "], \"max_distance\": 1");
    assertEquals(List.of("news/3=1.0", "news/0=0.5"), hits(several, "news"));
    assertRefused(
        "[like] must name one document but there are several [1] in [both]: name the index and the"
            + " routing",
        client().prepareSearch("both").setQuery(near(like)));
    var explained = client().prepareExplain("other", "0").setQuery(near(like)).get();
    assertTrue(explained.isMatch());
    for (String[] names : new String[][] {{"news", "other"}, {"*e*"}, {"_all"}, {}}) {
      assertRefused(
          "[like] needs [_index], unless the request searches exactly one index, alias or data stream"
              + " of this cluster",
          client().prepareSearch(names).setQuery(near(like)));
    }
  }

  public void testExplainAndValidateHaveChildrenToo() {
    createNews("news");
    Witness.forget();
    client().prepareExplain("news", "0").setQuery(near(like("news", "1"))).get();
    indicesAdmin().prepareValidateQuery("news").setQuery(near(like("news", "1"))).get();
    assertEquals(2, lookups().size());
  }

  public void testCancellingASearchCancelsItsLookUps() throws Exception {
    createNews("news");
    Witness.forget();
    Witness.holds = true;
    PlainActionFuture<SearchResponse> search = new PlainActionFuture<>();
    client().prepareSearch("news").setQuery(anyOf(nearLikes(50))).execute(search);
    assertBusy(
        () -> assertEquals(NearRequests.NearRequest.MAX_LOOKUPS_AT_A_TIME, lookups().size()));
    TaskId parent = lookups().getFirst().task().getParentTaskId();
    clusterAdmin().prepareCancelTasks().setTargetTaskId(parent).get();
    Exception e = expectThrows(Exception.class, () -> search.actionGet(TEST_REQUEST_TIMEOUT));
    assertNotNull(e.toString(), ExceptionsHelper.unwrap(e, TaskCancelledException.class));
    assertBusy(() -> assertEquals(List.of(), searches()));
    assertEquals(NearRequests.NearRequest.MAX_LOOKUPS_AT_A_TIME, lookups().size());
  }

  public void testEqualLookUpsRunOnce() {
    createNews("news");
    QueryBuilder near = near(like("news", "1") + ", \"max_distance\": 1, \"boost\": 2");
    QueryBuilder other = near(like("news", "1") + ", \"max_distance\": 2, \"_name\": \"other\"");
    Witness.forget();
    assertEquals(
        List.of("news/0=2.5", "news/3=0.33333334"),
        hits(anyOf(List.of(near, other, near)), "news"));
    assertEquals(1, lookups().size());
  }

  public void testDocumentsOfARequestAreLimited() {
    createIndexOf("news", 1);
    BulkRequestBuilder bulk = client().prepareBulk("news");
    for (int i = 0; i < 1_100; i++) {
      bulk.add(client().prepareIndex().setId("" + i).setSource("fp", i));
    }
    bulk.setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE).get();
    Witness.forget();
    List<QueryBuilder> queries = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      int first = i * 100;
      String documents =
          IntStream.range(first, first + 100)
              .mapToObj(id -> "{\"_index\": \"news\", \"_id\": \"" + id + "\"}")
              .collect(Collectors.joining(", "));
      queries.add(near("\"like\": [" + documents + "]"));
    }
    assertRefused(
        "[like] and [document] must name at most [1000] documents in all queries of one request"
            + " but named at least [1100]",
        client().prepareSearch("news").setQuery(anyOf(queries)));
  }

  /** A document to fingerprint counts as one that is looked up, and its texts as others do. */
  public void testTooManyDocumentsToFingerprintAreRefused() {
    createNews("news");
    putJsonPipeline("print", "{\"processors\": [{\"simhash\": {\"field\": \"content\"}}]}");
    String document = "\"pipeline\": \"print\", \"document\": {\"content\": [\"%s\"]}";
    List<QueryBuilder> queries =
        IntStream.rangeClosed(0, 1_000)
            .mapToObj(i -> near(String.format(Locale.ROOT, document, "a text " + i)))
            .toList();
    assertRefused(
        "[like] and [document] must name at most [1000] documents in all queries of one request"
            + " but named at least [1001]",
        client().prepareSearch("news").setQuery(anyOf(queries)));
    String text = "a".repeat(199_999);
    List<QueryBuilder> texts =
        IntStream.range(0, 6)
            .mapToObj(i -> near(String.format(Locale.ROOT, document, text + i)))
            .toList();
    assertRefused(
        "the near queries of one request must carry at most [1000000] characters of text but"
            + " carried at least [1200000]",
        client().prepareSearch("news").setQuery(anyOf(texts)));
  }

  public void testTheLimitIsOfOneRequest() {
    createNews("news");
    for (int i = 0; i < 11; i++) {
      String documents =
          IntStream.range(0, 100)
              .mapToObj(id -> "{\"_index\": \"news\", \"_id\": \"" + id % 2 + "\"}")
              .collect(Collectors.joining(", "));
      hits(near("\"like\": [" + documents + "]"), "news");
    }
  }

  public void testTypedTextsOfARequestAreLimited() {
    createNews("news");
    String text = "\"text\": \"" + "a ".repeat(50_000) + "\"";
    String near = "{\"simhash_near\": {\"field\": \"fp_text\", " + text + "}}";
    List<QueryBuilder> queries = new ArrayList<>();
    queries.addAll(Collections.nCopies(10, query(near)));
    hits(anyOf(queries), "news");
    queries.add(query(near));
    assertRefused(
        "the near queries of one request must carry at most [1000000] characters of text but"
            + " carried at least [1100000]",
        client().prepareSearch("news").setQuery(anyOf(queries)));
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            client().prepareExplain("news", "1").setQuery(anyOf(queries)));
    assertTrue(e.getMessage().startsWith("the near queries of one request must carry"));
  }

  /** A text counts in each query that it is sent with, but is looked up once. */
  public void testTextsThatAreLookedUpAreLimited() {
    createIndexOf(
        "texts",
        Settings.EMPTY,
        "{\"properties\": {\"fp\": {\"type\": \"simhash\"}, \"text\": {\"type\": \"text\"}}}");
    index("texts", "1", "{\"fp\": 1, \"text\": \"" + "b ".repeat(100_000) + "\"}");
    index("texts", "2", "{\"fp\": 1, \"text\": \"c\"}");
    List<QueryBuilder> queries = new ArrayList<>();
    QueryBuilder confirmed = near(like("texts", "1") + ", \"confirm\": {\"field\": \"text\"}");
    queries.addAll(Collections.nCopies(5, confirmed));
    Witness.forget();
    hits(anyOf(queries), "texts");
    assertEquals(1, lookups().size());
    queries.add(confirmed);
    assertRefused(
        "the near queries of one request must carry at most [1000000] characters of text but"
            + " carried at least [1200000]",
        client().prepareSearch("texts").setQuery(anyOf(queries)));
  }
}
