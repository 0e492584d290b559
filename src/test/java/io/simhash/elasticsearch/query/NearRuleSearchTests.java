package io.simhash.elasticsearch.query;

import static io.simhash.elasticsearch.query.TestSignatures.SAME;
import static io.simhash.elasticsearch.query.TestSignatures.equalIn;
import static io.simhash.elasticsearch.query.TestSignatures.similarity;
import static io.simhash.elasticsearch.query.TestSignatures.source;

import io.simhash.core.minhash.Signature;
import io.simhash.core.shingle.Shingling;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.search.Explanation;
import org.elasticsearch.action.explain.ExplainResponse;
import org.elasticsearch.common.settings.Settings;

/** Which documents match by distance and signature, for each way to type the options. */
public class NearRuleSearchTests extends NearQueryNode {

  private static final String QUERY =
      "\"fingerprint\": \"" + fingerprint(0) + "\", \"signature\": \"" + SAME.toBase64() + "\"";

  /** Documents by distance and similarity, named after both. */
  private void createDocuments() {
    Settings settings = Settings.builder().put("index.number_of_shards", between(1, 3)).build();
    createIndexOf("news", settings, "{\"properties\": {\"fp\": {\"type\": \"simhash\"}}}");
    put("00 1.00", 0, SAME);
    put("05 0.39", 5, equalIn(150));
    put("20 0.62", 20, equalIn(240));
    put("24 0.53", 24, equalIn(205));
    put("24 0.52", 24, equalIn(204));
    put("25 1.00", 25, SAME);
    put("12 none", 12, null);
    put("13 none", 13, null);
    put("12 other", 12, TestSignatures.other(Shingling.AUTO_CHARACTERS, 128));
    put("13 other", 13, TestSignatures.other(new Shingling(Shingling.Unit.CHARACTER, 5), 384));
    index("news", "no fingerprint", "{\"title\": \"none\"}");
  }

  private void put(String id, int bits, Signature signature) {
    index("news", id, source(bits, signature, null));
  }

  private List<String> found(String options) {
    return answer(near(QUERY + options), "news").ids();
  }

  private static List<String> with(List<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).sorted().toList();
  }

  public void testDefaults() {
    createDocuments();
    assertEquals(List.of("00 1.00", "12 none", "12 other", "20 0.62", "24 0.53"), found(""));
  }

  /** With {@code max_distance} alone every document within it is found. */
  public void testMaxDistanceAlone() {
    createDocuments();
    List<String> within12 = List.of("00 1.00", "05 0.39", "12 none", "12 other");
    assertEquals(within12, found(", \"max_distance\": 12"));
    List<String> within24 = with(within12, "13 none", "13 other", "20 0.62", "24 0.52", "24 0.53");
    assertEquals(within24, found(", \"max_distance\": 24"));
    assertEquals(with(within24, "25 1.00"), found(", \"max_distance\": 64"));
    assertEquals(List.of("00 1.00"), found(", \"max_distance\": 0"));
  }

  /** With {@code min_similarity} documents without a comparable signature are left out. */
  public void testMinSimilarity() {
    createDocuments();
    List<String> least53 = List.of("00 1.00", "20 0.62", "24 0.53");
    assertEquals(least53, found(", \"min_similarity\": 0.53"));
    assertEquals(with(least53, "05 0.39", "24 0.52"), found(", \"min_similarity\": 0"));
    assertEquals(List.of("00 1.00"), found(", \"min_similarity\": 1"));
    assertEquals(
        with(least53, "25 1.00"), found(", \"min_similarity\": 0.53, \"max_distance\": 64"));
    assertEquals(
        List.of("00 1.00", "20 0.62"), found(", \"min_similarity\": 0.53, \"max_distance\": 23"));
  }

  public void testScores() {
    createDocuments();
    String options = ", \"min_similarity\": 0.53";
    assertEquals(
        List.of("news/00 1.00=1.0", "news/20 0.62=" + (1 / 21f), "news/24 0.53=" + (1 / 25f)),
        hits(near(QUERY + options), "news"));
    String bySimilarity = ", \"score\": \"similarity\", \"boost\": 2";
    assertEquals(
        List.of(
            "news/00 1.00=2.0",
            "news/20 0.62=" + (float) (2 * similarity(240)),
            "news/24 0.53=" + (float) (2 * similarity(205))),
        hits(near(QUERY + options + bySimilarity), "news"));
    // Without a signature to compare the score is 1 / (1 + H).
    List<String> all = hits(near(QUERY + ", \"max_distance\": 64" + bySimilarity), "news");
    assertTrue(all.toString(), all.contains("news/12 none=" + 2 / 13f));
    assertTrue(all.toString(), all.contains("news/13 other=" + 2 / 14f));
    assertTrue(all.toString(), all.contains("news/05 0.39=" + (float) (2 * similarity(150))));
    assertEquals("news/25 1.00=2.0", all.get(1));
  }

  public void testExplanationsOfNeighbours() {
    createDocuments();
    Explanation match = explain("20 0.62", "");
    assertTrue(match.isMatch());
    assertEquals(1 / 21f, match.getValue().floatValue(), 0);
    assertEquals(
        "neighbour, computed as boost * s with s = 1 / (1 + H) from:", match.getDescription());
    assertEquals(
        "H, Hamming distance of 00000000000fffff in [fp] from 0000000000000000; equal blocks [0,"
            + " 1]",
        match.getDetails()[0].getDescription());
    Explanation similarity = match.getDetails()[1];
    assertEquals(
        "similarity, estimated Jaccard similarity of the signatures in [fp.signature]",
        similarity.getDescription());
    assertEquals(similarity(240), similarity.getValue().doubleValue(), 0);
    Explanation unsigned = explain("12 none", ", \"score\": \"similarity\"");
    assertEquals(
        "neighbour, computed as boost * s with s = similarity, or 1 / (1 + H) without signatures to"
            + " compare from:",
        unsigned.getDescription());
    assertEquals(1 / 13f, unsigned.getValue().floatValue(), 0);
    assertEquals(
        "similarity unknown: no signature to compare in [fp.signature]",
        unsigned.getDetails()[1].getDescription());
  }

  public void testExplanationsOfOtherDocuments() {
    createDocuments();
    assertNoNeighbour(
        "similarity " + similarity(150) + " is below min_similarity 0.53", "05 0.39", "");
    assertNoNeighbour("Hamming distance 25 is above max_distance 24", "25 1.00", "");
    for (String id : List.of("13 none", "13 other")) {
      assertNoNeighbour(
          "Hamming distance 13 is above 12, the maximum where there is no signature to compare",
          id,
          "");
      assertNoNeighbour("min_similarity 0.4 needs a signature", id, ", \"min_similarity\": 0.4");
      assertNoNeighbour("Hamming distance 13 is above max_distance 5", id, ", \"max_distance\": 5");
    }
    assertNoNeighbour("no fingerprint in [fp]", "no fingerprint", "");
  }

  private void assertNoNeighbour(String reason, String id, String options) {
    Explanation explanation = explain(id, options);
    assertFalse(explanation.isMatch());
    assertEquals(reason, explanation.getDescription());
  }

  private Explanation explain(String id, String options) {
    ExplainResponse response =
        client().prepareExplain("news", id).setQuery(near(QUERY + options)).get();
    assertEquals(response.isMatch(), response.getExplanation().isMatch());
    return response.getExplanation();
  }
}
