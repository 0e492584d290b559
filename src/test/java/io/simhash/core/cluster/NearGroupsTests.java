package io.simhash.core.cluster;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class NearGroupsTests extends ESTestCase {

  private static List<NearValue> values(int... bits) {
    return Arrays.stream(bits)
        .mapToObj(b -> new NearValue((1L << b) - 1, Optional.empty()))
        .toList();
  }

  private static List<List<Integer>> groups(List<NearValue> values, int maxDistance) {
    return NearGroups.of(values, NearRule.ofDistance(maxDistance), () -> {});
  }

  public void testChainsAreOneGroup() {
    assertEquals(List.of(List.of(0, 2, 4), List.of(1, 3)), groups(values(0, 40, 3, 42, 6, 20), 3));
  }

  public void testNoGroups() {
    assertEquals(List.of(), groups(values(), 64));
    assertEquals(List.of(), groups(values(5), 64));
    assertEquals(List.of(), groups(values(0, 10, 20), 9));
  }

  /** One group without a comparison of the signatures of each pair: 50 million pairs. */
  public void testManyEqualValues() {
    List<NearValue> equal = values(IntStream.range(0, 10_000).map(i -> 7).toArray());
    List<List<Integer>> groups = groups(equal, 0);
    assertEquals(1, groups.size());
    assertEquals(10_000, groups.getFirst().size());
  }

  /** Against a search through the graph of neighbours. */
  public void testRandomValues() {
    List<NearValue> values = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      values.add(new NearValue(randomLong() & 0x0707070707L, Optional.empty()));
    }
    NearRule rule = NearRule.ofDistance(randomIntBetween(0, 4));
    BitSet seen = new BitSet();
    List<List<Integer>> expected = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      List<Integer> group = new ArrayList<>();
      visit(i, values, rule, seen, group);
      if (group.size() > 1) {
        expected.add(group.stream().sorted().toList());
      }
    }
    assertEquals(expected, NearGroups.of(values, rule, () -> {}));
  }

  private static void visit(
      int i, List<NearValue> values, NearRule rule, BitSet seen, List<Integer> group) {
    if (seen.get(i)) {
      return;
    }
    seen.set(i);
    group.add(i);
    for (int j = 0; j < values.size(); j++) {
      if (rule.holds(values.get(i), values.get(j))) {
        visit(j, values, rule, seen, group);
      }
    }
  }

  public void testTheCheckEndsTheWork() {
    Runnable cancelled =
        () -> {
          throw new IllegalStateException("cancelled");
        };
    expectThrows(
        IllegalStateException.class,
        () -> NearGroups.of(values(1, 2), NearRule.ofDistance(3), cancelled));
  }
}
