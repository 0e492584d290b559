package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import io.simhash.core.cluster.ClusterMaker.Linkage;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;

/** The engine of a cluster run, against the definition of clusters by comparing all with all. */
public class NeighbourJoinTests extends ESTestCase {

  private static final Optional<ConfirmRule> NO_CONFIRM = Optional.empty();

  private static final NeighbourJoin.Progress NO_PROGRESS = (done, bands, compared) -> {};

  private static final NearRule DEFAULT = NearRule.of(null, null, true);

  /** Every radius, where the fingerprint decides alone. */
  public void testMaxDistance() {
    for (int maxDistance = 0; maxDistance <= 12; maxDistance++) {
      List<NearValue> values = Families.of(random(), 20, 10, 2 + maxDistance);
      assertClusters(values, new NearRule.Radius(maxDistance), NO_CONFIRM);
      assertClusters(withShortTexts(values), new NearRule.Radius(maxDistance), NO_CONFIRM);
    }
  }

  /** With and without signatures, and without fingerprints. */
  public void testDefaultDecision() {
    List<NearValue> values = Families.of(random(), 40, 12, 16);
    assertClusters(values, DEFAULT, NO_CONFIRM);
    assertClusters(unsigned(values), NearRule.of(null, null, false), NO_CONFIRM);
    assertClusters(withShortTexts(values), DEFAULT, NO_CONFIRM);
    List<NearValue> signed = values.stream().filter(v -> v.signature().isPresent()).toList();
    assertClusters(signed, DEFAULT, NO_CONFIRM);
    assertClusters(shortTexts(signed), DEFAULT, NO_CONFIRM);
    assertClusters(List.of(), DEFAULT, NO_CONFIRM);
  }

  private static List<NearValue> unsigned(List<NearValue> values) {
    return values.stream().map(v -> new NearValue(v.fingerprint(), Optional.empty())).toList();
  }

  /** None has a fingerprint. */
  private static List<NearValue> shortTexts(List<NearValue> values) {
    return values.stream().map(v -> new NearValue(OptionalLong.empty(), v.signature())).toList();
  }

  /** Some of those with a signature have no fingerprint. */
  private static List<NearValue> withShortTexts(List<NearValue> values) {
    return values.stream()
        .map(
            value ->
                value.signature().isPresent() && random().nextInt(3) == 0
                    ? new NearValue(OptionalLong.empty(), value.signature())
                    : value)
        .toList();
  }

  /** Every radius with a minimum similarity, and all minima that need a band. */
  public void testMinSimilarity() {
    for (int maxDistance = 0; maxDistance <= 12; maxDistance++) {
      assertClusters(
          withShortTexts(Families.of(random(), 20, 10, 2 + maxDistance)),
          NearRule.of(maxDistance, 0.6, true),
          NO_CONFIRM);
    }
    for (double minSimilarity : new double[] {0.44, 0.52, 0.7, 0.8, 1}) {
      assertClusters(
          withShortTexts(Families.of(random(), 20, 10, 16)),
          NearRule.of(null, minSimilarity, true),
          NO_CONFIRM);
    }
  }

  /** With a distance, signatures of documents that are farther apart are not read. */
  public void testDistanceBeforeSignatures() {
    Optional<Signature> signature =
        Optional.of(
            new SignatureParameters(Optional.empty(), Bands.DEFAULT)
                .signature(random().longs(Bands.DEFAULT.hashes()).toArray()));
    List<NearValue> values =
        List.of(
            new NearValue(0, signature),
            new NearValue(0xff, signature),
            new NearValue(0x1ff, signature),
            new NearValue(-1L, signature));
    MemoryReader far = new MemoryReader(values, List.of(), 0);
    new NeighbourJoin(far, NearRule.of(0, .6, true), NO_CONFIRM, NO_PROGRESS).run();
    assertEquals(0, far.headsRead);
    MemoryReader near = new MemoryReader(values, List.of(), 0);
    UnionFind joined =
        new NeighbourJoin(near, NearRule.of(8, .6, true), NO_CONFIRM, NO_PROGRESS).run();
    assertEquals("all but the last", 3, near.headsRead);
    assertEquals(3, near.valuesRead);
    assertEquals(3, joined.size(0));
  }

