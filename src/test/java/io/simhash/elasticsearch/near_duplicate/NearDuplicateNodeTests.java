package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.base.OptionMap;
import io.simhash.core.cluster.Families;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.ingest.SimulateDocumentBaseResult;
import org.elasticsearch.action.ingest.SimulatePipelineAction;
import org.elasticsearch.action.ingest.SimulatePipelineRequest;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.ReleasableBytesReference;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Which near-duplicates are found, stored ones and those that no search sees yet. */
public class NearDuplicateNodeTests extends NearDuplicateNode {

  /**
   * Documents of all kinds in several bulks against the definition: the best of those that were
   * stored before, or if there is none the best of those in flight.
   */
  public void testEveryTagAgainstTheDefinition() {
    for (String options :
        List.of(
            "",
            "\"min_similarity\": 0.8",
            "\"min_similarity\": 0.3",
            "\"max_distance\": 5",
            "\"max_distance\": 30, \"min_similarity\": 0.6")) {
      createNews("news");
      put(options);
      Map<String, Object> parsed =
          XContentHelper.convertToMap(JsonXContent.jsonXContent, "{" + options + "}", true);
      NearDuplicateOptions read = NearDuplicateOptions.from(new OptionMap(parsed));
      Map<String, NearValue> stored = new LinkedHashMap<>();
      Map<String, NearValue> inFlight = new LinkedHashMap<>();
      int tagged = 0;
      List<NearValue> all = values(random());
      for (int from = 0; from < all.size(); from += 50) {
        Map<String, NearValue> bulk = new LinkedHashMap<>();
        for (NearValue each : all.subList(from, Math.min(from + 50, all.size()))) {
          bulk.put(from + "-" + bulk.size(), each);
        }
        List<IndexRequest> requests = new ArrayList<>();
        bulk.forEach((id, value) -> requests.add(document(id, value)));
        index(requests.toArray(IndexRequest[]::new));
        for (Map.Entry<String, NearValue> each : bulk.entrySet()) {
          NearRule rule = read.rule(each.getValue());
          Set<Map<String, Object>> expected = best(each.getValue(), rule, stored, false);
          expected = expected.isEmpty() ? best(each.getValue(), rule, inFlight, true) : expected;
          Object tag = tag(each.getKey());
          assertTrue(
              rule + " " + each.getKey() + " " + tag + " " + expected,
              expected.isEmpty() ? tag == null : expected.contains(tag));
          tagged += tag == null ? 0 : 1;
          inFlight.put(each.getKey(), each.getValue());
        }
        if (randomBoolean()) {
          refresh("news");
          stored.putAll(inFlight);
        }
      }
      assertTrue(options + ": " + tagged, tagged > 20 && tagged < all.size());
      indicesAdmin().prepareDelete("news").get();
    }
  }

  /** Some 200 values, in families and in random order; some have no fingerprint. */
  private static List<NearValue> values(Random random) {
    List<NearValue> values = new ArrayList<>();
    for (NearValue each : Families.of(random, 40, 10, 14)) {
      boolean isShort = each.signature().isPresent() && random.nextInt(5) == 0;
      values.add(isShort ? new NearValue(OptionalLong.empty(), each.signature()) : each);
    }
    Collections.shuffle(values, random);
    return values;
  }

  /** The tags that name one of the most similar documents, or the first of them. */
  private static Set<Map<String, Object>> best(
      NearValue value, NearRule rule, Map<String, NearValue> others, boolean first) {
    List<String> near =
        others.keySet().stream().filter(id -> rule.holds(value, others.get(id))).toList();
    double best =
        near.stream().mapToDouble(id -> score(value, others.get(id), rule)).max().orElse(0);
    return near.stream()
        .filter(id -> score(value, others.get(id), rule) == best)
        .limit(first ? 1 : near.size())
        .map(id -> new Place("news", id, null))
        .map(
            place ->
                new Neighbour(place, others.get(place.id()), null, Tagged.UNKNOWN, null).tag(value))
        .collect(Collectors.toSet());
  }

