package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.lessThan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The query shared_passages and the highlighter of that name on a node. */
public class SharedPassagesSearchTests extends NearQueryNode {

  private static final String MAPPING =
      """
      {"properties": {
        "content": {"type": "text", "fields": {
          "passages": {"type": "passages", "shingle": 5, "window": 10},
          "folded": {"type": "passages", "shingle": 5, "window": 10, "fold": "numbers"},
          "near": {"type": "simhash", "analyzer": "standard"}}},
        "lenient": {"type": "passages", "shingle": 5, "window": 10, "ignore_malformed": true},
        "title": {"type": "text", "copy_to": "all"},
        "all": {"type": "passages", "shingle": 5, "window": 10},
        "parts": {"type": "nested", "properties": {
          "text": {"type": "text"}, "passages": {"type": "passages"}}}
      }}
      """;

  private static final String TEXT =
      "The four ships left the harbour before dawn and were not seen again by anyone of the town";

  private static final String QUOTING = "He said: <i>The FOUR ships left the harbour</i> at noon.";

  private void createTexts(String mapping, String settings) {
    Settings all =
        Settings.builder()
            .put("index.number_of_shards", randomIntBetween(1, 3))
            .loadFromSource(settings, XContentType.JSON)
            .build();
    createIndexOf("texts", all, mapping);
    indexText("same", TEXT);
    indexText("quoting", QUOTING);
    indexText("five", TEXT.replace("four", "five"));
    indexText("other", "nothing of this was ever in another text in this index");
    index("texts", "none", "{\"title\": \"The four ships left the harbour, as was told\"}");
  }

  private void createTexts() {
    createTexts(MAPPING, "{}");
  }

  private void indexText(String id, String text) {
    index("texts", id, "{\"content\": \"" + text + "\"}");
  }

  private static QueryBuilder passages(String field, String options) {
    return query("{\"shared_passages\": {\"field\": \"" + field + "\", " + options + "}}");
  }

  private static QueryBuilder passages(String options) {
    return passages("content.passages", "\"min_length\": 25, " + options);
  }

  private static String text(String text) {
    return "\"text\": \"" + text + "\"";
  }

  private List<String> ids(QueryBuilder query) {
    return hits(query, "texts").stream()
        .map(hit -> hit.substring("texts/".length(), hit.indexOf('=')))
        .sorted()
        .toList();
  }

  private void assertRefused(String sentence, QueryBuilder query) {
    assertFailures(
        client().prepareSearch("texts").setQuery(query),
        RestStatus.BAD_REQUEST,
        containsString(sentence));
  }

  public void testWhereTheTextComesFrom() {
    createTexts();
    assertEquals(List.of("five", "quoting", "same"), ids(passages(text(TEXT))));
    assertEquals(List.of("five", "quoting"), ids(passages(like("texts", "same"))));
    assertEquals(
        List.of("five", "quoting", "same"),
        ids(passages(like("texts", "same") + ", \"include\": true")));
    assertEquals(List.of("five"), ids(passages(likeAny("texts/same", "texts/quoting"))));
    assertEquals(List.of(), ids(passages(like("texts", "none"))));
    assertEquals(List.of("none"), ids(passages("all", "\"min_length\": 17, " + text(TEXT))));
    assertEquals(2, ids(QueryBuilders.existsQuery("all")).size() + 1);
    assertEquals(4, ids(QueryBuilders.existsQuery("content.passages")).size());
  }

  public void testSyntheticSource() {
    createTexts(MAPPING, "{\"index.mapping.source.mode\": \"synthetic\"}");
    assertEquals(List.of("five", "quoting", "same"), ids(passages(text(TEXT))));
    assertEquals(List.of("five", "quoting"), ids(passages(like("texts", "same"))));
  }

  public void testWithoutSource() {
    String rest = MAPPING.strip().substring(1);
    createTexts("{\"_source\": {\"enabled\": false}, " + rest, "{}");
    assertRefused(
        "[shared_passages] reads [_source], which is disabled here", passages(text(TEXT)));
    for (String source :
        List.of("{\"excludes\": [\"content\"]}", "{\"includes\": [\"title\", \"all\"]}")) {
      indicesAdmin().prepareDelete("texts").get();
      createTexts("{\"_source\": " + source + ", " + rest, "{}");
      assertRefused(
          "[shared_passages] reads [_source], which is mapped to omit [content]",
          passages(text(TEXT)));
      assertEquals(List.of("none"), ids(passages("all", "\"min_length\": 17, " + text(TEXT))));
    }
  }

