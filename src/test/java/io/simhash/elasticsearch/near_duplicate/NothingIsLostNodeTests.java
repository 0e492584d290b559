package io.simhash.elasticsearch.near_duplicate;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.plugins.IngestPlugin;
import org.elasticsearch.plugins.Plugin;
import org.junit.Before;

/** Of near-duplicates one is always kept: what is dropped has an original that is there. */
public class NothingIsLostNodeTests extends NearDuplicateNode {

  /** Processors that drop, move or hold a document with a value of {@code category}, or an id. */
  public static final class Others extends Plugin implements IngestPlugin {

    /** Released to let held documents go on. */
    static volatile CountDownLatch held;

    private record Other(
        String type, String of, Consumer<IngestDocument> action, Consumer<Runnable> executor)
        implements Processor {

      @Override
      public IngestDocument execute(IngestDocument document) {
        boolean isMeant =
            of.equals(document.getMetadata().getId())
                || of.equals(document.getFieldValue("category", String.class, true));
        if (isMeant && action == null) {
          return null;
        }
        if (isMeant) {
          action.accept(document);
        }
        return document;
      }

      @Override
      public void execute(IngestDocument document, BiConsumer<IngestDocument, Exception> handler) {
        executor.accept(() -> handler.accept(execute(document), null));
      }

      @Override
      public boolean isAsync() {
        return type.equals("hold");
      }

      @Override
      public String getType() {
        return type;
      }

      @Override
      public String getTag() {
        return null;
      }

      @Override
      public String getDescription() {
        return null;
      }
    }

    private static Processor.Factory processor(String type, Consumer<Runnable> executor) {
      return (factories, tag, description, config, project) -> {
        String of = (String) config.remove("of");
        String to = (String) config.remove("to");
        return new Other(
            type,
            of,
            switch (type) {
              case "set_index" -> document -> document.getMetadata().setIndex(to);
              case "set_id" -> document -> document.getMetadata().setId(to);
              case "hold" -> document -> safeAwait(held);
              default -> null;
            },
            executor);
      };
    }

