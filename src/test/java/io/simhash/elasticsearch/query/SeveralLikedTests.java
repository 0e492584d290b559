package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.XContentType;

/** Neighbours of any of several stored documents, and of one that is not refreshed yet. */
public class SeveralLikedTests extends NearQueryNode {

  private static final String RADIUS = ", \"max_distance\": 6";

  public void testNeighboursOfAnyWithTheBestScore() {
    createNews("news");
    // 0 and 3 are neighbours of one another. Document 9 is 6 bits from 3 and too far from 0.
    String liked = likeAny("news/0", "news/3") + RADIUS;
    assertEquals(List.of("news/1=0.5", "news/9=0.14285715"), hits(near(liked), "news"));
    assertEquals(
        Set.of("news/0=1.0", "news/3=1.0", "news/1=0.5", "news/9=0.14285715"),
        new TreeSet<>(hits(near(liked + ", \"include\": true"), "news")));
  }

  public void testAnArrayOfOneAndARepeatedDocument() {
    createNews("news");
    List<String> one = hits(near(like("news", "1") + RADIUS), "news");
    assertEquals(2, one.size());
    assertEquals(one, hits(near(likeAny("news/1") + RADIUS), "news"));
    assertEquals(one, hits(near(likeAny("news/1", "news/1") + RADIUS), "news"));
  }

  public void testBoostAndNameSurvive() {
    createNews("news");
    for (String include : List.of("", ", \"include\": true")) {
      String named = ", \"boost\": 4, \"_name\": \"mine\"" + include;
      QueryBuilder query = near(likeAny("news/0", "news/64") + ", \"max_distance\": 1" + named);
      assertTrue(hits(query, "news").contains("news/1=2.0"));
      assertResponse(
          client().prepareSearch("news").setQuery(query),
          response ->
              response
                  .getHits()
                  .forEach(hit -> assertEquals(List.of("mine"), List.of(hit.getMatchedQueries()))));
    }
  }

  public void testDocumentsOfSeveralIndicesAndAliases() {
    createNews("news");
    createNews("old");
    alias("news", "now", null);
    String same = ", \"max_distance\": 0";
    // The documents themselves are no hits; equal ones of the other index are.
    assertEquals(
        Set.of("old/1=1.0", "news/9=1.0"),
        Set.copyOf(hits(near(likeAny("now/1", "old/9") + same), "news", "old")));
    assertEquals(
        List.of("old/1=1.0"), hits(near(likeAny("now/1", "news/1") + same), "news", "old"));
  }

  public void testDocumentsWithoutFingerprintAddNoNeighbours() {
    createNews("news");
    index("news", "empty", "{\"title\": \"empty\"}");
    assertEquals(
        List.of("news/1=0.5"),
        hits(near(likeAny("news/none", "news/0") + ", \"max_distance\": 1"), "news"));
    assertEquals(
        List.of(),
        hits(near(likeAny("news/none", "news/empty") + ", \"max_distance\": 64"), "news"));
  }

  public void testEachDocumentConfirmsItsOwnNeighbours() {
    createIndexOf(
        "texts",
        Settings.EMPTY,
        "{\"properties\": {\"fp\": {\"type\": \"simhash\"}, \"text\": {\"type\": \"text\"}}}");
    indexText("a", 0, "the quick brown fox jumps over the lazy dog");
    indexText("b", 64, "nothing in this sentence was ever said in that way");
    indexText("near a", 1, "the quick brown fox jumps over the lazy cat");
    // Its fingerprint is near that of a, but its text is that of b.
    indexText("mixed", 2, "nothing in this sentence was ever said in that way");
    index("texts", "no text", "{\"fp\": \"" + fingerprint(3) + "\"}");
    String confirm = ", \"confirm\": {\"field\": \"text\", \"min_similarity\": 0.5";
    String liked = likeAny("texts/a", "texts/b", "texts/no text") + RADIUS + confirm;
    assertEquals(List.of("texts/near a=0.5"), hits(near(liked + "}"), "texts"));
    assertEquals(
        List.of("texts/mixed=0.5"),
        hits(near(liked + ", \"text\": \"nothing in this sentence was ever said\"}"), "texts"));
  }

