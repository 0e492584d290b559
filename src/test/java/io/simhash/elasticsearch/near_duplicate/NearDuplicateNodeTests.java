package io.simhash.elasticsearch.near_duplicate;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.settings.Settings;

/** What the processor does with stored near-duplicates. */
public class NearDuplicateNodeTests extends NearDuplicateNode {

  public void testTagsADocumentWithItsNearestStoredNeighbour() {
    createNews("news");
    putPipeline("near", "");
    index("near", document("news", "20", 20), document("news", "40", 40));
    refresh("news");
    index("near", document("news", "23", 23), document("news", "64", 64));
    assertEquals(neighbour("news", "20", 3), tag("news", "23"));
    assertNull(tag("news", "20"));
    assertNull(tag("news", "40"));
    assertNull(tag("news", "64"));
  }

  public void testSizeAboveOneMakesAnArrayNearestFirst() {
    createNews("news");
    putPipeline("near", "\"size\": 2, \"target_field\": \"seen.before\", \"max_distance\": 12");
    index("near", document("news", "20", 20), document("news", "40", 40));
    index("near", document("news", "51", 51));
    refresh("news");
    index("near", document("news", "41", 41));
    Map<?, ?> seen = (Map<?, ?>) client().prepareGet("news", "41").get().getSource().get("seen");
    assertEquals(
        List.of(neighbour("news", "40", 1), neighbour("news", "51", 10)), seen.get("before"));
  }

  public void testMaxDistance() {
    createNews("news");
    putPipeline("near", "\"max_distance\": 2");
    index("near", document("news", "20", 20));
    refresh("news");
    index("near", document("news", "22", 22));
    refresh("news");
    index("near", document("news", "25", 25));
    assertEquals(neighbour("news", "20", 2), tag("news", "22"));
    assertNull(tag("news", "25"));
  }

  public void testDrop() {
    createNews("news");
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    index("near", document("news", "20", 20));
    refresh("news");
    index("near", document("news", "21", 21), document("news", "40", 40));
    assertFalse(exists("news", "21"));
    assertTrue(exists("news", "40"));
  }

  public void testFail() {
    createNews("news");
    putPipeline("near", "\"on_duplicate\": \"fail\"");
    index("near", document("news", "20", 20));
    refresh("news");
    BulkResponse response = bulk("near", document("news", "21", 21), document("news", "40", 40));
    assertEquals(
        Map.of("21", "409 document [21] is a near-duplicate of [20] in [news], at distance [1]"),
        failures(response));
    assertFalse(exists("news", "21"));
    assertTrue(exists("news", "40"));
  }

  public void testRoute() {
    createNews("news");
    createNews("copies");
    putPipeline("near", "\"on_duplicate\": \"route\", \"route_to\": \"copies\"");
    index("near", document("news", "20", 20));
    refresh("news");
    index("near", document("news", "21", 21), document("news", "40", 40));
    assertFalse(exists("news", "21"));
    assertEquals(neighbour("news", "20", 1), tag("copies", "21"));
    assertTrue(exists("news", "40"));
  }

  public void testOtherIndices() {
    createNews("news");
    createNews("archive-1");
    createNews("archive-2");
    client()
        .admin()
        .indices()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAlias("archive-2", "old")
        .get();
    putPipeline("none", "");
    index("none", document("archive-1", "10", 10), document("archive-2", "30", 30));
    index("none", document("news", "50", 50));
    refresh("archive-*");
    refresh("news");
    putPipeline("near", "\"index\": [\"archive-1\", \"old\"], \"max_distance\": 1");
    index("near", document("news", "11", 11), document("news", "31", 31));
    index("near", document("news", "51", 51));
    assertEquals(neighbour("archive-1", "10", 1), tag("news", "11"));
    assertEquals(neighbour("archive-2", "30", 1), tag("news", "31"));
    assertNull("[news] is not among the indices", tag("news", "51"));
  }

  public void testFilter() {
    createNews("news");
    putPipeline("near", "\"filter\": {\"term\": {\"category\": \"sport\"}}");
    index(
        "near",
        new IndexRequest("news")
            .id("a")
            .source(Map.of("simhash", fingerprint(10), "category", "arts")),
        new IndexRequest("news")
            .id("s")
            .source(Map.of("simhash", fingerprint(40), "category", "sport")));
    refresh("news");
    index("near", document("news", "11", 11), document("news", "41", 41));
    assertNull(tag("news", "11"));
    assertEquals(neighbour("news", "s", 1), tag("news", "41"));
  }

