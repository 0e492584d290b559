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

  /** With the default, and with few hashes, few bands, one band, more rows. */
  private static final List<SignatureParameters> PARAMETERS =
      List.of(
          new SignatureParameters(AUTO, Bands.DEFAULT),
          new SignatureParameters(Optional.empty(), Bands.DEFAULT),
          new SignatureParameters(AUTO, new Bands(256, 19, 2)),
          new SignatureParameters(AUTO, new Bands(301, 24, 3)),
          new SignatureParameters(AUTO, new Bands(512, 1, 4)));

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
   * Every radius, both linkages, one to five shards, with deletions. Documents that cannot be
   * compared are in no cluster, and counted.
   */
  public void testAgainstTheDefinition() {
    create("news", between(1, 5));
    Map<String, NearValue> values = indexed(values(60), randomBoolean());
    Map<String, NearRule> rules = new TreeMap<>();
    rules.put("", NearRule.of(null, null, true));
    rules.put("'max_distance': 8, 'min_similarity': 0.6, ", NearRule.of(8, .6, true));
    rules.put("'min_similarity': 0.44, ", NearRule.of(null, .44, true));
    rules.put("'min_similarity': 0.9, ", NearRule.of(null, .9, true));
    for (int distance = 0; distance <= 12; distance++) {
      rules.put("'max_distance': " + distance + ", ", new NearRule.Radius(distance));
    }
    rules.forEach((options, rule) -> assertClusters(values, options, rule));
  }

  private void assertClusters(Map<String, NearValue> values, String options, NearRule rule) {
    for (Linkage linkage : Linkage.values()) {
      String body = "{'field': 'near', %s'size': 10000, 'linkage': '%s'}";
      Map<String, Object> response = run("news", body.formatted(options, linkage));
      assertEquals(options + linkage, expected(values, rule, linkage), members(response));
      int compared = compared(values, rule).size();
      assertEquals(options, compared, count(response, "documents"));
      assertEquals(options, values.size() - compared, count(response, "incomparable_signatures"));
    }
  }

  /** By default, a run over documents of which none has a signature is by radius. */
  public void testNoSignature() {
    create("news", between(1, 3));
    List<NearValue> values =
        Families.of(random(), 30, 8, 12).stream()
            .map(value -> new NearValue(value.fingerprint(), Optional.empty()))
            .toList();
    Map<String, NearValue> stored = indexed(values, randomBoolean());
    assertClusters(stored, "", new NearRule.Radius(NearRule.DEFAULT_RADIUS));
    assertClusters(stored, "'min_similarity': 0.51, ", NearRule.of(null, .51, true));
    // One signature is enough.
    NearValue signed = value(OptionalLong.of(5), random().longs(1024).toArray());
    index("news", Map.of("signed", source(signed)));
    stored.put("signed", signed);
    assertClusters(stored, "", NearRule.of(null, null, true));
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
        Map.of("0", List.of("0", "1", "3")),
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
    assertEquals(2, count(response, "documents"));
    assertEquals(2, count(response, "incomparable_signatures"));
    assertEquals(Map.of(), members(response));
  }
}
