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
