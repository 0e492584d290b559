package io.simhash.lucene.search;

import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.BitSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class NearScanTests extends LuceneTestCase {

  private static final String FIELD = "simhash";

  /** Two times the 8,192 documents that one step reads, and some more. */
  private static final int DOCUMENTS = 2 * 8192 + 700;

  private final BitSet near = new BitSet();
  private int documents;
  private LeafReader leaf;

  /**
   * Runs a test on one segment.
   *
   * @param filled share of the documents that have a fingerprint
   * @param nearOnes share of the fingerprints that are near
   */
  private void on(double filled, double nearOnes, Check check) throws IOException {
    near.clear();
    documents = DOCUMENTS;
    try (Directory directory = newDirectory();
        IndexWriter writer =
            new IndexWriter(
                directory, newIndexWriterConfig().setMergePolicy(newLogMergePolicy()))) {
      for (int i = 0; i < documents; i++) {
        Document document = new Document();
        boolean isNear = random().nextDouble() < nearOnes;
        if (random().nextDouble() < filled) {
          // 3 is within a distance of 2, 7 is not.
          SimHashFields.of(FIELD, isNear ? 3 : 7).forEach(document::add);
          near.set(i, isNear);
        }
        writer.addDocument(document);
      }
      writer.forceMerge(1);
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        leaf = getOnlyLeafReader(reader);
        check.run();
      }
    }
  }

  private interface Check {
    void run() throws IOException;
  }

  private NearScan scan() throws IOException {
    return new NearScan(0, 2, SimHashNearWeight.fingerprints(leaf, FIELD));
  }

  private void assertCandidatesAreComplete() throws IOException {
    NearScan scan = scan();
    assertEquals(-1, scan.docID());
    BitSet seen = new BitSet();
    int before = -1;
    for (int doc = scan.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = scan.nextDoc()) {
      assertEquals(doc, scan.docID());
      assertTrue(before < doc && doc < documents);
      seen.set(doc);
      before = doc;
    }
    BitSet stops = (BitSet) seen.clone();
    stops.andNot(near);
    assertTrue("stops at " + stops, stops.cardinality() <= 2);
    seen.and(near);
    assertEquals(near, seen);
  }

  private void assertAdvances() throws IOException {
    NearScan scan = scan();
    int doc = -1;
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      int target = doc + 1 + (random().nextBoolean() ? 0 : random().nextInt(2000));
      doc = scan.advance(target);
      int expected = near.nextSetBit(target);
      assertEquals(doc, scan.docID());
      assertTrue(doc >= target);
      assertTrue(expected < 0 || doc <= expected);
      // Fifteen whole batches of 512 and the last one, which the segment's end may cut short.
      boolean afterSixteenBatches = doc - target >= 15 * 512;
      assertTrue(
          doc == (expected < 0 ? DocIdSetIterator.NO_MORE_DOCS : expected) || afterSixteenBatches);
    }
  }

  public void testFindsEveryNeighbour() throws IOException {
    double[] shares = {0.0001, 0.01, 0.5, 1};
    for (double filled : new double[] {1, 0.999, 0.5, 0.001}) {
      on(
          filled,
          shares[random().nextInt(shares.length)],
          () -> {
            assertCandidatesAreComplete();
            assertAdvances();
          });
    }
  }

  /** One step must not read the whole segment: the search may be cancelled. */
  public void testStopsAfterSixteenBatches() throws IOException {
    on(
        1,
        0,
        () -> {
          NearScan scan = scan();
          assertEquals(8191, scan.nextDoc());
          assertEquals(8192 + 8191, scan.advance(8192));
          assertEquals(DocIdSetIterator.NO_MORE_DOCS, scan.nextDoc());
          assertEquals(DocIdSetIterator.NO_MORE_DOCS, scan.docID());
          assertEquals(documents, scan().cost());
        });
  }
}
