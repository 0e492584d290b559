package io.simhash.core.near;

import io.simhash.core.cluster.Families;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.SignatureParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class NearGroupsTests extends ESTestCase {

  private static List<NearValue> values(int... bits) {
    return Arrays.stream(bits)
        .mapToObj(b -> new NearValue((1L << b) - 1, Optional.empty()))
        .toList();
  }

  private static List<?> equal(List<NearValue> values) {
    return Collections.nCopies(values.size(), 0);
  }

  private static List<List<Integer>> groups(List<NearValue> values, int maxDistance) {
    return groups(values, new NearRule.Radius(maxDistance));
  }

  private static List<List<Integer>> groups(List<NearValue> values, NearRule rule) {
    NearGroups found = NearGroups.of(values, equal(values), rule, Long.MAX_VALUE, () -> {});
    assertEquals(values.size(), found.compared());
    return found.groups();
  }

  public void testChainsAreOneGroup() {
    assertEquals(List.of(List.of(0, 2, 4), List.of(1, 3)), groups(values(0, 40, 3, 42, 6, 20), 3));
  }

  public void testNoGroups() {
    assertEquals(List.of(), groups(values(), 64));
    assertEquals(List.of(), groups(values(5), 64));
    assertEquals(List.of(), groups(values(0, 10, 20), 9));
  }

  /** With and without signatures, one group without a comparison of 50 million pairs. */
  public void testManyEqualValues() {
    List<Integer> all = IntStream.range(0, 10_000).boxed().toList();
    for (boolean signed : new boolean[] {true, false}) {
      NearValue value = signed ? RandomValues.comparable(random()) : values(7).getFirst();
      List<NearValue> equal = Collections.nCopies(10_000, value);
      assertEquals(List.of(all), groups(equal, NearRule.of(null, null, signed)));
    }
  }

  /** By a rule that cannot judge them, values are no neighbours, not even of themselves. */
  public void testEqualValuesThatAreNoNeighbours() {
    NearValue value = RandomValues.comparable(random());
    NearValue tooShort = new NearValue(OptionalLong.empty(), value.signature());
    NearValue unsigned = new NearValue(value.fingerprint(), Optional.empty());
    List<NearValue> equal = List.of(tooShort, tooShort, value, value, unsigned, unsigned);
    assertEquals(List.of(List.of(2, 3, 4, 5)), groups(equal, new NearRule.Radius(64)));
    assertEquals(List.of(List.of(0, 1, 2, 3)), groups(equal, new NearRule.Similar(.9, 0)));
    assertEquals(List.of(List.of(0, 1, 2, 3)), groups(equal, new NearRule.Similar(.1, 0)));
  }

  public void testRandomFingerprints() {
    List<NearValue> values = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      values.add(new NearValue(randomLong() & 0x0707070707L, Optional.empty()));
    }
    assertGroups(values, new NearRule.Radius(randomIntBetween(0, 4)));
  }

  /** With and without signatures, and without fingerprints; some values are equal. */
  public void testRandomValues() {
    for (NearRule rule :
        List.of(
            new NearRule.Similar(.51, 64),
            new NearRule.Similar(.8, 64),
            new NearRule.Similar(.3, 4),
            new NearRule.Radius(8))) {
      List<NearValue> values = new ArrayList<>(Families.of(random(), 30, 8, 12));
      values.addAll(randomSubsetOf(values));
      values.replaceAll(
          value ->
              value.signature().isPresent() && rarely()
                  ? new NearValue(OptionalLong.empty(), value.signature())
                  : value);
      assertGroups(shuffledList(values), rule);
    }
    for (NearRule rule : RandomValues.RULES) {
      SignatureParameters other = randomFrom(RandomValues.OTHERS);
      List<NearValue> values = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        values.add(rarely() ? RandomValues.of(random(), other) : RandomValues.of(random()));
      }
      assertGroups(values, rule);
    }
  }

  /** Against a search through the graph of neighbours: of all, and within equal values. */
  private static void assertGroups(List<NearValue> values, NearRule rule) {
    assertEquals(rule.toString(), graph(values, nothing(values), rule), groups(values, rule));
    List<Integer> same = values.stream().map(value -> between(0, 3)).toList();
    NearGroups found = NearGroups.of(values, same, rule, Long.MAX_VALUE, () -> {});
    assertEquals(values.size(), found.compared());
    assertEquals(rule.toString(), graph(values, same, rule), found.groups());
  }

  private static List<Integer> nothing(List<NearValue> values) {
    return Collections.nCopies(values.size(), 0);
  }

  private static List<List<Integer>> graph(
      List<NearValue> values, List<Integer> same, NearRule rule) {
    BitSet seen = new BitSet();
    List<List<Integer>> expected = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      List<Integer> group = new ArrayList<>();
      visit(i, values, same, rule, seen, group);
      if (group.size() > 1) {
        expected.add(group.stream().sorted().toList());
      }
    }
    return expected;
  }

  private static void visit(
      int i,
      List<NearValue> values,
      List<Integer> same,
      NearRule rule,
      BitSet seen,
      List<Integer> group) {
    if (seen.get(i)) {
      return;
    }
    seen.set(i);
    group.add(i);
    for (int j = 0; j < values.size(); j++) {
      if (same.get(i).equals(same.get(j)) && rule.holds(values.get(i), values.get(j))) {
        visit(j, values, same, rule, seen, group);
      }
    }
  }

  /** All pairs are near: the fifth value needs pairs seven to ten. */
  public void testTheMostPairs() {
    List<NearValue> values = values(0, 1, 2, 3, 4, 5, 6);
    NearGroups found = NearGroups.of(values, equal(values), new NearRule.Radius(60), 6, () -> {});
    assertEquals(new NearGroups(5, List.of(List.of(0, 1, 2, 3, 4))), found);
    assertEquals(
        7, NearGroups.of(values, equal(values), new NearRule.Radius(60), 15, () -> {}).compared());
    assertEquals(
        7, NearGroups.of(values, equal(values), new NearRule.Radius(0), 0, () -> {}).compared());
  }

  /** The limit is that of all values together, whatever must be equal. */
  public void testTheMostPairsWithinEqualValues() {
    List<NearValue> values = values(0, 1, 2, 3, 4, 5, 6);
    List<String> same = List.of("a", "b", "a", "b", "a", "b", "c");
    NearRule rule = new NearRule.Radius(60);
    // The pairs of a are 3, and the second b has one with the first.
    NearGroups found = NearGroups.of(values, same, rule, 3, () -> {});
    assertEquals(new NearGroups(5, List.of(List.of(0, 2, 4), List.of(1, 3))), found);
    assertEquals(5, NearGroups.of(values, same, rule, 2, () -> {}).compared());
    assertEquals(7, NearGroups.of(values, same, rule, 6, () -> {}).compared());
  }

  /** Values that are not compared are no pairs: of 1,000 tenants with the same text twice. */
  public void testPairsOfARankedListAreWithinEqualValues() {
    int[] same = IntStream.range(0, 2_000).map(i -> i % 1_000).toArray();
    List<Optional<NearValue>> values =
        Collections.nCopies(same.length, Optional.of(values(7).getFirst()));
    NewTexts texts = new NewTexts(0, Collections.nCopies(same.length, new long[0]), same);
    NearGroups.Ranked ranked =
        NearGroups.best(values, new NearRule.Radius(3), texts, 100_000, () -> {});
    assertEquals(same.length, ranked.compared());
    assertArrayEquals(same, ranked.best());
  }

  /** Of groups that chains connect, and of those in a ranked list. */
  public void testTheCheckEndsTheWork() {
    AtomicInteger checks = new AtomicInteger();
    Runnable second =
        () -> {
          if (checks.incrementAndGet() % 2 == 0) {
            throw new IllegalStateException("cancelled");
          }
        };
    NearRule rule = new NearRule.Radius(0);
    Class<IllegalStateException> cancelled = IllegalStateException.class;
    expectThrows(
        cancelled, () -> NearGroups.of(values(1, 2, 3), List.of(0, 0, 0), rule, 9, second));
    assertEquals(2, checks.get());
    expectThrows(cancelled, () -> NearGroups.best(ranked(1, 2, 3), rule, noTexts(3), 9, second));
    assertEquals(4, checks.get());
  }

  /** -1 for a document without a value. */
  private static List<Optional<NearValue>> ranked(int... bits) {
    return Arrays.stream(bits)
        .mapToObj(b -> b < 0 ? Optional.<NearValue>empty() : Optional.of(values(b).getFirst()))
        .toList();
  }

  private static NewTexts noTexts(int count) {
    return new NewTexts(0, Collections.nCopies(count, new long[0]), new int[count]);
  }

  private static int[] best(List<Optional<NearValue>> ranked, NearRule rule) {
    NearGroups.Ranked found =
        NearGroups.best(ranked, rule, noTexts(ranked.size()), Long.MAX_VALUE, () -> {});
    assertEquals(ranked.size(), found.compared());
    return found.best();
  }

  /** No two are near but the last: the fifth value needs pairs seven to ten, the sixth is kept. */
  public void testTheMostPairsOfARankedList() {
    SignatureParameters parameters = new SignatureParameters(Optional.empty(), Bands.DEFAULT);
    List<Optional<NearValue>> ranked = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      long[] minima = random().longs(Bands.DEFAULT.hashes()).toArray();
      ranked.add(NearValue.of(OptionalLong.empty(), Optional.of(parameters.signature(minima))));
    }
    ranked.add(ranked.getLast());
    NearRule rule = new NearRule.Similar(.2, 64);
    NearGroups.Ranked found = NearGroups.best(ranked, rule, noTexts(6), 6, () -> {});
    assertEquals(5, found.compared());
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 5}, found.best());
    assertArrayEquals(new int[] {0, 1, 2, 3, 4, 4}, best(ranked, rule));
  }

  private static void assertBest(List<Integer> expected, int maxDistance, int... bits) {
    int[] best = best(ranked(bits), new NearRule.Radius(maxDistance));
    assertEquals(expected, Arrays.stream(best).boxed().toList());
  }

  public void testEachJoinsTheBestKeptNeighbour() {
    assertBest(List.of(0, 0, 2, 2, 0), 3, 0, 3, 7, 6, 1);
    // 0, 3 and 6 are a chain: 6 is no neighbour of 0, so it is kept.
    assertBest(List.of(0, 0, 2), 3, 0, 3, 6);
    assertBest(List.of(0, 0, 0), 3, 3, 0, 6);
    // 3 is a neighbour of both kept values and joins the better one.
    assertBest(List.of(0, 1, 0), 3, 6, 0, 3);
    // Documents without a value are kept.
    assertBest(List.of(0, 1, 2, 0), 0, 0, -1, -1, 0);
    assertBest(List.of(), 64);
  }

  /** Against the definition: fingerprints that are near, and values of every kind. */
  public void testTheBestOfRandomValues() {
    assertBest(
        () -> new NearValue(randomIntBetween(0, 255) << 8 | between(0, 3), Optional.empty()),
        new NearRule.Radius(randomIntBetween(0, 4)));
    for (NearRule rule : RandomValues.RULES) {
      assertBest(() -> RandomValues.of(random()), rule);
    }
  }

  private static void assertBest(Supplier<NearValue> values, NearRule rule) {
    List<Optional<NearValue>> ranked = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      ranked.add(
          switch (randomIntBetween(0, 9)) {
            case 0 -> Optional.empty();
            case 1 -> i == 0 ? Optional.empty() : randomFrom(ranked);
            default -> Optional.of(values.get());
          });
    }
    int[] best = best(ranked, rule);
    for (int i = 0; i < best.length; i++) {
      Optional<NearValue> value = ranked.get(i);
      int expected =
          IntStream.range(0, i)
              .filter(j -> best[j] == j && value.isPresent() && ranked.get(j).isPresent())
              .filter(j -> rule.holds(value.get(), ranked.get(j).get()))
              .findFirst()
              .orElse(i);
      assertEquals(rule + " at " + i, expected, best[i]);
    }
  }
}
