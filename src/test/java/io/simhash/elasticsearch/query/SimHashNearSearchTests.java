package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.admin.indices.validate.query.ValidateQueryResponse;
import org.elasticsearch.action.explain.ExplainResponse;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.aggregations.AggregationBuilders;
import org.elasticsearch.search.aggregations.bucket.SingleBucketAggregation;
import org.elasticsearch.xcontent.XContentType;

/** The query in the places where queries stand, and what it looks for the neighbours of. */
public class SimHashNearSearchTests extends NearQueryNode {

  private static String given(int bits) {
    return "\"fingerprint\": \"" + fingerprint(bits) + "\"";
  }

  public void testNeighboursByDistance() {
    createNews("news");
    assertEquals(
        List.of("news/0=1.0", "news/1=0.5", "news/3=0.25", "news/9=0.1"),
        hits(near(given(0)), "news"));
    assertEquals(
        List.of("news/0=2.0", "news/1=1.96875"),
        hits(
            near(given(0) + ", \"max_distance\": 1, \"score\": \"linear\", \"boost\": 2"), "news"));
    assertEquals(5, hits(near(given(0) + ", \"max_distance\": 64"), "news").size());
  }

  public void testText() {
    createNews("news");
    index(
        "news",
        "text",
        "{\"fp_text\": \"the quick brown fox jumps over the lazy dog by the river\"}");
    String text = "{\"simhash_near\": {\"field\": \"fp_text\", \"max_distance\": 0, \"text\": \"";
    assertEquals(
        List.of("news/text=1.0"),
        hits(
            query(text + "The quick, brown fox jumps over the lazy dog by the river!\"}}"),
            "news"));
    assertEquals(List.of(), hits(query(text + "\"}}"), "news"));
  }

  /** Without a fingerprint the similarity decides, and a radius has no centre. */
  public void testATextThatIsTooShortIsFoundByItsSignature() {
    String mapping =
        """
        {"properties": {
          "usual": {"type": "simhash", "analyzer": "standard", "preset": "words"},
          "bare": {"type": "simhash", "analyzer": "standard", "preset": "words",
                   "signature": false},
          "every": {"type": "simhash", "analyzer": "standard", "preset": "words",
                    "min_features": 0}}}
        """;
    createIndexOf("short", Settings.EMPTY, mapping);
    String seven = "\"quick brown foxes jump over lazy dogs\"";
    String eight = "\"quick brown foxes jump over lazy dogs today\"";
    Map<String, String> texts =
        Map.of("7", seven, "8", eight, "other", "\"lazy dogs sleep in the sun\"");
    texts.forEach(
        (id, text) ->
            index(
                "short",
                id,
                "{\"usual\": %s, \"every\": %s, \"bare\": %s}".formatted(text, text, text)));
    String similar = "{\"simhash_near\": {\"field\": \"%s\", \"text\": %s%s}}";
    for (String max : List.of("", ", \"min_similarity\": 0.5, \"max_distance\": 0")) {
      List<String> found = hits(query(similar.formatted("usual", seven, max)), "short");
      assertEquals("short/7=1.0", found.getFirst());
      assertTrue(found.toString(), found.get(1).startsWith("short/8=0."));
      assertEquals(2, found.size());
      found = hits(query(similar.formatted("usual", eight, max)), "short");
      assertEquals("short/8=1.0", found.getFirst());
      assertTrue(found.toString(), found.get(1).startsWith("short/7=0."));
      assertEquals(2, found.size());
    }
    String near = "{\"simhash_near\": {\"field\": \"%s\", \"max_distance\": %s, \"text\": %s}}";
    for (String field : List.of("usual", "bare")) {
      assertEquals(List.of(), hits(query(near.formatted(field, 64, seven)), "short"));
    }
    assertEquals(List.of("short/8=1.0"), hits(query(near.formatted("usual", 64, eight)), "short"));
    assertEquals(List.of("short/8=1.0"), hits(query(near.formatted("bare", 64, eight)), "short"));
    assertEquals(List.of("short/7=1.0"), hits(query(near.formatted("every", 0, seven)), "short"));
    assertEquals(3, hits(query(near.formatted("every", 64, seven)), "short").size());
    assertEquals(2, hits(query(similar.formatted("every", seven, "")), "short").size());
  }

  public void testDocumentThroughAPipeline() {
    createNews("news");
    putJsonPipeline(
        "mark",
        """
        {"processors": [
          {"simhash": {"field": "content", "analyzer": "standard", "target_field": "fp"}}]}
        """);
    String content = "\"the quick brown fox jumps over the lazy dog by the river\"";
    client()
        .prepareIndex("news")
        .setId("made")
        .setPipeline("mark")
        .setSource("{\"content\": " + content + "}", XContentType.JSON)
        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
        .get();
    String document = "\"max_distance\": 0, \"pipeline\": \"mark\", \"document\": ";
    assertEquals(
        List.of("news/made=1.0"), hits(near(document + "{\"content\": " + content + "}"), "news"));
    assertEquals(List.of(), hits(near(document + "{\"content\": \"\"}"), "news"));
  }

