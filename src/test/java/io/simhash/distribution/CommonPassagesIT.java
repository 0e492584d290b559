package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.distribution.helper.Response;
import io.simhash.distribution.helper.SecurityTestCase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.BeforeClass;
import org.junit.Test;

/** Common passages on a node: hidden documents and fields are neither shown nor counted. */
public class CommonPassagesIT extends SecurityTestCase {

  private static final String ROLES =
      """
      frames_reader:
        indices: [{names: [frames], privileges: [read]}]
      frames_limited:
        indices: [{names: [frames], privileges: [read], query: '{"term": {"public": true}}'}]
      frames_terms:
        indices: [{names: [frames], privileges: [read],
          field_security: {grant: [public, content.passages, "near*"]}}]
      frames_text:
        indices: [{names: [frames], privileges: [read],
          field_security: {grant: [public, content]}}]
      frames_both:
        indices: [{names: [frames], privileges: [read], field_security: {grant: ["content*", "near*"]}}]
      frames_stranger:
        indices: [{names: [elsewhere], privileges: [read]}]
      """;

  private static final Random RANDOM = new Random(20_261_130);
  private static final String SHARED = words(200);
  private static final String HIDDEN = words(300);
  private static final String PATH = "/frames/_simhash/common_passages?field=content.passages";

  /**
   * 120 documents of 200 are public; a frame is in 60 of these and in 40 others. Each document with
   * the frame has a near-duplicate without it.
   */
  @BeforeClass
  public static void makeDocuments() {
    makeUsers(ROLES);
    put(
        "/frames",
        """
            {"settings": {"number_of_shards": 2}, "mappings": {"properties": {
              "public": {"type": "boolean"}, "near": {"type": "simhash"}, "content": {"type": "text", "fields": {
                "passages": {"type": "passages"}}}}}}""");
    Map<String, Object> documents = new LinkedHashMap<>();
    long near = 0;
    for (int i = 0; i < 200; i++) {
      boolean open = i < 120;
      String frame = i % 2 == 0 ? SHARED : "";
      String hidden = open ? "" : HIDDEN;
      String content = frame + " " + words(200) + " " + hidden;
      near = i % 2 == 0 ? RANDOM.nextLong() : near;
      documents.put(
          (open ? "open-" : "hidden-") + i,
          Map.of("content", content, "public", open, "near", Fingerprint.toHex(near)));
    }
    http().index("frames", documents, "");
  }

  private static String words(int letters) {
    StringBuilder words = new StringBuilder();
    while (words.length() < letters) {
      for (int i = 2 + RANDOM.nextInt(7); i > 0; i--) {
        words.append((char) ('a' + RANDOM.nextInt(26)));
      }
      words.append(' ');
    }
    return words.toString().strip();
  }

  /** The numbers of documents by the text of each passage. */
  private static Map<String, Object> counted(Response response) {
    Map<String, Object> counted = new LinkedHashMap<>();
    for (Object each : (List<?>) response.at("passages")) {
      Map<?, ?> passage = (Map<?, ?>) each;
      counted.put((String) passage.get("text"), passage.get("documents"));
    }
    return counted;
  }

  private static Map<String, Object> documents(int value, String relation) {
    return Map.of("value", value, "relation", relation);
  }

  @Test
  public void testHiddenDocumentsAreNeitherShownNorCounted() {
    for (String user : List.of("frames_reader", "frames_both")) {
      assertEquals(
          Map.of(HIDDEN, documents(80, "eq"), SHARED, documents(100, "eq")),
          counted(as(user).get(PATH).ok()));
    }
    Response limited = as("frames_limited").get(PATH).ok();
    assertEquals(Map.of(SHARED, documents(60, "eq")), counted(limited));
    assertFalse(limited.text(), limited.text().contains("hidden-"));
    assertEquals(Integer.valueOf(120), limited.at("documents"));
    Response sample = as("frames_limited").get(PATH + "&sample_size=50").ok();
    assertEquals(Map.of(SHARED, documents(60, "lte")), counted(sample));
    assertEquals(403, as("frames_stranger").get(PATH).status());
  }

  @Test
  public void testHiddenFields() {
    List<String> sentences = new ArrayList<>();
    for (String user : List.of("frames_terms", "frames_text")) {
      Response response = as(user).get(PATH);
      assertEquals(response.text(), 400, response.status());
      sentences.add(response.at("error.reason"));
    }
    assertEquals(
        List.of(
            "[field] must have texts that you may read but [content.passages] had none in [200]"
                + " documents",
            "[field] must name a field of type [passages] but [content.passages] is not mapped in"
                + " [frames], or you may not read it"),
        sentences);
  }

  /** The near-duplicates with a common passage, and all of them, in an estimate. */
  private static List<Object> estimated(Response response) {
    return List.of(
        response.at("common_passages.passages"),
        response.at("common_passages.near_duplicates.count"),
        response.at("near_duplicates.count"));
  }

  @Test
  public void testAnEstimateCountsNoHiddenDocument() {
    String path = "/frames/_simhash/estimate?field=near&passages_field=content.passages";
    for (int round = 0; round < 2; round++) { // The second time, caches have been filled by others.
      assertEquals(List.of(2, 140, 200), estimated(as("frames_reader").get(path).ok()));
      assertEquals(List.of(1, 60, 120), estimated(as("frames_limited").get(path).ok()));
      assertEquals(List.of(2, 140, 200), estimated(as("frames_both").get(path).ok()));
    }
    assertEquals(403, as("frames_stranger").get(path).status());
    Response refused = as("frames_terms").get(path);
    assertEquals(refused.text(), 400, refused.status());
    assertEquals(
        "[passages_field] cannot be used: [field] must have texts that you may read but"
            + " [content.passages] had none in [200] documents",
        refused.at("error.reason"));
  }
}
