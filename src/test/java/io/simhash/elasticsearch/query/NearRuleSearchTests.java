package io.simhash.elasticsearch.query;

import static io.simhash.elasticsearch.query.TestSignatures.HASHES;
import static io.simhash.elasticsearch.query.TestSignatures.INDEXED;
import static io.simhash.elasticsearch.query.TestSignatures.SAME;
import static io.simhash.elasticsearch.query.TestSignatures.equalIn;
import static io.simhash.elasticsearch.query.TestSignatures.equalInWithoutBand;
import static io.simhash.elasticsearch.query.TestSignatures.similarity;
import static io.simhash.elasticsearch.query.TestSignatures.source;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.lucene.search.Explanation;
import org.elasticsearch.action.explain.ExplainResponse;
import org.elasticsearch.common.settings.Settings;

/** Which documents match by distance and signature, for each way to set the options. */
public class NearRuleSearchTests extends NearQueryNode {

  private static final int FAR = NearRule.DEFAULT_MAX_DISTANCE;
  private static final double MIN = NearRule.DEFAULT_MIN_SIMILARITY;

  /** The fewest equal components of a similarity of {@link #MIN}. */
  private static final int ENOUGH = (int) Math.ceil(HASHES * (.25 + .75 * MIN));

  private static final String SIGNATURE = "\"signature\": \"" + SAME.toBase64() + "\"";

  private static final String QUERY = "\"fingerprint\": \"" + fingerprint(0) + "\", " + SIGNATURE;

  private final Map<String, NearValue> values = new TreeMap<>();

  /** Documents by distance and similarity, named after them. */
  private void createDocuments() {
    createDocuments(between(1, 3));
  }

  private void createDocuments(int shards) {
    Settings settings = Settings.builder().put("index.number_of_shards", shards).build();
    createIndexOf("news", settings, "{\"properties\": {\"fp\": {\"type\": \"simhash\"}}}");
    put("00 1.00", 0, SAME);
    put("05 0.32", 5, equalIn(500));
    put("06 0.44", 6, equalIn(594));
    put("06 0.43", 6, equalIn(593));
    put("20 0.62", 20, equalIn(733));
    put("far enough", FAR, equalIn(ENOUGH));
    put("far below", FAR, equalIn(ENOUGH - 1));
    put("too far", FAR + 1, SAME);
    put("03 apart", 3, equalInWithoutBand(HASHES - INDEXED));
    put("12 none", 12, null);
    put("13 none", 13, null);
    put("12 other", 12, TestSignatures.other(Shingling.AUTO_CHARACTERS, 128));
    put("13 other", 13, TestSignatures.other(new Shingling(Shingling.Unit.CHARACTER, 5), HASHES));
    put("short enough", null, equalIn(ENOUGH));
    put("short below", null, equalIn(ENOUGH - 1));
    put("short apart", null, equalInWithoutBand(HASHES - INDEXED));
    put("short other", null, TestSignatures.other(Shingling.AUTO_CHARACTERS, 128));
    index("news", "no value", "{\"title\": \"none\"}");
  }

  private void put(String id, Integer bits, Signature signature) {
    index("news", id, source(bits, signature, null));
    OptionalLong fingerprint =
        bits == null ? OptionalLong.empty() : OptionalLong.of((1L << bits) - 1);
    values.put(id, new NearValue(fingerprint, Optional.ofNullable(signature)));
  }

  private List<String> found(String options) {
    return answer(near(QUERY + options), "news").ids();
  }

