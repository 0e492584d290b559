package io.simhash.elasticsearch.fingerprint;

import io.simhash.core.minhash.Bands;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.TextMinHasher;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.test.ESTestCase;

public class FingerprintRequestTests extends ESTestCase {

  private static void assertRefused(String sentence, Map<String, Object> body) {
    Map<String, Object> before = new HashMap<>(body);
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> FingerprintRequest.parse(body));
    assertEquals(sentence, e.getMessage());
    assertEquals(before, body);
  }

  public void testText() {
    FingerprintRequest request =
        FingerprintRequest.parse(Map.of("text", "a fox", "analyzer", "standard"));
    assertEquals(
        new FingerprintRequest.Input("a fox", null, null, Optional.empty()), request.input);
    assertTrue(request.compareTo.isEmpty());
    assertEquals(Map.of("analyzer", "standard"), request.profileOptions);
    assertFalse(request.hasTitle());
    assertNull(request.pipeline);
    assertEquals(0.85, request.mu, 0);
    assertEquals(1000, request.maxTokens);
    assertNull(request.validate());
  }

  public void testEverythingBesideText() {
    FingerprintRequest request =
        FingerprintRequest.parse(
            Map.of(
                "text",
                "a fox",
                "title",
                "fox",
                "set",
                List.of("x", 7, true),
                "title_factor",
                3,
                "mu",
                0.5,
                "max_tokens",
                7,
                "compare_to",
                Map.of("text", "a wolf", "title", "wolf", "set", 7)));
    assertEquals("fox", request.input.title());
    assertEquals(Optional.of(List.of("x", "7", "true")), request.input.set());
    assertEquals(Map.of("title_factor", 3), request.profileOptions);
    assertTrue(request.hasTitle());
    assertEquals(
        new FingerprintRequest.Input("a wolf", "wolf", null, Optional.of(List.of("7"))),
        request.compareTo.get());
    assertEquals(0.5, request.mu, 0);
    assertEquals(7, request.maxTokens);
  }

  public void testTheOptionThatGivesTheTitle() {
    Map<String, Object> titled = Map.of("text", "a", "title", "");
    assertEquals("title", FingerprintRequest.parse(Map.of("text", "a")).titleOption());
    assertEquals("title", FingerprintRequest.parse(titled).titleOption());
    FingerprintRequest other = FingerprintRequest.parse(Map.of("text", "a", "compare_to", titled));
    assertTrue(other.hasTitle());
    assertEquals("compare_to.title", other.titleOption());
    FingerprintRequest both =
        FingerprintRequest.parse(Map.of("text", "a", "title", "t", "compare_to", titled));
    assertTrue(both.hasTitle());
    assertEquals("title", both.titleOption());
  }

  public void testDocument() {
    FingerprintRequest request =
        FingerprintRequest.parse(
            Map.of(
                "document",
                Map.of("content", "a fox"),
                "pipeline",
                "near",
                "compare_to",
                Map.of("document", Map.of("content", "a wolf"))));
    assertEquals("near", request.pipeline);
    assertEquals(Map.of("content", "a fox"), request.input.document());
    assertEquals(Map.of("content", "a wolf"), request.compareTo.get().document());
  }

  public void testTextOrDocument() {
    assertRefused("exactly one of [text, document] is needed but there were []", Map.of());
    assertRefused(
        "exactly one of [text, document] is needed but there were [text, document]",
        Map.of("text", "a", "document", Map.of(), "pipeline", "p"));
    assertRefused("[document] needs [pipeline]", Map.of("document", Map.of()));
    assertRefused("[pipeline] needs [document]", Map.of("text", "a", "pipeline", "p"));
    assertRefused("[compare_to] needs [text]", Map.of("text", "a", "compare_to", Map.of()));
    assertRefused(
        "[compare_to] needs [document]",
        Map.of("document", Map.of(), "pipeline", "p", "compare_to", Map.of("text", "a")));
    assertRefused(
        "unknown options [document] in [compare_to]",
        Map.of("text", "a", "compare_to", Map.of("text", "b", "document", Map.of())));
  }

  public void testWrongTypes() {
    Map<String, Object> none = new HashMap<>();
    none.put("text", null);
    assertRefused("[text] must not be null", none);
    assertRefused("[text] must be a string but was [7]", Map.of("text", 7));
    assertRefused("[title] must be a string but was [7]", Map.of("text", "a", "title", 7));
    assertRefused(
        "[document] must be an object but was [a]", Map.of("document", "a", "pipeline", "p"));
    assertRefused(
        "[pipeline] must be a string but was [1]", Map.of("document", Map.of(), "pipeline", 1));
    assertRefused(
        "[compare_to] must be an object but was [b]", Map.of("text", "a", "compare_to", "b"));
    assertRefused(
        "[compare_to.text] must be a string but was [7]",
        Map.of("text", "a", "compare_to", Map.of("text", 7)));
    assertRefused(
        "[compare_to.set] must be a string, an integer, a boolean or an array of these but was [1.5]:"
            + " type a decimal number as a string",
        Map.of("text", "a", "compare_to", Map.of("text", "b", "set", 1.5)));
  }

  public void testBothSidesNeedASet() {
    assertRefused("[set] needs [compare_to.set]", Map.of("text", "a", "set", List.of("x")));
    assertRefused(
        "[set] needs [compare_to.set]",
        Map.of("text", "a", "set", List.of("x"), "compare_to", Map.of("text", "b")));
    assertRefused(
        "[compare_to.set] needs [set]",
        Map.of("text", "a", "compare_to", Map.of("text", "b", "set", List.of("x"))));
    assertRefused("[mu] needs [set]", Map.of("text", "a", "mu", 0.5));
  }

  public void testRanges() {
    Map<String, Object> sets =
        Map.of("text", "a", "set", List.of(), "compare_to", Map.of("text", "b", "set", List.of()));
    for (Object wrong : List.of(-0.1, 1.1, Double.NaN)) {
      Map<String, Object> body = new HashMap<>(sets);
      body.put("mu", wrong);
      assertRefused("[mu] must be in [0, 1] but was [" + wrong + "]", body);
    }
    for (int wrong : List.of(-1, 10_001)) {
      assertRefused(
          "[max_tokens] must be in [0, 10000] but was [" + wrong + "]",
          Map.of("text", "a", "max_tokens", wrong));
    }
    assertRefused(
        "[max_tokens] must be an integer but was [many]",
        Map.of("text", "a", "max_tokens", "many"));
  }

  public void testSignature() {
    assertEquals(
        Optional.of(Shingling.AUTO_CHARACTERS),
        FingerprintRequest.parse(Map.of("text", "a"))
            .signatures
            .orElseThrow()
            .parameters()
            .shingling());
    assertTrue(
        FingerprintRequest.parse(Map.of("text", "a", "signature", false)).signatures.isEmpty());
    Map<String, Object> of5 =
        Map.of("hashes", 84, "bands", 6, "rows", 14, "shingle", Map.of("size", 5));
    TextMinHasher signatures =
        FingerprintRequest.parse(Map.of("text", "a", "signature", of5)).signatures.orElseThrow();
    assertEquals(new Bands(84, 6, 14), signatures.bands());
    assertEquals(
        Optional.of(new Shingling(Shingling.Unit.CHARACTER, 5)),
        signatures.parameters().shingling());
    assertRefused(
        "[signature] must be [true], [false] or an object but was [yes]",
        Map.of("text", "a", "signature", "yes"));
    assertRefused(
        "[signature.hashes] must be in [64, 2048] but was [2049]",
        Map.of("text", "a", "signature", Map.of("hashes", 2049)));
    assertRefused(
        "unknown options [band] in [signature]",
        Map.of("text", "a", "signature", Map.of("band", 6)));
    assertRefused(
        "[signature.shingle.unit] must be [character] but was [token]",
        Map.of("text", "a", "signature", Map.of("shingle", Map.of("unit", "token", "size", 3))));
    for (Object typed : List.of(true, false, Map.of())) {
      assertRefused(
          "[signature] cannot be used with [pipeline]: its processor has the option",
          Map.of("document", Map.of(), "pipeline", "p", "signature", typed));
    }
  }

  public void testAPipelineHasTheProfileAndTheTitle() {
    assertRefused(
        "[tf] cannot be used with [pipeline]: its processor has the profile",
        Map.of("document", Map.of(), "pipeline", "p", "tf", "count"));
    assertRefused(
        "[title] cannot be used with [document]: the processor reads the title itself",
        Map.of("document", Map.of(), "pipeline", "p", "title", "t"));
    assertRefused(
        "[compare_to.title] cannot be used with [document]: the processor reads the title itself",
        Map.of(
            "document",
            Map.of(),
            "pipeline",
            "p",
            "compare_to",
            Map.of("document", Map.of(), "title", "t")));
    assertRefused(
        "[title_factor] cannot be used with [pipeline]: its processor has the profile",
        Map.of("document", Map.of(), "pipeline", "p", "title_factor", 2));
    assertRefused(
        "[idf_path] can only be set in a pipeline or a mapping",
        Map.of("text", "a", "idf_path", "users"));
  }

  public void testUnknownOptions() {
    assertRefused(
        "unknown options [fingerprint, txt]", Map.of("text", "a", "txt", 1, "fingerprint", 2));
    assertRefused(
        "unknown options [mu] in [compare_to]",
        Map.of("text", "a", "compare_to", Map.of("text", "b", "mu", 1)));
  }

  /** Only of texts that are compared: their words are described. */
  public void testComparedTextsAreLimitedTogether() {
    String half = "x".repeat(100_000);
    Map<String, Object> other = Map.of("text", half);
    FingerprintRequest.parse(Map.of("text", half, "compare_to", other));
    FingerprintRequest.parse(Map.of("text", half + half + half));
    assertRefused(
        "[compare_to] needs texts of at most [200000] characters together but they had [200001]",
        Map.of("text", half, "title", "t", "compare_to", other));
    Map<String, Object> document = Map.of("document", Map.of("a", List.of(half, Map.of("b", 7))));
    assertRefused(
        "[compare_to] needs texts of at most [200000] characters together but they had [200003]",
        Map.of("document", Map.of("a", half, "b", "two"), "pipeline", "p", "compare_to", document));
  }
}
