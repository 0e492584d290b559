package io.simhash.lucene.search;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;

public class SegmentPrefixesTests extends NearQueryTestCase {

  private static final String FIELD = "body.signature";
  private static final MinHash FAMILY = Signature.family(40);
  private static final long[] MINIMA = FAMILY.minima(new long[] {1, 2, 3});
  private static final Signature QUERY = Signature.of(Optional.empty(), MINIMA);

  /** Positions in which the prefix of each document agrees; -1 for a document without one. */
  private final List<Integer> agreements = new ArrayList<>();

  @Override
  public void setUp() throws Exception {
    super.setUp();
    // Documents keep their order.
    writer.w.getConfig().setMergePolicy(newLogMergePolicy());
  }

  private interface Check {
    void on(LeafReader leaf) throws IOException;
  }

  private void onOneSegment(int documents, int percentWithout, Check check) throws IOException {
    for (int i = 0; i < documents; i++) {
      Document document = new Document();
      document.add(new StringField("id", "" + i, Field.Store.NO));
      int changed = random().nextInt(33);
      Signature signature = Signature.of(Optional.empty(), withOtherPrefix(MINIMA, changed));
      assertEquals(32 - changed, prefixAgreements(QUERY, signature));
      if (random().nextInt(100) < percentWithout) {
        document.add(MinHashFields.of(FIELD, signature));
        agreements.add(-1);
      } else {
        MinHashFields.of(FIELD, signature, List.of()).forEach(document::add);
        agreements.add(32 - changed);
      }
      writer.addDocument(document);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      check.on(getOnlyLeafReader(reader));
    }
  }

  private static SegmentPrefixes prefixes(LeafReader leaf) throws IOException {
    return new SegmentPrefixes(
        leaf, FIELD, Optional.of(QUERY), SignaturePrefix.minAgreements(.5), 12);
  }

  /** Fewer than 13 agreements, see {@link io.simhash.core.minhash.SignaturePrefix}. */
  private boolean isRejected(int doc, int distance) {
    return distance > 12 && agreements.get(doc) >= 0 && agreements.get(doc) < 13;
  }

  public void testOneByOneAndInBulkAreTheSame() throws IOException {
    onOneSegment(
        atLeast(300),
        random().nextBoolean() ? 0 : 30,
        leaf -> {
          for (int times = 0; times < 20; times++) {
            SegmentPrefixes each = prefixes(leaf);
            SegmentPrefixes bulk = prefixes(leaf);
            int[] docs = new int[1 + random().nextInt(64)];
            int[] distances = new int[docs.length];
            for (int doc = 0; doc < leaf.maxDoc(); ) {
              int size = 0;
              List<Integer> expected = new ArrayList<>();
              for (; size < docs.length && doc < leaf.maxDoc(); doc += 1 + random().nextInt(3)) {
                docs[size] = doc;
                distances[size] = 10 + random().nextInt(6);
                boolean rejected = isRejected(doc, distances[size]);
                assertEquals(rejected, each.rejects(doc, distances[size]));
                if (rejected == false) {
                  expected.add(doc);
                  expected.add(distances[size]);
                }
                size++;
              }
              int left = bulk.filter(docs, distances, size);
              List<Integer> actual = new ArrayList<>();
              for (int i = 0; i < left; i++) {
                actual.add(docs[i]);
                actual.add(distances[i]);
              }
              assertEquals(expected, actual);
            }
          }
        });
  }

  /** Every document that is not rejected, each once, and few others. */
  public void testScan() throws IOException {
    onOneSegment(
        20_000,
        random().nextBoolean() ? 0 : 5,
        leaf -> {
          PrefixScan scan =
              new PrefixScan(
                  new SegmentPrefixes(
                      leaf, FIELD, Optional.of(QUERY), SignaturePrefix.minAgreements(.5), -1));
          int last = -1;
          while (scan.nextDoc() != PrefixScan.NO_MORE_DOCS) {
            for (int skipped = last + 1; skipped < scan.docID(); skipped++) {
              assertTrue("" + skipped, agreements.get(skipped) < 13);
            }
            assertTrue(agreements.get(scan.docID()) >= 13);
            last = scan.docID();
          }
        });
  }

  public void testScanStopsInALongRunOfRejectedDocuments() throws IOException {
    for (int i = 0; i < 10_000; i++) {
      Document document = new Document();
      Signature signature = Signature.of(Optional.empty(), withOtherPrefix(MINIMA, 32));
      MinHashFields.of(FIELD, signature, List.of()).forEach(document::add);
      writer.addDocument(document);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = getOnlyLeafReader(reader);
      PrefixScan scan =
          new PrefixScan(
              new SegmentPrefixes(
                  leaf, FIELD, Optional.of(QUERY), SignaturePrefix.minAgreements(.5), -1));
      assertEquals(8_191, scan.nextDoc());
      assertEquals(PrefixScan.NO_MORE_DOCS, scan.nextDoc());
    }
  }

  public void testNothingIsRejectedWithoutAPrefix() throws IOException {
    Signature few = Signature.of(Optional.empty(), Signature.family(31).minima(new long[] {1}));
    onOneSegment(
        50,
        0,
        leaf -> {
          for (SegmentPrefixes none :
              List.of(
                  new SegmentPrefixes(
                      leaf, FIELD, Optional.empty(), SignaturePrefix.minAgreements(.5), -1),
                  new SegmentPrefixes(
                      leaf, FIELD, Optional.of(few), SignaturePrefix.minAgreements(.5), -1),
                  new SegmentPrefixes(
                      leaf, "other", Optional.of(QUERY), SignaturePrefix.minAgreements(.5), -1),
                  new SegmentPrefixes(
                      leaf, FIELD, Optional.of(QUERY), SignaturePrefix.minAgreements(.2), -1))) {
            int[] docs = {0, 1, 2};
            assertEquals(3, none.filter(docs, new int[] {13, 24, 64}, 3));
            assertArrayEquals(new int[] {0, 1, 2}, docs);
            for (int doc = 0; doc < leaf.maxDoc(); doc++) {
              assertFalse(none.rejects(doc));
            }
            assertEquals(0, none.cost());
          }
          assertEquals(50, prefixes(leaf).cost());
        });
  }
}
