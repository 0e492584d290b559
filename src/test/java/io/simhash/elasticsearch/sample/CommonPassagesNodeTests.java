package io.simhash.elasticsearch.sample;

import io.simhash.elasticsearch.clusters.ClustersNode;
import io.simhash.elasticsearch.query.InternalQuery.Passage;
import io.simhash.elasticsearch.query.NearQueryBuilder;
import io.simhash.elasticsearch.run.RunAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.admin.cluster.node.tasks.cancel.CancelTasksRequest;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.junit.After;

/** Common passages of an index against a comparison of all texts, on one node. */
public class CommonPassagesNodeTests extends ClustersNode {

  private static final String FIELD = "text.passages";

  /** By index and id. */
  private final Map<String, String> texts = new TreeMap<>();

  private final List<String> frames = new ArrayList<>();

  @After
  public void checkThatNothingIsLeft() throws Exception {
    assertNothingIsLeft();
  }

  @Override
  protected String mapping() {
    return """
        {"properties": {"site": {"type": "long"}, "text": {"type": "text", "fields": {
          "passages": {"type": "passages"},
          "wide": {"type": "passages", "window": 500}}},
          "also": {"type": "alias", "path": "text.passages"},
          "parts": {"type": "nested", "properties": {"own": {"type": "passages"}}}}}""";
  }

  private static String words(int letters) {
    StringBuilder words = new StringBuilder();
    while (words.length() < letters) {
      words.append(randomAlphaOfLengthBetween(2, 9)).append(' ');
    }
    return words.toString().strip();
  }

  /** Articles; those of site s have frame s around them, with a number in it. */
  private void index(String index, int documents, int... sites) {
    while (frames.size() < 10) {
      frames.add(words(between(100, 600)));
    }
    Map<String, Map<String, Object>> articles = new TreeMap<>();
    for (int i = 0; i < documents; i++) {
      int site = sites[i % sites.length];
      String text = words(between(100, 500));
      if (site < 5) {
        text = frames.get(2 * site) + " " + randomInt() + " " + frames.get(2 * site + 1) + text;
      }
      texts.put(index + "/" + i, text);
      articles.put("" + i, Map.of("text", text, "site", site));
    }
    index(index, articles);
  }

  private static CommonPassagesRequest request(String index, Integer minDocuments, int sampleSize) {
    return request(index, QueryBuilders.matchAllQuery(), minDocuments, sampleSize);
  }

  private static CommonPassagesRequest request(
      String index, QueryBuilder query, Integer minDocuments, int sampleSize) {
    return new CommonPassagesRequest(
        index.split(","), FIELD, query, minDocuments, 20, 65, sampleSize);
  }

  private Map<String, Object> send(CommonPassagesRequest request) {
    return client()
        .execute(CommonPassagesAction.TYPE, request)
        .actionGet(TEST_REQUEST_TIMEOUT)
        .body();
  }

