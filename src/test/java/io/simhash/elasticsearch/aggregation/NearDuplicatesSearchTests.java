package io.simhash.elasticsearch.aggregation;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.SimHashPlugin;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.bulk.BulkRequestBuilder;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.aggregations.InternalAggregation;
import org.elasticsearch.search.aggregations.bucket.SingleBucketAggregation;
import org.elasticsearch.search.aggregations.pipeline.InternalBucketMetricValue;
import org.elasticsearch.search.builder.SearchSourceBuilder;
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
public class NearDuplicatesSearchTests extends ESSingleNodeTestCase {

  private static final String MAPPING =
      """
      {"properties": {"fp": {"type": "simhash"}, "also": {"type": "alias", "path": "fp"},
        "n": {"type": "long"}, "title": {"type": "keyword"},
        "parts": {"type": "nested", "properties": {"fp": {"type": "simhash"}}}}}""";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  private void createIndexOf(String name, int shards, String mapping) {
    Settings settings = Settings.builder().put("index.number_of_shards", shards).build();
    createIndex(name, indicesAdmin().prepareCreate(name).setSettings(settings).setMapping(mapping));
  }

  private void createNews(int shards) {
    createIndexOf("news", shards, MAPPING);
    for (int bits : new int[] {10, 13, 16, 30, 31, 50}) {
      String fingerprint = Fingerprint.toHex((1L << bits) - 1);
      index(
          "news", Integer.toString(bits), "{\"n\": " + bits + ", \"fp\": \"" + fingerprint + "\"}");
    }
    index("news", "none", "{\"n\": 0}");
  }

  private void index(String index, String id, String source) {
    client()
        .prepareIndex(index)
        .setId(id)
        .setSource(source, XContentType.JSON)
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
  }

  private static String near(String options) {
    return "{\"near_duplicates\": {\"field\": \"fp\", \"max_distance\": 3" + options + "}}";
  }

  private InternalAggregation aggregation(String rest, String... indices) {
    SearchSourceBuilder source;
    try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{" + rest + "}")) {
      source = new SearchSourceBuilder().parseXContent(parser, true, feature -> true);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    AtomicReference<InternalAggregation> found = new AtomicReference<>();
    ElasticsearchAssertions.assertResponse(
        client().prepareSearch(indices).setSource(source.size(0)),
        response -> {
          ElasticsearchAssertions.assertNoFailures(response);
          found.set(response.getAggregations().get("a"));
        });
    return found.get();
  }

  private InternalNearDuplicates.Result groups(String rest, String... indices) {
    return ((InternalNearDuplicates) aggregation(rest, indices)).found();
  }

  private static String shown(InternalNearDuplicates.Result found) {
    return found.buckets().stream()
        .map(
            group ->
                group.members().stream()
                    .map(Group.DocumentName::id)
                    .collect(Collectors.joining(",", group.getKey() + "=", "")))
        .collect(Collectors.joining(" "));
  }

  public void testGroupsOverShards() {
    for (int shards : new int[] {1, 5}) {
      createNews(shards);
      InternalNearDuplicates.Result found = groups("\"aggs\": {\"a\": " + near("") + "}", "news");
      assertEquals("10=10,13,16 30=30,31", shown(found));
      assertEquals(3, found.buckets().getFirst().getDocCount());
      assertEquals(6, found.compared());
      assertEquals(0, found.others());
      assertEquals(2, found.groups());
      indicesAdmin().prepareDelete("news").get();
    }
  }

  public void testOptions() {
    createNews(2);
    InternalNearDuplicates.Result found =
        groups("\"aggs\": {\"a\": " + near(", \"size\": 1, \"members\": 1") + "}", "news");
    assertEquals("10=10", shown(found));
    assertEquals(2, found.groups());
    found = groups("\"aggs\": {\"a\": " + near(", \"min_doc_count\": 3") + "}", "news");
    assertEquals("10=10,13,16", shown(found));
    assertEquals(1, found.groups());
  }

