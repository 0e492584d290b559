package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.BeforeClass;
import org.junit.Test;

/** Copied passages on a node: every document that shares one, none else, and no hidden text. */
public class PassagesIT extends SecurityTestCase {

  private static final String ROLES =
      """
      passages_reader:
        indices: [{names: ["passages*"], privileges: [read]}]
      passages_limited:
        indices: [{names: ["passages*"], privileges: [read], query: '{"term": {"public": true}}'}]
      passages_terms:
        indices: [{names: ["passages*"], privileges: [read],
          field_security: {grant: [public, content.passages]}}]
      passages_text:
        indices: [{names: ["passages*"], privileges: [read],
          field_security: {grant: [public, content]}}]
      passages_none:
        indices: [{names: ["passages*"], privileges: [read], field_security: {grant: [public]}}]
      passages_stranger:
        indices: [{names: [elsewhere], privileges: [read]}]
      """;

  private static final String INDEX =
      """
      {"settings": {"number_of_shards": %s},
       "mappings": {"properties": {
         "public": {"type": "boolean"},
         "content": {"type": "text", "fields": {"passages": {"type": "passages"}}}}}}""";

  private static final long SEED = 20_261_124;

  /** Texts by id; many of them have a part of another one. */
  private static final Map<String, String> TEXTS = new LinkedHashMap<>();

  @BeforeClass
  public static void makeIndices() {
    makeUsers(ROLES);
    makeTexts(new Random(SEED));
    for (int shards : List.of(1, 3)) {
      put("/passages-" + shards, INDEX.formatted(shards));
      Map<String, Object> documents = new LinkedHashMap<>();
      TEXTS.forEach(
          (id, text) -> documents.put(id, Map.of("content", text, "public", id.startsWith("p"))));
      http().index("passages-" + shards, documents, "");
    }
  }

  private static void makeTexts(Random random) {
    for (int i = 0; i < 300; i++) {
      boolean dense = i % 3 == 0;
      StringBuilder text = new StringBuilder();
      while (text.length() < 100 + random.nextInt(1_500)) {
        text.append(word(random, dense || random.nextInt(20) == 0));
      }
      List<String> earlier = List.copyOf(TEXTS.values());
      for (int copies = earlier.isEmpty() ? 0 : random.nextInt(3); copies > 0; copies--) {
        String other = earlier.get(random.nextInt(earlier.size()));
        int from = random.nextInt(other.length());
        int to = Math.min(other.length(), from + random.nextInt(400));
        text.insert(random.nextInt(text.length() + 1), other.substring(from, to).replace(' ', '-'));
      }
      TEXTS.put((i % 2 == 0 ? "p" : "h") + i, text.toString());
    }
  }

  private static String word(Random random, boolean dense) {
    StringBuilder word = new StringBuilder();
    for (int i = 1 + random.nextInt(9); i > 0; i--) {
      word.append((char) (dense ? '\u4e00' + random.nextInt(3_000) : 'a' + random.nextInt(26)));
    }
    return word.append(dense ? "" : " ").toString();
  }

  /** The shortest runs of letters of a length, of each text. */
  private static Map<String, Set<String>> runs(int minLength) {
    Map<String, Set<String>> runs = new LinkedHashMap<>();
    TEXTS.forEach((id, text) -> runs.put(id, runs(text, minLength)));
    return runs;
  }

  /** The texts that have one of the runs of a text. */
  private static Set<String> sharing(String id, Map<String, Set<String>> runs) {
    Set<String> ids = new TreeSet<>();
    runs.forEach(
        (other, of) -> {
          if (Collections.disjoint(of, runs.get(id)) == false) {
            ids.add(other);
          }
        });
    return ids;
  }

  private static Set<String> runs(String text, int minLength) {
    String letters = text.replaceAll("[^a-z\\u4e00-\\u9fff]", "");
    Set<String> runs = new HashSet<>();
    int to = 0;
    int units = 0;
    for (int from = 0; from < letters.length(); from++) {
      while (to < letters.length() && units < 5 * minLength) {
        units += units(letters.charAt(to++));
      }
      if (units < 5 * minLength) {
        break;
      }
      runs.add(letters.substring(from, to));
      units -= units(letters.charAt(from));
    }
    return runs;
  }

  private static int units(char letter) {
    return letter < 128 ? 5 : 12;
  }

  private static String query(String source, String more) {
    return "{\"size\": 1000, \"_source\": false, \"query\": {\"shared_passages\": {\"field\":"
        + " \"content.passages\", "
        + source
        + more
        + "}}}";
  }

