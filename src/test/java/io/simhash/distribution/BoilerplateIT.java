package io.simhash.distribution;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import io.simhash.distribution.helper.DistributionTestCase;
import io.simhash.distribution.helper.Hits;
import io.simhash.distribution.helper.Http;
import io.simhash.distribution.helper.Response;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Passages that do not count, from the frames of some pages to the documents that are found. */
public class BoilerplateIT extends DistributionTestCase {

  private static final String HEADER =
      "The Valley Post. Home, local news, country, world, sports, culture, weather and your account. ";

  private static final String FOOTER =
      " Read more of the Valley Post every morning: subscribe to our letter, and follow us. All"
          + " rights reserved; no part of this page may be copied without the consent of the"
          + " publisher, unless it is a short quotation that names the source and has a link.";

  private static final String OTHER_FRAME = " 港湾新闻网责任编辑本网编辑部，版权声明：凡本网注明来源的所有作品，未经书面授权不得转载。";

  private static final String FERRY =
      "The ferry stays in the harbour until the wind has turned, its captain said on Monday.";

  private static final String BAKERS =
      "Two bakers have opened a shop in the old station, and sell bread until midnight.";

  private static final String LIST =
      "[\"" + String.join("\", \"", HEADER, FOOTER, OTHER_FRAME) + "\"]";

  private static String framed(String article) {
    return HEADER + article + FOOTER;
  }

  /** Two articles in one frame, compared by the endpoint: exactly, and by their signatures. */
  @Test
  public void testTheFrameDoesNotCount() {
    for (String option : List.of("[]", LIST)) {
      Response compared =
          post(
              "/_simhash/fingerprint",
              """
                  {"analyzer": "standard", "boilerplate": %s, "text": "%s",
                    "compare_to": {"text": "%s"}}"""
                  .formatted(option, framed(FERRY), framed(BAKERS)));
      double similarity = compared.<Double>at("similarity");
      double jaccard = compared.<Double>at("jaccard");
      if (option.equals("[]")) {
        assertTrue("" + jaccard, jaccard > .6 && similarity > .5);
      } else {
        assertEquals(0, jaccard, 0);
        assertEquals(0, similarity, .1);
      }
    }
  }

  /** By the processor, by a field with fingerprints and by a field of signatures alone. */
  @Test
  public void testArticlesInFrames() {
    put(
        "/_ingest/pipeline/framed",
        """
            {"processors": [{"simhash": {"field": "content", "boilerplate": %s}}]}"""
            .formatted(LIST));
    put(
        "/framed",
        """
            {"settings": {"index.default_pipeline": "framed"}, "mappings": {"properties": {
              "simhash": {"type": "simhash"},
              "content": {"type": "text", "fields": {
                "near": {"type": "simhash", "analyzer": "standard", "boilerplate": %1$s},
                "signed": {"type": "simhash", "fingerprint": false, "boilerplate": %1$s},
                "set": {"type": "minhash", "shingle": {}, "boilerplate": %1$s},
                "plain": {"type": "simhash", "fingerprint": false}}}}}}"""
            .formatted(LIST));
    http()
        .index(
            "framed",
            Map.of(
                "ferry", Map.of("content", framed(FERRY)),
                "elsewhere", Map.of("content", FERRY + OTHER_FRAME),
                "bakers", Map.of("content", framed(BAKERS)),
                "frame", Map.of("content", HEADER + "*** " + FOOTER),
                "frame-again", Map.of("content", HEADER + FOOTER)),
            "");
    for (String field : List.of("simhash", "content.near", "content.signed", "content.set")) {
      assertEquals(field, Map.of("elsewhere", 1f), found(field, "ferry"));
      assertEquals(field, Map.of(), found(field, "bakers"));
      assertEquals(field, Map.of(), found(field, "frame"));
    }
    assertEquals(3, found("content.plain", "frame").size());
    Response frame = get("/framed/_doc/frame");
    assertEquals(0, (int) frame.at("_source.simhash.features"));
    assertNull(frame.at("_source.simhash.signature"));
    Response none = get("/framed/_search?q=simhash.features:0");
    assertEquals(List.of("frame", "frame-again"), none.ids().stream().sorted().toList());
  }

  private static Map<String, Float> found(String field, String id) {
    String query = field.endsWith("set") ? "minhash_near" : "simhash_near";
    return Hits.of(
            http(),
            "framed",
            List.of(
                "{\"%s\": {\"field\": \"%s\", \"like\": {\"_index\": \"framed\", \"_id\": \"%s\"}}}"
                    .formatted(query, field, id)))
        .getFirst();
  }

  /** A copy in another frame is dropped; mails that have the disclaimer alone are kept. */
  @Test
  public void testDrop() {
    put(
        "/_ingest/pipeline/framed-drop",
        """
            {"processors": [{"simhash": {"field": "content", "boilerplate": %s}},
              {"near_duplicate": {"on_duplicate": "drop"}}]}"""
            .formatted(LIST));
    put(
        "/framed-drop",
        """
            {"settings": {"index.default_pipeline": "framed-drop"},
             "mappings": {"properties": {"simhash": {"type": "simhash"}}}}""");
    assertEquals("created", add("1", framed(FERRY)));
    assertEquals("noop", add("2", FERRY + OTHER_FRAME));
    assertEquals("created", add("3", framed(BAKERS)));
    assertEquals("created", add("4", HEADER + FOOTER));
    assertEquals("created", add("5", HEADER + FOOTER));
    assertNull(get("/framed-drop/_doc/5").at("_source.near_duplicate_of"));
  }

  private static String add(String id, String text) {
    String action = "{\"index\": {\"_id\": \"" + id + "\"}}";
    String document = Http.json(Map.of("content", text));
    Response answer =
        http().bulk("/framed-drop/_bulk?refresh=true", List.of(action, document)).ok();
    return answer.at("items.0.index.result");
  }
}
