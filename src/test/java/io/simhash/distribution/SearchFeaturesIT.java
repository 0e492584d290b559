package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.BeforeClass;
import org.junit.Test;

/** Features of Elasticsearch on a {@code simhash} field that no test inside a JVM asks for. */
public class SearchFeaturesIT extends DistributionTestCase {

  private static final String NEAR =
      """
      {"simhash_near": {"field": "fp", "fingerprint": "0000000000000000", "max_distance": 3}}""";

  @BeforeClass
  public static void indexDocuments() {
    put(
        "/search",
        """
            {"settings": {"index.mapping.total_fields.limit": 6}, "mappings": {"properties": {
              "fp": {"type": "simhash"}, "title": {"type": "text"}, "n": {"type": "integer"},
              "parts": {"type": "nested", "properties": {"fp": {"type": "simhash"}}}}}}""");
    Map<String, Object> documents = new LinkedHashMap<>();
    for (int bits : new int[] {0, 1, 2, 3, 4, 64}) {
      Map<String, Object> fingerprint =
          Map.of("fingerprint", hex(bits), "profile", bits < 3 ? "Low" : "High");
      List<Map<String, Object>> parts = List.of(Map.of("fp", hex(bits)), Map.of("fp", hex(64)));
      documents.put(
          Integer.toString(bits),
          Map.of("fp", fingerprint, "title", "quick fox " + bits, "n", bits, "parts", parts));
    }
    http().index("search", documents, "");
  }

  private static String hex(int bits) {
    return Fingerprint.toHex(bits == 64 ? -1L : (1L << bits) - 1);
  }

  @Test
  public void testSortAndSearchAfterReturnAllHits() {
    List<String> walked = new ArrayList<>();
    String after = "";
    for (int page = 0; page < 2; page++) {
      String sort = ", \"sort\": [\"_score\", {\"n\": \"desc\"}]" + after;
      Response response = search("\"size\": 2, \"query\": " + NEAR + sort);
      walked.addAll(response.ids());
      List<Object> last = response.at("hits.hits.1.sort");
      after = ", \"search_after\": [" + last.get(0) + ", " + last.get(1) + "]";
    }
    assertEquals(List.of("0", "1", "2", "3"), walked);
  }

  @Test
  public void testProfileNamesTheQuery() {
    Response response = search("\"profile\": true, \"query\": " + NEAR).ok();
    // The profile also has the filter that excludes nested documents.
    String path = "profile.shards.0.searches.0.query.0.children.0.";
    assertEquals("SimHashNearQuery", response.at(path + "type"));
    assertEquals(
        "fp:simhash_near(0000000000000000~3,similarity)", response.at(path + "description"));
  }

  @Test
  public void testHighlightOfAnotherQuery() {
    String bool = "{\"bool\": {\"must\": [{\"match\": {\"title\": \"fox\"}}, " + NEAR + "]}}";
    String highlight = ", \"highlight\": {\"fields\": {\"title\": {}, \"fp\": {}}}";
    Response response = search("\"query\": " + bool + highlight).ok();
    assertEquals(
        Map.of("title", List.of("quick <em>fox</em> 0")), response.at("hits.hits.0.highlight"));
    assertEquals(4, response.ids().size());
  }

  @Test
  public void testInnerHits() {
    Response response =
        search(
                """
                "query": {"nested": {"path": "parts", "inner_hits": {}, "query": {
                  "simhash_near": {"field": "parts.fp", "fingerprint": 0, "max_distance": 1}}}}""")
            .ok();
    assertEquals(List.of("0", "1"), response.ids());
    assertEquals(1, (int) response.at("hits.hits.1.inner_hits.parts.hits.total.value"));
    assertEquals(0, (int) response.at("hits.hits.1.inner_hits.parts.hits.hits.0._nested.offset"));
  }

  @Test
  public void testScroll() {
    Response first =
        http().post("/search/_search?scroll=1m", "{\"size\": 3, \"query\": " + NEAR + "}");
    assertEquals(3, first.ids().size());
    String body = Http.json(Map.of("scroll_id", first.at("_scroll_id")));
    assertEquals(List.of("3"), http().post("/_search/scroll", body).ids());
  }

