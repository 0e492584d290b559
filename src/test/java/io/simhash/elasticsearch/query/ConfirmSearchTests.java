package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertFailures;
import static org.hamcrest.Matchers.containsString;

import java.util.List;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentType;

/** The option confirm of both queries, with each option that brings the query text. */
public class ConfirmSearchTests extends NearQueryNode {

  private static final String MAPPING_OF_TEXTS =
      """
      {"properties": {
        "fp": {"type": "simhash"},
        "fp_text": {"type": "simhash", "analyzer": "standard"},
        "content": {"type": "text", "fields": {
          "raw": {"type": "keyword", "ignore_above": 9},
          "near": {"type": "minhash", "shingle": {"size": 3}}}},
        "title": {"type": "keyword"},
        "parts": {"type": "nested", "properties": {
          "fp": {"type": "simhash"}, "text": {"type": "text"}}}
      }}
      """;

  private static final String TEXT = "the quick brown fox jumps over the lazy dog near the river";

  private static final String AROUND =
      "once upon a time, as my grandfather told us when we were small and could not sleep, ";

  private static final String HALF_OF_5 = "\"min_similarity\": 0.5, \"shingle\": {\"size\": 5}";

  private static final String FINGERPRINT = "\"fingerprint\": \"" + fingerprint(3) + "\"";

  /** All have the same fingerprint in {@code fp}: only the texts tell them apart. */
  private void createTexts() {
    createTexts("{}", MAPPING_OF_TEXTS);
  }

  private void createTexts(String settings, String mapping) {
    Settings all =
        Settings.builder()
            .put("index.number_of_shards", randomIntBetween(1, 3))
            .loadFromSource(settings, XContentType.JSON)
            .build();
    createIndexOf("texts", all, mapping);
    indexText("same", "\"" + TEXT + "\"");
    indexText("edited", "\"" + TEXT.replace("dog", "cat") + "\"");
    indexText("quoting", "\"" + AROUND + TEXT + "\"");
    indexText("other", "\"nothing in this sentence was ever said in that way\"");
    indexText("parts", "[\"" + TEXT.substring(0, 30) + "\", \"" + TEXT.substring(27) + "\"]");
    index("texts", "none", "{\"fp\": \"" + fingerprint(3) + "\", \"title\": \"" + TEXT + "\"}");
  }

  private void indexText(String id, String content) {
    String several = content.startsWith("[") ? "" : ", \"fp_text\": " + content;
    String text = "\"content\": " + content + several;
    index("texts", id, "{\"fp\": \"" + fingerprint(3) + "\", " + text + "}");
  }

  private static String confirm(String thresholds) {
    return ", \"confirm\": {\"field\": \"content\", " + thresholds + "}";
  }

  private static String text(String thresholds) {
    return confirm(thresholds + ", \"text\": \"" + TEXT + "\"");
  }

  private List<String> ids(QueryBuilder query) {
    return hits(query, "texts").stream()
        .map(hit -> hit.substring("texts/".length(), hit.indexOf('=')))
        .sorted()
        .toList();
  }

  /** The passages that the field lists are left out of both texts; a request lists none. */
  public void testBoilerplate() {
    String frame = "Subscribe to our newsletter for more.";
    createIndexOf(
        "texts",
        Settings.EMPTY,
        """
        {"properties": {
          "fp": {"type": "simhash", "boilerplate": ["%1$s"]},
          "content": {"type": "text", "fields": {
            "near": {"type": "simhash", "analyzer": "standard", "boilerplate": ["%1$s"]},
            "unsigned": {"type": "simhash", "analyzer": "standard", "signature": false,
              "boilerplate": ["%1$s"]},
            "set": {"type": "minhash", "shingle": {}, "boilerplate": ["%1$s"]},
            "whole": {"type": "simhash", "analyzer": "standard"}}}}}"""
            .formatted(frame));
    indexText("framed", "\"" + frame + TEXT + "\"");
    indexText("plain", "\"" + TEXT + "\"");
    indexText("frame", "\"" + frame + "\"");
    String exact = confirm("\"min_similarity\": 1");
    for (String field : List.of("near", "unsigned", "set", "whole")) {
      String name = field.equals("set") ? "minhash_near" : "simhash_near";
      for (String text : List.of(TEXT, TEXT + frame)) {
        String near =
            "{\"%s\": {\"field\": \"content.%s\", \"text\": \"%s\"%s}}"
                .formatted(name, field, text, exact);
        List<String> whole = text.equals(TEXT) ? List.of("plain") : List.of();
        List<String> expected = field.equals("whole") ? whole : List.of("framed", "plain");
        assertEquals(field, expected, ids(query(near)));
      }
    }
    // A field that takes fingerprints may have the list of the processor that makes them.
    String like = like("texts", "framed") + exact;
    assertEquals(List.of("plain"), ids(near(like)));
    putMapping("{\"properties\": {\"fp\": {\"type\": \"simhash\", \"boilerplate\": []}}}");
    assertEquals(List.of(), ids(near(like)));
  }