  private static String like(String index, String id) {
    return "\"like\": {\"_index\": \"" + index + "\", \"_id\": \"" + id + "\"}";
  }

  private static Set<String> found(Http http, String index, String query) {
    return new TreeSet<>(http.post("/" + index + "/_search", query).ok().ids());
  }

  @Test
  public void testEveryDocumentThatSharesAPassageAndNoOther() {
    int hits = 0;
    List<String> ids = List.copyOf(TEXTS.keySet());
    for (int minLength : List.of(65, 100, 150, 300, 1_000)) {
      String options = ", \"max_doc_freq\": 0, \"min_length\": " + minLength;
      Map<String, Set<String>> runs = runs(minLength);
      for (int i = 0; i < ids.size(); i += 7) {
        Set<String> expected = sharing(ids.get(i), runs);
        hits += expected.size();
        String text = "\"text\": \"" + TEXTS.get(ids.get(i)) + "\"";
        String name = ids.get(i) + " " + minLength + ", seed " + SEED;
        assertEquals(name, expected, found(http(), "passages-1", query(text, options)));
        expected.remove(ids.get(i));
        String index = "passages-3";
        assertEquals(name, expected, found(http(), index, query(like(index, ids.get(i)), options)));
      }
    }
    assertTrue("hits " + hits, hits > 500);
  }

  /** A document of a search, and another one that shares a passage with it; both public. */
  private static List<String> pair() {
    Map<String, Set<String>> runs = runs(150);
    for (String id : TEXTS.keySet()) {
      Set<String> others = sharing(id, runs);
      others.remove(id);
      others.removeIf(other -> other.startsWith("h"));
      if (id.startsWith("p") && others.isEmpty() == false) {
        return List.of(id, others.iterator().next());
      }
    }
    throw new AssertionError("no pair with the seed " + SEED);
  }

  @Test
  public void testUsersSeeWhatTheyMayRead() {
    List<String> pair = pair();
    String query = query(like("passages-1", pair.get(0)), ", \"max_doc_freq\": 0");
    Set<String> all = found(as("passages_reader"), "passages-1", query);
    assertTrue(all.toString(), all.contains(pair.get(1)));
    Set<String> visible = new TreeSet<>(all);
    visible.removeIf(id -> id.startsWith("h"));
    assertEquals(visible, found(as("passages_limited"), "passages-1", query));
    assertEquals(403, as("passages_stranger").post("/passages-1/_search", query).status());
    // A hidden document cannot be liked; a hidden field has no texts.
    String hidden = TEXTS.keySet().stream().filter(id -> id.startsWith("h")).findFirst().get();
    String likesHidden = query(like("passages-1", hidden), "");
    assertEquals(404, as("passages_limited").post("/passages-1/_search", likesHidden).status());
    for (String user : List.of("passages_terms", "passages_text", "passages_none")) {
      Response response = as(user).post("/passages-1/_search", query);
      assertTrue(user + response.text(), response.status() == 400 || response.ids().isEmpty());
      assertFalse(user, response.text().contains(TEXTS.get(pair.get(0)).substring(0, 20)));
    }
  }

  /** Neither the hits nor the explanation say that a hidden document has the passage. */
  @Test
  public void testHiddenDocumentsDoNotCountForMaxDocFreq() {
    put("/passages-hidden", INDEX.formatted(1));
    String text = TEXTS.get("p0");
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("seen", Map.of("content", text, "public", true));
    documents.put("hidden", Map.of("content", text, "public", false));
    http().index("passages-hidden", documents, "");
    String query = query("\"text\": \"" + text + "\"", ", \"max_doc_freq\": 1");
    assertEquals(Set.of(), found(as("passages_reader"), "passages-hidden", query));
    assertEquals(Set.of("seen"), found(as("passages_limited"), "passages-hidden", query));
    String explain = query.replace("\"size\": 1000, \"_source\": false, ", "");
    String path = "/passages-hidden/_explain/seen";
    assertTrue(http().post(path, explain).text().contains("of more than 1 documents not"));
    Response limited = as("passages_limited").post(path, explain).ok();
    assertFalse(limited.text(), limited.text().contains("of more than 1 documents not"));
    delete("/passages-hidden");
  }

