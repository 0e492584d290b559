package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.Articles;
import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.Response;
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

  @BeforeClass
  public static void makeIndex() {
    put(
        "/_ingest/pipeline/texts",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"min_features\": 0}}]}");
    put(
        "/texts",
        """
            {"mappings": {"properties": {
              "simhash": {"type": "simhash"},
              "content": {"type": "text", "index": false, "fields": {
                "simhash": {"type": "simhash", "analyzer": "ansj", "min_features": 0},
                "minhash": {"type": "minhash", "shingle": {"unit": "character"}}}}}}}""");
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
      String fingerprint = post("/_simhash/fingerprint", text).at("fingerprint");
      boolean has = WORDLESS.contains(id) == false;
      assertEquals(id, has, fingerprint != null);
      Response document = get("/texts/_doc/" + id + "?_source_includes=simhash");
      assertEquals(id, fingerprint, document.at("_source.simhash.fingerprint"));
      String near =
          "{\"size\": 100, \"query\": {\"simhash_near\": {\"field\": \"%s\", \"min_similarity\": 1, %s}}}";
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
  public void testTheLongestTextIsAccepted() {
    String longest =
        Articles.NEWS.repeat(LONGEST / Articles.NEWS.length() + 1).substring(0, LONGEST);
    http().index("texts", Map.of("long", Map.of("content", longest)), "pipeline=texts");
    String near =
        "{\"_source\": false, \"query\": {\"simhash_near\": {\"field\": \"content.simhash\", \"text\": \"%s\"}}}";
    String inQuery = longest.substring(0, LONGEST_IN_QUERY);
    http().index("texts", Map.of("shorter", Map.of("content", inQuery)), "pipeline=texts");
    assertTrue(http().post("/texts/_search", near.formatted(inQuery)).ids().contains("shorter"));
  }
}