  private void putMapping(String mapping) {
    indicesAdmin().preparePutMapping("texts").setSource(mapping, XContentType.JSON).get();
  }

  /** Texts are folded as in the field, also where it has no signature to tell how. */
  public void testFold() {
    createIndexOf(
        "texts",
        Settings.EMPTY,
        """
        {"properties": {"fp": {"type": "simhash"}, "content": {"type": "text", "fields": {
          "near": {"type": "simhash", "analyzer": "standard", "fold": "accents"},
          "unsigned": {"type": "simhash", "analyzer": "standard", "fold": "accents",
            "signature": false}}}}}""");
    indexText("accents", "\"" + TEXT.replace('e', 'é') + "\"");
    for (String field : List.of("near", "unsigned")) {
      String near = "{\"simhash_near\": {\"field\": \"content.%s\", \"text\": \"%s\"%s}}";
      for (String fold : List.of("", ", \"fold\": []")) {
        String exact = confirm("\"min_similarity\": 1" + fold);
        assertEquals(
            fold.isEmpty() ? List.of("accents") : List.of(),
            ids(query(near.formatted(field, TEXT, exact))));
      }
    }
  }

  public void testWhereTheTextComesFrom() {
    createTexts();
    String half = HALF_OF_5;
    assertEquals(List.of("edited", "parts"), ids(near(like("texts", "same") + confirm(half))));
    assertEquals(
        "a text beside it goes before that of the document",
        List.of("other"),
        ids(
            near(
                like("texts", "same")
                    + confirm(
                        half
                            + ", \"text\": [\"Nothing in this sentence\", \"was ever said in that"
                            + " way\"]"))));
    assertEquals(List.of(), ids(near(like("texts", "none") + confirm(half))));
    String ofText = "\"text\": \"" + TEXT + "\", \"min_similarity\": 0.2" + confirm(half);
    assertEquals(
        List.of("edited", "same"),
        ids(query("{\"simhash_near\": {\"field\": \"fp_text\", " + ofText + "}}")));
    putJsonPipeline(
        "print",
        "{\"processors\": [{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\"}}]}");
    String document = "\"pipeline\": \"print\", \"max_distance\": 64, \"document\": {\"content\": ";
    assertEquals(
        List.of("edited", "parts", "same"),
        ids(near(document + "\"" + TEXT + "\"}" + confirm(half))));
    String title = ", \"confirm\": {\"field\": \"title\", " + half + "}";
    var lacking =
        client().prepareSearch("texts").setQuery(near(document + "\"" + TEXT + "\"}" + title));
    Exception e = expectThrows(IllegalArgumentException.class, lacking);
    assertEquals("[confirm.text] is needed, or a text in [title] of [document]", e.getMessage());
  }

  public void testTheFieldIsByDefaultTheParentOfASubField() {
    createTexts();
    String near =
        "{\"minhash_near\": {\"field\": \"content.near\", \"min_similarity\": 0.2, "
            + like("texts", "same")
            + ", \"confirm\": {%s}}}";
    assertEquals(List.of("edited", "parts"), ids(query(near.formatted(""))));
    assertEquals(List.of("parts"), ids(query(near.formatted("\"min_similarity\": 0.9"))));
    assertRefused(
        "[simhash_near] [confirm.field] is needed",
        client().prepareSearch("texts").setQuery(near(FINGERPRINT + ", \"confirm\": {}")));
  }

