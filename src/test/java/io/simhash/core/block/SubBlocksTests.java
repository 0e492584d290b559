package io.simhash.core.block;

import io.simhash.core.GoldenFile;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SubBlocksTests extends LuceneTestCase {

  public void testGolden() {
    List<List<String>> rows = GoldenFile.rows("sub-blocks-v1.tsv");
    assertTrue(rows.size() > 10);
    for (List<String> row : rows) {
      long fingerprint = HexFormat.fromHexDigitsToLong(row.get(0));
      String terms =
          Arrays.stream(SubBlocks.terms(fingerprint))
              .mapToObj(term -> HexFormat.of().toHexDigits(term))
              .collect(Collectors.joining(","));
      assertEquals(row.get(1), terms);
    }
  }

  /** A block and its sub-blocks are a fingerprint again: no bit is lost, none is there twice. */
  public void testABlockAndItsSubBlocksHaveEveryBitOnce() {
    for (int bit = 0; bit < 64; bit++) {
      long fingerprint = 1L << bit;
      for (int block = 0; block < Blocks.COUNT; block++) {
        int bits = Integer.bitCount(Blocks.value(fingerprint, block));
        for (int subBlock = 0; subBlock < SubBlocks.COUNT; subBlock++) {
          bits += Integer.bitCount(SubBlocks.value(fingerprint, block, subBlock));
        }
        assertEquals(1, bits);
      }
    }
  }

  public void testSubBlocksByHand() {
    long fingerprint = 0x0123_4567_89ab_cdefL;
    assertEquals(0x456, SubBlocks.value(fingerprint, 0, 0));
    assertEquals(0xdef, SubBlocks.value(fingerprint, 0, 3));
    assertEquals("across block 1", 0x389, SubBlocks.value(fingerprint, 1, 1));
    assertEquals(0x9ab, SubBlocks.value(fingerprint, 3, 3));
    assertEquals(0b00_0000000100100011_00_010001010110, SubBlocks.terms(fingerprint)[0]);
    assertEquals(SubBlocks.term(3, 0xcdef, 3, 0x9ab), SubBlocks.terms(fingerprint)[15]);
  }

  public void testTermsOfDifferentValuesDiffer() {
    Set<Integer> terms = new HashSet<>();
    int made = 0;
    for (int block = 0; block < Blocks.COUNT; block++) {
      for (int value : new int[] {0, 1, 0x8000, 0xffff}) {
        for (int subBlock = 0; subBlock < SubBlocks.COUNT; subBlock++) {
          for (int subValue : new int[] {0, 1, 0x800, 0xfff}) {
            terms.add(SubBlocks.term(block, value, subBlock, subValue));
            made++;
          }
        }
      }
    }
    assertEquals(made, terms.size());
  }

  /**
   * The guarantee: of two fingerprints whose block differs in j bits, and which differ in at most k
   * bits, one sub-block at least is probed by the plan for k - j, whatever sub-blocks are wide.
   */
  public void testNoNeighbourInABucketIsMissed() {
    for (int round = 0; round < 20_000; round++) {
      long query = random().nextLong();
      int distance = random().nextInt(33);
      long neighbour = query;
      while (Long.bitCount(neighbour ^ query) < distance) {
        neighbour ^= 1L << random().nextInt(64);
      }
      int block = random().nextInt(Blocks.COUNT);
      int difference = Blocks.value(query, block) ^ Blocks.value(neighbour, block);
      ProbePlan plan = new ProbePlan(distance - Integer.bitCount(difference), SubBlocks.BITS);
      for (int wide = 0; wide < 1 << SubBlocks.COUNT; wide++) {
        if (Integer.bitCount(wide) == plan.wideBlocks()) {
          assertTrue(isProbed(plan, query, neighbour, block, wide));
        }
      }
    }
  }

  private static boolean isProbed(ProbePlan plan, long query, long other, int block, int wide) {
    for (int subBlock = 0; subBlock < SubBlocks.COUNT; subBlock++) {
      int bits = (wide >>> subBlock & 1) == 1 ? plan.wideBits() : plan.narrowBits();
      int value = SubBlocks.value(query, block, subBlock);
      int probed = SubBlocks.value(other, block, subBlock);
      if (Arrays.binarySearch(ProbePlan.values(SubBlocks.BITS, value, 0, bits), probed) >= 0) {
        return true;
      }
    }
    return false;
  }
}