  public void testADocumentIsNoDuplicateOfItself() {
    createNews("news");
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    index("near", document("news", "1", 20));
    index("near", document("news", "1", 21));
    refresh("news");
    index("near", document("news", "1", 22));
    assertEquals(
        fingerprint(22), client().prepareGet("news", "1").get().getSource().get("simhash"));
  }

  public void testTheSameIdInAnotherIndexIsAnotherDocument() {
    createNews("news");
    createNews("archive");
    putPipeline("near", "\"index\": [\"archive\", \"news\"]");
    index("near", document("archive", "1", 20));
    refresh("archive");
    index("near", document("news", "1", 21));
    assertEquals(neighbour("archive", "1", 1), tag("news", "1"));
  }

  /** The shards of an index do not know each other's ids. */
  public void testTheSameIdUnderAnotherRoutingIsAnotherDocument() {
    createNews("news", "index.number_of_shards", "2");
    putPipeline("near", "");
    String[] routings = routingsOfTwoShards("news");
    index("near", document("news", "stored", 20).routing(routings[0]));
    refresh("news");
    index("near", document("news", "in flight", 40).routing(routings[0]));
    index("near", document("news", "stored", 21).routing(routings[1]));
    index("near", document("news", "in flight", 41).routing(routings[1]));
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

  public void testADocumentWithRoutingIsNoDuplicateOfItself() {
    createNews("news");
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    String written = randomFrom("news", "routed");
    String routing = written.equals("news") ? "r" : null;
    client()
        .admin()
        .indices()
        .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
        .addAliasAction(
            IndicesAliasesRequest.AliasActions.add().index("news").alias("routed").routing("r"))
        .get();
    for (int bits : new int[] {20, 21, 22}) {
      index("near", document(written, "1", bits).routing(routing));
      if (randomBoolean()) {
        refresh("news");
      }
    }
    assertEquals(
        fingerprint(22),
        client().prepareGet("news", "1").setRouting("r").get().getSource().get("simhash"));
  }

  /** Sorted, a segment has the deleted version of a document after the new one or before. */
  public void testAnUpdatedDocumentOfASortedIndexIsNoDuplicateOfItself() {
    createNews("news", "index.sort.field", "category", "index.number_of_shards", "1");
    putPipeline("near", "\"on_duplicate\": \"drop\"");
    for (String category : new String[] {"b", "c", "a"}) {
      index("near", document("news", "1", 20, category), document("news", "2", 50, "b"));
      if (randomBoolean()) {
        refresh("news");
      }
    }
    refresh("news");
    index("near", document("news", "1", 21, "d"));
    assertEquals(
        fingerprint(21), client().prepareGet("news", "1").get().getSource().get("simhash"));
  }

  private static IndexRequest document(String index, String id, int bits, String category) {
    return new IndexRequest(index)
        .id(id)
        .source(Map.of("simhash", fingerprint(bits), "category", category));
  }

  public void testAStaleTagIsRemoved() {
    createNews("news");
    putPipeline("near", "");
    Map<String, Object> stale = Map.of("id", "gone");
    index(
        "near",
        new IndexRequest("news")
            .id("1")
            .source(Map.of("simhash", fingerprint(20), "near_duplicate_of", stale)),
        new IndexRequest("news").id("2").source(Map.of("near_duplicate_of", stale)));
    assertNull(tag("news", "1"));
    assertNull(tag("news", "2"));
  }

  public void testAFingerprintThatCannotBeReadFailsItsDocumentOnly() {
    createNews("news");
    putPipeline("near", "");
    BulkResponse response =
        bulk(
            "near",
            new IndexRequest("news").id("bad").source(Map.of("simhash", "xyz")),
            document("news", "good", 20));
    assertEquals(
        Map.of(
            "bad",
            "400 a fingerprint must be 16 hexadecimal digits, [0x] and 16 hexadecimal digits, 64"
                + " characters of 0 and 1, or a 64-bit integer, but was [xyz]"),
        failures(response));
    assertTrue(exists("news", "good"));
  }

  public void testAnIndexThatIsMissingFailsTheDocument() {
    createNews("news");
    putPipeline("near", "\"index\": \"absent\"");
    BulkResponse response = bulk("near", document("news", "1", 20));
    assertEquals(Map.of("1", "404 no such index [absent]"), failures(response));
  }

  /** Only what the node remembers would be compared, and nothing after a restart. */
  public void testAFieldThatIsNotMappedFailsTheDocument() {
    putPipeline("near", "\"field\": \"a.near\"");
    String refusal =
        "400 [field] must be of type [simhash] but [a.near] is not mapped in the indices to compare"
            + " with: map it before the first document";
    createIndex("news");
    assertEquals(Map.of("1", refusal), failures(bulk("near", inside("news", "1"))));
    // As Elasticsearch maps it.
    bulk(null, inside("news", "2"));
    assertEquals(Map.of("3", refusal), failures(bulk("near", inside("news", "3"))));
    assertEquals(Map.of(), failures(bulk("near", document("news", "without", 20))));
    for (String field : List.of("a.near", "near")) {
      String mapping = "{\"properties\": {\"" + field + "\": {\"type\": \"simhash\"}}}";
      createIndex(
          "mapped-" + field, indicesAdmin().prepareCreate("mapped-" + field).setMapping(mapping));
    }
    assertEquals(Map.of(), failures(bulk("near", inside("mapped-a.near", "1"))));
    assertEquals(1, failures(bulk("near", inside("mapped-near", "1"))).size());
    putPipeline("near", "\"field\": \"a.near\", \"index\": [\"news\", \"mapped-*\"]");
    assertEquals(Map.of(), failures(bulk("near", inside("news", "4"))));
  }

  /** The index that is to be made, or the first document, may map the field. */
  public void testAFieldThatMayBeMappedSoon() {
    createIndex("news-1");
    putPipeline("near", "\"field\": \"a.near\", \"index\": \"news-*\"");
    assertEquals(Map.of(), failures(bulk("near", inside("news-2", "1"))));
    assertEquals(1, failures(bulk("near", inside("news-2", "2"))).size());
    String template =
        "{\"dynamic_templates\": [{\"near\": {\"path_match\": \"a.near\", \"mapping\": {\"type\":"
            + " \"simhash\"}}}]}";
    createIndex("news-3", indicesAdmin().prepareCreate("news-3").setMapping(template));
    assertEquals(Map.of(), failures(bulk("near", inside("news-3", "1"))));
  }

  private static IndexRequest inside(String index, String id) {
    Map<String, Object> value = Map.of("fingerprint", fingerprint(20), "profile", "0123456789ab");
    return new IndexRequest(index).id(id).source(Map.of("a", Map.of("near", value)));
  }

  public void testAFieldOfAnotherTypeFailsTheDocument() {
    createIndex(
        "plain", indicesAdmin().prepareCreate("plain").setMapping("simhash", "type=keyword"));
    putPipeline("near", "");
    BulkResponse response = bulk("near", document("plain", "1", 20));
    assertEquals(1, failures(response).size());
    assertTrue(failures(response).get("1"), failures(response).get("1").startsWith("400 "));
  }

  /** More than fit into one multi-search. */
  public void testManyDocuments() {
    createNews("news", "index.max_result_window", "101");
    putPipeline("near", "\"size\": 100");
    index("near", document("news", "stored", 20));
    refresh("news");
    IndexRequest[] arriving = new IndexRequest[300];
    for (int i = 0; i < arriving.length; i++) {
      arriving[i] = document("news", "a" + i, 10);
    }
    index("near", arriving);
    assertTrue(((List<?>) tag("news", "a299")).contains(neighbour("news", "stored", 10)));
  }

  public void testAResultWindowThatIsTooSmallForOneDocumentFailsIt() {
    createNews("news", "index.max_result_window", "1");
    putPipeline("near", "");
    String failure = failures(bulk("near", document("news", "1", 20))).get("1");
    assertTrue(failure, failure.startsWith("400 Result window is too large"));
    assertTrue(failure, failure.contains("[1] but was [2]"));
  }

  /** Values of hits are read by the name of the alias. */
  public void testAnAliasOfTheField() {
    createNews("news");
    createIndex("old", Settings.EMPTY, "fp", "type=simhash", "simhash", "type=alias,path=fp");
    putPipeline("near", "\"index\": \"old\"");
    index(null, new IndexRequest("old").id("stored").source(Map.of("fp", fingerprint(20))));
    refresh("old");
    index("near", document("news", "1", 20));
    assertEquals(neighbour("old", "stored", 0), tag("news", "1"));
  }
}
