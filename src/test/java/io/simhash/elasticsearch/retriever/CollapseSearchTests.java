package io.simhash.elasticsearch.retriever;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.SimHashPlugin;
import io.simhash.elasticsearch.option.NearOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.search.SearchRequestBuilder;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.aggregations.metrics.ValueCount;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.retriever.StandardRetrieverBuilder;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.test.hamcrest.ElasticsearchAssertions;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * Searches of one node. Documents are named by the number of lowest bits that are set in their
 * fingerprints.
 */
@LuceneTestCase.SuppressCodecs("*")
public class CollapseSearchTests extends ESSingleNodeTestCase {

  private static final String MAPPING =
      """
      {"properties": {
        "fp": {"type": "simhash"}, "also": {"type": "alias", "path": "fp"},
        "date": {"type": "long"}, "title": {"type": "keyword"},
        "parts": {"type": "nested", "properties": {"fp": {"type": "simhash"}}}}}""";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  private void createIndexOf(String name, int shards, String mapping) {
    Settings settings = Settings.builder().put("index.number_of_shards", shards).build();
    createIndex(name, indicesAdmin().prepareCreate(name).setSettings(settings).setMapping(mapping));
  }

  private void index(String index, String id, String source) {
    client()
        .prepareIndex(index)
        .setId(id)
        .setSource(source, XContentType.JSON)
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
  }

  private static String fingerprint(int bits) {
    return Fingerprint.toHex((1L << bits) - 1);
  }

  private void add(String index, int bits, int date) {
    index(
        index,
        Integer.toString(bits),
        "{\"fp\": \"" + fingerprint(bits) + "\", \"date\": " + date + "}");
  }

  /** The best hit has the most bits, and their number as its score. */
  private static final String BY_BITS =
      """
      {"standard": {"query": {"function_score": {"script_score": {"script": {
        "lang": "simhash", "source": "hamming",
        "params": {"field": "fp", "fingerprint": "0000000000000000"}}}}}}}""";

