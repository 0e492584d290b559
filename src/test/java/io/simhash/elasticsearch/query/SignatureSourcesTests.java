package io.simhash.elasticsearch.query;

import static io.simhash.elasticsearch.query.RandomTexts.TEXT;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;

/**
 * Texts through a pipeline and a field that fingerprints text itself: the query of every source has
 * the same hits.
 */
public class SignatureSourcesTests extends NearQueryNode {

  private static final String MAPPING_OF_TEXTS =
      """
      {"properties": {
        "content": {"type": "text", "fields": {
          "near": {"type": "simhash", "analyzer": "standard"}}},
        "fp": {"type": "simhash"},
        "parts": {"type": "nested", "properties": {"fp": {"type": "simhash"}}},
        "alias": {"type": "alias", "path": "content.near"},
        "fp_alias": {"type": "alias", "path": "fp"}
      }}
      """;

  private void createTexts() {
    putJsonPipeline(
        "print",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\","
            + " \"target_field\": \"fp\"}}]}");
    Settings settings =
        Settings.builder()
            .put("index.number_of_shards", between(1, 3))
            .put("index.default_pipeline", "print")
            .build();
    createIndexOf("texts", settings, MAPPING_OF_TEXTS);
    Map<String, String> texts =
        Map.of(
            "same",
            TEXT,
            "edited",
            RandomTexts.EDITED,
            "template",
            RandomTexts.TEMPLATE,
            "other",
            RandomTexts.words(2));
    texts.forEach((id, text) -> index("texts", id, "{\"content\": \"" + text + "\"}"));
  }

  private List<String> sorted(QueryBuilder query) {
    return hits(query, "texts").stream().sorted().toList();
  }

  private static QueryBuilder near(String field, String options) {
    return query("{\"simhash_near\": {\"field\": \"" + field + "\", " + options + "}}");
  }

  private List<String> sources() {
    Map<String, Object> made =
        new HashMap<>(cast(client().prepareGet("texts", "same").get().getSource().get("fp")));
    String fingerprint =
        "\"fingerprint\": \"%s\", \"signature\": \"%s\", \"profile\": \"%s\""
            .formatted(made.get("fingerprint"), made.get("signature"), made.get("profile"));
    String document = "\"document\": {\"content\": \"" + TEXT + "\"}, \"pipeline\": \"print\"";
    return List.of(fingerprint, document, like("texts", "same") + ", \"include\": true");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> cast(Object value) {
    return (Map<String, Object>) value;
  }

  public void testEverySourceHasTheSameHitsAndScores() {
    createTexts();
    List<String> byDefault = List.of("texts/edited=" + 1 / 17f, "texts/same=1.0");
    List<String> within12 = List.of("texts/same=1.0", "texts/template=" + 1 / 12f);
    String alone = ", \"max_distance\": 12";
    for (String field : List.of("fp", "content.near", "alias", "fp_alias")) {
      for (String from : sources()) {
        String source = from + ", \"score\": \"reciprocal\"";
        assertEquals(field + source, byDefault, sorted(near(field, source)));
        assertEquals(within12, sorted(near(field, source + alone)));
        assertEquals(
            byDefault,
            sorted(near(field, source + ", \"max_distance\": 64, \"min_similarity\": 0.7")));
      }
    }
    for (String field : List.of("content.near", "alias")) {
      String text = "\"text\": \"" + TEXT + "\", \"score\": \"reciprocal\"";
      assertEquals(byDefault, sorted(near(field, text)));
      assertEquals(within12, sorted(near(field, text + alone)));
      assertEquals(byDefault, sorted(near(field, text + ", \"min_similarity\": 0.7")));
    }
  }

  public void testEverySourceHasTheSameSimilarity() {
    createTexts();
    String options = ", \"max_distance\": 64, \"min_similarity\": 0.2";
    List<String> expected = sorted(near("content.near", "\"text\": \"" + TEXT + "\"" + options));
    assertEquals(3, expected.size());
    assertTrue(expected.toString(), expected.get(0).startsWith("texts/edited=0.7"));
    assertEquals("texts/same=1.0", expected.get(1));
    assertTrue(expected.toString(), expected.get(2).startsWith("texts/template=0.3"));
    for (String source : sources()) {
      assertEquals(source, expected, sorted(near("fp", source + options)));
    }
  }

  public void testAProcessorWithoutSignatures() {
    createTexts();
    putJsonPipeline(
        "bare",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\","
            + " \"signature\": false}}]}");
    String document = "\"document\": {\"content\": \"" + TEXT + "\"}, \"pipeline\": \"bare\"";
    assertEquals(
        List.of("texts/same=1.0", "texts/template=" + 1 / 12f), sorted(near("fp", document)));
    assertEquals(
        new Answer(
            List.of(),
            List.of(
                "[simhash_near] [min_similarity] finds nothing: the query has no signature. Set"
                    + " [max_distance] alone")),
        answer(near("fp", document + ", \"min_similarity\": 1"), "texts"));
    String tooShort = document.replace(TEXT, "quick brown foxes");
    assertEquals(
        new Answer(
            List.of(),
            List.of(
                "[simhash_near] finds nothing in [texts]: [document] has neither a fingerprint nor a"
                    + " signature")),
        answer(near("fp", tooShort), "texts"));
  }
}
