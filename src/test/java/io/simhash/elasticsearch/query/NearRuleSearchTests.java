package io.simhash.elasticsearch.query;

import static io.simhash.elasticsearch.query.TestSignatures.HASHES;
import static io.simhash.elasticsearch.query.TestSignatures.INDEXED;
import static io.simhash.elasticsearch.query.TestSignatures.SAME;
import static io.simhash.elasticsearch.query.TestSignatures.equalButInHead;
import static io.simhash.elasticsearch.query.TestSignatures.equalIn;
import static io.simhash.elasticsearch.query.TestSignatures.equalInWithoutBand;
import static io.simhash.elasticsearch.query.TestSignatures.similarity;
import static io.simhash.elasticsearch.query.TestSignatures.source;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.elasticsearch.common.settings.Settings;

/** Which documents match by distance and signature, for each way to set the options. */
public class NearRuleSearchTests extends NearQueryNode {

  private static final int FAR = 24;
  private static final double MIN = NearRule.DEFAULT_MIN_SIMILARITY;

  /** The fewest equal components of a similarity of {@link #MIN}. */
  private static final int ENOUGH = (int) Math.ceil(HASHES * (.25 + .75 * MIN));

  private static final String SIGNATURE = "\"signature\": \"" + SAME.toBase64() + "\"";

  private static final String QUERY = "\"fingerprint\": \"" + fingerprint(0) + "\", " + SIGNATURE;

  private final Map<String, NearValue> values = new TreeMap<>();

  /** Documents by distance and similarity, named after them. */
  private void createDocuments() {
    Settings settings = Settings.builder().put("index.number_of_shards", between(1, 3)).build();
    createIndexOf("news", settings, "{\"properties\": {\"fp\": {\"type\": \"simhash\"}}}");
    put("00 1.00", 0, SAME);
    put("05 0.32", 5, equalIn(500));
    put("06 0.44", 6, equalIn(594));
    put("06 0.43", 6, equalIn(593));
    put("20 0.62", 20, equalIn(733));
    put("far enough", FAR, equalIn(ENOUGH));
    put("far below", FAR, equalIn(ENOUGH - 1));
    put("other bits", 64, SAME);
    put("03 apart", 3, equalInWithoutBand(HASHES - INDEXED));
    put("03 head", 3, equalButInHead());
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
        bits == null
            ? OptionalLong.empty()
            : OptionalLong.of(Long.parseUnsignedLong(fingerprint(bits), 16));
    values.put(id, new NearValue(fingerprint, Optional.ofNullable(signature)));
  }

  private List<String> found(String options) {
    return answer(near(QUERY + options), "news").ids();
  }

  private static List<String> with(List<String> some, String... more) {
    return Stream.concat(some.stream(), Stream.of(more)).sorted().toList();
  }

  private static final List<String> SIMILAR =
      List.of("00 1.00", "20 0.62", "far enough", "other bits", "short enough");

  private static final List<String> WITHIN_12 =
      List.of(
          "00 1.00", "03 apart", "03 head", "05 0.32", "06 0.43", "06 0.44", "12 none", "12 other");

  public void testSimilar() {
    createDocuments();
    assertEquals(SIMILAR, found(""));
    assertEquals(SIMILAR, found(", \"min_similarity\": " + MIN));
    assertEquals(SIMILAR, found(", \"max_distance\": 64, \"min_similarity\": " + MIN));
    assertEquals(List.of("00 1.00", "other bits"), found(", \"min_similarity\": 1"));
    assertEquals(
        with(SIMILAR, "03 apart", "03 head", "06 0.44", "far below", "short below", "short apart"),
        found(", \"min_similarity\": 0.439"));
  }

  /** Whatever the signatures. */
  public void testWithinARadius() {
    createDocuments();
    assertEquals(WITHIN_12, found(", \"max_distance\": 12"));
    assertEquals(
        WITHIN_12, answer(near("\"fingerprint\": \"" + fingerprint(0) + "\""), "news").ids());
    assertEquals(with(WITHIN_12, "13 none", "13 other"), found(", \"max_distance\": 13"));
    assertEquals(List.of("00 1.00"), found(", \"max_distance\": 2"));
    assertEquals(13, found(", \"max_distance\": " + FAR).size());
  }

  /** A document without a fingerprint has no distance that could be too large. */
  public void testSimilarAndWithinADistance() {
    createDocuments();
    List<String> within = new ArrayList<>(SIMILAR);
    within.remove("other bits");
    String both = ", \"min_similarity\": " + MIN + ", \"max_distance\": ";
    assertEquals(within, found(both + FAR));
    assertEquals(List.of("00 1.00", "20 0.62", "short enough"), found(both + (FAR - 1)));
  }

  /** A query of a text that is too short for a fingerprint. */
  public void testASignatureAlone() {
    createDocuments();
    for (String options : List.of("", ", \"score\": \"linear\"")) {
      assertEquals(SIMILAR, answer(near(SIGNATURE + options), "news").ids());
    }
    assertEquals(
        List.of("00 1.00", "other bits"),
        answer(near(SIGNATURE + ", \"min_similarity\": 1"), "news").ids());
  }

  /** The query decides as the rule, by which the processor and clusters decide. */
  public void testTheQueryDecidesAsTheRule() {
    createDocuments();
    for (int i = 0; i < 20; i++) {
      Integer maxDistance = randomBoolean() ? null : (Integer) between(0, FAR + 2);
      Double minSimilarity =
          randomFrom(Arrays.asList(null, .3, similarity(593), .44, similarity(ENOUGH), .62, 1.0));
      String id = randomFrom(List.copyOf(values.keySet()));
      NearValue liked = values.get(id);
      NearRule rule = NearRule.of(maxDistance, minSimilarity, liked.signature().isPresent());
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
            "news/other bits=2.0",
            "news/20 0.62=" + (float) (2 * similarity(733)),
            "news/far enough=" + (float) (2 * similarity(ENOUGH)),
            "news/short enough=" + (float) (2 * similarity(ENOUGH))),
        sortedByName(hits(near(QUERY + ", \"boost\": 2"), "news")));
    // Without a distance the score is the similarity.
    assertEquals(
        List.of(
            "news/00 1.00=1.0",
            "news/short enough=" + (float) similarity(ENOUGH),
            "news/20 0.62=" + 1 / 21f,
            "news/far enough=" + 1 / (1f + FAR),
            "news/other bits=" + 1 / 65f),
        sortedByName(hits(near(QUERY + ", \"score\": \"reciprocal\""), "news")));
    assertEquals(
        "news/12 none=" + 1 / 13f,
        sortedByName(hits(near(QUERY + ", \"max_distance\": 12"), "news")).get(6));
  }

  /** Best first; equal scores by name, whatever the shards. */
  private static List<String> sortedByName(List<String> hits) {
    return hits.stream()
        .sorted(
            Comparator.comparing((String hit) -> -Float.parseFloat(hit.replaceAll(".*=", "")))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }
}
