package io.simhash.elasticsearch.query;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.action.explain.ExplainResponse;
import org.elasticsearch.common.settings.Settings;

/** Which hits confirm reads: all, unless the signatures are certainly those of its texts. */
public class ConfirmByEstimateTests extends NearQueryNode {

  private static final String BY_ESTIMATE =
      "confirmed by its estimate, at least 0.5963541666666666: not read by a search, computed as"
          + " its score from:";

  private static final String BY_TEXT = "confirmed by the text, computed as its score from:";

  private static final String FRAME = "Please subscribe to our newsletter for more.";

  private static final String MAPPING_OF_TEXTS =
      """
      {"properties": {
        "fp": {"type": "simhash"},
        "copied": {"type": "simhash", "analyzer": "standard"},
        "title": {"type": "text"},
        "content": {"type": "text", "copy_to": ["copied", "title"], "fields": {
          "raw": {"type": "keyword"},
          "near": {"type": "simhash", "analyzer": "standard"},
          "folded": {"type": "simhash", "analyzer": "standard", "fold": "accents"},
          "framed": {"type": "simhash", "analyzer": "standard", "boilerplate": ["%s"]},
          "alone": {"type": "simhash", "fingerprint": false},
          "letters": {"type": "minhash", "shingle": {}},
          "words": {"type": "minhash", "shingle": {"unit": "token", "size": 2}, "analyzer": "standard"}
        }}
      }}
      """
          .formatted(FRAME);

  private final List<String> words =
      Stream.generate(() -> randomAlphaOfLengthBetween(4, 8)).limit(60).toList();

  private void createTexts() {
    createIndexOf("texts", Settings.EMPTY, MAPPING_OF_TEXTS);
    putJsonPipeline(
        "print",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\","
            + " \"target_field\": \"fp\"}}]}");
    for (int i = 0; i < 20; i++) {
      List<String> copy = new ArrayList<>(words);
      for (int changes = i; changes > 0; changes--) {
        copy.set(between(0, copy.size() - 1), randomAlphaOfLengthBetween(4, 8));
      }
      index("texts", "t" + i, "print", "{\"content\": \"" + String.join(" ", copy) + "\"}");
    }
    index("texts", "same", "print", "{\"content\": \"" + text() + "\"}");
  }

  private String text() {
    return String.join(" ", words);
  }

  private static String near(String field, String source, String confirm) {
    String name = List.of("letters", "words").contains(field) ? "minhash_near" : "simhash_near";
    return "{\"%s\": {\"field\": \"%s\", %s, \"confirm\": {\"field\": \"content\"%s}}}"
        .formatted(name, field.matches("fp|copied") ? field : "content." + field, source, confirm);
  }

  /** How a copy of the text is confirmed. */
  private String way(String near) {
    ExplainResponse explained =
        client().prepareExplain("texts", "same").setQuery(query(near)).get();
    assertTrue(near, explained.isMatch());
    // With like it is in a boolean query.
    String all = explained.getExplanation().toString();
    return Stream.of(BY_ESTIMATE, BY_TEXT).filter(all::contains).findFirst().orElse(all);
  }

  private String text(String text) {
    return "\"text\": \"" + text + "\"";
  }

  public void testWhatIsNotRead() {
    createTexts();
    for (String field : List.of("near", "folded", "alone", "letters")) {
      for (String source : List.of(text(text()), like("texts", "t0"))) {
        assertEquals(field, BY_ESTIMATE, way(near(field, source, "")));
      }
    }
    assertEquals(BY_TEXT, way(near("fp", like("texts", "t0"), "")));
    assertEquals(BY_TEXT, way(near("copied", text(text()), "")));
    assertEquals("boilerplate", BY_TEXT, way(near("framed", text(text()), "")));
    assertEquals("tokens", BY_TEXT, way(near("words", text(text()), "")));
    String source = text(text());
    for (String options :
        List.of(
            ", \"min_containment\": 0.1",
            ", \"min_similarity\": 0.5, \"min_containment\": 0.1",
            ", \"min_similarity\": 1",
            ", \"shingle\": {\"size\": 3}",
            ", \"shingle\": {\"unit\": \"token\", \"size\": 1}",
            ", \"fold\": \"accents\"",
            ", \"text\": \"" + text() + " and more\"")) {
      assertEquals(options, BY_TEXT, way(near("near", source, options)));
    }
    assertEquals(BY_TEXT, way(near("near", source, "").replace("\"content\"", "\"title\"")));
    assertEquals(BY_TEXT, way(near("near", source, "").replace("\"content\"", "\"content.raw\"")));
  }

  public void testFindsWhatReadingAllTextsFinds() {
    createTexts();
    for (String field : List.of("near", "letters")) {
      for (double min : new double[] {.2, .5, .6, .8}) {
        String source = text(text()) + ", \"min_similarity\": 0.1";
        String exact = ", \"min_similarity\": " + min;
        // A containment is no smaller than the similarity.
        String read = exact + ", \"min_containment\": " + min;
        assertEquals(
            field + " " + min,
            hits(query(near(field, source, read)), "texts"),
            hits(query(near(field, source, exact)), "texts"));
      }
    }
  }
}
