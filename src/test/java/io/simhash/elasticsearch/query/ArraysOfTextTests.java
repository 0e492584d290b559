package io.simhash.elasticsearch.query;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.common.settings.Settings;

/** A text that is an array in one document and a string in another is one text to every feature. */
public class ArraysOfTextTests extends NearQueryNode {

  private static final String MAPPING_OF_TEXTS =
      """
      {"properties": {
        "fp": {"type": "simhash"},
        "content": {"type": "text", "fields": {
          "letters": {"type": "minhash", "shingle": {}},
          "words": {"type": "minhash", "shingle": {"unit": "token", "size": 3},
            "analyzer": "standard"}}}
      }}
      """;

  private static final String TOKENS = ", \"shingle\": {\"unit\": \"token\", \"size\": 3}";

  private static String confirm(String options) {
    return ", \"confirm\": {\"field\": \"content\", \"min_similarity\": 1" + options + "}";
  }

  private static String json(List<String> values) {
    return values.stream().map(v -> "\"" + v + "\"").collect(Collectors.joining(", ", "[", "]"));
  }

  private Object fingerprint(String id) {
    return client().prepareGet("texts", id).get().getSource().get("fp");
  }

  public void testAnArrayIsTheTextOfItsValues() {
    putJsonPipeline(
        "print",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\","
            + " \"target_field\": \"fp\"}}]}");
    Settings settings = Settings.builder().put("index.default_pipeline", "print").build();
    createIndexOf("texts", settings, MAPPING_OF_TEXTS);
    for (int round = 0; round < 8; round++) {
      List<String> values = new ArrayList<>();
      for (int v = between(2, 6); v > 0; v--) {
        values.add(
            Stream.generate(() -> randomBoolean() ? "国中" + between(0, 99) : randomAlphaOfLength(4))
                .limit(between(1, 20))
                .collect(Collectors.joining(" ")));
      }
      String string = "s" + round;
      String array = "a" + round;
      String text = "\"" + String.join(randomBoolean() ? "\\n" : " ", values) + "\"";
      String document = "{\"content\": " + json(values) + "}";
      index("texts", string, "{\"content\": " + text + "}");
      index("texts", array, document);
      assertEquals(values.toString(), fingerprint(string), fingerprint(array));
      for (String options : List.of("", TOKENS)) {
        for (String[] pair : new String[][] {{string, array}, {array, string}}) {
          List<String> found = List.of("texts/" + pair[1] + "=1.0");
          String like = like("texts", pair[0]);
          assertEquals(values.toString(), found, hits(near(like + confirm(options)), "texts"));
        }
        String given = "\"document\": " + document + ", \"pipeline\": \"print\"" + confirm(options);
        assertEquals(2, hits(near(given), "texts").size());
        String texts = like("texts", string) + confirm(options + ", \"text\": " + json(values));
        assertEquals(1, hits(near(texts), "texts").size());
      }
      for (String field : List.of("content.letters", "content.words")) {
        String near =
            "{\"minhash_near\": {\"field\": \"%s\", \"min_similarity\": 1, %s}}"
                .formatted(field, like("texts", string));
        assertEquals(field, List.of("texts/" + array + "=1.0"), hits(query(near), "texts"));
      }
    }
  }
}