  /** The same short text by every source. */
  public void testAShortTextByEverySource() {
    putJsonPipeline(
        "print",
        """
        {"processors": [
          {"simhash": {"field": "content", "analyzer": "standard", "target_field": "fp"}}]}
        """);
    createIndexOf("news", between(1, 3));
    for (String text : List.of("quick brown foxes", "Quick brown foxes!", "lazy dogs sleep")) {
      index("news", text, "print", "{\"content\": \"" + text + "\"}");
    }
    Map<?, ?> made =
        (Map<?, ?>) client().prepareGet("news", "quick brown foxes").get().getSource().get("fp");
    assertNull(made.get("fingerprint"));
    List<String> both = List.of("Quick brown foxes!", "quick brown foxes");
    String document = "\"pipeline\": \"print\", \"document\": {\"content\": \"Quick brown foxes\"}";
    for (String source :
        List.of(
            document,
            like("news", "quick brown foxes") + ", \"include\": true",
            "\"signature\": \"" + made.get("signature") + "\"")) {
      assertEquals(source, new Answer(both, List.of()), answer(near(source), "news"));
    }
    assertEquals(
        List.of("Quick brown foxes!"),
        answer(near(like("news", "quick brown foxes")), "news").ids());
    List<String> exist = answer(QueryBuilders.existsQuery("fp"), "news").ids();
    assertEquals(3, exist.size());
    assertTrue(exist.toString(), exist.containsAll(both));
  }

  public void testMinHash() {
    createNews("news");
    index("news", "same", tagged(1, "[\"a\", \"b\", \"c\"]"));
    index("news", "none in common", tagged(1, "[\"x\", \"y\", \"z\"]"));
    String near = given(1) + ", \"max_distance\": 0, \"mu\": 0.5, \"minhash\": {\"field\": ";
    String values = "\"tags\", \"values\": [\"c\", \"b\", \"a\"]";
    String like = "\"tags\", " + like("news", "same");
    String text = "\"body\", \"text\": \"of no matter\"";
    for (String set : List.of(values, like)) {
      List<String> found = hits(near(near + set + "}"), "news");
      assertEquals("news/same=1.0", found.get(0));
      // Of 1,024 components of 2 bits, some agree by chance: J may be a little above 0.
      assertTrue(found.toString(), found.contains("news/1=0.5"));
      assertTrue(found.toString(), found.toString().contains("news/none in common=0.5"));
      assertEquals(
          List.of("news/same=1.0"), hits(near(near + set + ", \"min_similarity\": 0.5}"), "news"));
    }
    assertEquals(3, hits(near(near + text + "}"), "news").size());
    index("news", "body", "{\"fp\": \"" + fingerprint(1) + "\", \"body\": \"Of no matter?\"}");
    assertEquals("news/body=1.0", hits(near(near + text + "}"), "news").get(0));
  }

  private static String tagged(int bits, String tags) {
    return "{\"fp\": \"" + fingerprint(bits) + "\", \"tags\": " + tags + "}";
  }

  public void testASetlessDocumentOrEmptySetAddsNothing() {
    createNews("news");
    String near = given(1) + ", \"max_distance\": 0, \"minhash\": {\"field\": \"tags\", ";
    assertEquals(List.of("news/1=0.85"), hits(near(near + "\"values\": []}"), "news"));
    assertEquals(List.of("news/1=0.85"), hits(near(near + like("news", "0") + "}"), "news"));
  }

  public void testExplain() {
    createNews("news");
    QueryBuilder like = near(like("news", "1") + ", \"max_distance\": 2");
    ExplainResponse match = client().prepareExplain("news", "3").setQuery(like).get();
    assertTrue(match.isMatch());
    assertEquals(1 / 3f, match.getExplanation().getValue().floatValue(), 0);
    assertFalse(client().prepareExplain("news", "9").setQuery(like).get().isMatch());
    assertFalse(client().prepareExplain("news", "1").setQuery(like).get().isMatch());
  }

  public void testValidate() {
    createNews("news");
    QueryBuilder like = near(like("news", "1") + ", \"max_distance\": 2");
    ValidateQueryResponse valid =
        indicesAdmin().prepareValidateQuery("news").setQuery(like).setRewrite(true).get();
    assertTrue(valid.isValid());
    QueryBuilder wrong = near("\"fingerprint\": 1.5");
    assertFalse(indicesAdmin().prepareValidateQuery("news").setQuery(wrong).get().isValid());
  }

  public void testFilterOfAnAggregation() {
    createNews("news");
    QueryBuilder like = near(like("news", "1") + ", \"max_distance\": 2");
    assertResponse(
        client()
            .prepareSearch("news")
            .setSize(0)
            .addAggregation(AggregationBuilders.filter("alike", like)),
        response -> {
          SingleBucketAggregation alike = response.getAggregations().get("alike");
          assertEquals(2, alike.getDocCount());
        });
  }
}
