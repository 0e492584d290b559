package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.cluster.Families;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.After;

/**
 * Cluster runs against the definition of clusters on documents one by one; documents without a
 * fingerprint, and signatures of several parameters.
 */
public class ClustersSignatureTests extends ClustersNode {

  private static final Optional<Shingling> AUTO = Optional.of(Shingling.AUTO_CHARACTERS);

  /** With the default, and with bands that are no whole number of groups, or their own pairs. */
  private static final List<SignatureParameters> PARAMETERS =
      List.of(
          new SignatureParameters(AUTO, Bands.DEFAULT),
          new SignatureParameters(Optional.empty(), Bands.DEFAULT),
          new SignatureParameters(AUTO, new Bands(256, 60, 2)),
          new SignatureParameters(AUTO, new Bands(301, 100, 3)),
          new SignatureParameters(AUTO, new Bands(512, 128, 4)));

  @After
  public void checkThatNothingIsLeft() throws Exception {
    assertNothingIsLeft();
  }

  /** Families of which each member has a fingerprint, a signature of some parameters or both. */
  private static List<NearValue> values(int families) {
    List<NearValue> values = new ArrayList<>();
    for (int family = 0; family < families; family++) {
      long centre = randomLong();
      long[] minima = random().longs(Bands.DEFAULT.hashes()).toArray();
      // Most families have one kind of signature.
      List<SignatureParameters> kinds =
          rarely() ? PARAMETERS : List.of(PARAMETERS.get(family % PARAMETERS.size()));
      for (int member = between(1, 8); member > 0; member--) {
        long fingerprint = centre;
        for (int flips = between(0, 10); flips > 0; flips--) {
          fingerprint ^= 1L << between(0, 63);
        }
        SignatureParameters parameters = randomFrom(kinds);
        int hashes = parameters.bands().hashes();
        long[] own = Arrays.copyOf(minima, hashes);
        for (int i = between(0, hashes / 10); i > 0; i--) {
          own[between(0, hashes - 1)] = randomLong();
        }
        int kind = between(0, 5);
        values.add(
            new NearValue(
                kind == 0 ? OptionalLong.empty() : OptionalLong.of(fingerprint),
                kind == 1 ? Optional.empty() : Optional.of(parameters.signature(own))));
      }
    }
    return values;
  }

  /**
   * Every radius, both linkages, one to five shards, with deletions. Short texts are joined by
   * signatures, others by distance where those cannot be compared. A signature of other parameters
   * than most have counts as none.
   */
  public void testAgainstTheDefinition() {
    create("news", between(1, 5));
    Map<String, NearValue> values = indexed(values(60), randomBoolean());
    SignatureParameters parameters = Families.mostFrequent(values.values()).orElseThrow();
    Map<String, NearRule> rules = new TreeMap<>();
    rules.put("", NearRule.of(null, null));
    rules.put("'max_distance': 9, ", NearRule.of(9, null));
    rules.put("'max_distance': 8, 'min_similarity': 0.6, ", NearRule.of(8, .6));
    rules.put("'min_similarity': 0.44, ", NearRule.of(null, .44));
    rules.put("'min_similarity': 0.9, ", NearRule.of(null, .9));
    rules.put("'min_similarity': 0, ", NearRule.of(null, 0.0));
    for (int distance = 0; distance <= 12; distance++) {
      String options = "'max_distance': " + distance + ", 'min_similarity': 0, ";
      rules.put(options, NearRule.ofDistance(distance));
    }
    rules.forEach(
        (options, rule) -> {
          for (Linkage linkage : Linkage.values()) {
            Map<String, Object> response =
                run(
                    "news",
                    "{'field': 'near', "
                        + options
                        + "'size': 10000, 'linkage': '"
                        + linkage
                        + "'}");
            assertEquals(options + linkage, expected(values, rule, linkage), members(response));
            assertEquals(options, counted(values, rule).size(), count(response, "documents"));
            assertEquals(
                options,
                rule.usesSignatures()
                    ? values.values().stream()
                        .flatMap(value -> value.signature().stream())
                        .filter(signature -> parameters.equals(signature.parameters()) == false)
                        .count()
                    : 0,
                count(response, "incomparable_signatures"));
          }
        });
  }

  private static NearValue value(OptionalLong fingerprint, long[] minima) {
    return new NearValue(fingerprint, Optional.of(PARAMETERS.getFirst().signature(minima)));
  }

  /** The diameter is that of members with a fingerprint, and 0 if there is none. */
  public void testTheDiameter() {
    create("news", between(1, 3));
    long[] minima = random().longs(1024).toArray();
    long[] others = random().longs(1024).toArray();
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    sources.put("1", source(value(OptionalLong.of(0xff), minima)));
    sources.put("2", source(value(OptionalLong.empty(), minima)));
    sources.put("3", source(value(OptionalLong.of(0xf0), minima)));
    sources.put("4", source(value(OptionalLong.empty(), others)));
    sources.put("5", source(value(OptionalLong.empty(), others)));
    index("news", sources);
    Map<String, Object> response = run("news", "{'field': 'near'}");
    assertEquals(Map.of("1", List.of("1", "2", "3"), "4", List.of("4", "5")), members(response));
    assertEquals(4, clusters(response).get(0).diameter());
    assertEquals(0, clusters(response).get(1).diameter());
    // A document without a fingerprint is no fingerprint of 0.
    index("news", Map.of("0", Map.of("near", 0)));
    assertEquals(
        Map.of("0", List.of("0", "1", "2", "3"), "4", List.of("4", "5")),
        members(run("news", "{'field': 'near', 'max_distance': 4}")));
  }

  /** The first document has a signature that does not count, and no fingerprint. */
  public void testASignatureThatDoesNotCountIsNoFingerprintOfZero() {
    create("news", 1);
    long[] few = random().longs(256).toArray();
    NearValue other =
        new NearValue(OptionalLong.empty(), Optional.of(PARAMETERS.get(2).signature(few)));
    Map<String, Map<String, Object>> sources = new TreeMap<>();
    sources.put("0", source(other));
    sources.put("1", Map.of("near", 0));
    for (String id : List.of("2", "3")) {
      long[] minima = random().longs(1024).toArray();
      sources.put(id, source(value(OptionalLong.of(-1), minima)));
    }
    index("news", sources);
    Map<String, Object> response = run("news", "{'field': 'near'}");
    assertEquals(1, count(response, "incomparable_signatures"));
    assertEquals(Map.of(), members(response));
  }
}
