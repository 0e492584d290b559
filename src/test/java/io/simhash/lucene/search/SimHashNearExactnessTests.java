package io.simhash.lucene.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.util.TestUtil;

/**
 * A near query finds the same documents as brute force: on sets that are hard for blocks, in
 * several segments with deleted documents and missing values, by blocks and by scan.
 */
public class SimHashNearExactnessTests extends SimHashNearTestCase {

  private static final List<FingerprintSets> EVERY_SET = List.of(FingerprintSets.values());

  public void testAtEveryDistanceWithMeasuredCosts() throws IOException {
    assertExact(EVERY_SET, BlockCandidates.Costs.MEASURED, 0, 64);
  }

  /** Beyond 12 the look-ups are too many for every test: one distance and set, chosen at random. */
  public void testByBlocks() throws IOException {
    assertExact(EVERY_SET, BLOCKS_FORCED, 0, 12);
    int far = TestUtil.nextInt(random(), 13, 64);
    assertExact(List.of(RandomPicks.randomFrom(random(), EVERY_SET)), BLOCKS_FORCED, far, far);
  }

  public void testByScanAtDistancesTo16() throws IOException {
    assertExact(EVERY_SET, SCAN_FORCED, 0, 16);
  }

  private void assertExact(
      List<FingerprintSets> sets, BlockCandidates.Costs costs, int from, int to)
      throws IOException {
    for (FingerprintSets set : sets) {
      long centre = random().nextLong();
      writer.deleteAll();
      addRandomly(set, centre, atLeast(1000));
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        // One of the documents alone, so that other clauses lead.
        Query one = new TermQuery(new Term("id", "" + random().nextInt(600)));
        for (int distance = from; distance <= to; distance++) {
          String name = set + " at " + distance;
          long fingerprint = random().nextBoolean() ? centre : set.next(random(), centre);
          Query expected = new BruteForceNearQuery(FIELD, fingerprint, distance);
          SimHashNearQuery actual = near(fingerprint, distance, costs);
          assertEquals(name, docs(searcher, expected), docs(searcher, actual));
          assertEquals(name, docs(searcher, and(expected, one)), docs(searcher, and(actual, one)));
          if (costs != BlockCandidates.Costs.MEASURED) {
            assertWay(name, searcher, actual, distance, costs == BLOCKS_FORCED);
          }
        }
      }
    }
  }

  /** Asserts that every segment with fingerprints uses blocks, or that every one is scanned. */
  private static void assertWay(
      String name, IndexSearcher searcher, SimHashNearQuery query, int distance, boolean blocks)
      throws IOException {
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      if (weight(query).scorerSupplier(leaf) != null) {
        assertEquals(name, blocks, usesBlocks(query, distance, leaf));
      } else {
        assertNull(name, leaf.reader().getSortedNumericDocValues(FIELD));
      }
    }
  }

  /**
   * Candidates are neighbours and others that share a probed value, nothing else: a test of the
   * query alone would pass if every document were a candidate.
   */
  public void testCandidatesShareAProbedValue() throws IOException {
    for (FingerprintSets set : FingerprintSets.values()) {
      long centre = random().nextLong();
      writer.deleteAll();
      addRandomly(set, centre, 600);
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = new IndexSearcher(reader);
        for (int distance = 0; distance <= 16; distance++) {
          Set<Integer> neighbours =
              docs(searcher, new BruteForceNearQuery(FIELD, centre, distance));
          Set<Integer> candidates = candidates(reader, centre, distance);
          assertTrue(set + " at " + distance, candidates.containsAll(neighbours));
          Set<Integer> sharing = sharing(reader, centre, distance / 4);
          assertTrue(set + " at " + distance, sharing.containsAll(candidates));
          if (set == FingerprintSets.EVERY_DISTANCE || set == FingerprintSets.RANDOM) {
            assertTrue(set + " at " + distance, candidates.size() < reader.maxDoc() / 2);
          }
        }
      }
    }
  }

  private static Set<Integer> candidates(IndexReader reader, long fingerprint, int distance)
      throws IOException {
    Set<Integer> candidates = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      if (leaf.reader().terms(FIELD + ".block_0") != null) {
        DocIdSetIterator found =
            FoundTerm.iterator(
                new BlockCandidates(
                        leaf.reader(), FIELD, fingerprint, distance, BLOCKS_FORCED, () -> {})
                    .lookUp(),
                leaf.reader().maxDoc());
        while (found.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          assertTrue("each once", candidates.add(leaf.docBase + found.docID()));
        }
      }
    }
    return candidates;
  }

  /** The documents that differ from a fingerprint by at most so many bits in one 16-bit block. */
  private static Set<Integer> sharing(IndexReader reader, long fingerprint, int bits)
      throws IOException {
    Set<Integer> sharing = new TreeSet<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      var values = leaf.reader().getSortedNumericDocValues(FIELD);
      while (values != null && values.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        long difference = values.nextValue() ^ fingerprint;
        for (int shift = 0; shift < 64; shift += 16) {
          if (Long.bitCount(difference >>> shift & 0xFFFF) <= bits) {
            sharing.add(leaf.docBase + values.docID());
          }
        }
      }
    }
    return sharing;
  }
}
