package io.simhash.core.near;

import static org.hamcrest.Matchers.greaterThanOrEqualTo;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class NearIndexTests extends ESTestCase {

  private static final NearRule SIMILAR = NearRule.of(null, null, true);

  private static List<Integer> neighbours(NearIndex index, NearValue value, NearRule rule) {
    List<Integer> slots = new ArrayList<>();
    index.forEachNeighbour(value, rule, 0, slots::add);
    return slots;
  }

  /** Values come and go; after each step one is searched for, by some rule. */
  public void testEqualsBruteForce() {
    assertEqualsBruteForce(() -> RandomValues.of(random()));
    assertEqualsBruteForce(() -> RandomValues.comparable(random()));
    SignatureParameters other = randomFrom(RandomValues.OTHERS);
    assertEqualsBruteForce(() -> RandomValues.of(random(), other));
    // Bits of one byte, no signatures.
    assertEqualsBruteForce(() -> new NearValue(randomLong() & 0xff, Optional.empty()));
  }

  private static void assertEqualsBruteForce(Supplier<NearValue> values) {
    NearIndex index = new NearIndex();
    Map<Integer, NearValue> all = new HashMap<>();
    List<NearValue> old = new ArrayList<>();
    int found = 0;
    int largest = 0;
    for (int step = 0; step < 1000; step++) {
      if (all.size() > 0 && randomIntBetween(0, 3) == 0) {
        int slot = randomFrom(all.keySet());
        index.remove(slot);
        all.remove(slot);
      } else {
        // Some are equal to one that is there or was.
        NearValue value = old.size() > 0 && rarely() ? randomFrom(old) : values.get();
        int slot = index.add(value, 0);
        assertNull("a slot of another", all.put(slot, value));
        old.add(value);
        largest = Math.max(largest, all.size());
        assertTrue("slots are used again", slot < largest);
      }
      assertEquals(all.size(), index.size());
      NearValue value = randomBoolean() ? randomFrom(old) : values.get();
      NearRule rule = randomFrom(RandomValues.RULES);
      Set<Integer> expected = new HashSet<>();
      all.forEach(
          (slot, other) -> {
            if (rule.holds(other, value)) {
              expected.add(slot);
            }
          });
      List<Integer> slots = neighbours(index, value, rule);
      assertEquals(rule.toString(), expected, Set.copyOf(slots));
      assertEquals("each once", expected.size(), slots.size());
      found += slots.size();
    }
    assertTrue("neighbours: " + found, found > 1000);
    assertTrue("the index has grown", largest > 200);
  }

  /** Every slot of a full index is given back, and used before the index grows. */
  public void testAllAreRemoved() {
    NearIndex index = new NearIndex();
    for (NearRule rule : RandomValues.RULES) {
      assertEquals(List.of(), neighbours(index, RandomValues.of(random()), rule));
    }
    NearValue value = RandomValues.comparable(random());
    for (int round = 0; round < 3; round++) {
      List<Integer> slots = IntStream.range(0, 100).mapToObj(i -> index.add(value, 0)).toList();
      assertEquals(100, Set.copyOf(slots).size());
      assertTrue(slots.stream().allMatch(slot -> slot < 100));
      assertEquals(slots, neighbours(index, value, SIMILAR));
      List<Integer> shuffled = shuffledList(slots);
      shuffled.forEach(index::remove);
      assertEquals(0, index.size());
      for (NearRule rule : RandomValues.RULES) {
        assertEquals(List.of(), neighbours(index, value, rule));
      }
    }
  }

  /** Equal values are given in the order in which they were added, wherever they are. */
  public void testTheOldestFirst() {
    NearIndex index = new NearIndex();
    NearValue value = RandomValues.comparable(random());
    List<Integer> order = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      switch (randomIntBetween(0, 3)) {
        case 0 -> others.add(index.add(RandomValues.of(random()), 0));
        case 1 -> {
          if (others.size() > 0) {
            index.remove(others.remove(0));
          }
        }
        default -> order.add(index.add(value, 0));
      }
      if (order.size() > 10 && rarely()) {
        index.remove(order.remove(randomIntBetween(0, order.size() - 1)));
      }
    }
    List<Integer> found = neighbours(index, value, new NearRule.Similar(1, 0));
    found.retainAll(order);
    assertEquals(order, found);
  }

  /** Whoever bounds the pairs bounds the time, also where fingerprints alone are compared. */
  public void testFingerprintsCountAsPairs() {
    NearIndex index = new NearIndex();
    for (int i = 0; i < 1_280; i++) {
      index.add(new NearValue(-1L, Optional.empty()), 0);
    }
    neighbours(index, new NearValue(0L, Optional.empty()), new NearRule.Radius(3));
    assertEquals(10, index.pairs());
  }

  /** The same where all values share bands, but fewer than they must. */
  public void testSharedBandsCountAsPairs() {
    NearIndex index = new NearIndex();
    SignatureParameters parameters =
        new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT);
    NearValue value = null;
    for (int i = 0; i <= 3_200; i++) {
      byte[] stored = parameters.signature(random().longs(1_024).toArray()).stored().clone();
      // The first band.
      Arrays.fill(stored, parameters.header().length, parameters.header().length + 2, (byte) 7);
      value = NearValue.of(OptionalLong.empty(), Optional.of(Signature.read(stored))).orElseThrow();
      index.add(value, 0);
    }
    assertEquals(1, neighbours(index, value, new NearRule.Similar(.9, 5, 64)).size());
    assertThat(index.pairs(), greaterThanOrEqualTo(100L));
  }

  /** Of equal values a consumer that takes no more is given at most one more for each band. */
  public void testAConsumerThatTakesNoMore() {
    for (NearRule rule : List.of(SIMILAR, new NearRule.Similar(1, 3))) {
      NearIndex index = new NearIndex();
      NearValue value = RandomValues.comparable(random());
      for (int i = 0; i < 700; i++) {
        index.add(value, 0);
      }
      List<Integer> all = neighbours(index, value, rule);
      int limit = randomIntBetween(1, 600);
      List<Integer> given = new ArrayList<>();
      index.forEachNeighbour(
          value,
          rule,
          0,
          slot -> {
            given.add(slot);
            return given.size() < limit;
          });
      assertEquals(all.subList(0, limit), given.subList(0, limit));
      assertTrue(given.size() + " for " + limit, given.size() <= limit + 24);
    }
  }
}