  @Test
  public void testRescore() {
    String rescore = ", \"rescore\": {\"window_size\": 10, \"query\": {\"rescore_query\": ";
    List<String> rescored =
        search("\"query\": {\"match\": {\"title\": \"fox\"}}" + rescore + NEAR + "}}").ids();
    assertEquals(List.of("0", "1", "2", "3"), rescored.subList(0, 4));
  }

  @Test
  public void testAStoredScript() {
    put("/_scripts/bits", "{\"script\": {\"lang\": \"simhash\", \"source\": \"hamming\"}}");
    String sort =
        """
        "sort": {"_script": {"type": "number", "order": "desc", "script": {"id": "bits",
          "params": {"field": "fp", "fingerprint": 0}}}}""";
    assertEquals(List.of("64", "4", "3", "2", "1", "0"), search(sort).ids());
  }

  @Test
  public void testTermsEnum() {
    assertEquals(List.of("0001", "0003", "0007", "000f"), terms("fp.block_3", "000", "0000"));
    assertEquals(List.of(), terms("fp.block_3", "FF", ""));
    assertEquals(List.of("High"), terms("fp.profile", "H", ""));
  }

  private static List<String> terms(String field, String prefix, String after) {
    Map<String, String> body = Map.of("field", field, "string", prefix, "search_after", after);
    return post("/search/_terms_enum", Http.json(body)).at("terms");
  }

  /** Like the parts of a {@code text} field with {@code index_prefixes}. */
  @Test
  public void testSubFieldsDoNotCountTowardsTheLimitOfFields() {
    String mapping = "{\"properties\": {\"%s\": {\"type\": \"simhash\"}}}";
    put("/search/_mapping", mapping.formatted("sixth"));
    Response seventh = http().put("/search/_mapping", mapping.formatted("seventh"));
    assertEquals(400, seventh.status());
    assertTrue(seventh.reason(), seventh.reason().startsWith("Limit of total fields [6] has been"));
  }

  /** The search of docs/recipes/images.md, at 31 bits, against all distances. */
  @Test
  public void testAHashOf256BitsAsFourFields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    List<String> candidates = new ArrayList<>();
    List<String> distances = new ArrayList<>();
    for (String part : List.of("a", "b", "c", "d")) {
      fields.put(part, Map.of("type", "simhash"));
      String near =
          "{\"simhash_near\": {\"field\": \"%s\", \"fingerprint\": 0, \"max_distance\": %s}}";
      candidates.add(near.formatted(part, "7"));
      distances.add(near.formatted(part, "31, \"score\": \"linear\""));
    }
    put("/long-hashes", Http.json(Map.of("mappings", Map.of("properties", fields))));
    Random random = new Random(256);
    Map<String, Object> documents = new LinkedHashMap<>();
    Set<String> expected = new TreeSet<>();
    for (int i = 0; i < 1000; i++) {
      BitSet hash = new BitSet(256);
      int distance = 20 + random.nextInt(20);
      while (hash.cardinality() < distance) {
        // Half of the documents have most of the bits in one part.
        hash.set(random.nextInt(i % 2 == 0 || random.nextInt(4) == 0 ? 256 : 64));
      }
      Map<String, Object> document = new LinkedHashMap<>();
      for (int part = 0; part < 4; part++) {
        long[] bits = hash.get(64 * part, 64 * part + 64).toLongArray();
        document.put("abcd".substring(part, part + 1), hex(bits));
      }
      documents.put(Integer.toString(i), document);
      if (distance <= 31) {
        expected.add(Integer.toString(i));
      }
    }
    http().index("long-hashes", documents, "");
    String query =
        """
        {"size": 1000, "min_score": 3.515625, "query": {"bool": {
          "filter": {"bool": {"should": %s}}, "must": %s}}}""";
    Response found = http().post("/long-hashes/_search", query.formatted(candidates, distances));
    assertEquals(expected, new TreeSet<>(found.ok().ids()));
  }

  /** Of the words of a {@link BitSet}, which omits those that are 0. */
  private static String hex(long[] bits) {
    return Fingerprint.toHex(bits.length == 0 ? 0 : bits[0]);
  }

  private static Response search(String body) {
    return http().post("/search/_search", "{" + body + "}");
  }
}
