package io.simhash.elasticsearch.query;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertFailures;
import static org.hamcrest.Matchers.containsString;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.rest.RestStatus;

/** The query on a node, by bands and without, of sets and of texts. */
public class MinHashNearSearchTests extends NearQueryNode {

  private static final String BANDED =
      """
      {"properties": {
        "tags": {"type": "minhash"},
        "content": {"type": "text", "copy_to": "all", "fields": {
          "near": {"type": "minhash", "hashes": 128, "bands": 24, "rows": 3, "shingle": {"size": 3}}}},
        "all": {"type": "minhash", "hashes": 84, "bands": 6, "rows": 14, "shingle": {"size": 3}}
      }}
      """;

  static final String TEXT = "the quick brown fox jumps over the lazy dog near the river bank";

  private void createTexts(String settings, String mapping) {
    Settings all =
        Settings.builder()
            .put("index.number_of_shards", randomIntBetween(1, 3))
            .loadFromSource(settings, org.elasticsearch.xcontent.XContentType.JSON)
            .build();
    createIndexOf("texts", all, mapping);
    index("texts", "same", content(TEXT.toUpperCase(java.util.Locale.ROOT)));
    index("texts", "edited", content(TEXT.replace("dog", "cat")));
    index("texts", "other", content("nothing in this sentence was ever said in that way"));
    index("texts", "none", "{\"tags\": [\"a\", \"b\", \"c\", \"d\"]}");
  }

  private static String content(String text) {
    return "{\"content\": \"" + text + "\"}";
  }

  private static QueryBuilder minHashNear(String options) {
    return query("{\"minhash_near\": {" + options + "}}");
  }

  private List<String> ids(QueryBuilder query) {
    return hits(query, "texts").stream()
        .map(hit -> hit.substring("texts/".length(), hit.indexOf('=')))
        .toList();
  }

  public void testTextsByBandsAndWithout() {
    createTexts("{}", BANDED);
    String text = "\"field\": \"content.near\", \"text\": \"" + TEXT + "!\"";
    // At J = .83 two of 24 bands of 3 agree but for a chance of 5e-8.
    for (String bands : List.of("", ", \"min_matching_bands\": 0", ", \"min_matching_bands\": 2")) {
      List<String> found = hits(minHashNear(text + bands), "texts");
      assertEquals(bands, List.of("same", "edited"), ids(minHashNear(text + bands)));
      assertEquals(bands, "texts/same=1.0", found.get(0));
    }
    assertEquals(List.of("same"), ids(minHashNear(text + ", \"min_similarity\": 1, \"boost\": 2")));
    // Below .44 all documents are compared, and those with something in common are hits.
    for (String every :
        List.of(
            ", \"min_matching_bands\": 0, \"min_similarity\": 0.01",
            ", \"min_similarity\": 0.01")) {
      assertEquals(List.of("same", "edited"), ids(minHashNear(text + every)));
    }
    assertEquals(
        List.of("same", "edited"),
        ids(minHashNear(text + ", \"min_similarity\": 0.01, \"min_matching_bands\": 1")));
    assertEquals(
        "all bands agree in a copy alone",
        List.of("same"),
        ids(minHashNear(text + ", \"min_matching_bands\": 24")));
  }

  public void testSets() {
    createTexts("{}", BANDED);
    String tags = "\"field\": \"tags\", \"values\": ";
    assertEquals(
        List.of("texts/none=1.0"),
        hits(minHashNear(tags + "[\"d\", \"c\", \"b\", \"a\"]"), "texts"));
    assertEquals(List.of(), ids(minHashNear(tags + "[\"x\", \"y\"]")));
    assertEquals(List.of(), ids(minHashNear(tags + "[]")));
  }

  public void testLike() {
    String synthetic = "{\"index.mapping.source.mode\": \"synthetic\"}";
    createTexts(randomFrom("{}", synthetic), BANDED);
    for (String field : List.of("content.near", "all")) {
      String near = "\"field\": \"" + field + "\", " + like("texts", "same");
      assertEquals(
          field, List.of("edited"), ids(minHashNear(near + ", \"min_matching_bands\": 0")));
      assertEquals(
          field,
          List.of("same"),
          ids(minHashNear(near + ", \"include\": true, \"min_similarity\": 1")));
    }
    String near = "\"field\": \"content.near\", ";
    assertEquals(List.of("edited"), ids(minHashNear(near + like("texts", "same"))));
    assertEquals(List.of(), ids(minHashNear(near + like("texts", "none"))));
    String tags = "\"field\": \"tags\", \"include\": true, " + like("texts", "none");
    assertEquals(List.of("none"), ids(minHashNear(tags)));
  }

  /** The bands are those of the stored signature. */
  public void testALikeNeedsNoSource() {
    createTexts("{}", "{\"_source\": {\"enabled\": false}, " + BANDED.strip().substring(1));
    String near = "\"field\": \"content.near\", " + like("texts", "same");
    for (String bands : List.of("", ", \"min_matching_bands\": 0")) {
      assertEquals(List.of("edited"), ids(minHashNear(near + bands)));
    }
  }

  /** One search reads the document: the field must not be asked for twice, in two formats. */
  public void testConfirmByTheFieldItselfIsRefused() {
    createTexts("{}", BANDED);
    String near = "\"field\": \"content.near\", " + like("texts", "same");
    String confirm = ", \"confirm\": {\"field\": \"content.near\", \"min_similarity\": 0.5}";
    assertFailures(
        client().prepareSearch("texts").setQuery(minHashNear(near + confirm)),
        RestStatus.BAD_REQUEST,
        containsString(
            "[confirm.field] must be of type [text] but [content.near] is of type [minhash]"));
  }

  public void testTheDocumentIsReadAsTheCaller() {
    createTexts("{}", BANDED);
    Witness.CALLERS.clear();
    Client alice = client().filterWithHeader(Map.of(Witness.HEADER, "alice"));
    String near =
        "\"field\": \"content.near\", \"confirm\": {\"field\": \"content\", \"min_similarity\":"
            + " 0.5}, ";
    assertEquals(
        1,
        hits(alice.prepareSearch("texts").setQuery(minHashNear(near + like("texts", "same"))))
            .size());
    // The request itself, and one search for the signature and the text of the document.
    assertEquals(List.of("alice", "alice"), Witness.CALLERS);
  }

  public void testBandTermsAreNoValues() {
    createTexts("{}", BANDED);
    var caps = client().prepareFieldCaps("texts").setFields("content.near").get();
    var near = caps.getField("content.near").get("minhash");
    assertFalse(near.isSearchable());
    assertFalse(near.isAggregatable());
    assertEquals(
        new TreeSet<>(List.of("same", "edited", "other")),
        new TreeSet<>(ids(query("{\"exists\": {\"field\": \"content.near\"}}"))));
  }
}
