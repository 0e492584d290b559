package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertNoFailures;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;
import static org.hamcrest.Matchers.containsString;

import java.util.List;
import org.elasticsearch.action.admin.cluster.settings.ClusterUpdateSettingsRequest;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.junit.After;
import org.junit.Before;

/** The queries on a node with {@code search.allow_expensive_queries: false}. */
public class ExpensiveQueriesTests extends NearQueryNode {

  private static final String MAPPING =
      """
      {"properties": {
        "fp": {"type": "simhash"},
        "text": {"type": "simhash", "analyzer": "standard"},
        "content": {"type": "text"},
        "passages": {"type": "passages"},
        "tags": {"type": "minhash"},
        "few": {"type": "minhash", "hashes": 84, "bands": 6, "rows": 14}
      }}
      """;

  private static final String SUFFIX =
      " cannot be executed when 'search.allow_expensive_queries' is set to false.";
  private static final String FAR =
      "[simhash_near] queries with [max_distance] above [11] alone" + SUFFIX;
  private static final String LOW =
      "[simhash_near] queries with [min_similarity] below [0.44]" + SUFFIX;
  private static final String NO_BANDS =
      "[minhash_near] queries with [min_matching_bands] [0], the default below [min_similarity]"
          + " [0.44],"
          + SUFFIX;
  private static final String CONFIRM = "queries with [confirm]" + SUFFIX;

  private static final String HEX = "00000000000000ff";
  private static final String GIVEN = "\"fingerprint\": \"" + HEX + "\"";
  private static final String SAME = TestSignatures.SAME.toBase64();
  private static final String SIGNATURE = ", \"signature\": \"" + SAME + "\"";

  @Before
  public void indexTwoDocuments() {
    createIndexOf("news", Settings.EMPTY, MAPPING);
    String value = "{\"fingerprint\": \"" + HEX + "\"" + SIGNATURE + "}";
    String document = "{\"fp\": " + value + ", \"tags\": \"a\", \"few\": \"a\"}";
    index("news", "1", document);
    index("news", "2", document);
    allow(false);
  }

  @After
  public void allowAgain() {
    allow(null);
  }

