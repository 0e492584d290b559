package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.BeforeClass;
import org.junit.Test;

/** Similar texts found by bands and by all signatures, and confirmed from the texts. */
public class MinHashIT extends DistributionTestCase {

  private static final String QUOTED = Articles.OTHER + "以下是当时的报道。" + Articles.NEWS + "此后再没有消息。";

  @BeforeClass
  public static void createIndex() {
    http()
        .put(
            "/minhash-it",
            """
            {"settings": {"index.number_of_shards": 2},
             "mappings": {"properties": {"content": {"type": "text", "fields": {
              "near": {"type": "minhash", "hashes": 126, "bands": 42, "shingle": {"size": 3}}}}}}}""")
        .ok();
    Map<String, Object> documents = new LinkedHashMap<>();
    documents.put("news", Map.of("content", Articles.NEWS));
    documents.put("copy", Map.of("content", Articles.NEWS));
    documents.put("edit", Map.of("content", Articles.EDIT));
    documents.put("other", Map.of("content", Articles.OTHER));
    documents.put("quoted", Map.of("content", QUOTED));
    http().index("minhash-it", documents, "");
  }

  private static Response search(String options) {
    String like = "\"like\": {\"_index\": \"minhash-it\", \"_id\": \"news\"}";
    String query = "{\"minhash_near\": {\"field\": \"content.near\", " + like + options + "}}";
    return http().post("/minhash-it/_search", "{\"query\": " + query + "}").ok();
  }

  private static TreeSet<String> ids(String options) {
    return new TreeSet<>(search(options).ids());
  }

  @Test
  public void bandsAndAllSignaturesFindTheSame() {
    Response found = search("");
    assertEquals("copy", found.ids().get(0));
    assertEquals(1.0, found.<Double>at("hits.hits.0._score"), 0.0);
    assertTrue(found.ids().contains("edit"));
    assertEquals(found.ids(), search(", \"min_matching_bands\": 0").ids());
  }

  @Test
  public void confirmSeparatesCopiesQuotationsAndUnrelatedTexts() {
    String confirm =
        ", \"min_similarity\": 0, \"min_matching_bands\": 0, \"confirm\": {\"field\": \"content\", ";
    assertEquals(
        new TreeSet<>(List.of("copy", "quoted")), ids(confirm + "\"min_containment\": 1}"));
    assertEquals(new TreeSet<>(List.of("copy")), ids(confirm + "\"min_similarity\": 1}"));
    assertEquals(
        new TreeSet<>(List.of("copy", "edit", "quoted", "other")),
        ids(confirm + "\"min_similarity\": 0}"));
  }

  @Test
  public void mistakesAreAnsweredWithSentences() {
    Response wrong =
        http()
            .post(
                "/minhash-it/_search",
                """
                {"query": {"minhash_near": {"field": "content.near", "text": "t",
                  "min_matching_bands": 33}}}""");
    assertEquals(400, wrong.status());
    assertTrue(
        wrong.text(),
        wrong.text().contains("[min_matching_bands] must be in [0, 32] but was [33]"));
  }
}
