package io.simhash.lucene.search;

import io.simhash.core.near.NearValue;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.BitSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FingerprintScanTests extends LuceneTestCase {

  private static final String FIELD = "simhash";

  /** Many batches of 512 and one that is not full. */
  private static final int DOCUMENTS = 32 * 512 + 300;

  private final BitSet near = new BitSet();
  private final AtomicInteger checks = new AtomicInteger();
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
          NearValue value = new NearValue(isNear ? 3 : 7, Optional.empty());
          SimHashFields.of(FIELD, value).forEach(document::add);
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

  private FingerprintScan scan() throws IOException {
    return new FingerprintScan(leaf, FIELD, 0, 2, checks::incrementAndGet);
  }

  private void assertFindsAll() throws IOException {
    FingerprintScan scan = scan();
    assertEquals(-1, scan.docID());
    BitSet seen = new BitSet();
    for (int doc = scan.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = scan.nextDoc()) {
      assertEquals(doc, scan.docID());
      assertEquals("in order", seen.length() - 1, seen.previousSetBit(doc));
      seen.set(doc);
    }
    assertEquals(near, seen);
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, scan.docID());
  }

  private void assertAdvances() throws IOException {
    FingerprintScan scan = scan();
    int doc = -1;
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      int target = doc + 1 + (random().nextBoolean() ? 0 : random().nextInt(2000));
      doc = scan.advance(target);
      int expected = near.nextSetBit(target);
      assertEquals(doc, scan.docID());
      assertEquals(expected < 0 ? DocIdSetIterator.NO_MORE_DOCS : expected, doc);
    }
  }

  public void testFindsEveryNeighbour() throws IOException {
    double[] shares = {0.0001, 0.01, 0.5, 1};
    for (double filled : new double[] {1, 0.999, 0.5, 0.001}) {
      on(
          filled,
          shares[random().nextInt(shares.length)],
          () -> {
            assertFindsAll();
            assertAdvances();
          });
    }
  }

  /** The search may be cancelled during a step without a neighbour. */
  public void testChecksCancellationEvery2048Documents() throws IOException {
    on(
        1,
        0,
        () -> {
          checks.set(0);
          assertEquals(DocIdSetIterator.NO_MORE_DOCS, scan().nextDoc());
          assertEquals(documents / 2048, checks.get());
          assertEquals(documents, scan().cost());
        });
  }
}