  /** Values that {@code ignore_malformed} leaves out do not count when a hit is compared. */
  public void testIgnoredValues() throws IOException {
    createTexts();
    String ignored = "\"" + "b".repeat(1_000_000) + "\", {\"a\": \"" + TEXT + "\"}";
    index(
        "texts",
        "cut",
        "{\"lenient\": [\"" + TEXT + "\", " + ignored + ", \"It was at noon of the day\"]}");
    String whole = "\"min_length\": 17, \"min_containment\": 1, \"of\": \"document\", ";
    assertEquals(
        List.of("cut"),
        ids(passages("lenient", whole + text(TEXT + ". It was at noon of the day"))));
    QueryBuilder query = passages("lenient", "\"min_length\": 17, " + text(TEXT));
    assertEquals(
        List.of("<em>" + TEXT + "</em>"),
        highlights(query, "lenient", "\"fields\": {\"lenient\": {\"number_of_fragments\": 0}}")
            .get("cut"));
  }

  public void testTooMuchTextToHighlight() throws IOException {
    createTexts(MAPPING, "{\"index.number_of_shards\": 1}");
    String title = "{\"title\": \"" + "four ships ".repeat(80_000) + "\"}";
    for (String id : List.of("a", "b", "c")) {
      index("texts", id, title);
    }
    QueryBuilder query = QueryBuilders.idsQuery().addIds("a", "b", "c");
    String like = "\"options\": {\"min_length\": 5}, " + liking("all", like("texts", "none"));
    assertEquals(3, highlights(query, "all", like + ", \"fields\": {\"all\": {}}").size());
    assertRefused(
        "the highlighter [shared_passages] compares at most [5000000] characters of hits in a"
            + " request to a shard: ask for fewer hits at a time, by [size] and [from]",
        query,
        like + ", \"fields\": {\"all\": {}, \"title\": {}}");
  }

  public void testNested() {
    createTexts();
    String inner = "{\"shared_passages\": {\"field\": \"parts.passages\", \"text\": \"a\"}}";
    assertRefused(
        "must be outside nested objects",
        query("{\"nested\": {\"path\": \"parts\", \"query\": " + inner + "}}"));
    assertRefused("must be outside nested objects", query(inner));
  }

  /** The highlights of the hits, by their ids. */
  private Map<String, List<String>> highlights(QueryBuilder query, String field, String highlight)
      throws IOException {
    Map<String, List<String>> found = new TreeMap<>();
    assertResponse(
        search(query, highlight),
        response -> {
          assertNoFailures(response);
          response
              .getHits()
              .forEach(
                  hit -> {
                    var fragments = hit.getHighlightFields().get(field);
                    if (fragments != null) {
                      found.put(
                          hit.getId(),
                          Arrays.stream(fragments.fragments()).map(Object::toString).toList());
                    }
                  });
        });
    return found;
  }

