package io.simhash.elasticsearch.near_duplicate;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.oneOf;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionFuture;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.bulk.BulkShardRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ActionFilter;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.plugins.ActionPlugin;
import org.elasticsearch.plugins.IngestPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.junit.Before;

/** Of near-duplicates one is always kept: what is dropped has an original that is there. */
public class NothingIsLostNodeTests extends NearDuplicateNode {

  /**
   * Processors that drop, move or hold a document with a value of {@code category}, or an id; and
   * an index {@code held}, whose writes are held.
   */
  public static final class Others extends Plugin implements IngestPlugin, ActionPlugin {

    /** Released to let held documents go on. */
    static volatile CountDownLatch held;

    private record Other(
        String getType, String of, Consumer<IngestDocument> action, Consumer<Runnable> executor)
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
        return getType.equals("hold");
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
              case "set_id" ->
                  document -> document.getMetadata().setId(new StringBuilder(to).toString());
              case "set_constant_id" -> document -> document.getMetadata().setId(to);
              case "hold" -> document -> safeAwait(held);
              default -> null;
            },
            executor);
      };
    }

    @Override
    public List<ActionFilter> getActionFilters() {
      return List.of(
          new ActionFilter() {
            @Override
            public int order() {
              return 0;
            }

            @Override
            public <Request extends ActionRequest, Response extends ActionResponse> void apply(
                Task task,
                String action,
                Request request,
                ActionListener<Response> listener,
                ActionFilterChain<Request, Response> chain) {
              if (request instanceof BulkShardRequest write && write.index().equals("held")) {
                new Thread(
                        () -> {
                          safeAwait(held);
                          chain.proceed(task, action, request, listener);
                        })
                    .start();
              } else {
                chain.proceed(task, action, request, listener);
              }
            }
          });
    }

    @Override
    public Map<String, Processor.Factory> getProcessors(Processor.Parameters parameters) {
      return Stream.of("drop_it", "set_index", "set_id", "set_constant_id", "hold")
          .collect(
              Collectors.toMap(type -> type, type -> processor(type, parameters.genericExecutor)));
    }
  }

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return Stream.concat(super.getPlugins().stream(), Stream.of(Others.class)).toList();
  }

  @Before
  public void putDropPipeline() {
    put(DROP);
  }

  /** Searches see them until the next refresh. */
  public void testAnOriginalThatIsNoLongerThereDoesNotCount() {
    visible(document("deleted", 5), document("overwritten", 25), document("in request", 45));
    client().prepareDelete("news", "deleted").get();
    client().index(document("overwritten", 64)).actionGet(TEST_REQUEST_TIMEOUT);
    index(
        new DeleteRequest("news", "in request"),
        document("1", 5),
        document("2", 25),
        document("3", 45));
    assertTag("1", "deleted", 0);
    assertTag("2", "overwritten", 0);
    assertTag("3", "in request", 0);
  }

  /** What has been deleted, changed or updated since is forgotten at once. */
  public void testADocumentInFlightThatIsNoLongerThereIsNotCompared() {
    createNews("news");
    index(document("deleted", 5), document("overwritten", 25), document("updated", 45));
    client().prepareDelete("news", "deleted").get();
    client().index(document("overwritten", 64)).actionGet(TEST_REQUEST_TIMEOUT);
    client()
        .update(new UpdateRequest("news", "updated").doc(Map.of("category", "new")))
        .actionGet(TEST_REQUEST_TIMEOUT);
    index(document("1", 5), document("2", 25), document("3", 45));
    for (String id : List.of("1", "2", "3")) {
      assertNull(id, tag(id));
    }
  }

  public void testADocumentOfADeletedIndexIsNotCompared() {
    for (int i = 0; i < 2; i++) {
      createNews("news");
      index(document("20", 20 + 30 * i), document("5", 5));
      assertAcked(indicesAdmin().prepareDelete("news"));
    }
    createNews("news");
    index(document("20", 64), document("21", 21));
    assertNull(tag("21"));
    // Nor has it come again: before, it had no tag.
    put("");
    index(document("6", 6), document("5", 5));
    assertTag("5", "6", 1);
  }

  /** The document of an upsert has gone through the pipeline, but it was not used. */
  public void testAnUpsertThatUpdatesAnotherDocumentDoesNotCount() {
    createNews("news", "index.default_pipeline", "near");
    index(document("1", 50));
    client()
        .update(
            new UpdateRequest("news", "1").doc(Map.of("category", "new")).upsert(document("1", 20)))
        .actionGet(TEST_REQUEST_TIMEOUT);
    index(document("21", 21));
    assertTrue(exists("21"));
  }

  public void testAnOriginalThatTheSameRequestOverwritesDoesNotCount() {
    createNews("news");
    index(document("1", 20), document("1", 50), document("2", 20), document("7", 50));
    assertTrue(exists("2"));
    assertFalse("like the last text of [1]", exists("7"));
    // Where the other item comes later, the document may be decided before that has arrived.
    BulkItemResponse kept =
        bulk(document("3", 35), document("4", 35), document("3", 5)).getItems()[1];
    assertEquals(kept.getFailureMessage(), kept.isFailed() == false, exists("4"));
    assertTrue(kept.isFailed() == false || kept.status() == RestStatus.SERVICE_UNAVAILABLE);
    index(document("5", 60), document("6", 60), new DeleteRequest("news", "5"));
    assertTrue(exists("6"));
    index(document("8", 20), document("9", 50));
    assertFalse("like [2]", exists("8"));
    assertFalse("like [1]", exists("9"));
    // What it was before is not remembered.
    ProcessorCounts counts = getInstanceFromNode(ProcessorCounts.class);
    long before = counts.byName().get("window");
    index(document("twice", 10), document("twice", 64));
    assertEquals(before + 1, (long) counts.byName().get("window"));
  }

  /** Its old version would stay. */
  public void testANewVersionOfADocumentIsKept() {
    visible(document("1", 20), document("2", 50));
    index(document("2", 20));
    assertTag("2", "1", 0);
    // Also before a refresh, and where its original is in the same request.
    index(document("3", 35));
    index(document("4", 5), document("3", 5), document("5", 5));
    assertTag("3", "4", 0);
    assertFalse("a new document is dropped", exists("5"));
  }

  /** Alone as in a bulk request. Without its document, an update has no answer. */
  public void testTheDocumentOfAnUpdateIsKept() {
    visible(document("1", 20));
    for (String action : List.of("drop\"", "fail\"", "route\", \"route_to\": \"copies\"")) {
      put("\"on_duplicate\": \"" + action);
      String id = action.substring(0, 4);
      UpdateRequest update =
          new UpdateRequest("news", id)
              .doc(Map.of("category", "new"))
              .upsert(document(null, 20).setPipeline("near"));
      assertEquals(
          DocWriteResponse.Result.CREATED,
          client().update(update).actionGet(TEST_REQUEST_TIMEOUT).getResult());
      assertTag(id, "1", 0);
    }
    // The next request is no update.
    putDropPipeline();
    index(document("2", 20));
    assertFalse(exists("2"));
  }

  /** A document of another index is not that of an update, though it has the same id. */
  public void testTheIdOfAnUpdateInAnotherIndex() {
    visible(document("1", 20));
    createNews("updated");
    bulk(
        new UpdateRequest("updated", "2").doc(document("updated", "2", 50)).docAsUpsert(true),
        document("2", 20),
        // Elasticsearch forgets an item that has no index.
        new IndexRequest("NO-INDEX").id("3").source(Map.of()));
    assertTag("2", "1", 0);
  }

  /** An index with a field that refuses {@link #refused}, and a second field to compare. */
  private void createStrict(String index) {
    createIndex(
        index,
        indicesAdmin()
            .prepareCreate(index)
            .setMapping("simhash", "type=simhash", "second", "type=simhash", "views", "type=long"));
  }

  private static IndexRequest refused(String id, int bits) {
    return new IndexRequest("news")
        .id(id)
        .source(Map.of("simhash", fingerprint(bits), "views", "many"));
  }

  /** The document that was dropped because of it has failed, so that its client sends it again. */
  public void testAnOriginalThatTheIndexRefuses() {
    createStrict("news");
    BulkResponse response =
        bulk(refused("1", 20), document("2", 20), document("3", 50), document("4", 50));
    assertEquals(List.of("400", "503", "created", "noop"), results(response));
    assertEquals(
        "503 document [2] was dropped as a near-duplicate of [1], which was not indexed or has"
            + " changed: send it again",
        failures(response).get("2"));
    index(document("2", 20));
    assertTrue(exists("2"));
  }

  /** Which item was dropped because of it is not known: all that were dropped are sent again. */
  public void testAnOriginalThatTheIndexRefusesOfDocumentsWithoutAnId() {
    createStrict("news");
    client().index(document("0", 35)).actionGet(TEST_REQUEST_TIMEOUT);
    BulkResponse response =
        bulk(
            refused(null, 20),
            document(null, 20),
            document("3", 50),
            document(null, 50),
            new UpdateRequest("news", "0").doc(Map.of()));
    assertEquals(List.of("400", "503", "created", "503", "noop"), results(response));
    assertEquals(
        "503 document [auto-generated] may have been dropped as a near-duplicate of ["
            + response.getItems()[0].getId()
            + "], which was not indexed or has changed: send it again",
        failure(response.getItems()[1]));
    assertEquals(List.of("created", "noop"), results(bulk(document(null, 20), document(null, 50))));
  }

  /** Their index gives ids itself, and so the items have none. */
  public void testDocumentsThatHaveNoIdYet() {
    createStrict("news");
    createIndex(
        "routed",
        indicesAdmin()
            .prepareCreate("routed")
            .setSettings(
                Settings.builder()
                    .put("index.mode", "logsdb")
                    .put("index.logsdb.route_on_sort_fields", true)
                    .putList("index.sort.field", "category", "@timestamp")
                    .putList("index.sort.order", "asc", "desc"))
            .setMapping(
                "simhash", "type=simhash", "category", "type=keyword", "@timestamp", "type=date"));
    put(DROP + ", \"index\": \"news\"");
    List<DocWriteRequest<?>> items = new ArrayList<>(List.of(refused("1", 20)));
    for (int i = 0; i < 2; i++) {
      items.add(
          new IndexRequest("routed")
              .create(true)
              .source(
                  Map.of(
                      "simhash",
                      fingerprint(20),
                      "category",
                      "a",
                      "@timestamp",
                      "2026-01-01T00:00:00Z")));
    }
    assertEquals(
        List.of("400", "503", "503"), results(bulk(items.toArray(DocWriteRequest[]::new))));
  }

  /** Its item has another id: the one that another document was sent with. */
  public void testADocumentThatGetsTheIdOfAnotherItem() {
    createStrict("news");
    putProcessors("{\"set_id\": {\"of\": \"2\", \"to\": \"4\"}}", near(DROP));
    BulkResponse response =
        bulk(
            refused("1", 20),
            document("2", 20),
            document("other", "3", 50),
            document("other", "4", 50));
    assertEquals(List.of("400", "503", "created", "503"), results(response));
  }

  /** A document whose id a processor sets: it is not known before. */
  private static IndexRequest renamed(Map<String, Object> source) {
    Map<String, Object> all = new HashMap<>(source);
    all.put("category", "renamed");
    return new IndexRequest("news").source(all);
  }

  /** A stored original, before or after the copy: it is known when the copy is decided. */
  public void testAnOriginalThatIsOverwrittenByAnItemWithoutAnIdOfItsOwn() {
    visible(document("x", 20), document("y", 50));
    for (String id : List.of("x", "y")) {
      int bits = id.equals("x") ? 20 : 50;
      putProcessors("{\"set_id\": {\"of\": \"renamed\", \"to\": \"" + id + "\"}}", near(DROP));
      IndexRequest like = document("like-" + id, bits);
      if (id.equals("x")) {
        index(renamed(Map.of()), like);
      } else {
        // Kept, or to be sent again if it was decided before the last item arrived.
        if (results(bulk(like, renamed(Map.of()))).equals(List.of("503", "updated"))) {
          index(document("like-y", bits));
        }
      }
      assertTag("like-" + id, id, 0);
    }
  }

  /** An item that does not pass the processor: its change is only seen when it is written. */
  public void testAnOriginalThatIsOverwrittenByAnotherPipeline() {
    visible(document("0", 20));
    putJsonPipeline(
        "rename", "{\"processors\": [{\"set_id\": {\"of\": \"renamed\", \"to\": \"0\"}}]}");
    BulkRequest request = request(document("1", 20), document("2", 50), document("3", 50));
    request.add(renamed(Map.of()).setPipeline("rename"));
    BulkResponse response = client().bulk(request).actionGet(TEST_REQUEST_TIMEOUT);
    assertEquals(List.of("503", "created", "noop", "updated"), results(response));
    assertEquals(
        "503 document [1] was dropped as a near-duplicate of [0], which was not indexed or has"
            + " changed: send it again",
        failures(response).get("1"));
    index(document("1", 20));
    assertTrue(exists("1"));
  }

  /** It has been sent to the other index already, from which it does not come back. */
  public void testARoutedDocumentWhoseOriginalIsOverwritten() {
    visible(document("0", 20), document("other", 50));
    put("\"on_duplicate\": \"route\", \"route_to\": \"copies\"");
    BulkRequest request = request(document("1", 20), document("2", 50));
    request.add(new IndexRequest("news").id("0").source(Map.of()));
    BulkResponse response = client().bulk(request).actionGet(TEST_REQUEST_TIMEOUT);
    assertEquals(List.of("503", "created", "updated"), results(response));
    assertEquals(
        "503 document [1] was routed as a near-duplicate of [0], which was not indexed or has"
            + " changed: send it again",
        failures(response).get("1"));
    index(document("1", 20));
    assertTrue(exists("1"));
    assertFalse(exists("2"));
  }

  /** A counter of the original is no change of what is compared. */
  public void testAnOriginalThatTheSameRequestWritesAgain() {
    visible(document("0", 20), document("1", 50));
    for (boolean isFirst : List.of(true, false)) {
      IndexRequest again = document("0", 20);
      IndexRequest copy = document("copy-0", 20);
      index(isFirst ? again : copy, isFirst ? copy : again);
      assertFalse(exists("copy-0"));
    }
    // Searches see the version before.
    client()
        .update(new UpdateRequest("news", "1").doc(Map.of("category", "read")))
        .actionGet(TEST_REQUEST_TIMEOUT);
    index(document("copy-1", 50));
    assertFalse(exists("copy-1"));
  }

  /** Also two items of one id with one value. */
  public void testAnOriginalThatIsSentTwiceInOneRequest() {
    createNews("news");
    index(document("0", 20), document("copy", 20), document("0", 20));
    assertFalse(exists("copy"));
    index(document("later", 20));
    assertFalse(exists("later"));
  }

  /** It changes nothing: what was stored before is an original or is none. */
  public void testAnOriginalThatExistsAndIsCreated() {
    visible(document("0", 20), document("1", 50));
    BulkResponse response =
        bulk(
            document("0", 20).create(true),
            document("like-0", 20),
            document("1", 5).create(true),
            document("like-1", 5),
            document("was-1", 50));
    assertEquals(List.of("409", "noop", "409", "503", "created"), results(response));
    index(document("like-1", 5));
    assertTrue(exists("like-1"));
  }

  public void testTwoItemsThatGetOneId() {
    visible(document("a", 20));
    putProcessors("{\"set_id\": {\"of\": \"renamed\", \"to\": \"b\"}}", near(DROP));
    index(renamed(Map.of("simhash", fingerprint(50))), renamed(Map.of("simhash", fingerprint(20))));
    assertEquals("the last one stays", fingerprint(20), field("b", "simhash"));
  }

  /** A processor gives both one object: it does not tell the items apart. */
  public void testAnOriginalThatAnItemOfTheSameIdOverwrites() {
    createNews("news");
    putProcessors("{\"set_constant_id\": {\"of\": \"renamed\", \"to\": \"b\"}}", near(DROP));
    BulkResponse response =
        bulk(renamed(Map.of("simhash", fingerprint(20))), document("like", 20), renamed(Map.of()));
    // Kept, or to be sent again if it was decided before the last item arrived.
    assertThat(results(response).get(1), oneOf("created", "503"));
    index(renamed(Map.of("simhash", fingerprint(50))), document("like-b", 50));
    assertFalse(exists("like-b"));
  }

  /** The id that the first item is sent with equals the one that a processor gives to others. */
  public void testAnOriginalOfAnIdThatWasSentAndGiven() {
    createNews("news");
    putProcessors("{\"set_constant_id\": {\"of\": \"renamed\", \"to\": \"b\"}}", near(DROP));
    index(
        new DeleteRequest("news", "b"),
        renamed(Map.of("simhash", fingerprint(20))),
        document("like", 20),
        renamed(Map.of()));
    assertTrue(exists("like"));
  }

  public void testARefusalBecauseOfAnOriginalThatTheIndexRefuses() {
    createStrict("news");
    put("\"on_duplicate\": \"fail\"");
    BulkResponse response =
        bulk(refused(null, 20), document(null, 20), document("3", 50), document("4", 50));
    assertEquals(List.of("400", "503", "created", "409"), results(response));
    assertEquals(
        "503 document [auto-generated] may have been refused as a near-duplicate of ["
            + response.getItems()[0].getId()
            + "], which was not indexed or has changed: send it again",
        failure(response.getItems()[1]));
  }

  /** The index that the copy was sent to would keep nothing of the story. */
  public void testAnOriginalThatALaterProcessorSendsToAnotherIndex() {
    createNews("news");
    createNews("elsewhere");
    putProcessors(near(DROP), "{\"set_index\": {\"of\": \"1\", \"to\": \"elsewhere\"}}");
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
    index(document("2", 20));
    assertTrue(exists("2"));
  }

  public void testAnOriginalThatALaterProcessorDrops() {
    createNews("news");
    putProcessors(near(DROP), "{\"drop_it\": {\"of\": \"1\"}}");
    assertEquals(List.of("noop", "503"), results(bulk(document("1", 20), document("2", 20))));
    index(document("2", 20));
    assertTrue(exists("2"));
  }

  private static final String DROP_SECOND = near("\"field\": \"second\", " + DROP);

  private static IndexRequest document(String id, int bits, int second) {
    return new IndexRequest("news")
        .id(id)
        .source(Map.of("simhash", fingerprint(bits), "second", fingerprint(second)));
  }

  /** After its near-duplicate has been dropped. */
  public void testAnOriginalThatASecondProcessorRoutes() throws Exception {
    createStrict("news");
    createStrict("copies");
    putProcessors(
        near(DROP),
        "{\"hold\": {\"of\": \"1\"}}",
        DROP_SECOND.replace("drop\"", "route\", \"route_to\": \"copies\""));
    index(document("0", 50, 50));
    Others.held = new CountDownLatch(1);
    ProcessorCounts counts = getInstanceFromNode(ProcessorCounts.class);
    long before = counts.byName().get("dropped");
    ActionFuture<BulkResponse> response =
        client().bulk(request(document("1", 20, 50), document("2", 20, 20)));
    assertBusy(() -> assertEquals(before + 1, (long) counts.byName().get("dropped")));
    Others.held.countDown();
    assertEquals(List.of("created", "503"), results(response.actionGet(TEST_REQUEST_TIMEOUT)));
    assertTrue(exists("copies", "1"));
  }

  /** A document that a second processor drops is no near-duplicate for the first one. */
  public void testADocumentThatASecondProcessorDrops() throws Exception {
    createStrict("news");
    putProcessors("{\"hold\": {\"of\": \"2\"}}", near(DROP), DROP_SECOND);
    index(document("0", 50, 50));
    Others.held = new CountDownLatch(1);
    ProcessorCounts counts = getInstanceFromNode(ProcessorCounts.class);
    long before = counts.byName().get("dropped");
    ActionFuture<BulkResponse> response =
        client().bulk(request(document("1", 20, 50), document("2", 20, 20)));
    assertBusy(() -> assertEquals(before + 1, (long) counts.byName().get("dropped")));
    Others.held.countDown();
    assertEquals(List.of("noop", "created"), results(response.actionGet(TEST_REQUEST_TIMEOUT)));
    assertNull(tag("2"));
  }

  /** Also of the same field: it is no original, though the first one kept it. */
  public void testADocumentThatASecondProcessorOfTheSameFieldDrops() {
    createNews("news");
    putProcessors(
        near("\"max_distance\": 0, \"target_field\": \"equal\""),
        near(DROP + ", \"max_distance\": 12"));
    index(document("20", 20));
    // 35 is near to 25 only, and waits for the decision about it, which takes a read.
    assertEquals(List.of("noop", "created"), results(bulk(document(null, 25), document(null, 35))));
  }

  /** Otherwise the request would never be answered. */
  public void testAnExceptionBehindTheProcessorFailsTheRequest() {
    visible(document("0", 50));
    putProcessors(near(DROP), "{\"set_index\": {\"of\": \"1\", \"to\": \"<x-{bad/format}>\"}}");
    expectThrows(Exception.class, () -> bulk(document("1", 20)));
    // The request has ended: what it wrote counts again.
    putDropPipeline();
    index(document("1", 20));
    index(document("2", 20));
    assertFalse(exists("2"));
  }

  /** Until a request has ended, it may still overwrite or delete what was found. */
  public void testWhatAnotherRequestChangesDoesNotCount() {
    visible(document("0", 50));
    putJsonPipeline("held", "{\"processors\": [" + near("") + ", {\"hold\": {\"of\": \"1\"}}]}");
    Others.held = new CountDownLatch(1);
    ActionFuture<BulkResponse> running =
        client()
            .bulk(
                new BulkRequest()
                    .add(document("1", 35).setPipeline("held"))
                    .add(new DeleteRequest("news", "0")));
    BulkResponse response = bulk(document("1", 20), document("2", 20), document("3", 50));
    Others.held.countDown();
    running.actionGet(TEST_REQUEST_TIMEOUT);
    assertEquals(List.of("created", "created", "created"), results(response));
    assertTag("2", "1", 0);
    assertTag("3", "0", 0);
  }

  /** It is in its index, but a kill of the node may still undo it. */
  public void testWhatAnotherRequestHasWrittenAndNotAcknowledgedDoesNotCount() throws Exception {
    createNews("news");
    createNews("held");
    Others.held = new CountDownLatch(1);
    ActionFuture<BulkResponse> running =
        client().bulk(request(document("1", 20), document("held", "2", 50)));
    assertBusy(() -> assertTrue(exists("1")));
    index(document("copy", 20));
    Others.held.countDown();
    assertFalse(running.actionGet(TEST_REQUEST_TIMEOUT).hasFailures());
    assertTag("copy", "1", 0);
    index(document("later", 20));
    assertFalse(exists("later"));
  }

  public void testADocumentThatIsRoutedToItsOwnIndexIsTagged() {
    createNews("news");
    put("\"on_duplicate\": \"route\", \"route_to\": \"news\"");
    index(document("1", 20), document("2", 21));
    index(document("3", 22));
    assertTag("2", "1", 1);
    assertTag("3", "2", 1);
  }

  public void testAWildcardThatCoversTheIndexThatIsBeingCreated() {
    createNews("news-1");
    put("\"index\": \"new*\"");
    index(document("1", 20), document("2", 21));
    assertTag("2", "1", 1);
  }

  public void testTheFieldOfTheCluster() {
    createNews("news");
    createNews("news-1");
    indicesAdmin()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("news-1", "aliased")
        .get();
    put("\"cluster_field\": \"cluster\"");
    index(document("1", 0), document("2", 12), document("9", 40));
    index(document("3", 24));
    refresh("news");
    index(document("4", 25), document("5", 41));
    index(new IndexRequest("news").id("6").source(Map.of("category", "none")));
    Map.of("1", "1", "2", "1", "3", "1", "4", "1", "9", "9", "5", "9", "6", "6")
        .forEach((id, cluster) -> assertEquals(id, cluster, field(id, "cluster")));
    // As a cluster run of the alias writes it, also while the alias means one index.
    index(document("aliased", "1", 0), document("news-1", "2", 40));
    assertEquals("news-1/1", client().prepareGet("news-1", "1").get().getSource().get("cluster"));
    assertEquals("2", client().prepareGet("news-1", "2").get().getSource().get("cluster"));
  }

  /** A search for a part of the source fails there: nothing is known of the tags. */
  public void testAnIndexWithoutSource() {
    indicesAdmin()
        .prepareCreate("news")
        .setMapping(
            "{\"_source\": {\"enabled\": false},"
                + " \"properties\": {\"simhash\": {\"type\": \"simhash\"}}}")
        .get();
    put(DROP);
    index(document("1", 20));
    refresh("news");
    BulkItemResponse copy = bulk(document("2", 20)).getItems()[0];
    assertFalse(copy.getFailureMessage(), copy.isFailed());
    assertEquals(DocWriteResponse.Result.NOOP, copy.getResponse().getResult());
    index(document("1", 20));
  }
}
