package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.admin.cluster.shards.ClusterSearchShardsRequest;
import org.elasticsearch.action.admin.cluster.shards.TransportClusterSearchShardsAction;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.xcontent.XContentType;

/** {@code like} and documents of the same id under several routings. */
public class LikeRoutingTests extends NearQueryNode {

  /** Each is on a shard of its own of an index of 5 shards, and so is "x". */
  private String a;

  private String b;

  private void index(String index, String id, String routing, int bits) {
    client()
        .prepareIndex(index)
        .setId(id)
        .setRouting(routing)
        .setSource("{\"fp\": \"" + fingerprint(bits) + "\"}", XContentType.JSON)
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
  }

  private void createRouted() {
    createIndexOf("routed", 5);
    int own = shard("x");
    for (char c = 'a'; b == null; c++) {
      String routing = String.valueOf(c);
      if (shard(routing) != own && a == null) {
        a = routing;
      } else if (shard(routing) != own && shard(routing) != shard(a)) {
        b = routing;
      }
    }
  }

  private int shard(String routing) {
    var request = new ClusterSearchShardsRequest(TEST_REQUEST_TIMEOUT, "routed").routing(routing);
    return client()
        .execute(TransportClusterSearchShardsAction.TYPE, request)
        .actionGet(TEST_REQUEST_TIMEOUT)
        .getGroups()[0]
        .getShardId()
        .id();
  }

  private List<String> like(String more) {
    return hits(near("\"like\": {\"_index\": \"routed\", \"_id\": \"x\"" + more), "routed");
  }

  /** Twins: documents with the same id and fingerprint. */
  public void testOnlyTheDocumentOfTheRoutingIsLeftOut() {
    createRouted();
    index("routed", "x", a, 1);
    index("routed", "x", b, 1);
    index("routed", "x", null, 1);
    index("routed", "y", a, 1);
    for (String routing : new String[] {"}", ", \"routing\": \"" + a + "\"}"}) {
      List<String> hits = like(routing);
      assertEquals(3, hits.size());
      assertEquals(Set.of("routed/x=1.0", "routed/y=1.0"), Set.copyOf(hits));
      assertEquals(4, like(routing + ", \"include\": true").size());
    }
    assertEquals(
        List.of("routed/y=1.0"),
        hits(
            near(
                "\"like\": [{\"_index\": \"routed\", \"_id\": \"x\"}, {\"_index\": \"routed\","
                    + " \"_id\": \"x\", \"routing\": \"%s\"}, {\"_index\": \"routed\", \"_id\":"
                        .formatted(a)
                    + " \"x\", \"routing\": \"%s\"}]".formatted(b)),
            "routed"));
  }

  /** The document that was indexed without a routing is meant, as with GET. */
  public void testWithoutARoutingTheDocumentWithoutARouting() {
    createRouted();
    index("routed", "x", a, 0);
    index("routed", "x", b, 0);
    index("routed", "x", null, 64);
    index("routed", "other", null, 64);
    assertEquals(List.of("routed/other=1.0"), like("}, \"max_distance\": 3"));
  }

  public void testWithoutARoutingTheOnlyDocumentOfTheId() {
    createRouted();
    index("routed", "x", a, 64);
    index("routed", "other", null, 64);
    assertEquals(List.of("routed/other=1.0"), like("}"));
    // The order of references and the shards that they lead to make no difference.
    index("routed", "x", b, 64);
    for (String other : List.of("\"other\"", "\"other\", \"routing\": \"" + a + "\"")) {
      String several =
          "\"like\": [{\"_index\": \"routed\", \"_id\": "
              + other
              + "}, {\"_index\": \"routed\", \"_id\": \"x\"}]";
      if (other.contains("routing")) {
        index("routed", "other", a, 64);
      }
      Exception e =
          expectThrows(
              IllegalArgumentException.class,
              client().prepareSearch("routed").setQuery(near(several)));
      assertEquals(
          "[like] must name one document but there are several [x] in [routed]: name the index and"
              + " the routing",
          e.getMessage());
    }
    assertEquals(2, like(", \"routing\": \"" + b + "\"}, \"max_distance\": 0").size() - 1);
    String absent = ", \"routing\": \"x\"}";
    expectThrows(ResourceNotFoundException.class, () -> like(absent));
  }

