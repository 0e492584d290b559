package io.simhash.elasticsearch.near_duplicate;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.indices.template.put.TransportPutComposableIndexTemplateAction;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.ingest.SimulateDocumentBaseResult;
import org.elasticsearch.action.ingest.SimulatePipelineAction;
import org.elasticsearch.action.ingest.SimulatePipelineRequest;
import org.elasticsearch.action.ingest.SimulatePipelineResponse;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.cluster.metadata.ComposableIndexTemplate;
import org.elasticsearch.cluster.metadata.Template;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.ReleasableBytesReference;
import org.elasticsearch.common.compress.CompressedXContent;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.xcontent.XContentType;

/** Near-duplicates that no search can see yet: the index is never refreshed. */
public class InFlightNodeTests extends NearDuplicateNode {

  public void testInTheSameBulk() {
    createNews("news");
    putPipeline("near", "");
    index(
        "near",
        document("news", "20", 20),
        document("news", "21", 21),
        document("news", "40", 40),
        document("news", "22", 22));
    assertNull(tag("news", "20"));
    assertEquals(neighbour("news", "20", 1), tag("news", "21"));
    assertNull(tag("news", "40"));
    assertEquals(neighbour("news", "21", 1), tag("news", "22"));
  }

  public void testAcknowledgedBeforeWithoutARefresh() {
    createNews("news");
    putPipeline("near", "");
    index("near", document("news", "20", 20));
    index("near", document("news", "21", 21));
    assertEquals(neighbour("news", "20", 1), tag("news", "21"));
    refresh("news");
    index("near", document("news", "22", 22));
    assertEquals(neighbour("news", "21", 1), tag("news", "22"));
  }

  public void testStoredDocumentsComeBeforeThoseInFlight() {
    createNews("news");
    putPipeline("near", "\"size\": 3");
    index("near", document("news", "20", 20));
    refresh("news");
    index("near", document("news", "24", 24));
    index("near", document("news", "25", 25));
    assertEquals(
        List.of(neighbour("news", "20", 5), neighbour("news", "24", 1)), tag("news", "25"));
  }