  private void indexText(String id, int bits, String text) {
    index("texts", id, "{\"fp\": \"" + fingerprint(bits) + "\", \"text\": \"" + text + "\"}");
  }

  /** One search for the documents of one index, and one for that of minhash. */
  public void testTheDocumentsAreReadOnceAndAsTheCaller() {
    createNews("news");
    index("news", "2", "{\"fp\": \"" + fingerprint(2) + "\", \"tags\": [\"a\", 1]}");
    index("news", "4", "{\"fp\": \"" + fingerprint(4) + "\", \"tags\": [\"a\"]}");
    Witness.CALLERS.clear();
    Client alice = client().filterWithHeader(Map.of(Witness.HEADER, "alice"));
    String minHash =
        ", \"minhash\": {\"field\": \"tags\", \"min_similarity\": 0.9, " + like("news", "2") + "}";
    QueryBuilder query =
        near(likeAny("news/1", "news/3", "news/1") + ", \"max_distance\": 1" + minHash);
    assertEquals(
        List.of("news/2"),
        hits(alice.prepareSearch("news").setQuery(query)).stream()
            .map(hit -> hit.replaceAll("=.*", ""))
            .toList());
    assertEquals(List.of("alice", "alice", "alice"), Witness.CALLERS);
  }

  public void testMinHashNear() {
    createIndexOf("news", 2);
    index("news", "1", "{\"tags\": [\"a\", \"b\", 7, true]}");
    index("news", "2", "{\"tags\": [\"a\", \"b\", 7, true]}");
    index("news", "3", "{\"tags\": [\"x\", 1.50]}");
    index("news", "4", "{\"tags\": [\"x\", \"1.50\"]}");
    index("news", "5", "{\"tags\": [\"a\", \"b\", \"7\", \"true\"]}");
    index("news", "6", "{}");
    assertEquals(
        Set.of("news/4=1.0", "news/5=1.0"), minHashNear(likeAny("news/1", "news/2", "news/3")));
    assertEquals(
        Set.of("news/1=1.0", "news/2=1.0", "news/5=1.0"),
        minHashNear(likeAny("news/1", "news/6") + ", \"include\": true"));
    assertEquals(Set.of(), minHashNear(likeAny("news/6")));
    assertEquals(
        Set.of("news/1=1.0", "news/2=1.0", "news/5=1.0"),
        minHashNear("\"values\": [true, 7, \"b\", \"a\"]"));
    assertEquals(Set.of("news/3=1.0", "news/4=1.0"), minHashNear("\"values\": [\"1.50\", \"x\"]"));
  }

  private Set<String> minHashNear(String options) {
    String near = "{\"minhash_near\": {\"field\": \"tags\", \"min_similarity\": 0.9, ";
    return new TreeSet<>(hits(query(near + options + "}}"), "news"));
  }

  public void testADocumentIsFoundFromTheNextRefresh() {
    createNews("news");
    String document = "{\"fp\": \"" + fingerprint(2) + "\", \"tags\": [\"a\"]}";
    client().prepareIndex("news").setId("7").setSource(document, XContentType.JSON).get();
    String number = "\"like\": {\"_index\": \"news\", \"_id\": 7}";
    String tags = "\"fingerprint\": 0, \"minhash\": {\"field\": \"tags\", " + number + "}";
    String minHash = "{\"minhash_near\": {\"field\": \"tags\", " + number + "}}";
    for (QueryBuilder query : List.of(near(number), near(tags), query(minHash))) {
      var search = client().prepareSearch("news").setQuery(query);
      assertEquals(
          absent("7", "news"), expectThrows(ResourceNotFoundException.class, search).getMessage());
    }
    indicesAdmin().prepareRefresh("news").get();
    assertEquals(
        Set.of("news/1=0.5", "news/3=0.5"),
        Set.copyOf(hits(near(number + ", \"max_distance\": 1"), "news")));
    assertEquals(5, hits(near(tags), "news").size());
    assertEquals(List.of(), hits(query(minHash), "news"));
  }
}
