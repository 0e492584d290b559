package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.xcontent.XContentType;

/** Neighbours of a stored document. */
public class SimHashNearLikeTests extends NearQueryNode {

  public void testTheDocumentItselfIsLeftOutUnlessIncluded() {
    createNews("news");
    String like = like("news", "1") + ", \"max_distance\": 2";
    assertEquals(List.of("news/0=0.5", "news/3=0.33333334"), hits(near(like), "news"));
    assertEquals(
        List.of("news/0=0.5", "news/3=0.33333334"),
        hits(near(like + ", \"include\": false"), "news"));
    assertEquals(
        List.of("news/1=1.0", "news/0=0.5", "news/3=0.33333334"),
        hits(near(like + ", \"include\": true"), "news"));
  }

  public void testOnlyTheDocumentItselfIsLeftOut() {
    createNews("news");
    createNews("old");
    assertEquals(
        List.of("old/1=1.0"),
        hits(near(like("news", "1") + ", \"max_distance\": 0"), "news", "old"));
  }

  public void testBoostAndNameSurvive() {
    createNews("news");
    String like = like("news", "1") + ", \"max_distance\": 1, \"boost\": 4, \"_name\": \"twin\"";
    assertEquals(List.of("news/0=2.0"), hits(near(like), "news"));
    var search = client().prepareSearch("news").setQuery(near(like));
    assertResponse(
        search,
        response ->
            assertEquals(Set.of("twin"), Set.of(response.getHits().getAt(0).getMatchedQueries())));
  }

  public void testAnAbsentDocumentIs404() {
    createNews("news");
    var search = client().prepareSearch("news").setQuery(near(like("news", "7")));
    Exception e = expectThrows(ResourceNotFoundException.class, search);
    assertEquals(absent("7", "news"), e.getMessage());
    var elsewhere = client().prepareSearch("news").setQuery(near(like("absent", "7")));
    expectThrows(IndexNotFoundException.class, elsewhere);
  }

  public void testADocumentWithoutFingerprintMatchesNothing() {
    createNews("news");
    assertEquals(List.of(), hits(near(like("news", "none") + ", \"max_distance\": 64"), "news"));
  }

  public void testAnotherFieldTypeThereIsRefused() {
    createNews("news");
    createIndexOf("other", Settings.EMPTY, OTHER);
    index("other", "1", "{\"fp\": \"word\"}");
    var search = client().prepareSearch("news").setQuery(near(like("other", "1")));
    Exception e = expectThrows(IllegalArgumentException.class, search);
    assertEquals(
        "[like] needs a document with a fingerprint in [fp] but in [other] that field holds"
            + " something else",
        e.getMessage());
  }

  private static final String OTHER = "{\"properties\": {\"fp\": {\"type\": \"keyword\"}}}";

  public void testAnAliasStandsForItsIndices() {
    createNews("news");
    createNews("old");
    alias("news", "now", "{\"match_all\": {}}");
    assertEquals(
        List.of("news/0=0.5"), hits(near(like("now", "1") + ", \"max_distance\": 1"), "news"));
    alias("old", "now", "{\"match_all\": {}}");
    var search = client().prepareSearch("news").setQuery(near(like("now", "1")));
    Exception e = expectThrows(IllegalArgumentException.class, search);
    assertEquals(
        "[like] must name one document but there are several [1] in [now]: name the index and the"
            + " routing",
        e.getMessage());
  }

  public void testAnAliasThatHidesTheDocumentHidesItHereToo() {
    createNews("news");
    alias("news", "titled", "{\"exists\": {\"field\": \"title\"}}");
    var search = client().prepareSearch("news").setQuery(near(like("titled", "1")));
    expectThrows(ResourceNotFoundException.class, search);
  }

  private void alias(String index, String alias, String filter) {
    assertAcked(
        indicesAdmin()
            .prepareAliases(TEST_REQUEST_TIMEOUT, TEST_REQUEST_TIMEOUT)
            .addAliasAction(
                IndicesAliasesRequest.AliasActions.add().index(index).alias(alias).filter(filter)));
  }

  public void testRouting() {
    createIndexOf("routed", 5);
    for (String routing : List.of("a", "b", "c", "d", "e", "f")) {
      client()
          .prepareIndex("routed")
          .setId("of " + routing)
          .setRouting(routing)
          .setSource("{\"fp\": \"" + fingerprint(3) + "\"}", XContentType.JSON)
          .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
          .get();
    }
    String id = "\"like\": {\"_index\": \"routed\", \"_id\": \"of a\"";
    assertEquals(5, hits(near(id + "}"), "routed").size());
    assertEquals(5, hits(near(id + ", \"routing\": \"a\"}"), "routed").size());
    int others = 0;
    for (String routing : List.of("b", "c", "d", "e", "f")) {
      try {
        hits(near(id + ", \"routing\": \"" + routing + "\"}"), "routed");
      } catch (ResourceNotFoundException e) {
        others++;
      }
    }
    assertTrue("some of five routings must lead to another shard", others > 0);
  }

  public void testTheDocumentIsReadAsTheCaller() {
    createNews("news");
    Witness.CALLERS.clear();
    Client alice = client().filterWithHeader(Map.of(Witness.HEADER, "alice"));
    String minHash = ", \"minhash\": {\"field\": \"tags\", " + like("news", "0") + "}";
    assertEquals(
        1,
        hits(alice
                .prepareSearch("news")
                .setQuery(near(like("news", "1") + ", \"max_distance\": 1" + minHash)))
            .size());
    assertEquals(List.of("alice", "alice", "alice"), Witness.CALLERS);
  }

  public void testInnerFieldsOfNestedObjects() {
    createNews("news");
    index(
        "news",
        "whole",
        "{\"fp\": \""
            + fingerprint(9)
            + "\", \"parts\": [{\"fp\": \""
            + fingerprint(0)
            + "\"}, {\"fp\": \""
            + fingerprint(64)
            + "\"}]}");
    String nested =
        "{\"nested\": {\"path\": \"parts\", \"inner_hits\": {}, \"query\": {\"simhash_near\":"
            + " {\"field\": \"parts.fp\", \"max_distance\": 1, \"fingerprint\": \""
            + fingerprint(1)
            + "\"}}}}";
    assertResponse(
        client().prepareSearch("news").setQuery(query(nested)),
        response -> {
          var hit = response.getHits().getAt(0);
          assertEquals("whole", hit.getId());
          assertEquals(.5, hit.getScore(), 0);
          assertEquals(1, hit.getInnerHits().get("parts").getHits().length);
          assertEquals(0, hit.getInnerHits().get("parts").getAt(0).getNestedIdentity().getOffset());
        });
  }
}
