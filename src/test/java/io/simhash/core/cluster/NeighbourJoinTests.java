package io.simhash.core.cluster;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;

/** The engine of a cluster run, against the definition of clusters by comparing all with all. */
public class NeighbourJoinTests extends ESTestCase {

  private static final Optional<ConfirmRule> NO_CONFIRM = Optional.empty();

  /** Every radius, where the fingerprint decides alone. */
  public void testMaxDistance() {
    for (int maxDistance = 0; maxDistance <= 12; maxDistance++) {
      assertClusters(
          Families.of(random(), 20, 10, 2 + maxDistance),
          NearRule.of(maxDistance, null, false),
          NO_CONFIRM);
    }
  }

  /** With and without signatures, which have different parameters. */
  public void testDefaultDecision() {
    List<NearValue> values = Families.of(random(), 40, 12, 16);
    assertClusters(values, NearRule.of(null, null, false), NO_CONFIRM);
    assertClusters(unsigned(values), NearRule.of(null, null, false), NO_CONFIRM);
    List<NearValue> signed = values.stream().filter(v -> v.signature().isPresent()).toList();
    assertClusters(signed, NearRule.of(null, null, false), NO_CONFIRM);
    assertClusters(List.of(), NearRule.of(null, null, false), NO_CONFIRM);
  }

  private static List<NearValue> unsigned(List<NearValue> values) {
    return values.stream().map(v -> new NearValue(v.fingerprint(), Optional.empty())).toList();
  }

  /** Every radius with a minimum similarity, and minima without a band that is long enough. */
  public void testMinSimilarity() {
    for (int maxDistance = 0; maxDistance <= 12; maxDistance++) {
      assertClusters(
          Families.of(random(), 20, 10, 2 + maxDistance),
          NearRule.of(maxDistance, 0.6, false),
          NO_CONFIRM);
    }
    for (double minSimilarity : new double[] {0, 0.01, 0.3, 0.7}) {
      assertClusters(
          Families.of(random(), 20, 10, 16), NearRule.of(null, minSimilarity, false), NO_CONFIRM);
    }
  }

  /** Texts confirm neighbours before they are joined, and before they count as a centre's. */
  public void testConfirm() {
    for (Integer maxDistance : Arrays.asList(null, 0, 3, 12)) {
      assertClusters(
          Families.of(random(), 20, 10, 10),
          NearRule.of(maxDistance, null, true),
          Optional.of(new ConfirmRule(between(0, 1) * 0.5, 0.3)));
    }
  }

  /** Pairs whose signatures can be compared are not given by the join of those that cannot. */
  public void testOneElementWithoutASignature() {
    List<NearValue> values = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      long[] minima = random().longs(384).toArray();
      values.add(new NearValue(1L << i % 64, Optional.of(Signature.of(Optional.empty(), minima))));
    }
    values.add(new NearValue(-1, Optional.empty()));
    MemoryReader reader = new MemoryReader(values, List.of(), 1);
    NeighbourJoin join =
        new NeighbourJoin(
            reader.fingerprints(), reader, NearRule.of(null, null, false), NO_CONFIRM, () -> {});
    assertEquals(values.size(), join.run().sets());
    assertTrue("compared: " + join.compared(), join.compared() < 10);
  }

  /** Where all texts fit into one answer, each is read once; texts without shingles only once. */
  public void testTextsAreReadOnce() {
    List<NearValue> values = unsigned(Families.of(random(), 1, 100, 0));
    List<HashedSet> none = values.stream().map(v -> HashedSet.of(LongStream.of())).toList();
    MemoryReader reader = new MemoryReader(values, none, values.size());
    ConfirmRule confirm = new ConfirmRule(0.5, 0);
    NearRule rule = NearRule.ofDistance(3);
    new NeighbourJoin(reader.fingerprints(), reader, rule, Optional.of(confirm), () -> {}).run();
    assertEquals(values.size() == 1 ? 0 : values.size(), reader.textsRead);
    MemoryReader equal =
        new MemoryReader(
            values,
            values.stream().map(v -> HashedSet.of(LongStream.of(1, 2))).toList(),
            values.size());
    new NeighbourJoin(equal.fingerprints(), equal, rule, Optional.of(confirm), () -> {}).run();
    assertEquals(values.size() == 1 ? 0 : values.size(), equal.textsRead);
  }

  /** Progress is told after each band, and the work can be ended there. */
  public void testProgress() {
    List<NearValue> values = Families.of(random(), 10, 5, 16);
    MemoryReader reader = new MemoryReader(values, List.of(), 1);
    List<Integer> done = new ArrayList<>();
    JoinProgress progress =
        new JoinProgress() {
          @Override
          public void check() {}

          @Override
          public void bandDone(int band, int all, long compared) {
            assertEquals(96, all);
            done.add(band);
            if (band == 3) {
              throw new IllegalStateException("cancelled");
            }
          }
        };
    NeighbourJoin join =
        new NeighbourJoin(
            reader.fingerprints(), reader, NearRule.of(null, null, false), NO_CONFIRM, progress);
    expectThrows(IllegalStateException.class, join::run);
    assertEquals(List.of(1, 2, 3), done);
  }

  /** Cutting a set into stars, with and without texts, can be ended. */
  public void testCheckOfStars() {
    List<NearValue> values = unsigned(Families.of(new Random(1), 1, 30, 0));
    assertTrue(values.size() > 1);
    List<HashedSet> texts = values.stream().map(v -> HashedSet.of(LongStream.of(1))).toList();
    for (Optional<ConfirmRule> confirm :
        List.of(NO_CONFIRM, Optional.of(new ConfirmRule(0.5, 0)))) {
      int[] calls = {0};
      new ClusterMaker(
              new MemoryReader(values, texts, 5),
              element -> 1,
              NearRule.ofDistance(3),
              confirm,
              Linkage.STAR,
              () -> calls[0]++)
          .clusters(List.of(IntStream.range(0, values.size()).toArray()));
      assertTrue("calls: " + calls[0], calls[0] >= values.size() * (values.size() - 1) / 2);
    }
  }

  /** Both linkages; the elements in the order of ties. */
  private static void assertClusters(
      List<NearValue> values, NearRule rule, Optional<ConfirmRule> confirm) {
    List<HashedSet> texts = values.stream().map(NeighbourJoinTests::text).toList();
    MemoryReader reader = new MemoryReader(values, texts, between(1, values.size() + 1));
    Stars.Neighbours neighbours =
        (a, b) ->
            rule.holds(values.get(a), values.get(b))
                && confirm.map(c -> c.holds(texts.get(a), texts.get(b))).orElse(true);
    for (Linkage linkage : Linkage.values()) {
      int[] expected = Definition.representatives(values.size(), linkage, neighbours);
      UnionFind sets =
          new NeighbourJoin(reader.fingerprints(), reader, rule, confirm, () -> {}).run();
      ClusterMaker maker = new ClusterMaker(reader, element -> 1, rule, confirm, linkage, () -> {});
      int[] found = IntStream.range(0, values.size()).toArray();
      new Components(sets, element -> 1)
          .forEachBatch(
              between(1, 100),
              batch ->
                  maker
                      .clusters(batch)
                      .forEach(
                          cluster ->
                              IntStream.of(cluster.elements())
                                  .forEach(element -> found[element] = cluster.centre())));
      assertArrayEquals(rule + " " + confirm + " " + linkage, expected, found);
    }
  }

  /** Some of eight shingles, none now and then; the same for equal values. */
  private static HashedSet text(NearValue value) {
    Random random = new Random(value.hashCode());
    return HashedSet.of(random.longs(random.nextInt(10), 0, 8));
  }
}
