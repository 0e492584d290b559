package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;

/** Blocks or scan: the choice of a segment, and which blocks it looks up. */
public class BlockCandidatesTests extends SimHashNearTestCase {

  /**
   * Enough documents for blocks at distance 3, too few at 4: see {@link
   * #testSizesOfSegmentsThatUseBlocks}.
   */
  private static final int LARGE_SEGMENT = 9000;

  private static List<FoundTerm> find(LeafReader leaf, long fingerprint, int distance)
      throws IOException {
    return new BlockCandidates(
            leaf, FIELD, fingerprint, distance, BlockCandidates.Costs.MEASURED, () -> {})
        .lookUp();
  }

  /** The sizes that the Javadoc of {@link SimHashNearQuery} gives. */
  public void testSizesOfSegmentsThatUseBlocks() {
    assertSizes(true, 2_559, 47_288, 1_104_087, Long.MAX_VALUE);
    assertSizes(false, 299, 5_115, 44_360, 98_447);
  }

  private static void assertSizes(boolean full, long at3, long at7, long at11, long at12) {
    assertEquals(at3, smallestSegment(full, 3));
    assertEquals(at7, smallestSegment(full, 7));
    assertEquals(at11, smallestSegment(full, 11));
    assertEquals(at12, smallestSegment(full, 12));
  }

  /** The smallest number of evenly spread fingerprints that blocks are cheaper for. */
  private static long smallestSegment(boolean full, int distance) {
    BlockCandidates.Costs costs = BlockCandidates.Costs.MEASURED;
    int probes = new ProbePlan(distance).probes();
    double saved = costs.scan(1, full) - probes / 65_536.0 * costs.candidate();
    return saved <= 0 ? Long.MAX_VALUE : (long) Math.ceil(probes * costs.lookUp() / saved);
  }

  public void testLargeSegmentsUseBlocks() throws IOException {
    long centre = addLargeSegment();
    LeafReaderContext leaf = reader().leaves().get(0);
    for (int distance = 0; distance <= 12; distance++) {
      SimHashNearQuery near = near(centre, distance);
      assertEquals("at " + distance, distance < 4, usesBlocks(near, distance, leaf));
    }
  }

  /** Where other clauses leave fewer than an eighth of the documents, nothing is read ahead. */
  public void testOtherClausesLead() throws IOException {
    for (int i = 0; i < 80; i++) {
      add("" + i, 0);
    }
    writer.forceMerge(1);
    IndexReader reader = reader();
    LeafReaderContext leaf = reader.leaves().get(0);
    SimHashNearQuery.NearWeight weight = weight(near(0, 3, SCAN_FORCED));
    assertEquals(80, weight.scorerSupplier(leaf).cost());
    for (int leadCost : new int[] {1, 9, 10, 80}) {
      DocIdSetIterator candidates =
          weight.scorerSupplier(leaf).get(leadCost).twoPhaseIterator().approximation();
      assertEquals("at " + leadCost, leadCost >= 10, candidates instanceof FingerprintScan);
    }
    weight = weight(near(0, 3, BLOCKS_FORCED));
    assertEquals("of evenly spread ones", 1, weight.scorerSupplier(leaf).cost());
  }

  /** As with field-level security that grants the parent field alone. */
  public void testScansWhereABlockCannotBeSeen() throws IOException {
    long centre = addLargeSegment();
    IndexReader reader = reader();
    Query expected = new BruteForceNearQuery(FIELD, centre, 3);
    for (int block = 0; block < 4; block++) {
      IndexReader hiding = hiding(reader, FIELD + ".block_" + block);
      IndexSearcher searcher = new IndexSearcher(hiding);
      for (BlockCandidates.Costs costs :
          new BlockCandidates.Costs[] {BlockCandidates.Costs.MEASURED, BLOCKS_FORCED}) {
        SimHashNearQuery near = near(centre, 3, costs);
        assertFalse(usesBlocks(near, 3, hiding.leaves().get(0)));
        assertEquals(docs(searcher, expected), docs(searcher, near));
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
    IndexReader reader = reader();
    LeafReader leaf = reader.leaves().get(0).reader();
    List<FoundTerm> found = find(leaf, 0x1234_5678_9abcL, 2);
    assertTrue("candidates " + FoundTerm.documents(found), FoundTerm.documents(found) < 30);
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
    IndexReader reader = reader();
    LeafReader leaf = reader.leaves().get(0).reader();
    int[] weights = {1, 4, 16, 64};
    for (int distance = 0; distance < 12; distance++) {
      long expected = 0;
      for (int block = 0; block < 4; block++) {
        boolean wide = block <= distance % 4;
        // 0 bits is one of the values, r bits are r + 1 of them.
        expected += (long) weights[block] * (wide ? distance / 4 + 1 : distance / 4);
      }
      List<FoundTerm> found = find(leaf, 0, distance);
      assertEquals("at " + distance, expected, FoundTerm.documents(found));
    }
  }
}
