package io.simhash.elasticsearch.fingerprint;

import io.simhash.core.text.TextLimit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.test.ESTestCase;

public class FingerprintRequestTests extends ESTestCase {

  private static void assertRefused(String sentence, Map<String, Object> body) {
    Map<String, Object> before = new HashMap<>(body);
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> FingerprintRequest.parse(body));
    assertEquals(sentence, e.getMessage());
    assertEquals(before, body);
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

  /** As deep as Elasticsearch reads JSON: an overflow of the stack would end the node. */
  public void testTheTextsOfADeepDocumentAreCounted() {
    Object deep = "text";
    for (int i = 0; i < 1_000; i++) {
      deep = Map.of("a", deep);
    }
    assertEquals(4, TextLimit.length(deep));
  }
}