  /** Bands of one row, of many rows, one band alone, a head of all components. */
  public void testOtherBands() {
    for (Bands bands :
        List.of(
            new Bands(64, 17, 1),
            new Bands(64, 1, 1),
            new Bands(256, 24, 3),
            new Bands(301, 2, 4),
            new Bands(2048, 24, 2))) {
      SignatureParameters parameters =
          new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), bands);
      List<NearValue> values = new ArrayList<>();
      for (int family = 0; family < 30; family++) {
        long[] minima = random().longs(bands.hashes()).toArray();
        long centre = randomLong();
        for (int member = between(1, 6); member > 0; member--) {
          long[] own = minima.clone();
          // Two members have at least (15/16)² = .88 of their minima in common.
          for (int i = between(0, bands.hashes() / 16); i > 0; i--) {
            own[between(0, own.length - 1)] = randomLong();
          }
          long fingerprint = centre ^ 1L << between(0, 63);
          values.add(new NearValue(fingerprint, Optional.of(parameters.signature(own))));
        }
      }
      values.addAll(Families.of(random(), 10, 5, 16));
      assertClusters(withShortTexts(values), DEFAULT, NO_CONFIRM);
    }
  }

  /** Signatures about as similar as the minimum: pairs that miss each condition alone. */
  public void testAtTheBorder() {
    for (double share : new double[] {.68, .72, .76}) {
      List<NearValue> values = ofTemplate(share, 150);
      assertClusters(values, DEFAULT, NO_CONFIRM);
      assertClusters(values, NearRule.of(null, share * share, true), NO_CONFIRM);
    }
  }

  /** Signatures of which this share of minima is that of a template; fingerprints by chance. */
  private static List<NearValue> ofTemplate(double share, int size) {
    SignatureParameters parameters = new SignatureParameters(Optional.empty(), Bands.DEFAULT);
    long[] template = random().longs(1024).toArray();
    List<NearValue> values = new ArrayList<>();
    for (int document = 0; document < size; document++) {
      long[] own = new long[1024];
      Arrays.setAll(own, i -> random().nextDouble() < share ? template[i] : random().nextLong());
      values.add(new NearValue(random().nextLong(), Optional.of(parameters.signature(own))));
    }
    return values;
  }

  /**
   * Documents of one template that are no neighbours share many pairs of bands: compared are
   * exactly the pairs with two equal bands and heads that agree, each once.
   */
  public void testTemplates() {
    List<NearValue> values = ofTemplate(.8, 200);
    NearRule.Similar rule = new NearRule.Similar(.8, Fingerprint.BITS);
    int minHead = rule.minHead(Bands.DEFAULT);
    int expected = 0;
    for (int a = 0; a < values.size(); a++) {
      for (int b = 0; b < a; b++) {
        Signature one = values.get(a).signature().orElseThrow();
        Signature other = values.get(b).signature().orElseThrow();
        boolean candidate = one.sharedBands(other) >= 2 && one.equalInHead(other) >= minHead;
        expected += candidate ? 1 : 0;
      }
    }
    for (int batch : new int[] {CandidatePairs.BATCH, between(2, 50)}) {
      MemoryReader reader = new MemoryReader(values, List.of(), 1);
      NeighbourJoin join = new NeighbourJoin(reader, rule, NO_CONFIRM, NO_PROGRESS, batch);
      assertNothingIsJoined(join.run());
      assertEquals(expected, join.compared());
      assertEquals(180L * reader.readBands().largestBucket(), reader.reserved);
      assertTrue("" + expected, expected > 0 && expected < 10_000);
      assertTrue(reader.valuesRead <= reader.headsRead);
    }
  }

  /** The same where some are neighbours: of each bucket all pairs are looked at once. */
  public void testTemplatesWithNeighbours() {
    for (double minSimilarity : new double[] {.6, .63, .64, .65, .68}) {
      assertClusters(
          ofTemplate(.8, 180), new NearRule.Similar(minSimilarity, Fingerprint.BITS), NO_CONFIRM);
    }
  }

  /** By chance, pairs share two bands, but no head agrees: no whole signature is read. */
  public void testUnrelatedSignatures() {
    SignatureParameters parameters =
        new SignatureParameters(Optional.empty(), new Bands(64, 24, 1));
    List<NearValue> values = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      long[] minima = random().longs(64).toArray();
      for (int band = 0; band < 24; band++) {
        minima[band] &= 0xFF;
      }
      values.add(new NearValue(OptionalLong.empty(), Optional.of(parameters.signature(minima))));
    }
    MemoryReader reader = new MemoryReader(values, List.of(), 1);
    NeighbourJoin join = join(reader, new NearRule.Similar(.9, 64), NO_CONFIRM, NO_PROGRESS);
    assertNothingIsJoined(join.run());
    assertTrue("heads: " + reader.headsRead, reader.headsRead > 1_000);
    assertEquals(0, reader.valuesRead);
    assertEquals(0, join.compared());
  }

  private static void assertNothingIsJoined(UnionFind sets) {
    for (int element = 0; element < sets.elements(); element++) {
      assertEquals(1, sets.size(element));
    }
  }

  /** Texts confirm neighbours before they are joined, and before they count as a centre's. */
  public void testConfirm() {
    for (Integer maxDistance : Arrays.asList(null, 0, 3, 12)) {
      assertClusters(
          Families.of(random(), 20, 10, 10),
          NearRule.toConfirm(maxDistance, null, 0.5, randomBoolean()),
          Optional.of(new ConfirmRule(between(0, 1) * 0.5, 0.3)));
    }
  }

  /** Texts of which each has this share of the shingles of one; signatures made of them. */
  private static List<HashedSet> copies(double share, int size) {
    long[] original = random().longs(500).toArray();
    return IntStream.range(0, size)
        .mapToObj(
            i ->
                HashedSet.of(
                    LongStream.of(original)
                        .map(s -> random().nextDouble() < share ? s : random().nextLong())))
        .toList();
  }

  /** Elements are compared only with those of equal numbers: by both rules, and with texts. */
  public void testSame() {
    for (int numbers : new int[] {1, 4, 40, 1_000}) {
      List<NearValue> values = Families.of(random(), 20, 10, 10);
      Optional<ConfirmRule> confirm = Optional.of(new ConfirmRule(0.5, 0));
      assertClusters(values, DEFAULT, NO_CONFIRM, numbers);
      assertClusters(values, NearRule.of(8, 0.6, true), NO_CONFIRM, numbers);
      assertClusters(values, new NearRule.Radius(12), NO_CONFIRM, numbers);
      assertClusters(values, NearRule.toConfirm(null, null, 0.5, true), confirm, numbers);
      assertClusters(ofTemplate(.8, 150), new NearRule.Similar(.64, 64), NO_CONFIRM, numbers);
    }
  }

  /** Nothing is read of elements that are compared with no other. */
  public void testSameOfEachElement() {
    List<NearValue> values = Families.compared(Families.of(random(), 5, 30, 3), DEFAULT);
    MemoryReader reader = new MemoryReader(values, List.of(), 1);
    reader.same = IntStream.range(0, values.size()).toArray();
    NeighbourJoin join = join(reader, DEFAULT, NO_CONFIRM, NO_PROGRESS);
    assertNothingIsJoined(join.run());
    assertEquals(0, join.compared());
    assertEquals(0, reader.headsRead);
  }

  /** A run of many small comparisons within a radius can be ended. */
  public void testProgressWithinValues() {
    MemoryReader reader = new MemoryReader(Families.of(random(), 100, 9, 3), List.of(), 1);
    reader.same = IntStream.range(0, reader.fingerprints().length).map(i -> i / 3).toArray();
    int[] calls = {0};
    join(reader, new NearRule.Radius(3), NO_CONFIRM, (done, bands, compared) -> calls[0]++).run();
    assertTrue("calls: " + calls[0], calls[0] >= reader.same.length / 3);
  }

  /** An estimate far above the minimum confirms a pair if signatures were made of the texts. */
  public void testEstimatesThatConfirm() {
    NearRule rule = NearRule.toConfirm(null, null, .5, true);
    Optional<ConfirmRule> confirm = Optional.of(new ConfirmRule(.5, 0));
    SignatureParameters parameters = new SignatureParameters(Optional.empty(), Bands.DEFAULT);
    List<HashedSet> near = copies(.97, 30);
    List<HashedSet> border = copies(.82, 30);
    for (List<HashedSet> texts : List.of(near, border)) {
      List<NearValue> values =
          texts.stream()
              .map(t -> new NearValue(OptionalLong.empty(), parameters.ofElements(t.toArray())))
              .toList();
      for (Linkage linkage : Linkage.values()) {
        int[] expected =
            Definition.representatives(
                values.size(),
                linkage,
                (a, b) ->
                    rule.holds(values.get(a), values.get(b))
                        && confirm.get().holds(texts.get(a), texts.get(b)));
        MemoryReader reader = new MemoryReader(values, texts, between(1, 40));
        assertArrayEquals(expected, representatives(reader, rule, confirm, linkage));
        assertTrue(reader.textsRead > 0);
        reader.textsRead = 0;
        reader.ofTexts = true;
        assertArrayEquals(expected, representatives(reader, rule, confirm, linkage));
        assertEquals(texts == border, reader.textsRead > 0);
      }
    }
  }

  /** Where all texts fit into one answer, each is read once; texts without shingles only once. */
  public void testTextsAreReadOnce() {
    List<NearValue> values = Collections.nCopies(100, new NearValue(7, Optional.empty()));
    Optional<ConfirmRule> confirm = Optional.of(new ConfirmRule(0.5, 0));
    for (HashedSet text : List.of(HashedSet.of(LongStream.of()), HashedSet.of(LongStream.of(1)))) {
      MemoryReader reader = new MemoryReader(values, Collections.nCopies(100, text), 100);
      join(reader, new NearRule.Radius(3), confirm, NO_PROGRESS).run();
      assertEquals(100, reader.textsRead);
    }
  }

  /** Progress is told after each band, and the work can be ended there. */
  public void testProgress() {
    List<NearValue> values = Families.compared(Families.of(random(), 10, 5, 16), DEFAULT);
    MemoryReader reader = new MemoryReader(values, List.of(), 1);
    List<Integer> done = new ArrayList<>();
    NeighbourJoin.Progress progress =
        (bandsDone, bands, compared) -> {
          assertEquals(24, bands);
          if (done.isEmpty() || done.getLast() < bandsDone) {
            done.add(bandsDone);
          }
          if (bandsDone == 9) {
            throw new IllegalStateException("cancelled");
          }
        };
    NeighbourJoin join = join(reader, DEFAULT, NO_CONFIRM, progress);
    expectThrows(IllegalStateException.class, join::run);
    assertEquals(IntStream.rangeClosed(0, 9).boxed().toList(), done);
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
              new NearRule.Radius(3),
              confirm,
              Linkage.STAR,
              () -> calls[0]++)
          .clusters(List.of(IntStream.range(0, values.size()).toArray()));
      assertTrue("calls: " + calls[0], calls[0] >= values.size() * (values.size() - 1) / 2);
    }
  }

  private static NeighbourJoin join(
      MemoryReader reader,
      NearRule rule,
      Optional<ConfirmRule> confirm,
      NeighbourJoin.Progress progress) {
    return new NeighbourJoin(
        reader, rule, confirm, progress, randomFrom(CandidatePairs.BATCH, between(2, 20)));
  }

  /** Both linkages; the elements in the order of ties. */
  private static void assertClusters(
      List<NearValue> all, NearRule rule, Optional<ConfirmRule> confirm) {
    assertClusters(all, rule, confirm, 0);
  }

  /**
   * @param numbers how many different values of {@link ElementReader#same} there are at most; 0 for
   *     none
   */
  private static void assertClusters(
      List<NearValue> all, NearRule rule, Optional<ConfirmRule> confirm, int numbers) {
    List<NearValue> values = Families.compared(all, rule);
    List<HashedSet> texts = values.stream().map(NeighbourJoinTests::text).toList();
    int textsAtATime = randomBoolean() ? 1 : between(1, values.size() + 1);
    MemoryReader reader = new MemoryReader(values, texts, textsAtATime);
    int[] same =
        IntStream.generate(() -> between(0, Math.max(0, numbers - 1)))
            .limit(numbers == 0 ? 0 : values.size())
            .sorted()
            .toArray();
    reader.same = same;
    ClusterMaker.Neighbours neighbours =
        (a, b) ->
            (same.length == 0 || same[a] == same[b])
                && rule.holds(values.get(a), values.get(b))
                && confirm.map(c -> c.holds(texts.get(a), texts.get(b))).orElse(true);
    for (Linkage linkage : Linkage.values()) {
      int[] expected = Definition.representatives(values.size(), linkage, neighbours);
      int[] found = representatives(reader, rule, confirm, linkage);
      assertArrayEquals(rule + " " + confirm + " " + linkage, expected, found);
    }
  }

  /** The first element of each element's cluster, or its centre. */
  static int[] representatives(
      MemoryReader reader, NearRule rule, Optional<ConfirmRule> confirm, Linkage linkage) {
    UnionFind sets = join(reader, rule, confirm, NO_PROGRESS).run();
    ClusterMaker maker = new ClusterMaker(reader, element -> 1, rule, confirm, linkage, () -> {});
    int[] found = IntStream.range(0, sets.elements()).toArray();
    maker.forEachBatch(
        sets,
        between(1, 100),
        batch ->
            maker
                .clusters(batch)
                .forEach(
                    cluster ->
                        IntStream.of(cluster.elements())
                            .forEach(element -> found[element] = cluster.centre())));
    return found;
  }

  /** Some of eight shingles, none now and then; the same for equal values. */
  private static HashedSet text(NearValue value) {
    Random random = new Random(value.hashCode());
    return HashedSet.of(random.longs(random.nextInt(10), 0, 8));
  }
}
