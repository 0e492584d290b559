package io.simhash.elasticsearch.query;

import static io.simhash.elasticsearch.query.TestSignatures.SAME;
import static io.simhash.elasticsearch.query.TestSignatures.source;
import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertResponse;

import io.simhash.core.minhash.Bands;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.text.TextMinHasher;
import io.simhash.lucene.text.TextShingles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;

/** The sub-field {@code signature} in searches. */
public class SignatureSubFieldTests extends NearQueryNode {

  private static final String TEXT =
      "the quick brown fox jumps over the lazy dog and both run along an old river to the sea";

  private static final String SIGNATURE =
      new TextMinHasher(
              Bands.DEFAULT, Optional.of(new TextShingles(Shingling.AUTO_CHARACTERS, null)))
          .of(List.of(TEXT))
          .orElseThrow()
          .toBase64();

  private static final String MAPPING_OF_FIELDS =
      """
      {"properties": {
        "fp": {"type": "simhash"},
        "fp_alias": {"type": "alias", "path": "fp"},
        "text": {"type": "simhash", "analyzer": "standard"},
        "parts": {"type": "nested", "properties": {
          "fp": {"type": "simhash"},
          "text": {"type": "simhash", "analyzer": "standard"}}}
      }}
      """;

  private void createDocuments(String mode) {
    Settings settings =
        Settings.builder()
            .put("index.number_of_shards", 1)
            .put("index.mapping.source.mode", mode)
            .build();
    createIndexOf("news", settings, MAPPING_OF_FIELDS);
    index("news", "value", source(3, SAME, "mine"));
    index("news", "bare", source(3, null, "mine"));
    index("news", "text", "{\"text\": \"" + TEXT + "\"}");
    String inner = source(7, SAME, "mine").replaceFirst("}}$", "}, \"text\": \"" + TEXT + "\"}");
    index("news", "nested", "{\"parts\": [" + inner + ", " + source(8, null, null) + "]}");
  }

  public void testExists() {
    createDocuments("stored");
    assertEquals(List.of("value"), exists("fp.signature"));
    assertEquals(List.of("value"), exists("fp_alias.signature"));
    assertEquals(List.of("text"), exists("text.signature"));
    String nested =
        "{\"nested\": {\"path\": \"parts\", \"query\": {\"exists\": {\"field\": \"%s\"}}}}";
    assertEquals(
        List.of("nested"), answer(query(nested.formatted("parts.fp.signature")), "news").ids());
  }

  private List<String> exists(String field) {
    return answer(QueryBuilders.existsQuery(field), "news").ids();
  }

  public void testFieldsGiveBase64() {
    for (String mode : List.of("stored", "synthetic")) {
      createDocuments(mode);
      assertEquals(
          Map.of(
              "value", Map.of("fp.signature", List.of(SAME.toBase64())),
              "bare", Map.of(),
              "text", Map.of("text.signature", List.of(SIGNATURE)),
              "nested",
                  Map.of(
                      "parts",
                      List.of(
                          Map.of(
                              "fp.signature",
                              List.of(SAME.toBase64()),
                              "text.signature",
                              List.of(SIGNATURE))))),
          fetch("*.signature"));
      assertEquals(
          Map.of("fp_alias.signature", List.of(SAME.toBase64())),
          fetch("fp_alias.signature").get("value"));
      indicesAdmin().prepareDelete("news").get();
    }
  }

  private Map<String, Object> fetch(String pattern) {
    Map<String, Object> fetched = new HashMap<>();
    assertResponse(
        client().prepareSearch("news").addFetchField(pattern),
        response -> {
          for (SearchHit hit : response.getHits().getHits()) {
            Map<String, Object> values = new HashMap<>();
            hit.getFields().forEach((name, field) -> values.put(name, field.getValues()));
            fetched.put(hit.getId(), values);
          }
        });
    return fetched;
  }

  public void testAProfileByTheNameOfAnAlias() {
    createDocuments("stored");
    assertEquals(
        List.of("bare", "value"),
        answer(QueryBuilders.termQuery("fp_alias.profile", "mine"), "news").ids());
    assertEquals(
        List.of("bare", "value"),
        answer(QueryBuilders.termQuery("fp_alias.block_3", "0007"), "news").ids());
    assertEquals(
        List.of(), answer(QueryBuilders.termQuery("fp_alias.unknown", "mine"), "news").ids());
  }
}