  /** As a search has it. */
  private static float score(NearValue value, NearValue other, NearRule rule) {
    return (float) rule.score(value, other);
  }

  /** Numbers of orders in a Chinese text are different texts. */
  public void testTextsThatDifferAtTheirEndAreNoDuplicates() {
    createNews("news");
    putProcessors("{\"simhash\": {\"field\": \"text\"}}", near(DROP));
    List<IndexRequest> orders = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      String text = "订单号 61290012345" + (1_000_000 + 173_113 * i);
      orders.add(new IndexRequest("news").id("" + i).source(Map.of("text", text)));
    }
    index(orders.toArray(IndexRequest[]::new));
    for (int i = 0; i < 50; i++) {
      assertTrue("order " + i, exists("" + i));
    }
  }

  /** Of the stored ones the nearest first, and they come before those in flight, each once. */
  public void testSizeAboveOneMakesAnArray() {
    put("\"size\": 5, \"target_field\": \"seen.before\"");
    visible(document("40", 40), document("51", 51));
    index(document("41", 41));
    index(document("42", 42));
    assertEquals(
        Map.of(
            "before",
            List.of(
                neighbour("news", "40", 2),
                neighbour("news", "51", 9),
                neighbour("news", "41", 1))),
        field("42", "seen"));
  }

  /** Every document fails, not only the near-duplicates, which Elasticsearch fails with 500. */
  public void testRouteInAFinalPipelineIsRefused() {
    createNews("news", "index.final_pipeline", "near");
    createNews("copies", "index.final_pipeline", "near");
    put("\"on_duplicate\": \"route\", \"route_to\": \"copies\"");
    ProcessorCounts counts = getInstanceFromNode(ProcessorCounts.class);
    long failed = counts.byName().get("failed");
    BulkRequest request =
        new BulkRequest()
            .add(document("1", 1))
            .add(document("copies", "2", 2))
            .add(new IndexRequest("news").id("none").source(Map.of("category", "a")));
    BulkResponse response = client().bulk(request).actionGet(TEST_REQUEST_TIMEOUT);
    BulkItemResponse.Failure failure = response.getItems()[0].getFailure();
    assertEquals(RestStatus.BAD_REQUEST, failure.getStatus());
    assertEquals(
        "[on_duplicate] [route] must not be used in the [index.final_pipeline] of [news], which"
            + " cannot change the index: use it in [index.default_pipeline]",
        failure.getCause().getCause().getMessage());
    assertTrue(exists("copies", "2"));
    assertTrue(exists("none"));
    assertEquals(failed + 1, (long) counts.byName().get("failed"));
  }

  public void testRefusedAndRoutedDocumentsLeave() {
    for (String action : List.of("fail\"", "route\", \"route_to\": \"copies\"")) {
      put("\"max_distance\": 12, \"on_duplicate\": \"" + action);
      visible(document("20", 20));
      BulkResponse response = bulk(document("25", 25), document("35", 35));
      assertFalse(exists("25"));
      assertTrue("35 is near to 25 only, which has left", exists("35"));
      if (action.startsWith("fail")) {
        assertEquals(
            Map.of(
                "25", "409 document [25] is a near-duplicate of [20] in [news], at distance [5]"),
            failures(response));
      } else {
        assertEquals(
            neighbour("news", "20", 5),
            client().prepareGet("copies", "25").get().getSource().get("near_duplicate_of"));
      }
      indicesAdmin().prepareDelete("news").get();
    }
  }

  /** A long chain of decisions must not need a stack as long. */
  public void testOfManyEqualDocumentsOfOneBulkTheFirstStays() {
    createNews("news");
    put(DROP);
    List<IndexRequest> many = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      many.add(document("" + i, 20));
    }
    index(many.toArray(IndexRequest[]::new));
    for (int i = 0; i < 3000; i += 299) {
      assertEquals(i == 0, exists("" + i));
    }
    assertFalse(exists("1"));
  }

  public void testDocumentsWithoutAnIdGetOneAndAreNamed() {
    put("");
    // The first bulk creates the index.
    BulkResponse response = bulk(document(null, 20), document(null, 21));
    assertTag(response.getItems()[1].getId(), response.getItems()[0].getId(), 1);
  }

  public void testOtherIndices() {
    put("");
    createNews("archive-1");
    createNews("archive-2");
    addAlias(AliasActions.add().index("archive-2").alias("old"));
    index(document("archive-1", "10", 10), document("archive-2", "30", 30));
    refresh("archive-*");
    visible(document("50", 50));
    put("\"index\": [\"archive-1\", \"old\"], \"max_distance\": 1");
    index(document("11", 11), document("31", 31), document("51", 51));
    assertEquals(neighbour("archive-1", "10", 1), tag("11"));
    assertEquals(neighbour("archive-2", "30", 1), tag("31"));
    assertNull("[news] is not among the indices", tag("51"));
  }

  private void addAlias(AliasActions alias) {
    indicesAdmin()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAliasAction(alias)
        .get();
  }

  /** It cannot be asked of documents in flight. */
  public void testFilter() {
    put("\"filter\": {\"term\": {\"category\": \"sport\"}}");
    visible(document("a", 10, "arts"), document("s", 40, "sport"));
    index(document("11", 11, "sport"), document("41", 41), document("12", 12, "sport"));
    assertNull(tag("11"));
    assertTag("41", "s", 1);
    assertNull(tag("12"));
  }

  private static IndexRequest document(String id, int bits, String category) {
    return new IndexRequest("news")
        .id(id)
        .source(Map.of("simhash", fingerprint(bits), "category", category));
  }

  public void testTheSameIdInAnotherIndexIsAnotherDocument() {
    createNews("news");
    createNews("archive");
    put("\"index\": [\"archive\", \"news\"]");
    index(document("archive", "1", 20));
    refresh("archive");
    index(document("1", 21));
    assertEquals(neighbour("archive", "1", 1), tag("1"));
  }

  /** The shards of an index do not know each other's ids. */
  public void testTheSameIdUnderAnotherRoutingIsAnotherDocument() {
    createNews("news", "index.number_of_shards", "2");
    put("");
    String[] routings = routingsOfTwoShards("news");
    index(document("stored", 20).routing(routings[0]));
    refresh("news");
    index(document("in flight", 40).routing(routings[0]));
    index(document("stored", 21).routing(routings[1]));
    index(document("in flight", 41).routing(routings[1]));
    for (String id : new String[] {"stored", "in flight"}) {
      var source = client().prepareGet("news", id).setRouting(routings[1]).get().getSource();
      assertEquals(neighbour("news", id, 1), source.get("near_duplicate_of"));
    }
  }

  /** Two routings that send an id to different shards. */
  private String[] routingsOfTwoShards(String index) {
    String[] routings = new String[2];
    for (int i = 0; routings[0] == null || routings[1] == null; i++) {
      IndexRequest probe = new IndexRequest(index).id("probe").routing("r" + i).source(Map.of());
      int shard = client().index(probe).actionGet(TEST_REQUEST_TIMEOUT).getShardId().id();
      routings[shard] = "r" + i;
    }
    return routings;
  }

  /** By a routing of its own, or of the alias; stored, and in flight. */
  public void testADocumentWithRoutingIsNoDuplicateOfItself() {
    createNews("news");
    addAlias(AliasActions.add().index("news").alias("routed").routing("r"));
    put("");
    for (String written : List.of("news", "routed")) {
      for (int i = 0; i < 4; i++) {
        int bits = (written.equals("news") ? 10 : 50) + i;
        index(document(written, written, bits).routing(written.equals("news") ? "r" : null));
        var source = client().prepareGet("news", written).setRouting("r").get().getSource();
        assertNull(written + " " + bits, source.get("near_duplicate_of"));
        if (i == 1) {
          refresh("news");
        }
      }
    }
  }

  /** Sorted, a segment has the deleted version of a document after the new one or before. */
  public void testAnUpdatedDocumentOfASortedIndexIsNoDuplicateOfItself() {
    createNews("news", "index.sort.field", "category", "index.number_of_shards", "1");
    put("");
    for (String category : new String[] {"b", "c", "a"}) {
      index(document("1", 20, category), document("2", 50, "b"));
      assertNull(tag("1"));
      if (randomBoolean()) {
        refresh("news");
      }
    }
    refresh("news");
    index(document("1", 21, "d"));
    assertNull(tag("1"));
  }

  public void testAStaleTagIsRemoved() {
    createNews("news");
    put("");
    Map<String, Object> stale = Map.of("id", "gone");
    index(
        new IndexRequest("news")
            .id("1")
            .source(Map.of("simhash", fingerprint(20), "near_duplicate_of", stale)),
        new IndexRequest("news").id("2").source(Map.of("near_duplicate_of", stale)),
        new IndexRequest("news").id("3").source(Map.of("near_duplicate_of.id", "gone")));
    assertNull(tag("1"));
    assertNull(tag("2"));
    assertNull(field("3", "near_duplicate_of.id"));
  }

  /** Only what the node remembers would be compared, and nothing after a restart. */
  public void testAFieldThatIsNotMappedFailsTheDocument() {
    put("\"field\": \"a.near\"");
    String refusal =
        "400 [field] must be of type [simhash] but [a.near] is not mapped in the indices to compare"
            + " with: map it before the first document";
    createIndex("news");
    assertEquals(Map.of("1", refusal), failures(bulk(inside("news", "1"))));
    // As Elasticsearch maps it.
    client().index(inside("news", "2")).actionGet(TEST_REQUEST_TIMEOUT);
    assertEquals(Map.of("3", refusal), failures(bulk(inside("news", "3"))));
    index(document("without", 20));
    for (String field : List.of("a.near", "near")) {
      createMapped(
          "mapped-" + field, "{\"properties\": {\"" + field + "\": {\"type\": \"simhash\"}}}");
    }
    createMapped(
        "mapped-multi",
        "{\"properties\": {\"a\": {\"type\": \"text\", \"fields\": {\"near\":"
            + " {\"type\": \"simhash\", \"analyzer\": \"standard\"}}}}}");
    index(inside("mapped-a.near", "1"));
    assertEquals(1, failures(bulk(inside("mapped-near", "1"))).size());
    for (String mapped : List.of("mapped-*", "mapped-multi")) {
      put("\"field\": \"a.near\", \"index\": [\"news\", \"" + mapped + "\"]");
      index(inside("news", "4"));
    }
  }

  private void createMapped(String index, String mapping) {
    createIndex(index, indicesAdmin().prepareCreate(index).setMapping(mapping));
  }

  /** The index that is to be made, or the first document, may map the field. */
  public void testAFieldThatMayBeMappedSoon() {
    createIndex("news-1");
    put("\"field\": \"a.near\", \"index\": \"news-*\"");
    index(inside("news-2", "1"));
    assertEquals(1, failures(bulk(inside("news-2", "2"))).size());
    createMapped(
        "news-3",
        "{\"dynamic_templates\": [{\"near\": {\"path_match\": \"a.near\", \"mapping\": {\"type\":"
            + " \"simhash\"}}}]}");
    index(inside("news-3", "1"));
  }

  private static IndexRequest inside(String index, String id) {
    Map<String, Object> value = Map.of("fingerprint", fingerprint(20), "profile", "0123456789ab");
    return new IndexRequest(index).id(id).source(Map.of("a", Map.of("near", value)));
  }

  public void testIndicesThatCannotBeSearchedFailTheDocument() {
    put("");
    createMapped("plain", "{\"properties\": {\"simhash\": {\"type\": \"keyword\"}}}");
    createNews("narrow", "index.max_result_window", "1");
    String failure = failures(bulk(document("plain", "1", 20))).get("1");
    assertTrue(failure, failure.startsWith("400 "));
    failure = failures(bulk(document("narrow", "1", 20))).get("1");
    assertTrue(failure, failure.startsWith("400 Result window is too large"));
    assertTrue(failure, failure.contains("[1] but was [12]"));
  }

  /** Values of hits are read by the name of the alias. */
  public void testAnAliasOfTheField() {
    createIndex("old", Settings.EMPTY, "fp", "type=simhash", "simhash", "type=alias,path=fp");
    client()
        .index(new IndexRequest("old").id("stored").source(Map.of("fp", fingerprint(20))))
        .actionGet(TEST_REQUEST_TIMEOUT);
    refresh("old");
    createNews("news");
    put("\"index\": \"old\"");
    index(document("1", 20));
    assertEquals(neighbour("old", "stored", 0), tag("1"));
  }

  public void testAnIndexThatIsSearchIdleIsSeen() throws Exception {
    createIndex(
        "news",
        Settings.builder().put("index.search.idle.after", "1ms").build(),
        "simhash",
        "type=simhash");
    put("");
    index(document("20", 20));
    Thread.sleep(20);
    index(document("21", 21));
    assertTag("21", "20", 1);
  }

  public void testASimulatedDocumentIsComparedAndNotRemembered() {
    createNews("news");
    put("");
    index(document("20", 20));
    String docs =
        "{\"docs\": [{\"_index\": \"news\", \"_id\": \"s\", \"_source\": {\"simhash\": \""
            + fingerprint(25)
            + "\"}}]}";
    SimulatePipelineRequest request =
        new SimulatePipelineRequest(
            ReleasableBytesReference.wrap(new BytesArray(docs)), XContentType.JSON);
    request.setId("near");
    SimulateDocumentBaseResult result =
        (SimulateDocumentBaseResult)
            client()
                .execute(SimulatePipelineAction.INSTANCE, request)
                .actionGet(TEST_REQUEST_TIMEOUT)
                .getResults()
                .getFirst();
    assertNull(result.getFailure());
    assertEquals(
        neighbour("news", "20", 5),
        result.getIngestDocument().getFieldValue("near_duplicate_of", Map.class));
    index(document("35", 35));
    assertNull("35 is near to the simulated document only", tag("35"));
  }

  public void testTwoProcessorsOfOnePipelineListADocumentInFlightOnce() {
    createNews("news");
    putProcessors(near("\"size\": 5"), near("\"size\": 5, \"target_field\": \"second\""));
    index(document("20", 20), document("21", 21));
    index(document("22", 22));
    for (String field : List.of("near_duplicate_of", "second")) {
      assertEquals(List.of(neighbour("news", "20", 1)), field("21", field));
      assertEquals(
          List.of(neighbour("news", "21", 1), neighbour("news", "20", 2)), field("22", field));
    }
  }

  /** Such an index overwrites ids, so a document in flight cannot be named. */
  public void testAnIndexThatRoutesBySourceIsOnlyComparedWhenItIsVisible() {
    createIndex(
        "news",
        indicesAdmin()
            .prepareCreate("news")
            .setSettings(
                Settings.builder()
                    .put("index.mode", "logsdb")
                    .put("index.logsdb.route_on_sort_fields", true)
                    .putList("index.sort.field", "category", "@timestamp")
                    .putList("index.sort.order", "asc", "desc")
                    .putList("index.routing_path", "category"))
            .setMapping(
                "simhash", "type=simhash", "category", "type=keyword", "@timestamp", "type=date"));
    put("\"on_duplicate\": \"fail\"");
    List<IndexRequest> documents = new ArrayList<>();
    for (int bits : new int[] {20, 21}) {
      Map<String, Object> source =
          Map.of(
              "simhash", fingerprint(bits), "category", "a", "@timestamp", "2026-01-01T00:00:00Z");
      documents.add(new IndexRequest("news").create(true).source(source));
    }
    index(documents.toArray(IndexRequest[]::new));
  }

  /** Texts that are too short for a fingerprint: there is no distance. */
  public void testShortTexts() {
    String simhash = "{\"simhash\": {\"field\": \"category\", \"analyzer\": \"standard\"}}";
    createNews("news");
    putProcessors(simhash, near("\"on_duplicate\": \"fail\""));
    assertEquals(
        Map.of("2", "409 document [2] is a near-duplicate of [1] in [news], at similarity [1.0]"),
        failures(bulk(text("1", "the quick brown fox"), text("2", "The quick, brown FOX!"))));
    // Within a radius a document without a fingerprint has no neighbours, and is none.
    putProcessors(simhash, near("\"max_distance\": 64"));
    refresh("news");
    index(text("3", "the quick brown fox"));
    put("\"max_distance\": 64");
    index(document("4", 0));
    assertNull(tag("3"));
    assertNull(tag("4"));
  }

  /** Whatever the signatures. */
  public void testMaxDistanceAloneIsARadius() {
    NearValue original = new NearValue(0, Optional.of(signature(0)));
    NearValue near = new NearValue(3, Optional.of(signature(1)));
    NearValue far = new NearValue(255, Optional.of(signature(0)));
    NearValue farToo = new NearValue(255L << 40, Optional.of(signature(0)));
    NearValue bare = new NearValue(12, Optional.empty());
    for (boolean stored : new boolean[] {true, false}) {
      createNews("news");
      put("\"max_distance\": 2");
      index(document("original", original));
      if (stored) {
        refresh("news");
      }
      index(document("near", near), document("far", far), document("bare", bare));
      Map<?, ?> tag = (Map<?, ?>) tag("near");
      assertEquals("original", tag.get("id"));
      assertEquals(2, tag.get("distance"));
      assertNull(tag("far"));
      assertTag("bare", "original", 2);
      put("\"max_distance\": 2, \"on_duplicate\": \"drop\"");
      index(
          document("near dropped", near),
          document("far kept", farToo),
          document("bare dropped", bare));
      assertFalse(exists("near dropped"));
      assertTrue(exists("far kept"));
      assertFalse(exists("bare dropped"));
      indicesAdmin().prepareDelete("news").get();
    }
  }

  /** By default a document without a signature is compared by its fingerprint, with all others. */
  public void testTheDocumentDecidesHowItIsCompared() {
    NearValue original = new NearValue(0, Optional.of(signature(0)));
    for (boolean stored : new boolean[] {true, false}) {
      createNews("news");
      put("");
      index(document("original", original), document("bare original", 40));
      if (stored) {
        refresh("news");
      }
      index(
          document("12", 12),
          document("26", 26),
          document("signed", new NearValue(0, Optional.of(signature(1)))));
      assertTag("12", "original", 12);
      assertNull("14 bits from the nearest", tag("26"));
      assertNull("another signature", tag("signed"));
      put(DROP);
      index(document("37", 37), document("36", 36), document("3", 3), document("4", 4));
      assertFalse(exists("37"));
      assertTrue("4 bits from the nearest", exists("36"));
      assertFalse(exists("3"));
      assertTrue("4 bits from the nearest", exists("4"));
      put("\"min_similarity\": 0.01");
      index(document("no signature", 0), document("similar", original));
      assertNull(tag("no signature"));
      assertEquals("original", ((Map<?, ?>) tag("similar")).get("id"));
      indicesAdmin().prepareDelete("news").get();
    }
  }

  private static IndexRequest text(String id, String text) {
    return new IndexRequest("news").id(id).source(Map.of("category", text));
  }
}
