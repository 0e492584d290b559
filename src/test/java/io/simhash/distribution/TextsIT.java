package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.BeforeClass;
import org.junit.Test;

/** Unusual texts in a pipeline, a text field, a query and the endpoint. */
public class TextsIT extends DistributionTestCase {

  private static final int LONGEST = 1_000_000;
  private static final int LONGEST_IN_QUERY = 200_000;
  private static final String TOO_LONG =
      "a text must have at most [1000000] characters but had [1000001]";

  @BeforeClass
  public static void makeIndex() {
    http()
        .put(
            "/_ingest/pipeline/texts",
            "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"min_features\": 0}}]}")
        .ok();
    http()
        .put(
            "/texts",
            """
            {"mappings": {"properties": {
              "simhash": {"type": "simhash"},
              "content": {"type": "text", "index": false, "fields": {
                "simhash": {"type": "simhash", "analyzer": "ansj", "min_features": 0},
                "minhash": {"type": "minhash", "shingle": {"unit": "character"}}}}}}}""")
        .ok();
  }

  /** By default a word has at least two characters. */
  private static final Set<String> WORDLESS = Set.of("one", "equal", "names");

  /** JSON strings, quotes included, of texts by name. */
  private static Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("one", "\"水\"");
    texts.put("equal", "\"" + "水".repeat(100_000) + "\"");
    texts.put("names", "\"" + "李".repeat(100_000) + "\"");
    texts.put("latin", "\"" + "a".repeat(100_000) + "\"");
    texts.put("lone", "\"今年 \\ud800 春茶 \\udc00 出口\"");
    texts.put("nul", "\"今年\\u0000春茶\\u0000\"");
    texts.put("emoji", "\"今年👩‍👩‍👧‍👦春茶🍵出口🇨🇳\"");
    texts.put("mixed", "\"Ελλάδα привет 今年春茶 한국어 ไทย العربية café\"");
    texts.put("lines", "\"今年\\r\\n\\t春茶\\u2028出口\\ufeff\"");
    return texts;
  }

  @Test
  public void testUnusualTextsHaveTheSameFingerprintEverywhere() {
    List<String> lines = new ArrayList<>();
    texts()
        .forEach(
            (id, text) -> {
              lines.add("{\"index\": {\"_id\": \"" + id + "\"}}");
              lines.add("{\"content\": " + text + "}");
            });
    Response bulk = http().bulk("/texts/_bulk?pipeline=texts&refresh=true", lines).ok();
    assertEquals(bulk.text(), false, bulk.at("errors"));
    for (Map.Entry<String, String> entry : texts().entrySet()) {
      String id = entry.getKey();
      String text = "{\"min_features\": 0, \"text\": " + entry.getValue() + "}";
      String fingerprint = http().post("/_simhash/fingerprint", text).ok().at("fingerprint");
      boolean has = WORDLESS.contains(id) == false;
      assertEquals(id, has, fingerprint != null);
      Response document = http().get("/texts/_doc/" + id + "?_source_includes=simhash").ok();
      assertEquals(id, fingerprint, document.at("_source.simhash.fingerprint"));
      String near =
          "{\"size\": 100, \"query\": {\"simhash_near\": {\"field\": \"%s\", \"max_distance\": 0, %s}}}";
      String content = entry.getValue();
      for (String query :
          List.of(
              near.formatted("content.simhash", "\"text\": " + content),
              near.formatted(
                  "simhash",
                  "\"document\": {\"content\": " + content + "}, \"pipeline\": \"texts\""))) {
        List<String> ids = http().post("/texts/_search?_source=false", query).ids();
        assertTrue(id, ids.contains(id));
      }
    }
  }

  @Test
  public void testATextWithoutWordsHasNoFingerprintAndAStaleOneIsRemoved() {
    for (String text : List.of("", " ", "。，！", "\u0000", "水")) {
      Map<String, Object> document = Map.of("content", text, "simhash", "00000000000000ff");
      http().index("texts", Map.of("empty", document), "pipeline=texts");
      Map<String, Object> source = http().get("/texts/_doc/empty").ok().at("_source");
      if (text.equals("水")) {
        assertEquals(
            Set.of("profile", "features", "effective_features", "signature"),
            ((Map<?, ?>) source.get("simhash")).keySet());
      } else {
        assertEquals(Map.of("content", text), source);
      }
      String body = Http.json(Map.of("text", text, "min_features", 0));
      assertNull(http().post("/_simhash/fingerprint", body).ok().at("fingerprint"));
    }
  }

  /** By default a text needs 8 effective features; shorter ones are found by their signatures. */
  @Test
  public void testAShortTextHasNoFingerprintUnlessMinFeaturesAllowsIt() {
    http()
        .put(
            "/_ingest/pipeline/texts-short",
            """
            {"processors": [{"simhash": {
              "field": "content", "analyzer": "standard", "preset": "words"}}]}""")
        .ok();
    http()
        .put(
            "/texts-short",
            """
            {"mappings": {"properties": {
              "simhash": {"type": "simhash"},
              "content": {"type": "text", "fields": {
                "simhash": {"type": "simhash", "analyzer": "standard", "preset": "words"}}}}}}""")
        .ok();
    String seven = "quick brown foxes jump over lazy dogs";
    Map<String, String> texts = Map.of("seven", seven, "eight", seven + " today");
    String near = "{\"query\": {\"simhash_near\": {\"field\": \"%s\", \"max_distance\": 64, %s}}}";
    texts.forEach(
        (id, text) -> {
          Map<String, Object> stale = Map.of("content", text, "simhash", "00000000000000ff");
          http().index("texts-short", Map.of(id, stale), "pipeline=texts-short");
        });
    texts.forEach(
        (id, text) -> {
          boolean has = id.equals("eight");
          Map<String, Object> source = http().get("/texts-short/_doc/" + id).ok().at("_source");
          Map<?, ?> written = (Map<?, ?>) source.get("simhash");
          assertEquals(id, has, written.containsKey("fingerprint"));
          assertTrue(id, written.containsKey("signature"));
          String usual = "\"analyzer\": \"standard\", \"preset\": \"words\"";
          String asked = "{%s, \"text\": \"%s\"}".formatted(usual, text);
          Response fingerprint = http().post("/_simhash/fingerprint", asked).ok();
          assertEquals(has ? 8.0 : 7.0, fingerprint.at("effective_features"), 0.0);
          assertEquals(id, has, fingerprint.at("fingerprint") != null);
          Response every =
              http()
                  .post("/_simhash/fingerprint", asked.replace("}", ", \"min_features\": 0}"))
                  .ok();
          assertNotNull(every.at("fingerprint"));
          List<String> found = has ? List.of("eight", "seven") : List.of("seven", "eight");
          String query = near.formatted("content.simhash", "\"text\": \"" + text + "\"");
          assertEquals(found, http().post("/texts-short/_search", query).ids());
          String document =
              "\"document\": {\"content\": \"" + text + "\"}, \"pipeline\": \"texts-short\"";
          assertEquals(
              found,
              http().post("/texts-short/_search", near.formatted("simhash", document)).ids());
        });
  }

  @Test
  public void testTheLongestTextIsAcceptedAndALongerOneRefused() {
    String longest =
        Articles.NEWS.repeat(LONGEST / Articles.NEWS.length() + 1).substring(0, LONGEST);
    http().index("texts", Map.of("long", Map.of("content", longest)), "pipeline=texts");
    String near =
        "{\"_source\": false, \"query\": {\"simhash_near\": {\"field\": \"content.simhash\", \"text\": \"%s\"}}}";
    String inQuery = longest.substring(0, LONGEST_IN_QUERY);
    http().index("texts", Map.of("shorter", Map.of("content", inQuery)), "pipeline=texts");
    assertTrue(http().post("/texts/_search", near.formatted(inQuery)).ids().contains("shorter"));

    String longer = longest + "水";
    Response query = http().post("/texts/_search", near.formatted(inQuery + "水"));
    assertEquals(400, query.status());
    assertEquals(
        "[simhash_near] [text] must have at most [200000] characters but had [200001]",
        query.reason());
    String body = Http.json(Map.of("text", longer));
    refused(TOO_LONG, http().post("/_simhash/fingerprint", body));
    String document = Http.json(Map.of("content", longer));
    refused(TOO_LONG, http().put("/texts/_doc/longer?pipeline=texts", document));
    Response field = http().put("/texts/_doc/longer", document);
    assertEquals(400, field.status());
    assertTrue(field.text(), field.text().contains("at most [1000000]"));
    assertEquals(404, http().get("/texts/_doc/longer").status());
  }

  @Test
  public void testABadDocumentOfABulkFailsOnlyItself() {
    Response response =
        http()
            .bulk(
                "/texts/_bulk?pipeline=texts&refresh=true",
                List.of(
                    "{\"index\": {\"_id\": \"good-1\"}}",
                    Http.json(Map.of("content", Articles.NEWS)),
                    "{\"index\": {\"_id\": \"number\"}}",
                    "{\"content\": 5}",
                    "{\"index\": {\"_id\": \"missing\"}}",
                    "{\"other\": 1}",
                    "{\"index\": {\"_id\": \"too-long\"}}",
                    Http.json(Map.of("content", "水".repeat(LONGEST + 1))),
                    "{\"index\": {\"_id\": \"good-2\"}}",
                    Http.json(Map.of("content", Articles.EDIT))))
            .ok();
    List<Map<String, Map<String, Object>>> items = response.at("items");
    assertEquals(
        List.of(201, 400, 400, 400, 201),
        items.stream().map(item -> item.get("index").get("status")).toList());
    assertEquals(
        List.of("good-1", "good-2"),
        http()
            .post(
                "/texts/_search",
                """
                {"query": {"bool": {
                  "must": {"simhash_near": {"field": "simhash", "include": true,
                    "like": {"_index": "texts", "_id": "good-1"}}},
                  "filter": {"ids": {"values": ["good-1", "number", "missing", "too-long", "good-2"]}}}}}""")
            .ids());
  }

  @Test
  public void testSimulationShowsWhatTheProcessorWrites() {
    Response response =
        http()
            .post(
                "/_ingest/pipeline/texts/_simulate",
                Http.json(
                    Map.of(
                        "docs",
                        List.of(
                            Map.of("_source", Map.of("content", Articles.NEWS)),
                            Map.of("_source", Map.of("content", ""))))))
            .ok();
    Map<String, Object> written = response.at("docs.0.doc._source.simhash");
    String body = Http.json(Map.of("text", Articles.NEWS));
    Response direct = http().post("/_simhash/fingerprint", body).ok();
    List<String> keys =
        List.of("fingerprint", "profile", "features", "effective_features", "signature");
    for (String key : keys) {
      assertEquals(key, direct.at(key), written.get(key));
    }
    assertEquals(keys.size(), written.size());
    assertEquals(Map.of("content", ""), response.at("docs.1.doc._source"));
    Response inline =
        http()
            .post(
                "/_ingest/pipeline/_simulate?verbose=true",
                """
                {"pipeline": {"processors": [{"simhash": {"field": "content"}}]},
                 "docs": [{"_source": {"content": 5}}]}""")
            .ok();
    assertEquals(
        "field [content] must be a string or an array of strings but was [5]",
        inline.at("docs.0.processor_results.0.error.reason"));
  }

  private static void refused(String sentence, Response response) {
    assertEquals(response.text(), 400, response.status());
    assertEquals(sentence, response.reason());
  }
}
