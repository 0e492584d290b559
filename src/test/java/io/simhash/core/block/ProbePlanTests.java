package io.simhash.core.block;

import io.simhash.core.GoldenFile;
import io.simhash.core.base.Sha256;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;

public class ProbePlanTests extends LuceneTestCase {

  public void testPlansGolden() {
    List<List<String>> rows = GoldenFile.rows("probe-plan-v1.tsv", "plan");
    assertEquals(65, rows.size());
    for (List<String> row : rows) {
      int[] expected = row.stream().mapToInt(Integer::parseInt).toArray();
      ProbePlan plan = new ProbePlan(expected[0]);
      int[] actual = {
        plan.maxDistance(), plan.wideBlocks(), plan.wideBits(), plan.narrowBits(), plan.probes()
      };
      assertArrayEquals(row.toString(), expected, actual);
    }
  }

  public void testValuesGolden() {
    for (List<String> row : GoldenFile.rows("probe-plan-v1.tsv", "values")) {
      int[] in = row.subList(0, 3).stream().mapToInt(Integer::parseInt).toArray();
      int[] values = ProbePlan.values(Blocks.BITS, in[0], in[1], in[2]);
      String joined =
          Arrays.stream(values).mapToObj(Integer::toString).collect(Collectors.joining(","));
      assertEquals(row.get(3), Integer.toString(values.length));
      assertEquals(row.get(4), Sha256.hex(joined));
      assertTrue(row.get(5).equals("-") || row.get(5).equals(joined));
    }
  }

  public void testValuesAreThoseWithinTheRingAscendingAndDistinct() {
    for (int round = 0; round < 50; round++) {
      int query = random().nextInt(Blocks.VALUES);
      int from = random().nextInt(17);
      int to = from + random().nextInt(17 - from);
      int[] expected =
          IntStream.range(0, Blocks.VALUES)
              .filter(v -> Integer.bitCount(v ^ query) >= from)
              .filter(v -> Integer.bitCount(v ^ query) <= to)
              .toArray();
      assertArrayEquals(expected, ProbePlan.values(Blocks.BITS, query, from, to));
    }
  }

  /**
   * The guarantee: whatever blocks the caller takes as wide, a neighbour within the radius is found
   * by a probe of at least one block.
   */
  public void testNoNeighbourIsMissedForAnyChoiceOfWideBlocks() {
    for (int radius = 0; radius <= Fingerprint.BITS; radius++) {
      for (int round = 0; round < 500; round++) {
        long query = random().nextLong();
        int distance = rarely() ? random().nextInt(radius + 1) : radius;
        long neighbour = query ^ bits(distance);
        for (int wide = 0; wide < 1 << Blocks.COUNT; wide++) {
          if (Integer.bitCount(wide) == new ProbePlan(radius).wideBlocks()) {
            assertTrue(
                radius + ": " + Fingerprint.toHex(query) + " " + Fingerprint.toHex(neighbour),
                isProbed(new ProbePlan(radius), query, neighbour, wide));
          }
        }
      }
    }
  }

  /** Not one bit could be saved: each plan misses some neighbour at one bit more. */
  public void testTheGuaranteeEndsAtTheRadius() {
    for (int radius = 0; radius < 60; radius++) {
      ProbePlan plan = new ProbePlan(radius);
      long neighbour = 0;
      for (int block = 0; block < Blocks.COUNT; block++) {
        int limit = block < plan.wideBlocks() ? plan.wideBits() : plan.narrowBits();
        neighbour = neighbour << Blocks.BITS | (1L << limit + 1) - 1;
      }
      assertEquals(radius + 1, Long.bitCount(neighbour));
      assertFalse(isProbed(plan, 0, neighbour, (1 << plan.wideBlocks()) - 1));
    }
  }

  /** The plan of narrower blocks, for every distance: its probes, its values, its range. */
  public void testBlocksOfFewerBits() {
    for (int bits = 1; bits <= Blocks.BITS; bits++) {
      int blockBits = bits;
      for (int distance = 0; distance <= 4 * bits; distance++) {
        ProbePlan plan = new ProbePlan(distance, bits);
        assertEquals(new ProbePlan(distance).wideBlocks(), plan.wideBlocks());
        assertEquals(new ProbePlan(distance).wideBits(), plan.wideBits());
        int query = random().nextInt(1 << bits);
        int[] wide = ProbePlan.values(bits, query, 0, plan.wideBits());
        int[] expected =
            IntStream.range(0, 1 << bits)
                .filter(v -> Integer.bitCount(v ^ query) <= plan.wideBits())
                .toArray();
        assertArrayEquals(expected, wide);
        int narrow = ProbePlan.values(bits, query, 0, plan.narrowBits()).length;
        assertEquals(
            plan.probes(), plan.wideBlocks() * wide.length + (4 - plan.wideBlocks()) * narrow);
      }
      Exception e =
          expectThrows(
              IllegalArgumentException.class, () -> new ProbePlan(4 * blockBits + 1, blockBits));
      assertEquals(
          "[max_distance] must be in [0, " + 4 * bits + "] but was [" + (4 * bits + 1) + "]",
          e.getMessage());
    }
    for (int bits : new int[] {0, 17}) {
      Exception e = expectThrows(IllegalArgumentException.class, () -> new ProbePlan(0, bits));
      assertEquals("[block_bits] must be in [1, 16] but was [" + bits + "]", e.getMessage());
    }
  }

  private static boolean isProbed(ProbePlan plan, long query, long neighbour, int wide) {
    for (int block = 0; block < Blocks.COUNT; block++) {
      int radius = (wide >>> block & 1) == 1 ? plan.wideBits() : plan.narrowBits();
      int difference = Blocks.value(query, block) ^ Blocks.value(neighbour, block);
      if (Integer.bitCount(difference) <= radius) {
        return true;
      }
    }
    return false;
  }

  /** A mask of that many random bits. */
  private static long bits(int count) {
    List<Integer> positions = IntStream.range(0, 64).boxed().collect(Collectors.toList());
    Collections.shuffle(positions, random());
    return positions.subList(0, count).stream().mapToLong(i -> 1L << i).sum();
  }
}