  public void testTheDocumentsThatAreCompared() {
    createNews(1);
    String query = "\"query\": {\"range\": {\"n\": {\"gt\": 12}}}, ";
    InternalNearDuplicates.Result found =
        groups(query + "\"aggs\": {\"a\": " + near("") + "}", "news");
    assertEquals("13=13,16 30=30,31", shown(found));
  }

  /** Pairs of near-duplicates, of which a sample is compared: those that are in it are whole. */
  private void indexPairs(int from, int to) {
    BulkRequestBuilder bulk = client().prepareBulk();
    for (int i = from; i < to; i++) {
      String fingerprint = Fingerprint.toHex(new Random(i / 2).nextLong() ^ (i & 1));
      bulk.add(
          client()
              .prepareIndex("pairs")
              .setId(Integer.toString(i))
              .setSource("{\"fp\": \"" + fingerprint + "\"}", XContentType.JSON));
    }
    bulk.setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE).get();
  }

  /** The sample is the same after documents are indexed again, and after a merge. */
  public void testTheSampleDoesNotDependOnTheOrderOfTheIndex() {
    createIndexOf("pairs", 1, MAPPING);
    indexPairs(0, 600);
    String sampled = "\"aggs\": {\"a\": " + near(", \"max_documents\": 100, \"size\": 99") + "}";
    InternalNearDuplicates.Result found = groups(sampled, "pairs");
    assertEquals(100, found.compared());
    assertEquals(500, found.others());
    assertTrue(Long.toString(found.groups()), found.groups() >= 49);
    for (int i = 0; i < 3; i++) {
      int from = 2 * randomIntBetween(0, 200);
      indexPairs(from, from + randomIntBetween(1, 200));
      assertEquals(found, groups(sampled, "pairs"));
    }
    indicesAdmin().prepareForceMerge("pairs").setMaxNumSegments(1).get();
    assertEquals(found, groups(sampled, "pairs"));
  }

  public void testTheDefaultDecisionAndAnAlias() {
    createNews(2);
    String all = "\"aggs\": {\"a\": {\"near_duplicates\": {\"field\": \"also\"}}}";
    assertEquals("10=10,13,16", shown(groups(all, "news")).split(" ")[0]);
    // There is no signature to compare.
    assertEquals(
        shown(groups(all, "news")),
        shown(groups(all.replace("\"also\"", "\"fp\", \"min_similarity\": 1"), "news")));
  }

  /** Texts that are too short for a fingerprint: their similarity decides. */
  public void testDocumentsWithASignatureAlone() {
    String mapping =
        """
        {"properties": {"fp": {"type": "simhash", "analyzer": "standard"}}}
        """;
    createIndexOf("short", 2, mapping);
    index("short", "a", "{\"fp\": \"quick brown foxes\"}");
    index("short", "b", "{\"fp\": \"Quick brown foxes!\"}");
    index("short", "c", "{\"fp\": \"lazy dogs sleep\"}");
    String all = "\"aggs\": {\"a\": {\"near_duplicates\": {\"field\": \"fp\"%s}}}";
    InternalNearDuplicates.Result found = groups(all.formatted(""), "short");
    assertEquals("a=a,b", shown(found));
    assertEquals(3, found.compared());
    assertEquals("", shown(groups(all.formatted(", \"min_similarity\": 0"), "short")));
  }

  /** Inside single buckets, and with a pipeline aggregation beside it. */
  public void testInsideAFilter() {
    createNews(2);
    SingleBucketAggregation filter =
        (SingleBucketAggregation)
            aggregation(
                "\"aggs\": {\"a\": {\"filter\": {\"range\": {\"n\": {\"gte\": 30}}}, \"aggs\":"
                    + " {\"b\": "
                    + near("")
                    + "}}}",
                "news");
    InternalNearDuplicates inside = filter.getAggregations().get("b");
    assertEquals("30=30,31", shown(inside.found()));
    InternalBucketMetricValue largest =
        (InternalBucketMetricValue)
            aggregation(
                "\"aggs\": {\"b\": "
                    + near("")
                    + ", \"a\": {\"max_bucket\": {\"buckets_path\": \"b>_count\"}}}",
                "news");
    assertEquals(3, largest.value(), 0);
    assertEquals("10", largest.keys()[0]);
  }

  /** The aggregations that collect later, around it and around each other. */
  public void testInsideASampler() {
    createNews(2);
    for (String sampler :
        List.of("\"sampler\": {}", "\"diversified_sampler\": {\"field\": \"n\"}")) {
      SingleBucketAggregation around =
          (SingleBucketAggregation)
              aggregation(
                  "\"aggs\": {\"a\": {" + sampler + ", \"aggs\": {\"b\": " + near("") + "}}}",
                  "news");
      InternalNearDuplicates inside = around.getAggregations().get("b");
      assertEquals(sampler, "10=10,13,16 30=30,31", shown(inside.found()));
    }
    SingleBucketAggregation filter =
        (SingleBucketAggregation)
            aggregation(
                "\"query\": {\"range\": {\"n\": {\"gte\": 13}}}, \"aggs\": {\"a\": {\"filter\":"
                    + " {\"match_all\": {}}, \"aggs\": {\"s\": {\"sampler\": {\"shard_size\": 50},"
                    + " \"aggs\": {\"b\": "
                    + near("")
                    + "}}}}}",
                "news");
    SingleBucketAggregation sampler = filter.getAggregations().get("s");
    InternalNearDuplicates inside = sampler.getAggregations().get("b");
    assertEquals("13=13,16 30=30,31", shown(inside.found()));
  }

  public void testUnmapped() {
    createNews(2);
    createIndexOf("other", 1, "{\"properties\": {\"n\": {\"type\": \"long\"}}}");
    index("other", "1", "{\"n\": 1}");
    assertEquals(
        "10=10,13,16 30=30,31",
        shown(
            groups(
                "\"aggs\": {\"a\": " + near(", \"ignore_unmapped\": true") + "}",
                "news",
                "other")));
    assertRefused(
        "[field] must be mapped but [fp] is not in [other]; with [ignore_unmapped] [true] the"
            + " documents of such an index are near-duplicates of none",
        near(""),
        "other");
  }

  private void assertRefused(String sentence, String aggregation, String index) {
    ElasticsearchException e =
        expectThrows(
            ElasticsearchException.class,
            () -> groups("\"aggs\": {\"a\": " + aggregation + "}", index));
    assertEquals(RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    assertEquals(sentence, ElasticsearchException.guessRootCauses(e)[0].getMessage());
  }

  public void testWhatIsRefused() {
    createNews(1);
    assertRefused(
        "[near_duplicates] [b] cannot be inside an aggregation with several buckets: the documents"
            + " of each would be compared",
        "{\"terms\": {\"field\": \"title\"}, \"aggs\": {\"b\": " + near("") + "}}",
        "news");
    assertRefused(
        "[near_duplicates] [b] cannot be inside an aggregation with several buckets: the documents"
            + " of each would be compared",
        "{\"terms\": {\"field\": \"title\"}, \"aggs\": {\"s\": {\"sampler\": {}, \"aggs\": {\"b\": "
            + near("")
            + "}}}}",
        "news");
    assertRefused(
        "[near_duplicates] [b] cannot be inside an aggregation with several buckets: the documents"
            + " of each would be compared",
        "{\"filters\": {\"filters\": [{\"match_all\": {}}, {\"match_all\": {}}]}, \"aggs\": {\"s\":"
            + " {\"sampler\": {}, \"aggs\": {\"b\": "
            + near("")
            + "}}}}",
        "news");
    assertRefused(
        "[field] needs a field outside nested objects but [parts.fp] is inside [parts]: a document"
            + " has a value there for each of its objects",
        near("").replace("\"fp\"", "\"parts.fp\""),
        "news");
  }
}
