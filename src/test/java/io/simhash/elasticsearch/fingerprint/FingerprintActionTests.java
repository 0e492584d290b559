package io.simhash.elasticsearch.fingerprint;

import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.SimHashPlugin;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.action.ingest.PutPipelineRequest;
import org.elasticsearch.action.ingest.PutPipelineTransportAction;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentType;

@LuceneTestCase.SuppressCodecs("*")
public class FingerprintActionTests extends ESSingleNodeTestCase {

  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river";

  /** As many features as words: the default asks for 8 effective ones. */
  private static final String SEVEN = "quick brown foxes jump over lazy dogs";

  private static final String EIGHT = SEVEN + " today";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(SimHashPlugin.class);
  }

  private Map<String, Object> ask(Map<String, Object> body) throws Exception {
    FingerprintResponse response =
        client()
            .execute(TransportFingerprintAction.TYPE, FingerprintRequest.parse(body))
            .actionGet(TEST_REQUEST_TIMEOUT);
    BytesReference bytes =
        XContentHelper.toXContent(response, XContentType.JSON, ToXContent.EMPTY_PARAMS, false);
    return XContentHelper.convertToMap(bytes, true, XContentType.JSON).v2();
  }

  private Map<String, Object> askWords(Map<String, Object> body) throws Exception {
    Map<String, Object> all = new HashMap<>(body);
    all.put("analyzer", "standard");
    all.put("preset", "words");
    return ask(all);
  }

  private void putPipeline(String id, String processors) {
    String body = "{\"processors\": " + processors + "}";
    client()
        .execute(
            PutPipelineTransportAction.TYPE,
            new PutPipelineRequest(
                TEST_REQUEST_TIMEOUT,
                TEST_REQUEST_TIMEOUT,
                id,
                new BytesArray(body),
                XContentType.JSON))
        .actionGet(TEST_REQUEST_TIMEOUT);
  }

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
    assertEquals(signature(384, Shingling.AUTO_CHARACTERS, TEXT), answer.get("signature"));
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

  private static String signature(int hashes, Shingling shingling, String text) {
    return minHasher(hashes, shingling).of(List.of(text)).orElseThrow().toBase64();
  }

  private static TextMinHasher minHasher(int hashes, Shingling shingling) {
    return new TextMinHasher(hashes, Optional.of(new TextShingles(shingling, null)));
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

  private static void assertNullShown(Map<String, Object> answer, String key) {
    assertTrue(key, answer.containsKey(key));
    assertNull(key, answer.get(key));
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

  public void testComparison() throws Exception {
    Map<String, Object> answer =
        askWords(
            Map.of(
                "text",
                TEXT,
                "set",
                List.of("a", "b", "a"),
                "mu",
                0.8,
                "compare_to",
                Map.of("text", TEXT + " and the cat", "set", List.of("b", "c", "d"))));
    Map<String, Object> other = cast(answer.get("compare_to"));
    assertEquals(answer.get("profile"), other.get("profile"));
    int distance =
        Fingerprint.distance(
            Fingerprint.parse((String) answer.get("fingerprint")),
            Fingerprint.parse((String) other.get("fingerprint")));
    assertEquals(distance, answer.get("distance"));
    assertEquals(0.8 / (1 + distance) + 0.2 / 4, (double) answer.get("score"), 1e-12);
    // 60 letters make 49 shingles of 12, andthecat adds 9.
    assertEquals(49.0 / 58, (double) answer.get("jaccard"), 0);
    // Four standard errors of 384 components.
    assertEquals(49.0 / 58, (double) answer.get("similarity"), 4 * Math.sqrt(.13 / 384));
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
    assertEquals(signature(1024, five, TEXT), answer.get("signature"));
    Map<String, Object> other = cast(answer.get("compare_to"));
    assertEquals(signature(1024, five, longer), other.get("signature"));
    // 60 letters make 56 shingles of 5, andthecat adds 9.
    assertEquals(56.0 / 65, (double) answer.get("jaccard"), 0);
    assertEquals(1.0, (double) answer.get("containment"), 0);
    assertEquals(similarity(1024, five, TEXT, longer), (double) answer.get("similarity"), 0);
    assertEquals(1.0 / (1 + (int) answer.get("distance")), (double) answer.get("score"), 0);
  }

  private static double similarity(int hashes, Shingling shingling, String a, String b) {
    TextMinHasher minHasher = minHasher(hashes, shingling);
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
    assertEquals(signature(384, Shingling.AUTO_CHARACTERS, TEXT), other.get("signature"));
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
            "document",
            Map.of("content", TEXT, "summary", "a quick fox"),
            "pipeline",
            "near",
            "compare_to",
            Map.of("document", Map.of("content", TEXT))));
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

  public void testATitleWithoutEffectIsRefused() {
    String ofDefault =
        "] has no effect with [title_factor] [1], the default of [preset] [default]: set"
            + " [title_factor], or use [preset] [composite]";
    String ofOne = "] has no effect with [title_factor] [1]: set another [title_factor]";
    Map<String, Object> other = Map.of("text", TEXT, "title", "fox");
    assertEquals("[title" + ofDefault, refusal(Map.of("text", TEXT, "title", "fox")));
    assertEquals("[title" + ofDefault, refusal(Map.of("text", TEXT, "title", "")));
    assertEquals(
        "[title" + ofOne, refusal(Map.of("text", TEXT, "title", "fox", "title_factor", 1)));
    assertEquals(
        "[title" + ofDefault, refusal(Map.of("text", TEXT, "title", "", "compare_to", other)));
    assertEquals(
        "[compare_to.title" + ofDefault, refusal(Map.of("text", TEXT, "compare_to", other)));
    assertEquals(
        "[compare_to.title" + ofOne,
        refusal(Map.of("text", TEXT, "title_factor", 1, "compare_to", other)));
  }

  public void testATitleFactorNeedsATitle() throws Exception {
    assertEquals("[title_factor] needs [title]", refusal(Map.of("text", TEXT, "title_factor", 2)));
    Map<String, Object> other = Map.of("text", TEXT, "title", "fox");
    assertNotNull(ask(Map.of("text", TEXT, "title_factor", 2, "compare_to", other)));
  }

  public void testTheCompositeMarksTheTitle() throws Exception {
    Map<String, Object> body =
        Map.of("text", TEXT, "title", "fox", "preset", "composite", "idf", "en");
    List<Map<String, Object>> tokens = cast(ask(body).get("tokens"));
    Map<String, Object> fox =
        tokens.stream().filter(token -> token.get("text").equals("fox")).findFirst().get();
    assertEquals(5.0, this.<Map<String, Object>>cast(fox.get("factors")).get("title"));
  }

  public void testDefaultsAreChinese() throws Exception {
    Map<String, Object> answer = ask(Map.of("text", "北京大学的学生在图书馆学习，准备明天上午的数学考试，老师希望大家取得优异成绩"));
    List<Map<String, Object>> tokens = cast(answer.get("tokens"));
    // Triples of words of two characters or more.
    assertEquals("北京大学 学生 图书馆", tokens.get(0).get("text"));
    assertNotNull(answer.get("fingerprint"));
  }

  public void testPipelineMustHaveOneProcessor() {
    String simhash = "{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\"}}";
    putPipeline("two", "[" + simhash + "," + simhash + "]");
    putPipeline("none", "[]");
    Map<String, Object> document = Map.of("content", TEXT);
    assertEquals(
        "[pipeline] must name an ingest pipeline but was [absent]",
        refusal(Map.of("document", document, "pipeline", "absent")));
    assertEquals(
        "[pipeline] must have exactly one [simhash] processor but [none] has [0]",
        refusal(Map.of("document", document, "pipeline", "none")));
    assertEquals(
        "[pipeline] must have exactly one [simhash] processor but [two] has [2]",
        refusal(Map.of("document", document, "pipeline", "two")));
  }

  public void testProcessorUnderOnFailureCounts() throws Exception {
    putPipeline(
        "wrapped",
        """
        [{"simhash": {"field": "content", "analyzer": "standard", "preset": "words",
                      "on_failure": [{"simhash": {"field": "b", "analyzer": "standard"}}]}}]
        """);
    assertEquals(
        "[pipeline] must have exactly one [simhash] processor but [wrapped] has [2]",
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

  public void testRefusals() {
    assertEquals(
        "[analyzer] must be the name of an analyzer but was [nosuch]",
        refusal(Map.of("text", TEXT, "analyzer", "nosuch")));
    assertEquals(
        "a text must have at most [1000000] characters but had [1000001]",
        refusal(Map.of("text", "x".repeat(1_000_001), "analyzer", "standard")));
    putPipeline("near", "[{\"simhash\": {\"field\": \"content\", \"analyzer\": \"standard\"}}]");
    assertEquals(
        "field [content] not present as part of path [content]",
        refusal(Map.of("document", Map.of(), "pipeline", "near")));
  }

  public void testMistakeInAPipelineIsABadRequest() {
    Exception e =
        expectThrows(
            Exception.class,
            () ->
                putPipeline(
                    "bad",
                    "[{\"simhash\": {\"field\": \"a\", \"analyzer\": \"standard\", \"x\": 1}}]"));
    assertEquals(
        "processor [simhash] doesn't support one or more provided configuration parameters [x]",
        e.getMessage());
    e =
        expectThrows(
            Exception.class,
            () ->
                putPipeline(
                    "bad",
                    "[{\"simhash\": {\"field\": \"a\", \"analyzer\": \"standard\", \"idf_path\": \"x\"}}]"));
    assertEquals("[idf_path] names no file: [x]", e.getMessage());
  }

  @SuppressWarnings("unchecked")
  private <T> T cast(Object value) {
    return (T) value;
  }
}