  private void allow(Boolean allowed) {
    String key = SearchService.ALLOW_EXPENSIVE_QUERIES.getKey();
    Settings.Builder settings = Settings.builder();
    Settings changed =
        (allowed == null ? settings.putNull(key) : settings.put(key, allowed)).build();
    ClusterUpdateSettingsRequest request =
        new ClusterUpdateSettingsRequest(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
            .persistentSettings(changed);
    clusterAdmin().updateSettings(request).actionGet();
  }

  private static String simHash(String options) {
    return "{\"simhash_near\": {\"field\": \"fp\", " + options + "}}";
  }

  private static String minHash(String field, String options) {
    return "{\"minhash_near\": {\"field\": \"" + field + "\", \"values\": \"a\"" + options + "}}";
  }

  private void assertRefused(String sentence, String query) {
    assertFailures(search(query(query)), RestStatus.BAD_REQUEST, containsString(sentence));
    // Elasticsearch makes the queries of aggregations elsewhere.
    assertFailures(
        client()
            .prepareSearch("news")
            .addAggregation(AggregationBuilders.filter("filter", query(query))),
        RestStatus.BAD_REQUEST,
        containsString(sentence));
  }

  private SearchRequestBuilder search(QueryBuilder query) {
    return client().prepareSearch("news").setQuery(query);
  }

  private void assertHits(int expected, String query) {
    assertResponse(
        search(query(query)),
        response -> {
          assertNoFailures(response);
          assertEquals(query, expected, response.getHits().getHits().length);
        });
  }

  public void testQueriesThatMayCompareAllDocuments() {
    for (int far : new int[] {12, 64}) {
      String alone = ", \"max_distance\": " + far;
      assertRefused(FAR, simHash(GIVEN + alone));
      assertRefused(FAR, simHash(GIVEN + SIGNATURE + alone));
      assertRefused(FAR, simHash(like("news", "1") + alone));
    }
    for (String low : List.of("0.4399", "0.001")) {
      assertRefused(LOW, simHash(GIVEN + SIGNATURE + ", \"min_similarity\": " + low));
      assertRefused(
          LOW, simHash(GIVEN + SIGNATURE + ", \"max_distance\": 3, \"min_similarity\": " + low));
      assertRefused(LOW, simHash(like("news", "1") + ", \"min_similarity\": " + low));
      assertRefused(
          LOW,
          "{\"simhash_near\": {\"field\": \"text\", \"text\": \"a\", \"min_similarity\": %s}}"
              .formatted(low));
      assertRefused(NO_BANDS, minHash("tags", ", \"min_similarity\": " + low));
    }
    String confirm = ", \"confirm\": {\"field\": \"content\", \"text\": \"a\"}";
    assertRefused("[simhash_near] " + CONFIRM, simHash(GIVEN + ", \"max_distance\": 3" + confirm));
    assertRefused("[minhash_near] " + CONFIRM, minHash("few", confirm));
    for (String bands : List.of("tags", "few")) {
      assertRefused(NO_BANDS, minHash(bands, ", \"min_matching_bands\": 0"));
    }
    String field =
        "Cannot search on field [fp] since it is not indexed and 'search.allow_expensive_queries'"
            + " is set to false. Use [simhash_near] with [max_distance] [0].";
    assertRefused(field, "{\"term\": {\"fp\": \"" + HEX + "\"}}");
    assertRefused(field, "{\"terms\": {\"fp\": [\"" + HEX + "\", 1]}}");
  }

  /** Candidates are read from {@code _source}, as with {@code confirm}. */
  public void testSharedPassages() {
    String passages = "{\"shared_passages\": {\"field\": \"passages\", %s}}";
    String sentence = "[shared_passages] queries" + SUFFIX;
    assertRefused(sentence, passages.formatted("\"text\": \"a\""));
    assertRefused(sentence, passages.formatted("\"text\": \"a\", \"max_doc_freq\": 1"));
    assertRefused(sentence, passages.formatted(like("news", "1")));
  }

  public void testQueriesThatLookUpTerms() {
    for (String allowed :
        List.of(
            "",
            ", \"max_distance\": 11",
            SIGNATURE,
            SIGNATURE + ", \"min_similarity\": 0.44",
            SIGNATURE + ", \"min_similarity\": 1, \"max_distance\": 12",
            SIGNATURE + ", \"min_similarity\": 1, \"max_distance\": 64",
            ", \"minhash\": {\"field\": \"tags\", \"values\": \"a\"}")) {
      assertHits(2, simHash(GIVEN + allowed));
    }
    assertHits(1, simHash(like("news", "1")));
    assertHits(1, simHash(like("news", "1") + ", \"max_distance\": 0"));
    for (String field : List.of("tags", "few")) {
      assertHits(2, minHash(field, ""));
      assertHits(2, minHash(field, ", \"min_similarity\": 0.44"));
      assertHits(2, minHash(field, ", \"min_similarity\": 0.1, \"min_matching_bands\": 1"));
    }
    assertHits(0, "{\"simhash_near\": {\"field\": \"text\", \"text\": \"a\"}}");
    assertHits(2, "{\"term\": {\"fp.block_3\": \"00ff\"}}");
    assertHits(2, "{\"exists\": {\"field\": \"fp\"}}");
  }

  /** Other errors come first, because they say more. */
  public void testUnmappedFields() {
    assertRefused(
        "[field] must be mapped but [typo] is not",
        "{\"minhash_near\": {\"field\": \"typo\", \"values\": \"a\"}}");
    assertHits(
        0,
        "{\"minhash_near\": {\"field\": \"typo\", \"values\": \"a\", \"ignore_unmapped\": true}}");
  }
}
