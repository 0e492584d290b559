package io.simhash.elasticsearch.query;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.test.hamcrest.ElasticsearchAssertions;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Wherever a feature is used in a search, the memory that it has accounted is given back. */
public class BreakerNodeTests extends NearQueryNode {

  private static final String MAPPING =
      """
      {"properties": {
        "host": {"type": "keyword"},
        "parts": {"type": "nested", "properties": {"text": {"type": "text"}}},
        "content": {"type": "text", "fields": {
          "passages": {"type": "passages", "shingle": 5, "window": 10},
          "set": {"type": "minhash", "shingle": {"unit": "character", "size": 3}},
          "near": {"type": "simhash", "analyzer": "standard"}}}}}
      """;

  private static final String TEXT =
      "The four ships left the harbour before dawn and were not seen again by anyone of the town";

  private static final List<String> QUERIES =
      List.of(
          "{\"shared_passages\": {\"field\": \"content.passages\", \"min_length\": 25, \"text\": \""
              + TEXT
              + "\"}}",
          "{\"shared_passages\": {\"field\": \"content.passages\", \"min_length\": 25, \"include\":"
              + " true, \"like\": {\"_index\": \"texts\", \"_id\": \"3\"}}}",
          "{\"simhash_near\": {\"field\": \"content.near\", \"text\": \"" + TEXT + "\"}}",
          "{\"simhash_near\": {\"field\": \"content.near\", \"text\": \""
              + TEXT
              + "\", \"confirm\": {\"field\": \"content\"}}}",
          "{\"minhash_near\": {\"field\": \"content.set\", \"text\": \"" + TEXT + "\"}}");

  private static final String MARKS =
      "\"highlight\": {\"type\": \"shared_passages\", \"fields\": {\"content\": {}}}";

  private static final String OTHER_MARKS =
      "\"highlight\": {\"type\": \"shared_passages\", \"highlight_query\": "
          + QUERIES.getFirst()
          + ", \"fields\": {\"content\": {}, \"parts.text\": {}}}";

  /** Bodies of searches with a query, which is {@code %s}. */
  private static final List<String> PLACES =
      List.of(
          "\"query\": %s",
          "\"query\": %s, \"explain\": true, \"profile\": true",
          "\"query\": {\"bool\": {\"must_not\": [%s]}}",
          "\"query\": {\"constant_score\": {\"filter\": %s, \"_name\": \"named\"}}",
          "\"query\": %s, " + MARKS,
          "\"post_filter\": %s",
          "\"rescore\": {\"window_size\": 5, \"query\": {\"rescore_query\": %s}}",
          "\"aggs\": {\"some\": {\"filter\": %s}}",
          "\"aggs\": {\"some\": {\"filters\": {\"filters\": {\"a\": %s}}}}",
          "\"query\": %s, \"aggs\": {\"hosts\": {\"terms\": {\"field\": \"host\"}, \"aggs\":"
              + " {\"best\": {\"top_hits\": {"
              + MARKS
              + "}}}}}",
          "\"post_filter\": %s, \"aggs\": {\"hosts\": {\"terms\": {\"field\": \"host\"}, \"aggs\":"
              + " {\"best\": {\"top_hits\": {"
              + OTHER_MARKS
              + "}}}}}",
          "\"query\": %s, \"collapse\": {\"field\": \"host\", \"inner_hits\": {\"name\": \"all\", "
              + MARKS
              + "}}",
          "\"post_filter\": %s, \"query\": {\"nested\": {\"path\": \"parts\", \"query\":"
              + " {\"match_all\": {}}, \"inner_hits\": {"
              + OTHER_MARKS.replace(QUERIES.getFirst(), QUERIES.get(2))
              + "}}}",
          "\"query\": %s, \"script_fields\": {\"bits\": {\"script\": {\"lang\": \"simhash\","
              + " \"source\": \"hamming\", \"params\": {\"field\": \"content.near\","
              + " \"fingerprint\": \"00000000000000ff\"}}}}",
          "\"query\": %s, \"aggs\": {\"near\": {\"near_duplicates\": {\"field\":"
              + " \"content.near\"}}}",
          "\"retriever\": {\"near_duplicate_collapse\": {\"field\": \"content.near\","
              + " \"min_new\": 0.3, \"text_field\": \"content\","
              + " \"retriever\": {\"standard\": {\"query\": %s}}}}");

  private void createTexts() {
    Settings settings = Settings.builder().put("index.number_of_shards", 2).build();
    createIndexOf("texts", settings, MAPPING);
    for (int i = 0; i < 12; i++) {
      String text = "Number " + i + ": " + TEXT;
      index(
          "texts",
          "" + i,
          "{\"host\": \"h"
              + i % 5
              + "\", \"content\": \""
              + text
              + "\", \"parts\": [{\"text\": \""
              + text
              + "\"}]}");
    }
  }

  private ActionFuture<SearchResponse> search(String body) throws IOException {
    SearchSourceBuilder source = new SearchSourceBuilder();
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{" + body + "}")) {
      source.parseXContent(parser, false, feature -> true);
    }
    return client().prepareSearch("texts").setSource(source).execute();
  }

  private void assertGivenBack(String what, CheckedSearch search) throws Exception {
    CircuitBreaker request =
        getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    long before = request.getUsed();
    search.run();
    // The bytes of a response may be released a moment later.
    assertBusy(() -> assertEquals(what, before, request.getUsed()));
  }

  /** A search that may fail. */
  @FunctionalInterface
  private interface CheckedSearch {
    void run() throws Exception;
  }

  public void testEachPlaceOfEachQuery() throws Exception {
    createTexts();
    for (String place : PLACES) {
      for (String query : QUERIES) {
        String body = place.replace("%s", query);
        if (place.contains(MARKS) && query.contains("minhash_near")) {
          continue;
        }
        assertGivenBack(
            body,
            () ->
                ElasticsearchAssertions.assertResponse(
                    search(body), ElasticsearchAssertions::assertNoFailures));
      }
    }
  }

  public void testExplainAndValidate() throws Exception {
    createTexts();
    for (String query : QUERIES) {
      assertGivenBack(
          query,
          () ->
              assertTrue(
                  client().prepareExplain("texts", "3").setQuery(query(query)).get().isExists()));
      assertGivenBack(
          query,
          () ->
              assertTrue(
                  indicesAdmin()
                      .prepareValidateQuery("texts")
                      .setQuery(query(query))
                      .get()
                      .isValid()));
    }
  }

  /** Where a search fails or is refused half-way, too. */
  public void testFailures() throws Exception {
    createTexts();
    List<String> bodies = new ArrayList<>();
    for (String query : QUERIES) {
      bodies.add("\"query\": " + query + ", \"sort\": [{\"absent\": \"asc\"}]");
      bodies.add(
          "\"query\": " + query + ", " + MARKS.replace("{}", "{\"options\": {\"min_length\": 0}}"));
    }
    for (String body : bodies) {
      assertGivenBack(body, () -> expectThrows(Exception.class, () -> search(body).get()));
    }
  }
}
