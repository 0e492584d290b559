package io.simhash.elasticsearch.ingest;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertHitCount;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertSearchHits;

import io.simhash.elasticsearch.PluginNode;
import java.util.Map;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.rest.RestStatus;

/** Documents that go through a pipeline into a mapped field. */
public class SimHashProcessorNodeTests extends PluginNode {

  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river";

  private void putPipeline() {
    putJsonPipeline(
        "near",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\"}}]}");
    createIndex(
        "test",
        Settings.builder().put("index.default_pipeline", "near").build(),
        "simhash",
        "type=simhash");
  }

  private void index(String id, Map<String, Object> source) {
    prepareIndex("test")
        .setId(id)
        .setSource(source)
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
  }

  public void testFingerprintIsMapped() {
    putPipeline();
    index("1", Map.of("content", TEXT));
    SimHashProcessor.Result made =
        new DocumentPipeline(getInstanceFromNode(IngestService.class), "near")
            .process(Map.of("content", TEXT));
    String hex = made.hashed().fingerprint().orElseThrow().hex();
    assertHitCount(
        client().prepareSearch("test").setQuery(QueryBuilders.termQuery("simhash", hex)), 1);
    assertHitCount(
        client()
            .prepareSearch("test")
            .setQuery(QueryBuilders.termQuery("simhash.block_0", hex.substring(0, 4))),
        1);
    String profile = made.hashed().fingerprint().orElseThrow().profile();
    assertHitCount(
        client()
            .prepareSearch("test")
            .setQuery(QueryBuilders.termQuery("simhash.profile", profile)),
        1);
  }

  /** The field of a short text has its signature, by which {@code like} finds it. */
  public void testAShortTextIsMapped() {
    putPipeline();
    index("1", Map.of("content", "the quick brown fox"));
    index("2", Map.of("content", "The quick brown fox!"));
    index("3", Map.of("content", "an old river"));
    assertHitCount(
        client().prepareSearch("test").setQuery(QueryBuilders.existsQuery("simhash")), 3);
    assertHitCount(
        client().prepareSearch("test").setQuery(QueryBuilders.existsQuery("simhash.block_0")), 0);
    String like =
        """
        {"simhash_near": {"field": "simhash", "like": {"_index": "test", "_id": "1"}}}""";
    assertSearchHits(
        client().prepareSearch("test").setQuery(QueryBuilders.wrapperQuery(like)), "2");
  }

  /**
   * {@code doc_as_upsert} merges the object into the stored one, whose fingerprint must not stay.
   */
  public void testAPartialUpdateToAShortText() {
    putPipeline();
    index("1", Map.of("content", TEXT));
    BulkResponse bulk =
        client()
            .prepareBulk()
            .add(
                client()
                    .prepareUpdate("test", "1")
                    .setDoc(Map.of("content", "a fox"))
                    .setDocAsUpsert(true))
            .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
            .get();
    assertEquals(RestStatus.OK, bulk.getItems()[0].status());
    assertHitCount(
        client().prepareSearch("test").setQuery(QueryBuilders.existsQuery("simhash")), 1);
    assertHitCount(
        client().prepareSearch("test").setQuery(QueryBuilders.existsQuery("simhash.block_0")), 0);
  }

  public void testTextThatIsTooLongFailsOnlyItsDocument() {
    putPipeline();
    BulkResponse bulk =
        client()
            .prepareBulk()
            .add(prepareIndex("test").setId("1").setSource("content", "x".repeat(1_000_001)))
            .add(prepareIndex("test").setId("2").setSource("content", TEXT))
            .get();
    assertEquals(RestStatus.BAD_REQUEST, bulk.getItems()[0].status());
    assertEquals(
        "a text must have at most [1000000] characters but had [1000001]",
        bulk.getItems()[0].getFailure().getCause().getCause().getMessage());
    assertEquals(RestStatus.CREATED, bulk.getItems()[1].status());
  }
}