  @Test
  public void testMarksNothingThatIsHidden() {
    List<String> pair = pair();
    String highlight =
        """
        {"size": 1000, "_source": false, "query": {"match_all": {}},
         "highlight": {"fields": {"content": {"type": "shared_passages",
           "highlight_query": {"shared_passages": {"field": "content.passages", %s}}}}}}""";
    String liked = highlight.formatted(like("passages-1", pair.get(0)));
    Response seen = as("passages_reader").post("/passages-1/_search", liked).ok();
    assertTrue(seen.text().contains("<em>"));
    String hidden = TEXTS.keySet().stream().filter(id -> id.startsWith("h")).findFirst().get();
    String likesHidden = highlight.formatted(like("passages-1", hidden));
    assertEquals(404, as("passages_limited").post("/passages-1/_search", likesHidden).status());
    String own = query("\"text\": \"" + TEXTS.get(pair.get(0)) + "\"", "");
    own =
        own.substring(0, own.length() - 1)
            + ", \"highlight\": {\"fields\": {\"content\": {\"type\": \"shared_passages\"}}}}";
    Response none = as("passages_none").post("/passages-1/_search", own);
    assertFalse(none.text(), none.text().contains("<em>"));
  }

  /** A text of 200,000 equal characters, a document of 1,000,000, and 100 hits to mark. */
  @Test
  public void testLargeTexts() {
    put("/large-passages", INDEX.formatted(1));
    String equal = "水".repeat(1_000_000);
    Map<String, Object> documents = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      documents.put("e" + i, Map.of("content", "水".repeat(5_000)));
    }
    documents.put("long", Map.of("content", equal));
    http().index("large-passages", documents, "");
    String text = "\"text\": \"" + "水".repeat(200_000) + "\"";
    String query = query(text, ", \"min_length\": 1000");
    Response response =
        post(
            "/large-passages/_search",
            query.substring(0, query.length() - 1)
                + ", \"highlight\": {\"fields\": {\"content\": {\"type\":"
                + " \"shared_passages\"}}}}");
    assertEquals(101, response.ids().size());
    String limited = "{\"timeout\": \"1ms\", " + query.substring(1);
    Response late = post("/large-passages/_search", limited);
    assertTrue(late.text(), late.text().contains("\"timed_out\":true"));
    delete("/large-passages");
  }

  private static long requestBreaker() {
    String stats = http().get("/_nodes/stats/breaker?filter_path=**.request").ok().text();
    return Long.parseLong(stats.replaceAll("(?s).*\"estimated_size_in_bytes\":(\\d+).*", "$1"));
  }

  /** Each bucket has a context of its own, which nothing releases. */
  @Test
  public void testMarksInBucketsGiveTheirMemoryBack() throws InterruptedException {
    String text = "\"text\": \"" + TEXTS.get(pair().get(0)) + "\"";
    String query = query(text, ", \"max_doc_freq\": 0, \"min_length\": 65");
    String body =
        query.substring(0, query.length() - 1)
            + ", \"aggs\": {\"by\": {\"terms\": {\"field\": \"public\"}, \"aggs\": {\"best\":"
            + " {\"top_hits\": {\"highlight\": {\"fields\": {\"content\": {\"type\":"
            + " \"shared_passages\"}}}}}}}}}";
    long before = requestBreaker();
    for (int i = 0; i < 200; i++) {
      Response response = http().post("/passages-3/_search", body).ok();
      assertTrue(response.text(), response.text().contains("<em>"));
    }
    // The bytes of a response may be released a moment later.
    for (int i = 0; i < 100 && requestBreaker() > before; i++) {
      Thread.sleep(50);
    }
    assertEquals(before, requestBreaker());
  }

  /** A footer in all documents is not looked up, and is no hit. */
  @Test
  public void testBoilerplateIsLeftOut() {
    put("/footer-passages", INDEX.formatted(1));
    Random random = new Random(SEED);
    StringBuilder footer = new StringBuilder();
    while (footer.length() < 400) {
      footer.append(word(random, false));
    }
    Map<String, Object> documents = new LinkedHashMap<>();
    List<String> own = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      StringBuilder text = new StringBuilder();
      while (text.length() < 400) {
        text.append(word(random, false));
      }
      own.add(text.toString());
      documents.put("d" + i, Map.of("content", text + ". " + footer));
    }
    documents.put("copy", Map.of("content", "x " + own.get(0)));
    http().index("footer-passages", documents, "");
    String like = like("footer-passages", "d0");
    String rare = query(like, ", \"max_doc_freq\": 20");
    assertEquals(Set.of("copy"), found(http(), "footer-passages", rare));
    String all = query(like, ", \"max_doc_freq\": 0");
    assertEquals(60, found(http(), "footer-passages", all).size());
    delete("/footer-passages");
  }
}
