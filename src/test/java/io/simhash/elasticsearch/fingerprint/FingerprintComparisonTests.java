package io.simhash.elasticsearch.fingerprint;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.text.TextMinHasher;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.xcontent.XContentFactory;

/** Comparisons of two texts or documents. */
public class FingerprintComparisonTests extends FingerprintNode {

  private static final Map<String, Object> SUMMARISED =
      Map.of("content", TEXT, "summary", "a quick fox");

  private static final Map<String, Object> CONTENT = Map.of("content", TEXT);

  public void testComparison() throws Exception {
    Map<String, Object> answer =
        askWords(Map.of("text", TEXT, "compare_to", Map.of("text", TEXT + " and the cat")));
    Map<String, Object> other = cast(answer.get("compare_to"));
    assertEquals(answer.get("profile"), other.get("profile"));
    int distance =
        Fingerprint.distance(
            Fingerprint.parse((String) answer.get("fingerprint")),
            Fingerprint.parse((String) other.get("fingerprint")));
    assertEquals(distance, answer.get("distance"));
    assertEquals(1.0 / (1 + distance), (double) answer.get("score"), 1e-12);
    // 60 letters make 49 shingles of 12, andthecat adds 9.
    assertEquals(49.0 / 58, (double) answer.get("jaccard"), 0);
    // Four standard errors of 1,024 components of two bits.
    double equal = 49.0 / 58 + 9.0 / 58 / 4;
    assertEquals(
        49.0 / 58,
        (double) answer.get("similarity"),
        4 * Math.sqrt(equal * (1 - equal) / 1024) / .75);
    assertEquals(1.0, (double) answer.get("containment"), 0);
    List<Map<String, Object>> flipped = cast(answer.get("flipped"));
    assertEquals(distance, flipped.size());
    for (Map<String, Object> flip : flipped) {
      List<Map<String, Object>> words = cast(flip.get("words"));
      assertFalse(words.isEmpty());
      words.forEach(word -> assertTrue(List.of("and", "cat", "the").contains(word.get("text"))));
    }
  }

  public void testComparisonWithNothing() throws Exception {
    Map<String, Object> answer = askWords(Map.of("text", TEXT, "compare_to", Map.of("text", "")));
    assertTrue(answer.containsKey("distance"));
    assertNull(answer.get("distance"));
    assertNullShown(answer, "score");
    assertNullShown(answer, "similarity");
    assertEquals(0.0, (double) answer.get("jaccard"), 0);
    assertEquals(List.of(), answer.get("flipped"));
  }

  public void testTextsAreComparedByTheShinglesOfTheSignature() throws Exception {
    String longer = TEXT + " and the cat";
    Map<String, Object> ofFive =
        Map.of("hashes", 1024, "shingle", Map.of("unit", "character", "size", 5));
    Map<String, Object> answer =
        askWords(Map.of("text", TEXT, "signature", ofFive, "compare_to", Map.of("text", longer)));
    Shingling five = new Shingling(Shingling.Unit.CHARACTER, 5);
    assertEquals(signature(Bands.DEFAULT, five, TEXT), answer.get("signature"));
    Map<String, Object> other = cast(answer.get("compare_to"));
    assertEquals(signature(Bands.DEFAULT, five, longer), other.get("signature"));
    // 60 letters make 56 shingles of 5, andthecat adds 9.
    assertEquals(56.0 / 65, (double) answer.get("jaccard"), 0);
    assertEquals(1.0, (double) answer.get("containment"), 0);
    assertEquals(
        similarity(Bands.DEFAULT, five, TEXT, longer), (double) answer.get("similarity"), 0);
    assertEquals(1.0 / (1 + (int) answer.get("distance")), (double) answer.get("score"), 0);
  }

  private static double similarity(Bands bands, Shingling shingling, String a, String b) {
    TextMinHasher minHasher = minHasher(bands, shingling);
    Signature first = minHasher.of(List.of(a)).orElseThrow();
    return first.similarity(minHasher.of(List.of(b)).orElseThrow()).getAsDouble();
  }

  public void testWithoutSignaturesTextsAreComparedByAutoShingles() throws Exception {
    Map<String, Object> answer =
        askWords(
            Map.of(
                "text",
                TEXT,
                "signature",
                false,
                "compare_to",
                Map.of("text", TEXT + " and the cat")));
    assertNullShown(answer, "signature");
    assertNullShown(cast(answer.get("compare_to")), "signature");
    assertNullShown(answer, "similarity");
    assertEquals(49.0 / 58, (double) answer.get("jaccard"), 0);
  }