    @Override
    public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
      return Stream.of("drop_it", "set_index", "set_id", "hold")
          .collect(
              Collectors.toMap(type -> type, type -> processor(type, parameters.genericExecutor)));
    }
  }

  private static final String DROP = "{\"near_duplicate\": {\"on_duplicate\": \"drop\"}}";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return Stream.concat(super.getPlugins().stream(), Stream.of(Others.class)).toList();
  }

  @Before
  public void putDropPipeline() {
    putProcessors("near", DROP);
  }

  private BulkResponse bulk(DocWriteRequest<?>... items) {
    BulkRequest request = new BulkRequest();
    for (DocWriteRequest<?> each : items) {
      request.add(each instanceof IndexRequest index ? index.setPipeline("near") : each);
    }
    return client().bulk(request).actionGet(TEST_REQUEST_TIMEOUT);
  }

  private void visible(IndexRequest... documents) {
    createNews("news");
    index("near", documents);
    refresh("news");
  }

  /** Searches see it until the next refresh. */
  public void testADeletedOriginalDoesNotCount() {
    visible(document("news", "1", 20));
    client().prepareDelete("news", "1").get();
    bulk(document("news", "2", 20));
    assertEquals(neighbour("news", "1", 0), tag("news", "2"));
  }

  public void testAnOverwrittenOriginalDoesNotCount() {
    visible(document("news", "1", 20));
    bulk(document("news", "1", 50));
    bulk(document("news", "2", 20));
    assertEquals(neighbour("news", "1", 0), tag("news", "2"));
  }

  public void testAnOriginalThatTheSameRequestDeletesDoesNotCount() {
    visible(document("news", "1", 20));
    bulk(new DeleteRequest("news", "1"), document("news", "2", 20));
    assertEquals(neighbour("news", "1", 0), tag("news", "2"));
    bulk(document("news", "3", 20), new DeleteRequest("news", "2"));
    assertTrue(exists("news", "3"));
  }

  public void testAnOriginalThatTheSameRequestOverwritesDoesNotCount() {
    createNews("news");
    bulk(document("news", "1", 20), document("news", "1", 50), document("news", "2", 20));
    assertTrue(exists("news", "2"));
    // Also where the other item comes later: the document is kept at once, not refused at the end.
    bulk(document("news", "3", 35), document("news", "4", 35), document("news", "3", 5));
    assertTrue(exists("news", "4"));
    bulk(document("news", "5", 60), document("news", "6", 60), new DeleteRequest("news", "5"));
    assertTrue(exists("news", "6"));
  }

  /** Its old version would stay. */
  public void testANewVersionOfADocumentIsKept() {
    visible(document("news", "1", 20), document("news", "2", 50));
    bulk(document("news", "2", 20));
    assertEquals(neighbour("news", "1", 0), tag("news", "2"));
    // Also before a refresh, and where its original is in the same request.
    bulk(document("news", "3", 35));
    bulk(document("news", "4", 5), document("news", "3", 5), document("news", "5", 5));
    assertEquals(neighbour("news", "4", 0), tag("news", "3"));
    assertFalse("a new document is dropped", exists("news", "5"));
  }

  /** Alone as in a bulk request. Without its document, an update has no answer. */
  public void testTheDocumentOfAnUpdateIsKept() {
    visible(document("news", "1", 20));
    for (String action : List.of("drop\"", "fail\"", "route\", \"route_to\": \"copies\"")) {
      putPipeline("near", "\"on_duplicate\": \"" + action);
      UpdateRequest update =
          new UpdateRequest("news", action.substring(0, 4))
              .doc(Map.of("category", "new"))
              .upsert(document("news", null, 20).setPipeline("near"));
      assertEquals(
          DocWriteResponse.Result.CREATED,
          client().update(update).actionGet(TEST_REQUEST_TIMEOUT).getResult());
      assertEquals(neighbour("news", "1", 0), tag("news", action.substring(0, 4)));
    }
    // The next request is no update.
    bulk(document("news", "2", 20));
    assertFalse(exists("news", "2"));
  }

  /** A document of another index is not that of an update, though it has the same id. */
  public void testTheIdOfAnUpdateInAnotherIndex() {
    visible(document("news", "1", 20));
    createNews("updated");
    bulk(
        new UpdateRequest("updated", "2").doc(document("updated", "2", 50)).docAsUpsert(true),
        document("news", "2", 20),
        // Elasticsearch forgets an item that has no index.
        new IndexRequest("NO-INDEX").id("3").source(Map.of()));
    assertEquals(neighbour("news", "1", 0), tag("news", "2"));
  }

  public void testTwoDocumentsThatChangeTheirIds() {
    visible(document("news", "1", 20), document("news", "2", 50));
    bulk(document("news", "1", 50), document("news", "2", 20));
    for (Map.Entry<String, Integer> each : Map.of("1", 50, "2", 20).entrySet()) {
      assertEquals(
          fingerprint(each.getValue()),
          client().prepareGet("news", each.getKey()).get().getSource().get("simhash"));
    }
  }

  public void testDocumentsThatAreDeletedAndIndexedUnderOtherIds() {
    visible(document("news", "a1", 5), document("news", "a2", 25), document("news", "a3", 45));
    for (int i = 1; i <= 3; i++) {
      client().prepareDelete("news", "a" + i).get();
    }
    bulk(document("news", "b1", 5), document("news", "b2", 25), document("news", "b3", 45));
    for (String id : List.of("b1", "b2", "b3")) {
      assertTrue(id, exists("news", id));
    }
  }

  /** An index with a field that refuses {@link #refused}, and a second field to compare. */
  private void createStrict(String index) {
    createIndex(
        index,
        indicesAdmin()
            .prepareCreate(index)
            .setMapping("simhash", "type=simhash", "second", "type=simhash", "views", "type=long"));
  }

  private static IndexRequest refused(String index, String id, int bits) {
    return new IndexRequest(index)
        .id(id)
        .source(Map.of("simhash", fingerprint(bits), "views", "many"));
  }

  /** The results and status codes of the items. */
  private static List<String> results(BulkResponse response) {
    return Arrays.stream(response.getItems())
        .map(
            each ->
                each.isFailed()
                    ? "" + each.status().getStatus()
                    : each.getResponse().getResult().getLowercase())
        .toList();
  }

  /** The document that was dropped because of it has failed, so that its client sends it again. */
  public void testAnOriginalThatTheIndexRefuses() {
    createStrict("news");
    BulkResponse response =
        bulk(
            refused("news", "1", 20),
            document("news", "2", 20),
            document("news", "3", 50),
            document("news", "4", 50));
    assertEquals(List.of("400", "503", "created", "noop"), results(response));
    assertEquals(
        "503 document [2] was dropped as a near-duplicate of [1] of the same request, which was not"
            + " indexed: send it again",
        failures(response).get("2"));
    index("near", document("news", "2", 20));
    assertTrue(exists("news", "2"));
  }

  /** Which item was dropped because of it is not known: all that were dropped are sent again. */
  public void testAnOriginalThatTheIndexRefusesOfDocumentsWithoutAnId() {
    createStrict("news");
    client().index(document("news", "0", 35)).actionGet(TEST_REQUEST_TIMEOUT);
    BulkResponse response =
        bulk(
            refused("news", null, 20),
            document("news", null, 20),
            document("news", "3", 50),
            document("news", null, 50),
            new UpdateRequest("news", "0").doc(Map.of()));
    assertEquals(List.of("400", "503", "created", "503", "noop"), results(response));
    String lost = response.getItems()[0].getId();
    assertEquals(
        "503 document [auto-generated] may have been dropped as a near-duplicate of ["
            + lost
            + "] of the same request, which was not indexed: send it again",
        failure(response.getItems()[1]));
    response = bulk(document("news", null, 20), document("news", null, 50));
    assertEquals(List.of("created", "noop"), results(response));
  }

  /** Its item has another id: the one that another document was sent with. */
  public void testADocumentThatGetsTheIdOfAnotherItem() {
    createStrict("news");
    putProcessors("near", "{\"set_id\": {\"of\": \"2\", \"to\": \"4\"}}", DROP);
    BulkResponse response =
        bulk(
            refused("news", "1", 20),
            document("news", "2", 20),
            document("other", "3", 50),
            document("other", "4", 50));
    assertEquals(List.of("400", "503", "created", "503"), results(response));
  }

  public void testARefusalBecauseOfAnOriginalThatTheIndexRefuses() {
    createStrict("news");
    putPipeline("near", "\"on_duplicate\": \"fail\"");
    BulkResponse response =
        bulk(
            refused("news", null, 20),
            document("news", null, 20),
            document("news", "3", 50),
            document("news", "4", 50));
    assertEquals(List.of("400", "503", "created", "409"), results(response));
    assertEquals(
        "503 document [auto-generated] may have been refused as a near-duplicate of ["
            + response.getItems()[0].getId()
            + "] of the same request, which was not indexed: send it again",
        failure(response.getItems()[1]));
  }

  /** The index that the copy was sent to would keep nothing of the story. */
  public void testAnOriginalThatALaterProcessorSendsToAnotherIndex() {
    createNews("news");
    createNews("elsewhere");
    putProcessors("near", DROP, "{\"set_index\": {\"of\": \"1\", \"to\": \"elsewhere\"}}");
    for (String index : List.of("news", "fresh")) {
      BulkResponse response =
          bulk(
              document(index, "1", 20),
              document(index, "2", 20),
              document(index, "3", 50),
              document(index, "4", 50));
      assertEquals(
          index,
          List.of(index.equals("news") ? "created" : "updated", "503", "created", "noop"),
          results(response));
    }
    index("near", document("news", "2", 20));
    assertTrue(exists("news", "2"));
  }

  private static final String DROP_SECOND =
      "{\"near_duplicate\": {\"field\": \"second\", \"on_duplicate\": \"drop\"}}";

  private static IndexRequest document(String id, int bits, int second) {
    return new IndexRequest("news")
        .id(id)
        .source(Map.of("simhash", fingerprint(bits), "second", fingerprint(second)));
  }

  public void testAnOriginalThatASecondProcessorRoutes() {
    createStrict("news");
    createStrict("copies");
    putProcessors("near", DROP, DROP_SECOND.replace("drop\"", "route\", \"route_to\": \"copies\""));
    index("near", document("0", 50, 50));
    BulkResponse response = bulk(document("1", 20, 50), document("2", 20, 20));
    assertEquals(List.of("created", "503"), results(response));
    assertTrue(exists("copies", "1"));
  }

  /** A document that a second processor drops is no near-duplicate for the first one. */
  public void testADocumentThatASecondProcessorDrops() throws Exception {
    createStrict("news");
    putProcessors("near", "{\"hold\": {\"of\": \"2\"}}", DROP, DROP_SECOND);
    index("near", document("0", 50, 50));
    Others.held = new CountDownLatch(1);
    NearDuplicateIngest ingest = getInstanceFromNode(NearDuplicateIngest.class);
    long before = ingest.counts().get("dropped");
    BulkRequest request = new BulkRequest();
    request.add(document("1", 20, 50).setPipeline("near"));
    request.add(document("2", 20, 20).setPipeline("near"));
    ActionFuture<BulkResponse> response = client().bulk(request);
    assertBusy(() -> assertEquals(before + 1, (long) ingest.counts().get("dropped")));
    Others.held.countDown();
    assertEquals(List.of("noop", "created"), results(response.actionGet(TEST_REQUEST_TIMEOUT)));
    assertNull(tag("news", "2"));
  }

  public void testAnOriginalThatALaterProcessorDrops() {
    createNews("news");
    putProcessors("near", DROP, "{\"drop_it\": {\"of\": \"1\"}}");
    BulkResponse response = bulk(document("news", "1", 20), document("news", "2", 20));
    assertEquals(List.of("2"), List.copyOf(failures(response).keySet()));
    index("near", document("news", "2", 20));
    assertTrue(exists("news", "2"));
  }

  /** Otherwise the request would never be answered. */
  public void testAnExceptionBehindTheProcessorFailsTheRequest() {
    visible(document("news", "0", 50));
    putProcessors("near", DROP, "{\"set_index\": {\"of\": \"1\", \"to\": \"<x-{bad/format}>\"}}");
    expectThrows(Exception.class, () -> bulk(document("news", "1", 20)));
    // The request has ended: what it wrote counts again.
    putDropPipeline();
    index("near", document("news", "1", 20));
    index("near", document("news", "2", 20));
    assertFalse(exists("news", "2"));
  }

  /** Until a request has ended, it may still overwrite or delete what was found. */
  public void testWhatAnotherRequestWritesDoesNotCount() {
    visible(document("news", "0", 50));
    putProcessors("held", "{\"hold\": {\"of\": \"1\"}}");
    Others.held = new CountDownLatch(1);
    BulkRequest other = new BulkRequest();
    other.add(document("news", "1", 35).setPipeline("held")).add(new DeleteRequest("news", "0"));
    ActionFuture<BulkResponse> running = client().bulk(other);
    BulkResponse response =
        bulk(document("news", "1", 20), document("news", "2", 20), document("news", "3", 50));
    Others.held.countDown();
    running.actionGet(TEST_REQUEST_TIMEOUT);
    assertEquals(List.of("created", "created", "created"), results(response));
    assertEquals(neighbour("news", "1", 0), tag("news", "2"));
    assertEquals(neighbour("news", "0", 0), tag("news", "3"));
  }

  public void testADocumentThatIsRoutedToItsOwnIndexIsTagged() {
    createNews("news");
    putPipeline("near", "\"on_duplicate\": \"route\", \"route_to\": \"news\"");
    index("near", document("news", "1", 20), document("news", "2", 21));
    index("near", document("news", "3", 22));
    assertEquals(neighbour("news", "1", 1), tag("news", "2"));
    assertEquals(neighbour("news", "2", 1), tag("news", "3"));
  }

  public void testByDefaultOnlyWhatIsVeryNearIsDropped() {
    visible(document("news", "1", 20));
    bulk(document("news", "2", 23), document("news", "3", 24));
    assertFalse(exists("news", "2"));
    assertTrue(exists("news", "3"));
    assertNull(tag("news", "3"));
  }

  public void testAWildcardThatCoversTheIndexThatIsBeingCreated() {
    createNews("fresh-1");
    putPipeline("near", "\"index\": \"fresh-*\"");
    index("near", document("fresh-2", "1", 20), document("fresh-2", "2", 21));
    assertEquals(neighbour("fresh-2", "1", 1), tag("fresh-2", "2"));
  }

  /** A search without an active shard is repeated until the timeout. */
  public void testAnIndexWithoutAnActiveShard() {
    createNews("news");
    indicesAdmin()
        .prepareCreate("red")
        .setSettings(Settings.builder().put("index.routing.allocation.require._name", "none"))
        .setMapping("simhash", "type=simhash")
        .setWaitForActiveShards(0)
        .get();
    putPipeline("near", "\"index\": \"red\", \"timeout\": \"300ms\"");
    index("near", document("news", "1", 20));
    assertEquals(Map.of("unknown", true), tag("news", "1"));
  }

  public void testTheFieldOfTheCluster() {
    createNews("news");
    putPipeline("near", "\"cluster_field\": \"cluster\"");
    index("near", document("news", "1", 0), document("news", "2", 12), document("news", "9", 40));
    index("near", document("news", "3", 24));
    refresh("news");
    index("near", document("news", "4", 25), document("news", "5", 41));
    index("near", new IndexRequest("news").id("6").source(Map.of("category", "none")));
    Map<String, String> expected =
        Map.of("1", "1", "2", "1", "3", "1", "4", "1", "9", "9", "5", "9", "6", "6");
    expected.forEach(
        (id, cluster) ->
            assertEquals(
                id, cluster, client().prepareGet("news", id).get().getSource().get("cluster")));
  }

  /** As a cluster run of the alias writes it, also while the alias means one index. */
  public void testTheFieldOfTheClusterThroughAnAlias() {
    createNews("news-1");
    indicesAdmin()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("news-1", "news")
        .get();
    putPipeline("near", "\"cluster_field\": \"cluster\"");
    index("near", document("news", "1", 0), document("news-1", "2", 40));
    assertEquals("news-1/1", client().prepareGet("news-1", "1").get().getSource().get("cluster"));
    assertEquals("2", client().prepareGet("news-1", "2").get().getSource().get("cluster"));
  }
}