  public void testSyntheticSource() {
    createTexts("{\"index.mapping.source.mode\": \"synthetic\"}", MAPPING_OF_TEXTS);
    assertEquals(List.of("edited", "parts", "same"), ids(near(FINGERPRINT + text(HALF_OF_5))));
    assertEquals(List.of("edited", "parts"), ids(near(like("texts", "same") + confirm(HALF_OF_5))));
  }

  public void testWithoutSource() {
    createTexts(
        "{}", "{\"_source\": {\"enabled\": false}, " + MAPPING_OF_TEXTS.strip().substring(1));
    assertFailures(
        client().prepareSearch("texts").setQuery(near(FINGERPRINT + text(HALF_OF_5))),
        RestStatus.BAD_REQUEST,
        containsString("[confirm] reads [_source], which is disabled here"));
  }

  /** A text that is not kept would never be similar to anything. */
  public void testSourceThatOmitsTheField() {
    for (String source :
        List.of(
            "{\"excludes\": [\"content\"]}",
            "{\"excludes\": [\"con*\"]}",
            "{\"includes\": [\"fp\"]}")) {
      createTexts("{}", "{\"_source\": " + source + ", " + MAPPING_OF_TEXTS.strip().substring(1));
      assertConfirmRefused(
          "content", "[confirm] reads [_source], which is mapped to omit [content]");
      // A multi-field's texts are those of its parent.
      assertConfirmRefused(
          "content.raw", "[confirm] reads [_source], which is mapped to omit [content]");
      indicesAdmin().prepareDelete("texts").get();
    }
    createTexts(
        "{}",
        "{\"_source\": {\"excludes\": [\"title\", \"parts\"]}, "
            + MAPPING_OF_TEXTS.strip().substring(1));
    assertEquals(List.of("edited", "parts", "same"), ids(near(FINGERPRINT + text(HALF_OF_5))));
    assertConfirmRefused("title", "[confirm] reads [_source], which is mapped to omit [title]");
  }

  /** A field that texts are copied to is not in the source itself. */
  public void testSourceThatOmitsACopiedField() {
    String copied =
        "\"properties\": {\"fp\": {\"type\": \"simhash\"}, \"fp_text\": {\"type\": \"text\"},"
            + " \"all\": {\"type\": \"text\"},"
            + " \"content\": {\"type\": \"text\", \"copy_to\": \"all\"}}}";
    createTexts("{}", "{\"_source\": {\"includes\": [\"content\"]}, " + copied);
    assertEquals(
        List.of("edited", "parts", "same"),
        ids(near(FINGERPRINT + text(HALF_OF_5).replace("content", "all"))));
    indicesAdmin().prepareDelete("texts").get();
    createTexts("{}", "{\"_source\": {\"excludes\": [\"content\"]}, " + copied);
    assertConfirmRefused("all", "[confirm] reads [_source], which is mapped to omit [content]");
  }

  /** The parts of a fingerprint are no texts: the sentence suggests none of them. */
  public void testTheSearchedFieldItselfIsRefused() {
    createTexts();
    assertRefused(
        "[confirm.field] must be of type [text] but [fp] is of type [simhash]",
        client()
            .prepareSearch("texts")
            .setQuery(near(FINGERPRINT + text(HALF_OF_5).replace("content", "fp"))));
  }

  private void assertConfirmRefused(String field, String sentence) {
    String near = FINGERPRINT + text(HALF_OF_5).replace("content", field);
    assertFailures(
        client().prepareSearch("texts").setQuery(near(near)),
        RestStatus.BAD_REQUEST,
        containsString(sentence));
  }

  public void testInNestedObjects() {
    createTexts();
    String inner =
        "{\"simhash_near\": {\"field\": \"parts.fp\", " + FINGERPRINT + text(HALF_OF_5) + "}}";
    assertFailures(
        client()
            .prepareSearch("texts")
            .setQuery(query("{\"nested\": {\"path\": \"parts\", \"query\": " + inner + "}}")),
        RestStatus.BAD_REQUEST,
        containsString("must be outside nested objects"));
  }
}