  private static List<String> with(List<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).sorted().toList();
  }

  private static final List<String> BY_DEFAULT =
      List.of("00 1.00", "12 none", "12 other", "20 0.62", "far enough", "short enough");

  /** An option that is set to its default changes nothing for signatures that can be compared. */
  public void testDefaults() {
    createDocuments();
    assertEquals(BY_DEFAULT, found(""));
    assertEquals(BY_DEFAULT, found(", \"min_similarity\": " + MIN));
    assertEquals(with(BY_DEFAULT, "13 none", "13 other"), found(", \"max_distance\": " + FAR));
  }

  /** With {@code max_distance} alone signatures are compared too. */
  public void testMaxDistance() {
    createDocuments();
    List<String> within12 = List.of("00 1.00", "12 none", "12 other", "short enough");
    assertEquals(within12, found(", \"max_distance\": 12"));
    List<String> within23 = with(within12, "13 none", "13 other", "20 0.62");
    assertEquals(within23, found(", \"max_distance\": " + (FAR - 1)));
    List<String> within64 = with(within23, "far enough", "too far");
    assertEquals(within64, found(", \"max_distance\": " + (FAR + 1)));
    assertEquals(within64, found(", \"max_distance\": 64"));
    assertEquals(List.of("00 1.00", "short enough"), found(", \"max_distance\": 0"));
  }

  /** {@code min_similarity} has no effect on documents without a comparable signature. */
  public void testMinSimilarity() {
    createDocuments();
    assertEquals(List.of("00 1.00", "12 none", "12 other"), found(", \"min_similarity\": 1"));
    assertEquals(with(BY_DEFAULT, "far below", "short below"), found(", \"min_similarity\": 0.5"));
    List<String> from44 = with(BY_DEFAULT, "06 0.44", "far below", "short below");
    assertEquals(from44, found(", \"min_similarity\": 0.44"));
    // Without bands all documents are compared.
    List<String> from43 = with(from44, "03 apart", "short apart");
    assertEquals(from43, found(", \"min_similarity\": 0.439"));
    assertEquals(with(from43, "06 0.43"), found(", \"min_similarity\": 0.438"));
    assertEquals(
        with(from43, "06 0.43", "05 0.32", "13 none", "13 other", "too far"),
        found(", \"min_similarity\": 0.001, \"max_distance\": 64"));
  }

  /** The fingerprint decides alone. */
  public void testMinSimilarity0() {
    createDocuments();
    List<String> within12 =
        List.of("00 1.00", "03 apart", "05 0.32", "06 0.43", "06 0.44", "12 none", "12 other");
    assertEquals(within12, found(", \"min_similarity\": 0"));
    assertEquals(
        with(within12, "13 none", "13 other", "20 0.62", "far below", "far enough"),
        found(", \"min_similarity\": 0, \"max_distance\": " + FAR));
    assertEquals(List.of("00 1.00"), found(", \"min_similarity\": 0, \"max_distance\": 0"));
  }

  /** A query of a text that is too short for a fingerprint: the similarity decides alone. */
  public void testASignatureAlone() {
    createDocuments();
    List<String> byDefault = List.of("00 1.00", "20 0.62", "far enough", "short enough", "too far");
    for (String options : List.of("", ", \"max_distance\": 0", ", \"score\": \"linear\"")) {
      assertEquals(byDefault, answer(near(SIGNATURE + options), "news").ids());
    }
    assertEquals(
        List.of("00 1.00", "too far"),
        answer(near(SIGNATURE + ", \"min_similarity\": 1"), "news").ids());
    assertEquals(
        with(byDefault, "03 apart", "06 0.44", "far below", "short below", "short apart"),
        answer(near(SIGNATURE + ", \"min_similarity\": 0.439"), "news").ids());
    assertEquals(List.of(), answer(near(SIGNATURE + ", \"min_similarity\": 0"), "news").ids());
  }

  /** Of several shards Elasticsearch passes on the warnings of one only. */
  public void testOtherParametersAreAWarning() {
    createDocuments(1);
    String warning =
        "[simhash_near] [fp.signature] holds signatures with other parameters than the query's:"
            + " they count as absent";
    assertEquals(List.of(warning), answer(near(SIGNATURE), "news").warnings());
  }

  /** The query decides as the rule, by which the processor and clusters decide. */
  public void testTheQueryDecidesAsTheRule() {
    createDocuments();
    for (int i = 0; i < 20; i++) {
      Integer maxDistance = randomBoolean() ? null : (Integer) between(0, FAR + 2);
      Double minSimilarity =
          randomFrom(
              Arrays.asList(null, 0.0, .3, similarity(593), .44, similarity(ENOUGH), .62, 1.0));
      NearRule rule = NearRule.of(maxDistance, minSimilarity);
      String id = randomFrom(List.copyOf(values.keySet()));
      NearValue liked = values.get(id);
      String query = like("news", id) + ", \"include\": true";
      if (maxDistance != null) {
        query += ", \"max_distance\": " + maxDistance;
      }
      if (minSimilarity != null) {
        query += ", \"min_similarity\": " + minSimilarity;
      }
      assertEquals(
          query,
          values.keySet().stream().filter(other -> rule.holds(liked, values.get(other))).toList(),
          answer(near(query), "news").ids());
    }
  }

  public void testScores() {
    createDocuments();
    assertEquals(
        List.of(
            "news/00 1.00=2.0",
            "news/20 0.62=" + (float) (2 * similarity(733)),
            "news/far enough=" + (float) (2 * similarity(ENOUGH)),
            "news/short enough=" + (float) (2 * similarity(ENOUGH)),
            "news/12 none=" + 2 / 13f,
            "news/12 other=" + 2 / 13f),
        sortedByName(hits(near(QUERY + ", \"boost\": 2"), "news")));
    // Without a distance the score is the similarity.
    assertEquals(
        List.of(
            "news/00 1.00=1.0",
            "news/short enough=" + (float) similarity(ENOUGH),
            "news/12 none=" + 1 / 13f,
            "news/12 other=" + 1 / 13f,
            "news/20 0.62=" + 1 / 21f,
            "news/far enough=" + 1 / (1f + FAR)),
        sortedByName(hits(near(QUERY + ", \"score\": \"reciprocal\""), "news")));
    assertEquals(
        "news/12 none=" + 1 / 13f,
        sortedByName(hits(near(QUERY + ", \"min_similarity\": 0"), "news")).get(5));
  }

  /** Best first; equal scores by name, whatever the shards. */
  private static List<String> sortedByName(List<String> hits) {
    return hits.stream()
        .sorted(
            Comparator.comparing((String hit) -> -Float.parseFloat(hit.replaceAll(".*=", "")))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  public void testExplanationsOfNeighbours() {
    createDocuments();
    Explanation match = explain("20 0.62", ", \"score\": \"reciprocal\"");
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
    assertEquals(similarity(733), similarity.getValue().doubleValue(), 0);
    Explanation unsigned = explain("12 none", "");
    assertEquals(
        "neighbour, computed as boost * s with s = similarity, or 1 / (1 + H) without signatures to"
            + " compare from:",
        unsigned.getDescription());
    assertEquals(1 / 13f, unsigned.getValue().floatValue(), 0);
    assertEquals(
        "similarity unknown: no signature to compare in [fp.signature]",
        unsigned.getDetails()[1].getDescription());
    Explanation shortText = explain("short enough", "");
    assertEquals((float) similarity(ENOUGH), shortText.getValue().floatValue(), 0);
    assertEquals(
        "neighbour, computed as boost * s with s = similarity, as H is unknown from:",
        shortText.getDescription());
    assertEquals(
        "H unknown: no fingerprint in [fp] of the document",
        shortText.getDetails()[0].getDescription());
    assertEquals(
        "H unknown: no fingerprint in the query",
        explanation("20 0.62", SIGNATURE).getDetails()[0].getDescription());
  }

  public void testExplanationsOfOtherDocuments() {
    createDocuments();
    assertNoNeighbour(
        "similarity " + similarity(500) + " is below min_similarity " + MIN, "05 0.32", "");
    assertNoNeighbour(
        "similarity " + similarity(ENOUGH - 1) + " is below min_similarity " + MIN,
        "short below",
        "");
    assertNoNeighbour(
        "Hamming distance " + (FAR + 1) + " is above max_distance " + FAR, "too far", "");
    assertNoNeighbour("no indexed band is shared", "03 apart", "");
    assertNoNeighbour("no indexed band is shared", "short apart", "");
    assertNoNeighbour(
        "there is neither a distance nor a similarity: one of the two has no fingerprint",
        "short other",
        "");
    for (String id : List.of("13 none", "13 other")) {
      assertNoNeighbour(
          "Hamming distance 13 is above max_distance 12, without a signature to compare", id, "");
      assertNoNeighbour(
          "Hamming distance 13 is above max_distance 5",
          id,
          ", \"max_distance\": 5, \"min_similarity\": 0");
    }
    assertNoNeighbour(
        "there is neither a distance nor a similarity: one of the two has no fingerprint",
        "no value",
        "");
  }

  private void assertNoNeighbour(String reason, String id, String options) {
    Explanation explanation = explain(id, options);
    assertFalse(explanation.isMatch());
    assertEquals(reason, explanation.getDescription());
  }

  private Explanation explain(String id, String options) {
    return explanation(id, QUERY + options);
  }

  private Explanation explanation(String id, String query) {
    ExplainResponse response = client().prepareExplain("news", id).setQuery(near(query)).get();
    assertEquals(response.isMatch(), response.getExplanation().isMatch());
    return response.getExplanation();
  }
}