  private SearchRequestBuilder search(QueryBuilder query, String highlight) throws IOException {
    SearchSourceBuilder source = new SearchSourceBuilder();
    String json = "{\"highlight\": {\"type\": \"shared_passages\", " + highlight + "}}";
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
      source.parseXContent(parser, false, feature -> false);
    }
    return client().prepareSearch("texts").setSource(source.query(query).size(100));
  }

  /** Why shards have failed. */
  private List<Throwable> failures(QueryBuilder query, String highlight) throws IOException {
    List<Throwable> failures = new ArrayList<>();
    try {
      assertResponse(
          search(query, highlight),
          response ->
              Arrays.stream(response.getShardFailures())
                  .map(f -> f.getCause())
                  .forEach(failures::add));
    } catch (Exception e) {
      failures.add(
          ExceptionsHelper.unwrap(
              e, IllegalArgumentException.class, CircuitBreakingException.class));
    }
    return failures;
  }

  private void assertRefused(String sentence, QueryBuilder query, String highlight)
      throws IOException {
    List<Throwable> failures = failures(query, highlight);
    assertFalse("refused", failures.isEmpty());
    for (Throwable failure : failures) {
      assertThat(failure.getMessage(), containsString(sentence));
      assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(failure));
    }
  }

  public void testMarksWhatIsShared() throws IOException {
    createTexts();
    Map<String, List<String>> found =
        highlights(passages(text(TEXT)), "content", "\"fields\": {\"content\": {}}");
    assertEquals(
        List.of("He said: <i><em>The FOUR ships left the harbour</em></i> at noon."),
        found.get("quoting"));
    assertEquals(List.of("<em>" + TEXT + "</em>"), found.get("same"));
    found =
        highlights(
            passages(text(TEXT)),
            "content",
            "\"encoder\": \"html\", \"pre_tags\": [\"[\"], \"post_tags\": [\"]\"],"
                + " \"number_of_fragments\": 0, \"fields\": {\"content\": {}}");
    assertEquals(
        List.of("He said: &lt;i&gt;[The FOUR ships left the harbour]&lt;&#x2F;i&gt; at noon."),
        found.get("quoting"));
  }

  public void testMarksWhatDiffers() throws IOException {
    createTexts();
    Map<String, List<String>> found =
        highlights(
            passages(text(TEXT)),
            "content",
            "\"number_of_fragments\": 0,"
                + " \"fields\": {\"content\": {\"options\": {\"show\": \"different\"}}}");
    // "The f" is shared but too short for a passage.
    assertEquals(List.of(TEXT.replace("The four", "<em>The five</em>")), found.get("five"));
    assertNull(found.get("same"));
  }

  /** Time codes every few words are in no passage of a field that folds them, and are marked. */
  public void testNumbersBetweenTheWords() throws IOException {
    createTexts();
    String timed = "0:01 The four ships 0:02 left 0:03 the har1bour² before 0:04";
    indexText("timed", "He said: " + timed + " noon");
    String marked = "He said: 0:01 <em>" + timed.substring(5, 55) + "</em> 0:04 noon";
    String whole = "\"number_of_fragments\": 0, \"fields\": {\"content\": {\"options\": {%s}}}";
    QueryBuilder folded = passages("content.folded", "\"min_length\": 25, " + text(TEXT));
    assertEquals(List.of(marked), highlights(folded, "content", whole.formatted("")).get("timed"));
    assertEquals(
        List.of("<em>He said</em>: " + timed + " <em>noon</em>"),
        highlights(folded, "content", whole.formatted("\"show\": \"different\"")).get("timed"));
    for (QueryBuilder query :
        List.of(
            passages(text(TEXT)),
            QueryBuilders.boolQuery()
                .must(QueryBuilders.matchAllQuery())
                .should(passages(text(TEXT))))) {
      assertNull(highlights(query, "content", whole.formatted("")).get("timed"));
    }
    QueryBuilder near =
        query("{\"simhash_near\": {\"field\": \"content.near\", \"text\": \"" + TEXT + "\"}}");
    QueryBuilder all = QueryBuilders.boolQuery().must(QueryBuilders.matchAllQuery()).should(near);
    String fold = "\"fold\": \"numbers\", \"min_length\": 25";
    assertEquals(List.of(marked), highlights(all, "content", whole.formatted(fold)).get("timed"));
    assertNull(highlights(all, "content", whole.formatted("\"min_length\": 25")).get("timed"));
  }

  /** The text of other queries: their own or that of {@code confirm}. */
  public void testOtherQueries() throws IOException {
    createTexts();
    String near = "{\"simhash_near\": {\"field\": \"content.near\", \"text\": \"" + TEXT + "\"}}";
    String fields = "\"fields\": {\"content\": {}}, \"number_of_fragments\": 0";
    assertEquals(
        List.of("<em>" + TEXT + "</em>"), highlights(query(near), "content", fields).get("same"));
    String confirm =
        "{\"simhash_near\": {\"field\": \"content.near\", \"fingerprint\": 0, \"max_distance\": 64,"
            + " \"confirm\": {\"field\": \"content\","
            + " \"min_containment\": 0.5, \"text\": \"four ships left the harbour\"}}}";
    assertEquals(
        List.of("He said: <i>The <em>FOUR ships left the harbour</em></i> at noon."),
        highlights(query(confirm), "content", fields).get("quoting"));
    assertRefused(
        "the highlighter [shared_passages] needs a text to compare [content] with",
        QueryBuilders.matchAllQuery(),
        fields);
  }

  private static String liking(String field, String like) {
    return "\"highlight_query\": {\"shared_passages\": {\"field\": \""
        + field
        + "\", "
        + like
        + "}}";
  }

  private static String liking(String like) {
    return liking("content.passages", like);
  }

  public void testLikedDocuments() throws IOException {
    createTexts();
    QueryBuilder all = QueryBuilders.matchAllQuery();
    String same = liking(like("texts", "same") + ", \"min_length\": 25");
    for (String highlight :
        List.of(
            "\"fields\": {\"content\": {" + same + "}}",
            same + ", \"fields\": {\"content\": {}}",
            liking(like("texts", "same"))
                + ", \"fields\": {\"cont*t\": {\"options\": {\"min_length\": 15}}}",
            "\"highlight_query\": {\"simhash_near\": {\"field\": \"content.near\", \"confirm\":"
                + " {\"field\": \"content\"}, "
                + like("texts", "same")
                + "}}, \"fields\": {\"content\": {}}")) {
      Map<String, List<String>> found = highlights(all, "content", highlight);
      assertEquals(
          highlight,
          List.of("He said: <i><em>The FOUR ships left the harbour</em></i> at noon."),
          found.get("quoting"));
      assertNull(found.get("other"));
    }
    String several = liking(likeAny("texts/five", "texts/other"));
    Map<String, List<String>> found =
        highlights(
            all,
            "content",
            several + ", \"fields\": {\"content\": {\"options\": {\"min_length\": 15}}}");
    assertEquals(
        List.of("<em>nothing of this was ever in another text in this index</em>"),
        found.get("other"));
    assertTrue(found.get("quoting").toString(), found.get("quoting").toString().contains("<em>"));
  }

  /** Each compares the text of every candidate: a few are enough for a text in parts. */
  public void testTooManyQueries() {
    createTexts();
    BoolQueryBuilder some = QueryBuilders.boolQuery();
    for (int i = 0; i < 16; i++) {
      some.should(passages("content.passages", "\"min_length\": " + (25 + i) + ", " + text(TEXT)));
    }
    assertEquals(List.of("five", "quoting", "same"), ids(some));
    String sentence =
        "a request must have at most [16] [shared_passages] queries, with one for each document of"
            + " [like], but had at least [17]: send several searches, for instance by _msearch";
    some.filter(passages(text(TEXT)));
    assertRefused(sentence, client().prepareSearch("texts").setQuery(some));
    List<String> liked = new ArrayList<>();
    for (int i = 0; i < 17; i++) {
      indexText("liked" + i, TEXT + " and " + i);
      liked.add("texts/liked" + i);
    }
    QueryBuilder many = passages(likeAny(liked.toArray(String[]::new)));
    assertRefused(sentence, client().prepareSearch("texts").setQuery(many));
    assertEquals(
        20,
        ids(passages(likeAny(liked.subList(0, 16).toArray(String[]::new)) + ", \"include\": true"))
            .size());
  }

  /** The memory of what a highlighter compares counts in the circuit breaker, and is released. */
  public void testTheBreakerOfHighlights() throws Exception {
    createTexts();
    indexText("long", "the four ships ".repeat(4_000));
    String highlight = liking(like("texts", "long")) + ", \"fields\": {\"content\": {}}";
    QueryBuilder all = QueryBuilders.matchAllQuery();
    updateClusterSettings(Settings.builder().put("indices.breaker.request.limit", "5mb").build());
    try {
      List<Throwable> failures = failures(all, highlight);
      assertFalse("refused", failures.isEmpty());
      failures.forEach(each -> assertThat(each.getMessage(), containsString("Data too large")));
    } finally {
      updateClusterSettings(Settings.builder().putNull("indices.breaker.request.limit").build());
    }
    assertEquals(List.of(), failures(all, highlight));
    CircuitBreaker request =
        getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    // The bytes of a response may be released a moment later.
    assertBusy(() -> assertThat(request.getUsed(), lessThan(1_000_000L)));
  }

  /** A liked document without a text shares nothing, as in the query. */
  public void testALikedDocumentWithoutAText() throws IOException {
    createTexts();
    for (String show : List.of("shared", "different")) {
      String like = liking(like("texts", "none")) + ", \"options\": {\"show\": \"" + show + "\"}";
      assertEquals(
          Map.of(),
          highlights(
              QueryBuilders.matchAllQuery(), "content", like + ", \"fields\": {\"content\": {}}"));
    }
  }

  /** An index without the field has hits of other clauses, and no mark. */
  public void testAnIndexWithoutTheField() throws IOException {
    createTexts();
    QueryBuilder query =
        QueryBuilders.boolQuery()
            .should(passages("absent", text(TEXT) + ", \"ignore_unmapped\": true"))
            .should(QueryBuilders.matchAllQuery());
    assertEquals(Map.of(), highlights(query, "content", "\"fields\": {\"content\": {}}"));
  }

  public void testBadHighlights() throws IOException {
    createTexts();
    QueryBuilder query = passages(text(TEXT));
    assertRefused(
        "[options.like] of the highlighter [shared_passages] must be a [highlight_query] with a"
            + " [shared_passages] query that has [like]",
        query,
        "\"options\": {" + like("texts", "same") + "}, \"fields\": {\"content\": {}}");
    assertRefused(
        "[options.show] must be one of [shared, different] but was [all]",
        query,
        "\"fields\": {\"content\": {\"options\": {\"show\": \"all\"}}}");
    assertRefused(
        "unknown options [min] in [options]",
        query,
        "\"fields\": {\"content\": {\"options\": {\"min\": 3}}}");
    assertRefused(
        "[options.min_length] must be in [1, 1000000] but was [0]",
        query,
        "\"fields\": {\"content\": {\"options\": {\"min_length\": 0}}}");
    assertRefused(
        "[options.boilerplate] cannot be set in a request: it is an option of [simhash] and [minhash]"
            + " fields and of the processor [simhash]",
        query,
        "\"fields\": {\"content\": {\"options\": {\"boilerplate\": []}}}");
    assertRefused(
        "[fragment_size] must be at least [0] but was [-5]",
        query,
        "\"fields\": {\"content\": {\"fragment_size\": -5}}");
  }

  /** Where hits have hits of their own, a liked document is not looked up. */
  public void testLikeInInnerHits() throws IOException {
    createTexts();
    String inner =
        "{\"nested\": {\"path\": \"parts\", \"query\": {\"match_all\": {}}, \"inner_hits\":"
            + " {\"highlight\": {\"type\": \"shared_passages\", "
            + liking(like("texts", "same"))
            + ", \"fields\": {\"parts.text\": {}}}}}}";
    index("texts", "parts", "{\"parts\": [{\"text\": \"" + TEXT + "\"}]}");
    assertRefused("[shared_passages] [like] can be used in a search but not in", query(inner));
  }

  public void testWithoutAMatch() throws IOException {
    createTexts();
    QueryBuilder query =
        QueryBuilders.boolQuery()
            .should(passages(text(TEXT)))
            .should(QueryBuilders.matchAllQuery());
    Map<String, List<String>> found =
        highlights(query, "content", "\"no_match_size\": 5, \"fields\": {\"content\": {}}");
    assertEquals(List.of("nothing"), found.get("other"));
    assertNull(found.get("none"));
  }

  /** The least length of a query may be more than a text can have. */
  public void testAVeryLongMinLength() throws IOException {
    createTexts();
    QueryBuilder query =
        QueryBuilders.boolQuery()
            .should(passages("content.passages", "\"min_length\": 2000000000, " + text(TEXT)))
            .should(QueryBuilders.matchAllQuery());
    assertEquals(Map.of(), highlights(query, "content", "\"fields\": {\"content\": {}}"));
  }
}