  /** A long chain of decisions must not need a stack as long. */
  public void testOfManyEqualDocumentsOfOneBulkTheFirstStays() {
    createNews("news");
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    List<IndexRequest> many = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      many.add(document("news", "" + i, 20));
    }
    index("near", many.toArray(IndexRequest[]::new));
    for (int i = 0; i < 3000; i += 299) {
      assertEquals(i == 0, exists("news", "" + i));
    }
    assertFalse(exists("news", "1"));
  }

  public void testDocumentsWithoutAnIdGetOneAndAreNamed() {
    createNews("news");
    putPipeline("near", "");
    BulkResponse response = bulk("near", document("news", null, 20), document("news", null, 21));
    String first = response.getItems()[0].getId();
    String second = response.getItems()[1].getId();
    assertEquals(neighbour("news", first, 1), tag("news", second));
  }

  public void testAnIndexThatTheFirstBulkCreates() {
    putPipeline("near", "");
    index("near", document("fresh", "20", 20), document("fresh", "21", 21));
    assertEquals(neighbour("fresh", "20", 1), tag("fresh", "21"));
  }

  public void testDocumentsThatFailLeave() {
    createNews("news");
    putPipeline("near", "\"on_duplicate\": \"fail\", \"max_distance\": 12");
    index("near", document("news", "20", 20));
    BulkResponse response = bulk("near", document("news", "25", 25), document("news", "35", 35));
    assertEquals(List.of("25"), List.copyOf(failures(response).keySet()));
    assertEquals("35 is near to 25 only, which failed", true, exists("news", "35"));
  }

  public void testRoutedDocumentsLeave() {
    createNews("news");
    createNews("copies");
    putPipeline(
        "near", "\"on_duplicate\": \"route\", \"route_to\": \"copies\", \"max_distance\": 12");
    index(
        "near", document("news", "20", 20), document("news", "25", 25), document("news", "35", 35));
    assertTrue(exists("copies", "25"));
    assertTrue(exists("news", "35"));
  }

  public void testDocumentsThatTheIndexRefusesLeave() {
    createIndex(
        "news",
        indicesAdmin()
            .prepareCreate("news")
            .setMapping("simhash", "type=simhash", "views", "type=long"));
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    BulkResponse refused =
        bulk(
            "near",
            new IndexRequest("news")
                .id("bad")
                .source(Map.of("simhash", fingerprint(20), "views", "many")));
    assertTrue(refused.hasFailures());
    index("near", document("news", "good", 20));
    assertTrue(exists("news", "good"));
  }

  public void testADeletedDocumentDoesNotCount() {
    createNews("news");
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    index("near", document("news", "20", 20));
    client().prepareDelete("news", "20").get();
    index("near", document("news", "21", 21));
    assertTrue(exists("news", "21"));
  }

  public void testAChangedDocumentDoesNotCount() {
    createNews("news");
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    index("near", document("news", "20", 20));
    client().index(document("news", "20", 50)).actionGet(TEST_REQUEST_TIMEOUT);
    index("near", document("news", "21", 21));
    assertTrue(exists("news", "21"));
  }

  public void testADocumentOfADeletedIndexDoesNotCount() {
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    for (int i = 0; i < 2; i++) {
      createNews("news");
      index("near", document("news", "20", 20 + 30 * i));
      assertAcked(indicesAdmin().prepareDelete("news"));
    }
    createNews("news");
    index("near", document("news", "20", 64), document("news", "21", 21));
    assertTrue(exists("news", "21"));
  }

  public void testAnUpsertThatUpdatesAnotherDocumentDoesNotCount() {
    createNews("news", "index.default_pipeline", "near");
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    index("near", document("news", "1", 50));
    client()
        .update(
            new UpdateRequest("news", "1")
                .doc(Map.of("category", "new"))
                .upsert(document("news", "1", 20)))
        .actionGet(TEST_REQUEST_TIMEOUT);
    index("near", document("news", "21", 21));
    assertTrue(exists("news", "21"));
  }

  public void testWithAFilterDocumentsInFlightAreNotCompared() {
    createNews("news");
    putPipeline("near", "\"filter\": {\"match_all\": {}}");
    index("near", document("news", "20", 20), document("news", "21", 21));
    assertNull(tag("news", "21"));
  }

  public void testAnIndexThatIsSearchIdleIsSeen() throws Exception {
    createIndex(
        "news",
        Settings.builder().put("index.search.idle.after", "1ms").build(),
        "simhash",
        "type=simhash");
    putPipeline("near", "");
    index("near", document("news", "20", 20));
    Thread.sleep(20);
    index("near", document("news", "21", 21));
    assertEquals(neighbour("news", "20", 1), tag("news", "21"));
  }

  public void testASimulatedDocumentIsComparedAndNotRemembered() {
    createNews("news");
    putPipeline("near", "");
    index("near", document("news", "20", 20));
    String docs =
        "{\"docs\": [{\"_index\": \"news\", \"_id\": \"s\", \"_source\": {\"simhash\": \""
            + fingerprint(25)
            + "\"}}]}";
    SimulatePipelineRequest request =
        new SimulatePipelineRequest(
            ReleasableBytesReference.wrap(new BytesArray(docs)), XContentType.JSON);
    request.setId("near");
    SimulatePipelineResponse response =
        client().execute(SimulatePipelineAction.INSTANCE, request).actionGet(TEST_REQUEST_TIMEOUT);
    SimulateDocumentBaseResult result =
        (SimulateDocumentBaseResult) response.getResults().getFirst();
    assertNull(result.getFailure());
    assertEquals(
        neighbour("news", "20", 5),
        result.getIngestDocument().getFieldValue("near_duplicate_of", Map.class));
    index("near", document("news", "35", 35));
    assertNull("35 is near to the simulated document only", tag("news", "35"));
  }

  private void putDropPipeline() {
    putPipeline("near", "\"on_duplicate\": \"drop\"");
  }

  /** Which item the response means cannot be told: none of them counts before a refresh. */
  public void testOfTheSameIdTwiceInOneBulkNoneCounts() {
    createNews("news");
    putDropPipeline();
    index(
        "near",
        document("news", "1", 0),
        document("news", "1", 40),
        document("news", "like-first", 1),
        document("news", "like-last", 41));
    assertTrue(exists("news", "like-first"));
    assertTrue(exists("news", "like-last"));
    index("near", document("news", "like-first-2", 0), document("news", "like-last-2", 40));
    assertFalse("like [like-first]", exists("news", "like-first-2"));
    assertFalse("like [like-last]", exists("news", "like-last-2"));
  }

  public void testTwoProcessorsOfOnePipelineRememberTheSameDocument() {
    createNews("news");
    putProcessors(
        "near", "{\"near_duplicate\": {}}", "{\"near_duplicate\": {\"target_field\": \"second\"}}");
    index("near", document("news", "20", 20));
    index("near", document("news", "21", 21));
    Map<String, Object> source = client().prepareGet("news", "21").get().getSource();
    assertEquals(neighbour("news", "20", 1), source.get("near_duplicate_of"));
    assertEquals(neighbour("news", "20", 1), source.get("second"));
  }

  public void testTwoProcessorsOfOnePipelineListADocumentInFlightOnce() {
    createNews("news");
    putProcessors(
        "near",
        "{\"near_duplicate\": {\"size\": 5}}",
        "{\"near_duplicate\": {\"size\": 5, \"target_field\": \"second\"}}");
    index("near", document("news", "20", 20), document("news", "21", 21));
    index("near", document("news", "22", 22));
    for (String id : List.of("21", "22")) {
      Map<String, Object> source = client().prepareGet("news", id).get().getSource();
      List<Object> expected = new ArrayList<>();
      if (id.equals("22")) {
        expected.add(neighbour("news", "21", 1));
      }
      expected.add(neighbour("news", "20", id.equals("22") ? 2 : 1));
      assertEquals(expected, source.get("near_duplicate_of"));
      assertEquals(expected, source.get("second"));
    }
  }

  /** A document that the second processor drops is no original, though the first one kept it. */
  public void testADocumentThatTheSecondProcessorDropsLeaves() {
    createNews("news");
    putProcessors(
        "near",
        "{\"near_duplicate\": {\"max_distance\": 0, \"target_field\": \"equal\"}}",
        "{\"near_duplicate\": {\"on_duplicate\": \"drop\", \"max_distance\": 12}}");
    index("near", document("news", "20", 20), document("news", "25", 25));
    assertFalse(exists("news", "25"));
    index("near", document("news", "35", 35));
    assertTrue("35 is near to 25 only, which was dropped", exists("news", "35"));
  }

  private static final Settings ROUTED_BY_SOURCE =
      Settings.builder()
          .put("index.mode", "logsdb")
          .put("index.logsdb.route_on_sort_fields", true)
          .putList("index.sort.field", "category", "@timestamp")
          .putList("index.sort.order", "asc", "desc")
          .putList("index.routing_path", "category")
          .build();

  /** Such an index overwrites ids, so a document in flight cannot be named. */
  public void testAnIndexThatRoutesBySourceIsOnlyComparedWhenItIsVisible() {
    createIndex(
        "logs",
        indicesAdmin()
            .prepareCreate("logs")
            .setSettings(ROUTED_BY_SOURCE)
            .setMapping(
                "simhash", "type=simhash", "category", "type=keyword", "@timestamp", "type=date"));
    indexTwoLogs();
  }

  public void testTheSameOfAnIndexThatATemplateWillMake() throws Exception {
    ComposableIndexTemplate template =
        ComposableIndexTemplate.builder()
            .indexPatterns(List.of("logs"))
            .template(
                Template.builder()
                    .settings(ROUTED_BY_SOURCE)
                    .mappings(
                        new CompressedXContent(
                            """
                            {"properties": {"simhash": {"type": "simhash"},
                              "category": {"type": "keyword"}, "@timestamp": {"type": "date"}}}""")))
            .build();
    TransportPutComposableIndexTemplateAction.Request request =
        new TransportPutComposableIndexTemplateAction.Request("logs");
    client()
        .execute(TransportPutComposableIndexTemplateAction.TYPE, request.indexTemplate(template))
        .actionGet(TEST_REQUEST_TIMEOUT);
    indexTwoLogs();
  }

  /** Two near-duplicates, neither of which is refused. */
  private void indexTwoLogs() {
    putPipeline("near", "\"on_duplicate\": \"fail\"");
    List<IndexRequest> documents = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      documents.add(
          new IndexRequest("logs")
              .opType(DocWriteRequest.OpType.CREATE)
              .source(
                  Map.of(
                      "simhash", fingerprint(20 + i),
                      "category", "a",
                      "@timestamp", "2026-01-01T00:00:00Z")));
    }
    BulkResponse response = bulk("near", documents.toArray(IndexRequest[]::new));
    assertFalse(response.buildFailureMessage(), response.hasFailures());
  }
}