  public void testDocumentIsFingerprintedAsItsPipelineDoes() throws Exception {
    Map<String, Object> answer = askThroughPipeline("");
    assertEquals(15, answer.get("features"));
    // The content has 49 shingles of 12; the summary has fewer letters and is one shingle.
    assertEquals(49.0 / 50, (double) answer.get("jaccard"), 0);
    assertEquals(1.0, (double) answer.get("containment"), 0);
    Map<String, Object> other = cast(answer.get("compare_to"));
    assertEquals(signature(Bands.DEFAULT, Shingling.AUTO_CHARACTERS, TEXT), other.get("signature"));
    List<Map<String, Object>> tokens = cast(answer.get("tokens"));
    assertEquals(3.39, (double) tokens.get(0).get("weight"), 0.01);
  }

  public void testDocumentsAreComparedByTheShinglesOfTheirPipeline() throws Exception {
    Map<String, Object> answer =
        askThroughPipeline(", \"signature\": {\"shingle\": {\"size\": 5}}");
    // The content has 56 shingles; of the summary's 5 only "quick" is among them.
    assertEquals(56.0 / 60, (double) answer.get("jaccard"), 0);
    assertEquals(56.0 / 56, (double) answer.get("containment"), 0);
    assertNotNull(answer.get("similarity"));
    Map<String, Object> none = askThroughPipeline(", \"signature\": false");
    assertNullShown(none, "signature");
    assertNullShown(none, "similarity");
    assertEquals(49.0 / 50, (double) none.get("jaccard"), 0);
  }

  public void testWithoutSignaturesWhatThePipelineFoldsDoesNotCount() throws Exception {
    putPipeline(
        "folded",
        """
        [{"simhash": {"field": "content", "analyzer": "standard", "preset": "words",
                      "fold": "accents", "signature": false}}]
        """);
    Map<String, Object> accented = Map.of("content", TEXT.replace("brown", "brówn"));
    Map<String, Object> answer =
        ask(
            Map.of(
                "document",
                CONTENT,
                "pipeline",
                "folded",
                "compare_to",
                Map.of("document", accented)));
    assertEquals(1.0, (double) answer.get("jaccard"), 0);
  }

  /** A document with a summary, compared with one that has the same content and no summary. */
  private Map<String, Object> askThroughPipeline(String options) throws Exception {
    putPipeline(
        "near",
        """
        [{"simhash": {"fields": ["content", "summary^2"], "analyzer": "standard", "preset": "words",
                      "ignore_missing": true%s}}]
        """
            .formatted(options));
    return ask(
        Map.of(
            "document", SUMMARISED, "pipeline", "near", "compare_to", Map.of("document", CONTENT)));
  }

  /** Stored documents are read, in real time, and give what their sources give. */
  public void testStoredDocuments() throws Exception {
    Map<String, Object> expected = askThroughPipeline("");
    createIndex("news");
    Map<String, Object> source = new HashMap<>(SUMMARISED);
    source.put("html", "a".repeat(200_001));
    client().prepareIndex("news").setId("1").setSource(source).get();
    client().prepareIndex("news").setId("2").setRouting("a").setSource(CONTENT).get();
    Map<String, Object> like = Map.of("_index", "news", "_id", 1);
    Map<String, Object> routed = Map.of("_index", "news", "_id", "2", "routing", "a");
    Map<String, Object> other = Map.of("like", routed);
    assertEquals(expected, ask(Map.of("like", like, "pipeline", "near", "compare_to", other)));
    assertEquals(
        expected.get("tokens"), ask(Map.of("like", like, "pipeline", "near")).get("tokens"));
    String prefixed = "{\"simhash\": {\"field\": \"_source.content\", \"analyzer\": \"standard\"}}";
    putPipeline("prefixed", "[" + prefixed + "]");
    assertNotNull(ask(Map.of("like", routed, "pipeline", "prefixed")).get("fingerprint"));
  }

  public void testStoredDocumentsThatCannotBeCompared() throws Exception {
    askThroughPipeline("");
    createIndex("news");
    client().prepareIndex("news").setId("1").setSource("content", "a ".repeat(60_000)).get();
    createIndex(
        "bare",
        Settings.EMPTY,
        XContentFactory.jsonBuilder()
            .startObject()
            .startObject("_source")
            .field("enabled", false)
            .endObject()
            .endObject());
    client().prepareIndex("bare").setId("1").setSource(CONTENT).get();
    Map<String, Object> like = Map.of("_index", "news", "_id", "1");
    Map<String, Object> other = Map.of("like", like);
    assertRefused(
        "[compare_to] needs texts of at most [200000] characters together but they had [240000]",
        Map.of("like", like, "pipeline", "near", "compare_to", other));
    assertRefused(
        "[like] needs a document with a [_source] but [1] in [bare] has none",
        Map.of("like", Map.of("_index", "bare", "_id", "1"), "pipeline", "near"));
  }

  private void assertRefused(String sentence, Map<String, Object> body) {
    Exception e = expectThrows(IllegalArgumentException.class, () -> ask(body));
    assertEquals(sentence, e.getMessage());
  }
}
