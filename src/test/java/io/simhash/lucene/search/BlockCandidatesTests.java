package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;

/** Blocks or scan: the choice of a segment, and which blocks it looks up. */
public class BlockCandidatesTests extends SimHashNearTestCase {

  /**
   * Enough documents for blocks at distance 3, too few at 4: see {@link
   * #testSizesOfSegmentsThatUseBlocks}.
   */
  private static final int LARGE_SEGMENT = 9000;

  private static Optional<BlockCandidates> find(
      LeafReader leaf, long fingerprint, int distance, BlockCosts costs, long documents)
      throws IOException {
    BlockCosts.Budget budget =
        new BlockCosts.Budget(
            costs, costs.full(), new ProbePlan(distance), documents, Long.MAX_VALUE);
    return BlockCandidates.find(leaf, near(fingerprint, distance), budget, () -> {});
  }

  /** A look-up costs 300 doc values, a candidate 100: neither one more than the scan. */
  public void testBlocksAreTakenUpToTheCostOfAScan() throws IOException {
    BlockCosts.Reading reading = new BlockCosts.Reading(1, 100);
    BlockCosts costs = new BlockCosts(300, reading, reading);
    for (int i = 0; i < 10; i++) {
      add("" + i, 0);
    }
    add("by a wide probe", 0x0001_0001_0001_0001L);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      assertEquals(10, find(leaf, 0, 0, costs, 1300).orElseThrow().size());
      assertFalse(find(leaf, 0, 0, costs, 1299).isPresent());
      // Before the first look-up 1/65,536 of the documents are expected for each.
      assertEquals(0, find(leaf, -1, 0, costs, 301).orElseThrow().size());
      assertFalse(find(leaf, -1, 0, costs, 300).isPresent());
      // 20 look-ups, 10 documents in each of 4 buckets, and one more by the wide probe, after which
      // 15/65,536 of the documents are expected: 236.
      BlockCandidates found = find(leaf, 0, 4, costs, 10_337).orElseThrow();
      assertEquals(41, found.size());
      assertEquals(20, found.lookUps());
      assertFalse(find(leaf, 0, 4, costs, 10_336).isPresent());
    }
  }

  /** Nothing is looked up where evenly spread fingerprints would cost more than a scan. */
  public void testGivesUpBeforeTheFirstLookUp() throws IOException {
    add("a", 0);
    try (IndexReader reader = writer.getReader()) {
      LeafReader blind =
          new FilterLeafReader(reader.leaves().get(0).reader()) {
            @Override
            public Terms terms(String field) {
              throw new AssertionError("looked up " + field);
            }

            @Override
            public CacheHelper getCoreCacheHelper() {
              return null;
            }

            @Override
            public CacheHelper getReaderCacheHelper() {
              return null;
            }
          };
      for (long documents : new long[] {1, 1_000, 1_000_000, 1_000_000_000}) {
        assertFalse(find(blind, 0, 12, BlockCosts.MEASURED, documents).isPresent());
      }
      assertFalse(find(blind, 0, 3, BlockCosts.MEASURED, 2_555).isPresent());
      expectThrows(AssertionError.class, () -> find(blind, 0, 3, BlockCosts.MEASURED, 2_556));
    }
  }

  /** The sizes that the Javadoc of {@link SimHashNearQuery} gives. */
  public void testSizesOfSegmentsThatUseBlocks() {
    BlockCosts costs = BlockCosts.MEASURED;
    assertSizes(costs.full(), 2_556, 46_332, 745_328, Long.MAX_VALUE);
    assertSizes(costs.sparse(), 299, 5_150, 47_093, 112_996);
  }

  private static void assertSizes(
      BlockCosts.Reading reading, long at3, long at7, long at11, long at12) {
    assertEquals(at3, smallestSegment(reading, 3));
    assertEquals(at7, smallestSegment(reading, 7));
    assertEquals(at11, smallestSegment(reading, 11));
    assertEquals(at12, smallestSegment(reading, 12));
  }

  /** The smallest number of evenly spread fingerprints that blocks are cheaper for. */
  private static long smallestSegment(BlockCosts.Reading reading, int distance) {
    ProbePlan plan = new ProbePlan(distance);
    double saved = reading.scanned() - plan.probes() / 65_536.0 * reading.candidate();
    if (saved <= 0) {
      assertFalse(plausible(reading, plan, 1L << 40));
      return Long.MAX_VALUE;
    }
    long smallest = (long) Math.ceil(plan.probes() * BlockCosts.MEASURED.lookUp() / saved);
    assertTrue(plausible(reading, plan, smallest));
    assertFalse(plausible(reading, plan, smallest - 1));
    return smallest;
  }

  private static boolean plausible(BlockCosts.Reading reading, ProbePlan plan, long documents) {
    return new BlockCosts.Budget(BlockCosts.MEASURED, reading, plan, documents, Long.MAX_VALUE)
        .isPlausible();
  }

  public void testLargeSegmentsUseBlocks() throws IOException {
    long centre = addLargeSegment();
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      LeafReaderContext leaf = reader.leaves().get(0);
      Query some = new TermQuery(new Term("id", "0"));
      for (int distance = 0; distance <= 12; distance++) {
        SimHashNearQuery near = near(centre, distance);
        assertEquals("at " + distance, distance < 4, usesBlocks(near, leaf));
        Query expected = new BruteForceNearQuery(FIELD, centre, distance);
        assertEquals(docs(searcher, expected), docs(searcher, near));
        assertEquals(docs(searcher, and(expected, some)), docs(searcher, and(near, some)));
      }
    }
  }

  /** Where other clauses leave fewer than an eighth of the documents, nothing is read ahead. */
  public void testOtherClausesLead() throws IOException {
    for (int i = 0; i < 80; i++) {
      add("" + i, 0);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReaderContext leaf = reader.leaves().get(0);
      SimHashNearWeight weight = weight(near(0, 3, SCAN_FORCED), new SearchReport());
      assertEquals(80, weight.scorerSupplier(leaf).cost());
      for (int leadCost : new int[] {1, 9, 10, 80}) {
        Scorer scorer = weight.scorerSupplier(leaf).get(leadCost);
        assertEquals(
            "at " + leadCost,
            leadCost >= 10,
            scorer.iterator() instanceof SegmentFingerprints.NearScan);
        assertEquals("at " + leadCost, leadCost >= 10, scorer.twoPhaseIterator() == null);
      }
      // Four buckets of 80 documents show only when they are looked up: 320 are more than eight
      // times as many as the other clauses leave.
      weight = weight(near(0, 3, BLOCKS_FORCED), new SearchReport());
      assertEquals("of evenly spread ones", 1, weight.scorerSupplier(leaf).cost());
      for (int leadCost : new int[] {1, 9, 10, 39, 40, 80}) {
        Scorer scorer = weight.scorerSupplier(leaf).get(leadCost);
        assertEquals("at " + leadCost, leadCost < 10, scorer.twoPhaseIterator() != null);
        assertEquals(
            "at " + leadCost,
            leadCost >= 40,
            scorer.iterator() instanceof SegmentFingerprints.NearList);
      }
    }
  }

  /** As with field-level security that grants the parent field alone. */
  public void testScansWhereABlockCannotBeSeen() throws IOException {
    long centre = addLargeSegment();
    try (IndexReader reader = writer.getReader()) {
      Query expected = new BruteForceNearQuery(FIELD, centre, 3);
      for (int block = 0; block < 4; block++) {
        IndexReader hiding = hiding(reader, FIELD + ".block_" + block);
        IndexSearcher searcher = new IndexSearcher(hiding);
        for (BlockCosts costs : new BlockCosts[] {BlockCosts.MEASURED, BLOCKS_FORCED}) {
          SimHashNearQuery near = near(centre, 3, costs);
          assertFalse(usesBlocks(near, hiding.leaves().get(0)));
          assertEquals(docs(searcher, expected), docs(searcher, near));
        }
      }
    }
  }

  /** One segment, some of it around a centre. */
  private long addLargeSegment() throws IOException {
    long centre = random().nextLong();
    for (int i = 0; i < LARGE_SEGMENT; i++) {
      boolean near = i % 1000 == 0;
      add("" + i % 10, near ? FingerprintSets.SPREAD.next(random(), centre) : random().nextLong());
    }
    writer.forceMerge(1);
    return centre;
  }

  /** Where the light blocks suffice, an overfull bucket is not even among the candidates. */
  public void testLeavesAnOverfullBucketAlone() throws IOException {
    for (int i = 0; i < 5000; i++) {
      add("" + i, i % 10 == 0 ? random().nextLong() : random().nextLong() >>> 16);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      BlockCandidates found =
          find(leaf, 0x1234_5678_9abcL, 2, BlockCosts.MEASURED, 5000).orElseThrow();
      assertTrue("candidates " + found.size(), found.size() < 30);
    }
  }

  /** Each number of wide blocks, at narrow bits -1, 0 and 1: the heaviest blocks are narrow. */
  public void testTheLightestBlocksAreWide() throws IOException {
    // In block b, 1 << 2b documents differ from 0 by one bit, as many by two, three and none.
    String id = "";
    for (int block = 0; block < 4; block++) {
      for (int value : new int[] {0, 1, 3, 7}) {
        for (int i = 0; i < 1 << 2 * block; i++) {
          long others = -1L & ~(0xFFFFL << 48 - 16 * block);
          add(id, others | (long) value << 48 - 16 * block);
        }
      }
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      int[] weights = {1, 4, 16, 64};
      for (int distance = 0; distance < 12; distance++) {
        long expected = 0;
        for (int block = 0; block < 4; block++) {
          boolean wide = block <= distance % 4;
          // 0 bits is one of the values, r bits are r + 1 of them.
          expected += (long) weights[block] * (wide ? distance / 4 + 1 : distance / 4);
        }
        BlockCandidates found = find(leaf, 0, distance, BLOCKS_FORCED, 1).orElseThrow();
        assertEquals("at " + distance, expected, found.size());
      }
    }
  }
}