  private Map<String, Object> send(String index) {
    return send(request(index, null, 5_000));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> passages(Map<String, Object> body) {
    return (List<Map<String, Object>>) body.get("passages");
  }

  private static Set<String> listed(Map<String, Object> body) {
    Set<String> listed = new TreeSet<>();
    passages(body).forEach(passage -> assertTrue(listed.add((String) passage.get("text"))));
    return listed;
  }

  private Set<String> framesOf(int... sites) {
    Set<String> expected = new TreeSet<>();
    for (int site : sites) {
      expected.addAll(frames.subList(2 * site, 2 * site + 2));
    }
    return expected;
  }

  private long having(String passage) {
    return texts.values().stream().filter(text -> text.contains(passage)).count();
  }

  private void assertExact(Map<String, Object> body) {
    long letters = texts.values().stream().mapToLong(CommonPassagesNodeTests::letters).sum();
    assertEquals((long) texts.size(), body.get("documents"));
    assertEquals(Map.of("size", texts.size(), "truncated", false), body.get("sample"));
    for (Map<String, Object> passage : passages(body)) {
      String text = (String) passage.get("text");
      assertEquals(Map.of("value", having(text), "relation", "eq"), passage.get("documents"));
      double share = (double) having(text) * letters(text) / letters;
      assertEquals(share, (double) passage.get("share"), 1e-6);
      List<?> examples = (List<?>) passage.get("examples");
      assertEquals(3, Set.copyOf(examples).size());
      for (Object each : examples) {
        Map<?, ?> example = (Map<?, ?>) each;
        assertTrue(texts.get(example.get("_index") + "/" + example.get("_id")).contains(text));
      }
    }
  }

  private static long letters(String text) {
    return text.chars().filter(Character::isLetterOrDigit).count();
  }

  public void testAllDocumentsOfSeveralIndices() {
    create("news", between(1, 3));
    create("older", 1);
    createIndex("other");
    index("news", 300, 0, 1, 2, 9, 9, 9, 9, 9, 9, 9);
    index("older", 100, 0, 9, 3, 9, 9, 9, 9, 9, 9, 9);
    Map<String, Object> body = send("news,olde*,other");
    assertEquals(framesOf(0, 1, 2, 3), listed(body));
    assertEquals(10L, body.get("min_documents"));
    assertExact(body);
    // Only one page in 30 is of the third site.
    body = send(request("news,older", 20, 5_000));
    assertEquals(framesOf(0, 1, 2), listed(body));
    assertEquals(body.get("passages"), send(request("news,older", 20, 400)).get("passages"));
    texts.keySet().removeIf(key -> key.startsWith("news"));
    assertExact(send("older"));
    // The same by an alias of documents and of the field.
    QueryBuilder query = QueryBuilders.termQuery("site", 3);
    assertEquals(framesOf(3), listed(send(request("news,older", query, null, 5_000))));
    indicesAdmin()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("older", "some", query)
        .get();
    CommonPassagesRequest alias =
        new CommonPassagesRequest(
            new String[] {"some"}, "also", QueryBuilders.matchAllQuery(), null, 1, 65, 5_000);
    assertEquals(1, listed(send(alias)).size());
  }

  /** Of a sample, the number of documents is a bound that is not below the truth. */
  public void testASample() {
    create("news", between(1, 3));
    index("news", 1_000, 0, 1, 9, 9);
    Map<String, Object> body = send(request("news", null, 400));
    assertEquals(framesOf(0, 1), listed(body));
    assertEquals(1_000L, body.get("documents"));
    assertEquals(13L, body.get("min_documents"));
    assertEquals(Map.of("size", 400, "truncated", false), body.get("sample"));
    for (Map<String, Object> passage : passages(body)) {
      // Two texts have a term in common by chance once in a million times.
      assertEquals(Map.of("value", 250L, "relation", "lte"), passage.get("documents"));
    }
    body.remove("took");
    Map<String, Object> again = send(request("news", null, 400));
    again.remove("took");
    assertEquals(body, again);
    // By the documents of the index, of which the sample has 4 in 10.
    assertEquals(framesOf(0, 1), listed(send(request("news", 150, 400))));
    for (int more = 251; more < 255; more++) {
      assertEquals(Set.of(), listed(send(request("news", more, 400))));
    }
    Exception e =
        expectThrows(IllegalArgumentException.class, () -> send(request("news", 12, 400)));
    assertEquals(
        "[min_documents] must be at least [13] but was [12]: of [1000] documents [400] are"
            + " compared, and [5] of these must be expected to have a passage; a larger"
            + " [sample_size], up to [10000], or a narrower [query] would allow less",
        e.getMessage());
  }

  /** The query that counts is sent to other nodes. */
  public void testTheQueryOnTheWire() throws Exception {
    NamedWriteableRegistry registry = getInstanceFromNode(NamedWriteableRegistry.class);
    QueryBuilder query =
        new NearQueryBuilder(new Passage(FIELD, 65, "a passage")).boost(2).queryName("n");
    QueryBuilder copy = copyNamedWriteable(query, registry, QueryBuilder.class);
    assertEquals(query, copy);
    assertEquals(query.hashCode(), copy.hashCode());
    for (var other :
        List.of(
            new NearQueryBuilder(new Passage("other", 65, "a passage")),
            new NearQueryBuilder(new Passage(FIELD, 66, "a passage")),
            new NearQueryBuilder(new Passage(FIELD, 65, "another passage")))) {
      assertNotEquals(query, other.boost(2).queryName("n"));
    }
  }

  /** Pages grow and shrink with the texts; where they are too long, the sample ends. */
  public void testLongTexts() {
    create("news", 1);
    index("news", 60, 0, 9);
    Map<String, Map<String, Object>> articles = new TreeMap<>();
    String blank = " ".repeat(900_000);
    for (int i = 0; i < 30; i++) {
      articles.put("long" + i, Map.of("text", i + blank + frames.get(8)));
    }
    index("news", articles);
    Map<String, Object> body = send("news");
    Map<?, ?> sample = (Map<?, ?>) body.get("sample");
    assertEquals(true, sample.get("truncated"));
    int size = (int) sample.get("size");
    assertTrue("[" + size + "]", size > 22 && size < 90);
    Set<String> expected = framesOf(0);
    expected.add(frames.get(8));
    assertEquals(expected, listed(body));
    Exception e =
        expectThrows(
            IllegalArgumentException.class,
            () -> send(request("news", QueryBuilders.matchAllQuery(), 2, 5_000)));
    String sentence = "expected to have a passage; a narrower [query] would allow less";
    assertTrue(e.getMessage(), e.getMessage().endsWith(sentence));
  }

  public void testNoDocuments() throws Exception {
    create("news", 1);
    Map<String, Object> body;
    body = send("news");
    assertEquals(0L, body.get("documents"));
    assertEquals(List.of(), passages(body));
  }

  public void testMistakes() {
    create("news", 1);
    index("news", 20, 9);
    Map<String, String> sentences =
        new TreeMap<>(
            Map.of(
                "none",
                "[field] must name a field of type [passages] but [none] is not mapped in [news], or"
                    + " you may not read it",
                "text",
                "[field] must be of type [passages] but [text] is of type [text]: did you mean"
                    + " [text.passages] or [text.wide]?",
                "parts.own",
                "[field] needs a field outside nested objects but [parts.own] is inside [parts]: a"
                    + " document has a value there for each of its objects",
                "text.wide",
                "[min_length] must be at least [527], which is [shingle] + [window] + 2 of the"
                    + " field, but was [65]"));
    sentences.forEach(
        (field, sentence) -> {
          CommonPassagesRequest request =
              new CommonPassagesRequest(
                  new String[] {"news"}, field, QueryBuilders.matchAllQuery(), null, 20, 65, 100);
          Exception thrown = expectThrows(Exception.class, () -> send(request));
          assertTrue(thrown.getMessage(), thrown.getMessage().endsWith(sentence));
        });
  }

  public void testAtMostTwoInProgressAndCancellation() throws Exception {
    create("news", 1);
    index("news", 20, 0);
    CountDownLatch searching = holdSearches();
    CommonPassagesRequest request = request("news", null, 100);
    List<ActionFuture<RunAction.Response>> running = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      running.add(client().execute(CommonPassagesAction.TYPE, request));
    }
    ElasticsearchStatusException e =
        expectThrows(ElasticsearchStatusException.class, () -> send("news"));
    assertEquals(
        "at most [2] requests for common passages may be in progress on a node", e.getMessage());
    assertEquals(RestStatus.TOO_MANY_REQUESTS, e.status());
    var cancelled =
        client()
            .admin()
            .cluster()
            .cancelTasks(new CancelTasksRequest().setActions(CommonPassagesAction.TYPE.name()));
    assertEquals(2, cancelled.get().getTasks().size());
    searching.countDown();
    for (var each : running) {
      Exception thrown = expectThrows(Exception.class, () -> each.actionGet(TEST_REQUEST_TIMEOUT));
      assertTrue(thrown.toString(), thrown.toString().contains("cancel"));
    }
    assertEquals(framesOf(0), listed(send("news")));
  }
}