  private SearchSourceBuilder source(String json) {
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
      return new SearchSourceBuilder().parseXContent(parser, true, feature -> true);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String collapse(String inner, String options) {
    return "\"retriever\": {\"near_duplicate_collapse\": {\"retriever\": "
        + inner
        + ", "
        + options
        + "}}";
  }

  private void search(String json, Consumer<SearchResponse> check, String... indices) {
    ElasticsearchAssertions.assertResponse(
        client().prepareSearch(indices).setSource(source("{" + json + "}")), check::accept);
  }

  /** The hits, the best first, as {@code id} or {@code id[folded, …]}. */
  private List<String> groups(String json, String... indices) {
    List<String> groups = new ArrayList<>();
    search(
        json,
        response -> {
          ElasticsearchAssertions.assertNoFailures(response);
          Arrays.stream(response.getHits().getHits()).map(this::group).forEach(groups::add);
        },
        indices);
    return groups;
  }

  private String group(SearchHit hit) {
    List<Map<String, Object>> folded = folded(hit);
    return folded.isEmpty()
        ? hit.getId()
        : folded.stream()
            .map(other -> other.get("_id").toString())
            .collect(Collectors.joining(",", hit.getId() + "[", "]"));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> folded(SearchHit hit) {
    DocumentField field = hit.field("_near_duplicates");
    return field == null
        ? List.of()
        : field.getValues().stream().map(value -> (Map<String, Object>) value).toList();
  }

  private static final String WITHIN_3 = "\"field\": \"fp\", \"max_distance\": 3";

  /** The best hit has the most bits: 40[39,37], 36, 20[18], 0. */
  private void createNews(int shards) {
    createIndexOf("news", shards, MAPPING);
    for (int bits : new int[] {0, 18, 20, 36, 37, 39, 40}) {
      add("news", bits, 100 - bits);
    }
  }

  public void testTheComparisonOfHitsEndsWithTheSearch() {
    createNews(2);
    Runnable cancelled =
        () -> {
          throw new TaskCancelledException("by a test");
        };
    Exception e = expectThrows(Exception.class, () -> collapsing(cancelled).get().decRef());
    assertEquals("by a test", e.getSuppressed()[0].getMessage());
  }

  /** A search whose hits are compared with this check. */
  private SearchRequestBuilder collapsing(Runnable check) {
    NearDuplicateCollapse retriever =
        new NearDuplicateCollapse(
            new StandardRetrieverBuilder(QueryBuilders.existsQuery("fp")),
            new NearOptions("fp", 3, null, false),
            100,
            () -> check);
    return client().prepareSearch("news").setSource(new SearchSourceBuilder().retriever(retriever));
  }

  public void testTheBestHitOfEachGroup() {
    for (int shards : new int[] {1, 5}) {
      createNews(shards);
      assertEquals(
          List.of("40[39,37]", "36", "20[18]", "0"), groups(collapse(BY_BITS, WITHIN_3), "news"));
      assertEquals(
          List.of("40", "39", "37", "36", "20", "18", "0"),
          groups(
              collapse(BY_BITS, "\"field\": \"fp\", \"max_distance\": 0, \"_name\": \"mine\""),
              "news"));
      indicesAdmin().prepareDelete("news").get();
    }
  }

  public void testFoldedHitsAreListedWithDistanceAndScore() {
    createNews(3);
    search(
        "\"size\": 1, \"_source\": false, " + collapse(BY_BITS, WITHIN_3),
        response -> {
          SearchHit best = response.getHits().getAt(0);
          assertEquals("40", best.getId());
          assertEquals(40f, best.getScore(), 0f);
          assertEquals(
              List.of(
                  Map.of("_index", "news", "_id", "39", "_score", 39f, "distance", 1),
                  Map.of("_index", "news", "_id", "37", "_score", 37f, "distance", 3)),
              folded(best));
        },
        "news");
  }

  public void testAnAliasWithAFilter() {
    createNews(2);
    indicesAdmin()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("news", "late", QueryBuilders.rangeQuery("date").gt(60))
        .get();
    assertEquals(List.of("39[37,36]", "20[18]", "0"), groups(collapse(BY_BITS, WITHIN_3), "late"));
  }

  public void testIndicesBoost() {
    createNews(2);
    assertEquals(
        List.of("40[39,37]", "36", "20[18]", "0"),
        groups("\"indices_boost\": [{\"news\": 2}], " + collapse(BY_BITS, WITHIN_3), "news"));
  }

  public void testPagesAndTotals() {
    createNews(2);
    String collapse = collapse(BY_BITS, WITHIN_3);
    assertEquals(List.of("36", "20[18]"), groups("\"from\": 1, \"size\": 2, " + collapse, "news"));
    assertEquals(List.of(), groups("\"from\": 4, \"size\": 2, " + collapse, "news"));
    search(
        "\"size\": 2, \"track_total_hits\": true, "
            + collapse
            + ", \"aggs\": {\"all\": {\"value_count\": {\"field\": \"date\"}}}",
        response -> {
          assertEquals(2, response.getHits().getHits().length);
          assertEquals(7, response.getHits().getTotalHits().value());
          assertEquals(7, ((ValueCount) response.getAggregations().get("all")).getValue());
        },
        "news");
  }

  /** Within the window of three hits, 40[39,37] is all. */
  public void testTheWindow() {
    createNews(2);
    assertEquals(
        List.of("40[39,37]"),
        groups(
            "\"size\": 3, " + collapse(BY_BITS, WITHIN_3 + ", \"rank_window_size\": 3"), "news"));
  }

  public void testFiltersAndMinScoreReachTheInnerRetriever() {
    createNews(2);
    String filter = ", \"filter\": {\"range\": {\"date\": {\"gt\": 60}}}";
    assertEquals(
        List.of("39[37,36]", "20[18]", "0"), groups(collapse(BY_BITS, WITHIN_3 + filter), "news"));
    assertEquals(
        List.of("40[39,37]", "36"),
        groups(collapse(BY_BITS, WITHIN_3 + ", \"min_score\": 30"), "news"));
  }

  /** Newest first: the score is then 1 / position. */
  public void testAnInnerRetrieverThatSorts() {
    createNews(3);
    String newest = "{\"standard\": {\"sort\": [{\"date\": \"desc\"}]}}";
    String collapse = collapse(newest, WITHIN_3);
    assertEquals(List.of("0", "18[20]", "36[37,39]", "40"), groups(collapse, "news"));
    search(
        collapse,
        response -> {
          SearchHit third = response.getHits().getAt(2);
          assertEquals(1 / 4f, third.getScore(), 0f);
          assertEquals(1 / 6f, (float) folded(third).get(1).get("_score"), 0f);
        },
        "news");
  }

  public void testExplain() {
    createNews(2);
    search(
        "\"explain\": true, \"profile\": true, " + collapse(BY_BITS, WITHIN_3),
        response -> {
          String explanation = response.getHits().getAt(0).getExplanation().toString();
          assertTrue(
              explanation,
              explanation.contains(
                  "1 = rank 1 with score 40.0, the best of 3 near-duplicates, of:"));
        },
        "news");
  }

  public void testARetrieverInsideAndOutside() {
    createNews(2);
    String inside = "{" + collapse(BY_BITS, WITHIN_3).replaceFirst("\"retriever\": \\{", "");
    String again =
        collapse(
            inside.substring(0, inside.length()),
            "\"field\": \"fp\", \"max_distance\": 4, \"rank_window_size\": 50");
    assertEquals(List.of("40[36]", "20", "0"), groups(again, "news"));
    String rescored =
        "\"retriever\": {\"rescorer\": {\"retriever\": "
            + inside
            + ", \"rescore\": {\"window_size\": 50, \"query\": {\"rescore_query\": {\"match_all\":"
            + " {}}}}}}";
    assertEquals(List.of("40", "36", "20", "0"), groups(rescored, "news"));
  }

  /** The first components are equal to those of each other such signature. */
  private static String signature(int equalComponents) {
    long[] minima = new long[1024];
    Arrays.fill(minima, equalComponents, 1024, 1);
    return new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT)
        .signature(minima)
        .toBase64();
  }

  private static String signed(int bits, int equalComponents) {
    return "{\"fp\": {\"fingerprint\": \""
        + fingerprint(bits)
        + "\", \"signature\": \""
        + signature(equalComponents)
        + "\"}}";
  }

  /** As {@code simhash_near}: signatures decide within 24 bits; 12 bits without a signature. */
  public void testTheDefaultDecision() {
    createIndexOf("news", 2, MAPPING);
    index("news", "40", signed(40, 1024));
    index("news", "39", signed(39, 400));
    index("news", "20", signed(20, 1016));
    index("news", "28", "{\"fp\": \"" + fingerprint(28) + "\"}");
    index("news", "27", "{\"fp\": \"" + fingerprint(27) + "\"}");
    String field = "\"field\": \"also\"";
    assertEquals(List.of("40[28,20]", "39[27]"), groups(collapse(BY_BITS, field), "news"));
    assertEquals(
        List.of("40[28]", "39[27]", "20"),
        groups(collapse(BY_BITS, field + ", \"min_similarity\": 0.99"), "news"));
    assertEquals(
        List.of("40[39,28]", "27[20]"),
        groups(collapse(BY_BITS, field + ", \"min_similarity\": 0"), "news"));
    search(
        collapse(BY_BITS, field),
        response -> {
          List<Map<String, Object>> folded = folded(response.getHits().getAt(0));
          assertNull(folded.get(0).get("similarity"));
          assertEquals(0.9895, (double) folded.get(1).get("similarity"), 1e-4);
        },
        "news");
  }

  /** The similarity decides alone, and no distance is shown. */
  public void testDocumentsWithASignatureAlone() {
    createIndexOf("news", 2, MAPPING);
    index("news", "40", signed(40, 1024));
    for (int equal : List.of(1024, 1016, 400)) {
      index("news", "s" + equal, "{\"fp\": {\"signature\": \"" + signature(equal) + "\"}}");
    }
    index("news", "28", "{\"fp\": \"" + fingerprint(28) + "\"}");
    String all =
        "{\"standard\": {\"query\": {\"bool\": {\"should\": [{\"constant_score\": {\"boost\": 9,"
            + " \"filter\": {\"ids\": {\"values\": [\"40\"]}}}}, {\"constant_score\": {\"boost\": 5,"
            + " \"filter\": {\"ids\": {\"values\": [\"s1024\"]}}}}, {\"constant_score\": {\"boost\":"
            + " 4, \"filter\": {\"ids\": {\"values\": [\"s1016\"]}}}}, {\"constant_score\":"
            + " {\"boost\": 3, \"filter\": {\"ids\": {\"values\": [\"s400\"]}}}},"
            + " {\"constant_score\": {\"boost\": 2, \"filter\": {\"ids\": {\"values\":"
            + " [\"28\"]}}}}]}}}}";
    String field = "\"field\": \"also\"";
    assertEquals(List.of("40[s1024,s1016,28]", "s400"), groups(collapse(all, field), "news"));
    search(
        collapse(all, field),
        response -> {
          List<Map<String, Object>> folded = folded(response.getHits().getAt(0));
          assertFalse(folded.get(0).containsKey("distance"));
          assertEquals(1.0, folded.get(0).get("similarity"));
          assertFalse(folded.get(1).containsKey("distance"));
          assertEquals(0.9896, (double) folded.get(1).get("similarity"), 1e-4);
          assertEquals(12, folded.get(2).get("distance"));
          assertFalse(folded.get(2).containsKey("similarity"));
        },
        "news");
    assertEquals(
        List.of("40[28]", "s1024", "s1016", "s400"),
        groups(collapse(all, field + ", \"max_distance\": 12, \"min_similarity\": 0"), "news"));
  }

  public void testDocumentsWithoutAFingerprintAreKept() {
    createIndexOf("news", 2, MAPPING);
    index("news", "a", "{\"title\": \"a\"}");
    index("news", "b", "{\"title\": \"b\"}");
    String all = "{\"standard\": {\"query\": {\"match_all\": {}}}}";
    assertEquals(2, groups(collapse(all, WITHIN_3), "news").size());
    assertEquals(
        List.of(),
        groups(collapse("{\"standard\": {\"query\": {\"match_none\": {}}}}", WITHIN_3), "news"));
  }

  public void testIgnoreUnmapped() {
    createNews(2);
    createIndexOf("other", 1, "{\"properties\": {\"title\": {\"type\": \"keyword\"}}}");
    index("other", "other", "{\"title\": \"x\"}");
    String sorted =
        "{\"standard\": {\"sort\": [{\"_index\": \"desc\"}, {\"date\": {\"order\": \"asc\", \"unmapped_type\": \"long\"}}]}}";
    assertEquals(
        List.of("other", "40[39,37]", "36", "20[18]", "0"),
        groups(collapse(sorted, WITHIN_3), "news", "other"));
    assertEquals(
        List.of("other"),
        groups(collapse(sorted, WITHIN_3 + ", \"ignore_unmapped\": true"), "other"));
    assertRefused(
        "[field] must be mapped but [fp] is not in [other]; with [ignore_unmapped] [true] the"
            + " documents of such an index are near-duplicates of none",
        collapse(sorted, WITHIN_3),
        "other");
  }

  private void assertRefused(String sentence, String json, String... indices) {
    Exception e = expectThrows(Exception.class, () -> groups(json, indices));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    assertEquals(sentence, e.getMessage());
  }

  /** As Elasticsearch maps what the processor writes: the signatures alone could be compared. */
  public void testAnObject() {
    createIndexOf("dynamic", 1, "{}");
    for (String id : List.of("1", "2")) {
      index("dynamic", id, "{\"fp\": {\"signature\": \"" + signature(1024) + "\"}}");
    }
    assertRefused(
        "[field] must be of type [simhash] or [minhash] but there are only fields below [fp]: map it"
            + " before the first document",
        collapse("{\"standard\": {\"query\": {\"match_all\": {}}}}", "\"field\": \"fp\""),
        "dynamic");
  }

  public void testFieldsThatCannotBeUsed() {
    createNews(2);
    assertRefused(
        "[field] must be of type [simhash] or [minhash] but [title] is of type [keyword]",
        collapse(BY_BITS, "\"field\": \"title\""),
        "news");
    assertRefused(
        "[field] needs a field outside nested objects but [parts.fp] is inside [parts]: a document"
            + " has a value there for each of its objects",
        collapse(BY_BITS, "\"field\": \"parts.fp\""),
        "news");
  }
}