  /** A look-up does not read all of them, so that the document on the last shard seems absent. */
  public void testManyDocumentsOfSomeIds() {
    createRouted();
    String last = null;
    for (int i = 0; i < 40; i++) {
      String routing = "r" + i;
      last = shard(routing) == 4 ? routing : last;
      for (String id : new String[] {"1", "2", "3", "4"}) {
        index("routed", id, routing, 64);
      }
    }
    index("routed", "other", last, 64);
    String like =
        Stream.of("other", "1", "2", "3", "4")
            .map(id -> "{\"_index\": \"routed\", \"_id\": \"" + id + "\"}")
            .collect(Collectors.joining(", ", "\"like\": [", "]"));
    Exception e =
        expectThrows(
            IllegalArgumentException.class, client().prepareSearch("routed").setQuery(near(like)));
    assertEquals(
        "[like] must name one document but there are several [1] in [routed]: name the index and"
            + " the routing",
        e.getMessage());
  }

  /** A shard that fails may have the document that is meant. */
  public void testAShardThatFails() {
    createIndexOf("up", 1);
    index("up", "x", "r", 1);
    index("up", "y", null, 1);
    Settings nowhere =
        Settings.builder()
            .put("index.number_of_shards", 1)
            .put("index.routing.allocation.require._name", "none")
            .build();
    assertAcked(
        indicesAdmin()
            .prepareCreate("down")
            .setSettings(nowhere)
            .setMapping(MAPPING)
            .setWaitForActiveShards(ActiveShardCount.NONE));
    assertAcked(
        indicesAdmin()
            .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
            .addAlias(new String[] {"up", "down"}, "both"));
    String like = "\"like\": {\"_index\": \"%s\", \"_id\": \"x\"}";
    assertEquals(List.of("up/y=1.0"), hits(near(like.formatted("up")), "up"));
    expectThrows(
        SearchPhaseExecutionException.class,
        client().prepareSearch("up").setQuery(near(like.formatted("both"))));
  }

  public void testIdsWithCommas() {
    createRouted();
    index("routed", "p,q", null, 1);
    index("routed", ",", null, 1);
    for (String id : List.of("p,q", ",")) {
      String like = "\"like\": {\"_index\": \"routed\", \"_id\": \"" + id + "\"}";
      assertEquals(1, hits(near(like), "routed").size());
    }
  }

  public void testAnAliasWithASearchRouting() {
    createRouted();
    index("routed", "x", a, 1);
    index("routed", "x", b, 64);
    index("routed", "z", null, 1);
    assertAcked(
        indicesAdmin()
            .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
            .addAliasAction(
                IndicesAliasesRequest.AliasActions.add().index("routed").alias("of_a").routing(a)));
    String like = "\"like\": {\"_index\": \"of_a\", \"_id\": \"x\"}";
    assertEquals(List.of("routed/z=1.0"), hits(near(like), "routed"));
  }

  /** A time series index refuses searches with a routing. */
  public void testATimeSeriesIndex() {
    Settings settings =
        Settings.builder()
            .put("index.mode", "time_series")
            .put("index.routing_path", "host")
            .put("index.time_series.start_time", "2024-01-01T00:00:00Z")
            .put("index.time_series.end_time", "2025-01-01T00:00:00Z")
            .build();
    String mapping =
        """
        {"properties": {"@timestamp": {"type": "date"},
          "host": {"type": "keyword", "time_series_dimension": true},
          "fp": {"type": "simhash"}}}""";
    createIndexOf("metrics", settings, mapping);
    String like = "\"like\": {\"_index\": \"metrics\", \"_id\": \"x\"";
    var search = client().prepareSearch("metrics").setQuery(near(like + "}"));
    assertEquals(
        absent("x", "metrics"), expectThrows(ResourceNotFoundException.class, search).getMessage());
    String routing = ", \"routing\": \"x\"}";
    var routed = client().prepareSearch("metrics").setQuery(near(like + routing));
    assertEquals(
        "searching with a specified routing is not supported because the destination index"
            + " [metrics] is in time_series mode",
        expectThrows(IllegalArgumentException.class, routed).getMessage());
  }
}
