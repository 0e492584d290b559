package io.simhash.elasticsearch.fingerprint;

import io.simhash.core.minhash.Bands;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import java.util.List;
import java.util.Map;

public class FingerprintActionTests extends FingerprintNode {

  /** As many features as words: the default asks for 8 effective ones. */
  private static final String SEVEN = "quick brown foxes jump over lazy dogs";

  private static final String EIGHT = SEVEN + " today";

  private String refusal(Map<String, Object> body) {
    return expectThrows(IllegalArgumentException.class, () -> ask(body)).getMessage();
  }

  public void testWholeAnswer() throws Exception {
    Map<String, Object> answer =
        askWords(Map.of("text", TEXT, "title", "Fox", "title_factor", 5, "max_tokens", 2));
    assertEquals(
        List.of(
            "fingerprint",
            "profile",
            "blocks",
            "features",
            "effective_features",
            "signature",
            "tokens",
            "margins"),
        List.copyOf(answer.keySet()));
    String hex = (String) answer.get("fingerprint");
    assertEquals(hex, String.join("", this.<List<String>>cast(answer.get("blocks"))));
    assertEquals(15, answer.get("features"));
    // (13 + 1.693 + 5)² / (13 + 1.693² + 25) = 9.49
    assertEquals(9.49, (double) answer.get("effective_features"), 0.01);
    assertEquals(
        signature(Bands.DEFAULT, Shingling.AUTO_CHARACTERS, TEXT), answer.get("signature"));
    List<Map<String, Object>> tokens = cast(answer.get("tokens"));
    Map<String, Object> fox =
        Map.of(
            "text",
            "fox",
            "part_of_speech",
            "<ALPHANUM>",
            "occurrences",
            1,
            "factors",
            Map.of(
                "tf", 1.0, "idf", 1.0, "length", 1.0, "pos", 1.0, "cue", 1.0, "title", 5.0, "field",
                1.0),
            "weight",
            5.0);
    assertEquals(fox, tokens.get(0));
    assertEquals("the", tokens.get(1).get("text"));
    assertEquals(2, tokens.size());
    assertMarginsSay(hex, cast(answer.get("margins")));
  }

  private static void assertMarginsSay(String hex, List<Double> margins) {
    StringBuilder bits = new StringBuilder();
    margins.forEach(margin -> bits.append(margin > 0 ? '1' : '0'));
    assertEquals(Fingerprint.parse(hex), Fingerprint.parse(bits.toString()));
  }

  public void testTextWithoutFeatureHasNoFingerprint() throws Exception {
    Map<String, Object> answer = askWords(Map.of("text", "!?"));
    assertTrue(answer.containsKey("fingerprint"));
    assertNull(answer.get("fingerprint"));
    assertNullShown(answer, "blocks");
    assertNullShown(answer, "signature");
    assertEquals(0, answer.get("features"));
    assertEquals(List.of(), answer.get("tokens"));
    assertEquals(java.util.Collections.nCopies(64, 0.0), answer.get("margins"));
  }

  public void testAShortTextHasNoFingerprintUnlessItIsAskedFor() throws Exception {
    Map<String, Object> seven = askWords(Map.of("text", SEVEN));
    assertTrue(seven.containsKey("fingerprint"));
    assertNull(seven.get("fingerprint"));
    assertNull(seven.get("blocks"));
    assertEquals(7.0, (double) seven.get("effective_features"), 0);
    Map<String, Object> eight = askWords(Map.of("text", EIGHT));
    assertNotNull(eight.get("fingerprint"));
    assertEquals(8.0, (double) eight.get("effective_features"), 0);
    Map<String, Object> every = askWords(Map.of("text", SEVEN, "min_features", 0));
    assertNotNull(every.get("fingerprint"));
    assertEquals(seven.get("profile"), every.get("profile"));
    assertNotNull(askWords(Map.of("text", "fox", "min_features", 0)).get("fingerprint"));
    Map<String, Object> compared =
        askWords(Map.of("text", EIGHT, "compare_to", Map.of("text", SEVEN)));
    assertTrue(compared.containsKey("distance"));
    assertNull(compared.get("distance"));
  }

  /** A title in use belongs to the profile, even where a document has none. */
  public void testEmptyTitleIsATitle() throws Exception {
    putPipeline(
        "titled",
        """
        [{"simhash": {"field": "content", "title_field": "title", "title_factor": 5,
        "analyzer": "standard"}}]
        """);
    Object profile =
        ask(Map.of("document", Map.of("content", TEXT), "pipeline", "titled")).get("profile");
    assertEquals(
        profile,
        ask(Map.of("text", TEXT, "title", "", "title_factor", 5, "analyzer", "standard"))
            .get("profile"));
    assertNotEquals(profile, ask(Map.of("text", TEXT, "analyzer", "standard")).get("profile"));
  }

  public void testDefaultsAreChinese() throws Exception {
    Map<String, Object> answer = ask(Map.of("text", "北京大学的学生在图书馆学习，准备明天上午的数学考试，老师希望大家取得优异成绩"));
    List<Map<String, Object>> tokens = cast(answer.get("tokens"));
    // Triples of words of two characters or more.
    assertEquals("北京大学 学生 图书馆", tokens.get(0).get("text"));
    assertNotNull(answer.get("fingerprint"));
  }

  private static String cannotFingerprint(String pipeline) {
    return "[document] cannot be fingerprinted by [pipeline] ["
        + pipeline
        + "]: there must be such a pipeline with exactly one [simhash] processor, and the document"
        + " must have the fields that it reads, as strings or arrays of strings. It runs alone:"
        + " send the document as the processors before it leave it, such as [html_strip]. Simulate"
        + " the pipeline to see the cause";
  }

  public void testProcessorUnderOnFailureCounts() throws Exception {
    putPipeline(
        "wrapped",
        """
        [{"simhash": {"field": "content", "analyzer": "standard", "preset": "words",
                      "on_failure": [{"simhash": {"field": "b", "analyzer": "standard"}}]}}]
        """);
    assertEquals(
        cannotFingerprint("wrapped"),
        refusal(Map.of("document", Map.of("content", TEXT), "pipeline", "wrapped")));
    putPipeline(
        "ignoring",
        """
        [{"simhash": {"field": "content", "analyzer": "standard", "ignore_failure": true}}]
        """);
    Map<String, Object> answer =
        ask(Map.of("document", Map.of("content", TEXT), "pipeline", "ignoring"));
    assertNotNull(answer.get("fingerprint"));
  }
}
