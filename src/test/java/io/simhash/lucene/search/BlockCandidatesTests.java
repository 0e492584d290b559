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
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/** Blocks or scan: the choice of a segment, and which blocks it looks up. */
public class BlockCandidatesTests extends SimHashNearTestCase {

  /** Enough documents for blocks at distance 3, see {@link #testSizesOfSegmentsThatUseBlocks}. */
  private static final int LARGE_SEGMENT = 9000;

  private static Optional<BlockCandidates> find(
      LeafReader leaf, long fingerprint, int distance, long scanCost) throws IOException {
    return BlockCandidates.find(
        leaf, near(fingerprint, distance), new ProbePlan(distance), scanCost);
  }

  /** A look-up costs 300 doc values, a candidate 100: neither one more than the scan. */
  public void testBlocksAreTakenUpToTheCostOfAScan() throws IOException {
    for (int i = 0; i < 10; i++) {
      add("" + i, 0);
    }
    add("by a wide probe", 0x0001_0001_0001_0001L);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      assertEquals(10, find(leaf, 0, 0, 1300).orElseThrow().cost());
      assertFalse(find(leaf, 0, 0, 1299).isPresent());
      assertEquals(0, find(leaf, -1, 0, 400).orElseThrow().cost());
      assertFalse(find(leaf, -1, 0, 399).isPresent());
      // 20 look-ups, 10 documents in each of 4 buckets, and one more by the wide probe.
      assertEquals(41, find(leaf, 0, 4, 10_100).orElseThrow().cost());
      assertFalse(find(leaf, 0, 4, 10_099).isPresent());
    }
  }

  /** The sizes that the Javadoc of {@link SimHashNearQuery} gives. */
  public void testSizesOfSegmentsThatUseBlocks() {
    assertEquals(1_300, smallestSegment(3));
    assertEquals(22_762, smallestSegment(7));
    assertEquals(1_003_551, smallestSegment(11));
    assertEquals(Long.MAX_VALUE, smallestSegment(12));
  }

  /** The smallest number of evenly spread fingerprints that blocks are cheaper for. */
  private static long smallestSegment(int distance) {
    int probes = new ProbePlan(distance).probes();
    double candidatesPerDocument = probes / 65_536.0;
    double scanned = 1 - candidatesPerDocument * BlockCosts.MEASURED.candidate();
    double lookUps = (double) probes * BlockCosts.MEASURED.lookUp();
    // The look-ups must leave room for one candidate at least.
    double oneCandidate = BlockCosts.MEASURED.total(probes, 1);
    return scanned <= 0
        ? Long.MAX_VALUE
        : (long) Math.ceil(Math.max(lookUps / scanned, oneCandidate));
  }

  public void testLargeSegmentsUseBlocks() throws IOException {
    long centre = addLargeSegment();
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      LeafReaderContext leaf = reader.leaves().get(0);
      Query some = new TermQuery(new Term("id", "0"));
      for (int distance = 0; distance <= 12; distance++) {
        SimHashNearQuery near = near(centre, distance);
        // 20 look-ups and hardly a candidate at 4, but 36 at 5 cost 10,800 doc values.
        SimHashNearWeight.Supplier supplier =
            new SimHashNearWeight(near, 1, () -> {}).scorerSupplier(leaf);
        if (distance != 4) {
          assertEquals("at " + distance, distance < 4, supplier == null || supplier.usesBlocks());
        }
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
      SimHashNearWeight weight = new SimHashNearWeight(near(0, 3, SCAN_FORCED), 1, () -> {});
      assertEquals(80, weight.scorerSupplier(leaf).cost());
      for (int leadCost : new int[] {1, 9, 10, 80}) {
        DocIdSetIterator candidates =
            weight.scorerSupplier(leaf).get(leadCost).twoPhaseIterator().approximation();
        assertEquals("at " + leadCost, leadCost >= 10, candidates instanceof NearScan);
      }
      weight = new SimHashNearWeight(near(0, 3, BLOCKS_FORCED), 1, () -> {});
      assertEquals("each in four blocks", 320, weight.scorerSupplier(leaf).cost());
    }
  }

  /** As with field-level security that grants the parent field alone. */
  public void testScansWhereABlockCannotBeSeen() throws IOException {
    long centre = addLargeSegment();
    try (IndexReader reader = writer.getReader()) {
      Query expected = new BruteForceNearQuery(FIELD, centre, 3);
      for (int block = 0; block < 4; block++) {
        LeafReader hiding = hiding(reader.leaves().get(0).reader(), FIELD + ".block_" + block);
        IndexSearcher searcher = new IndexSearcher(hiding);
        for (BlockCosts costs : new BlockCosts[] {BlockCosts.MEASURED, BLOCKS_FORCED}) {
          SimHashNearQuery near = near(centre, 3, costs);
          assertFalse(
              new SimHashNearWeight(near, 1, () -> {})
                  .scorerSupplier(hiding.getContext())
                  .usesBlocks());
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

  private static LeafReader hiding(LeafReader reader, String field) {
    return new FilterLeafReader(reader) {
      @Override
      public Terms terms(String name) throws IOException {
        return name.equals(field) ? null : super.terms(name);
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
  }

  /** Where the light blocks suffice, an overfull bucket is not even among the candidates. */
  public void testLeavesAnOverfullBucketAlone() throws IOException {
    for (int i = 0; i < 5000; i++) {
      add("" + i, i % 10 == 0 ? random().nextLong() : random().nextLong() >>> 16);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      BlockCandidates found = find(leaf, 0x1234_5678_9abcL, 2, 5000).orElseThrow();
      assertTrue("candidates " + found.cost(), found.cost() < 100);
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
        SimHashNearQuery near = near(0, distance, BLOCKS_FORCED);
        BlockCandidates found =
            BlockCandidates.find(leaf, near, new ProbePlan(distance), 1).orElseThrow();
        assertEquals("at " + distance, expected, found.cost());
      }
    }
  }
}
