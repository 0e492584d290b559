package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;

/** Many fingerprints in one query: each hit names those that it is a neighbour of. */
public class NamedFingerprintsSearchTests extends NearQueryNode {

  private static String fingerprints(String named, int maxDistance) {
    return "\"fingerprints\": {" + named + "}, \"max_distance\": " + maxDistance;
  }

  private static String like(String id) {
    return "{\"like\": {\"_index\": \"news\", \"_id\": \"" + id + "\"}}";
  }

  /** The hits' ids with the names of their fingerprints and the scores of these. */
  private Map<String, Map<String, Float>> named(QueryBuilder query, String... indices) {
    Map<String, Map<String, Float>> named = new TreeMap<>();
    assertResponse(
        client().prepareSearch(indices).setQuery(query).setSize(100),
        response -> {
          for (SearchHit hit : response.getHits()) {
            named.put(
                hit.getIndex() + "/" + hit.getId(),
                new TreeMap<>(hit.getMatchedQueriesAndScores()));
          }
        });
    return named;
  }

  public void testEachHitNamesItsFingerprintsAndHasTheBestScore() {
    createNews("news");
    String both = "\"zero\": \"" + fingerprint(0) + "\", \"three\": \"" + fingerprint(3) + "\"";
    QueryBuilder query = near(fingerprints(both, 3));
    assertEquals(
        List.of("news/0=1.0", "news/1=0.5", "news/3=1.0"),
        hits(query, "news").stream().sorted().toList());
    assertEquals(
        Map.of(
            "news/0", Map.of("zero", 1f, "three", .25f),
            "news/1", Map.of("zero", .5f, "three", 1 / 3f),
            "news/3", Map.of("zero", .25f, "three", 1f)),
        named(query, "news"));
  }

  public void testEveryFormOfAFingerprint() {
    createNews("news");
    String forms =
        "\"hex\": \"0x"
            + fingerprint(0)
            + "\", \"integer\": -1, \"object\": {\"fingerprint\": \""
            + fingerprint(9)
            + "\", \"features\": 12, \"effective_features\": 11.5}, \"like\": "
            + like("3");
    assertEquals(
        Map.of(
            "news/0", Map.of("hex", 1f),
            "news/64", Map.of("integer", 1f),
            "news/9", Map.of("object", 1f)),
        named(near(fingerprints(forms, 0)), "news"));
  }

  /** A bulk check: which of these documents have neighbours, among themselves too. */
  public void testADocumentIsTheNeighbourOfOthersButNotOfItself() {
    createNews("news");
    createNews("old");
    String documents = "\"a\": " + like("0") + ", \"b\": " + like("1") + ", \"n\": " + like("none");
    assertEquals(
        Map.of("news/0", Map.of("b", .5f), "news/1", Map.of("a", .5f)),
        named(near(fingerprints(documents, 1)), "news"));
    assertEquals(
        new TreeSet<>(List.of("news/0", "news/1", "old/0", "old/1")),
        named(near(fingerprints(documents, 1)), "news", "old").keySet());
    assertEquals(
        Map.of("a", 1f, "b", .5f),
        named(near(fingerprints(documents, 1)), "news", "old").get("old/0"));
    assertEquals(Map.of(), named(near(fingerprints("\"n\": " + like("none"), 64)), "news"));
    var missing =
        client()
            .prepareSearch("news")
            .setQuery(near(fingerprints("\"a\": " + like("0") + ", \"b\": " + like("7"), 1)));
    assertEquals(
        absent("7", "news"), expectThrows(ResourceNotFoundException.class, missing).getMessage());
  }

  public void testNamesStandBesideThoseOfOtherQueries() {
    createNews("news");
    String zero = "\"zero\": \"" + fingerprint(0) + "\"";
    BoolQueryBuilder query =
        QueryBuilders.boolQuery()
            .filter(QueryBuilders.idsQuery().addIds("0", "9").queryName("ids"))
            .should(near(fingerprints(zero, 1) + ", \"_name\": \"batch\", \"boost\": 3"))
            .mustNot(near(fingerprints("\"far\": -1", 64 - 60)));
    assertEquals(
        Map.of(
            "news/0",
            new TreeSet<>(List.of("batch", "ids", "zero")),
            "news/9",
            new TreeSet<>(List.of("ids"))),
        names(query));
  }

  private Map<String, TreeSet<String>> names(QueryBuilder query) {
    Map<String, TreeSet<String>> names = new TreeMap<>();
    assertResponse(
        client().prepareSearch("news").setQuery(query),
        response ->
            response
                .getHits()
                .forEach(
                    hit ->
                        names.put(
                            "news/" + hit.getId(),
                            new TreeSet<>(Arrays.asList(hit.getMatchedQueries())))));
    return names;
  }
}
