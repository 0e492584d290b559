package io.simhash.core.near;

import io.simhash.core.minhash.Signature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.elasticsearch.test.ESTestCase;

public class BestOfGroupsTests extends ESTestCase {

  private static final Optional<Signature> NO_SIGNATURE = Optional.empty();

  /** Values by the number of lowest bits that are set; -1 for a document without a value. */
  private static List<Optional<NearValue>> ranked(int... bits) {
    return Arrays.stream(bits)
        .<Optional<NearValue>>mapToObj(
            b -> b < 0 ? Optional.empty() : Optional.of(new NearValue((1L << b) - 1, NO_SIGNATURE)))
        .toList();
  }

  private static void assertBest(List<Integer> expected, List<Optional<NearValue>> ranked, int k) {
    int[] best = BestOfGroups.of(ranked, NearRule.ofDistance(k), () -> {});
    assertEquals(expected, Arrays.stream(best).boxed().toList());
  }

  public void testEachJoinsTheBestKeptNeighbour() {
    assertBest(List.of(0, 0, 2, 2, 0), ranked(0, 3, 7, 6, 1), 3);
  }

  /** 0, 3 and 6 are a chain: 6 is no neighbour of 0, so it is kept. */
  public void testThereAreNoChains() {
    assertBest(List.of(0, 0, 2), ranked(0, 3, 6), 3);
    assertBest(List.of(0, 0, 0), ranked(3, 0, 6), 3);
  }

  /** 3 is a neighbour of both kept values and joins the better one. */
  public void testTheBetterOfTwoKeptNeighbours() {
    assertBest(List.of(0, 1, 0), ranked(6, 0, 3), 3);
  }

  public void testDocumentsWithoutAValueAreKept() {
    assertBest(List.of(0, 1, 2, 0), ranked(0, -1, -1, 0), 0);
    assertBest(List.of(), ranked(), 64);
  }

  public void testTheCheckEndsTheWork() {
    AtomicInteger checks = new AtomicInteger();
    Runnable cancelled =
        () -> {
          if (checks.incrementAndGet() == 2) {
            throw new IllegalStateException("cancelled");
          }
        };
    expectThrows(
        IllegalStateException.class,
        () -> BestOfGroups.of(ranked(1, 2, 3), NearRule.ofDistance(0), cancelled));
    assertEquals(2, checks.get());
  }

  /** Against the definition: fingerprints that are near, and values of every kind. */
  public void testRandomValues() {
    assertAgainstTheDefinition(
        () -> new NearValue(randomIntBetween(0, 255) << 8 | randomIntBetween(0, 3), NO_SIGNATURE),
        NearRule.ofDistance(randomIntBetween(0, 4)));
    for (NearRule rule : RandomValues.RULES) {
      assertAgainstTheDefinition(() -> RandomValues.of(random()), rule);
    }
  }

  private static void assertAgainstTheDefinition(Supplier<NearValue> values, NearRule rule) {
    List<Optional<NearValue>> ranked = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      ranked.add(
          switch (randomIntBetween(0, 9)) {
            case 0 -> Optional.empty();
            case 1 -> i == 0 ? Optional.empty() : randomFrom(ranked);
            default -> Optional.of(values.get());
          });
    }
    int[] best = BestOfGroups.of(ranked, rule, () -> {});
    for (int i = 0; i < best.length; i++) {
      int expected = i;
      for (int j = i - 1; j >= 0; j--) {
        boolean joins =
            best[j] == j
                && ranked.get(i).isPresent()
                && ranked.get(j).isPresent()
                && rule.holds(ranked.get(i).get(), ranked.get(j).get());
        expected = joins ? j : expected;
      }
      assertEquals(rule + " at " + i, expected, best[i]);
    }
  }
}
