package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.FilterBinaryDocValues;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

public class SegmentSignaturesTests extends NearQueryTestCase {

  private static final String FIELD = "body.signature";
  private static final Optional<Shingling> AUTO = Optional.of(Shingling.AUTO_CHARACTERS);
  private static final long[] SET = {1, 2, 3, 4, 5, 6};
  private static final Signature QUERY = signature(AUTO, 128, SET);

  private static Signature signature(Optional<Shingling> shingling, int hashes, long... set) {
    return new SignatureParameters(shingling, new Bands(hashes, 16, 2))
        .ofElements(set)
        .orElseThrow();
  }

  /** Comparable signatures, others and none, one of each in this order. */
  private static final List<Optional<Signature>> STORED =
      List.of(
          Optional.of(QUERY),
          Optional.empty(),
          Optional.of(signature(AUTO, 128, 1, 2, 3, 7, 8, 9)),
          Optional.of(signature(AUTO, 127, SET)),
          Optional.of(signature(Optional.empty(), 128, SET)),
          Optional.of(signature(Optional.of(new Shingling(Shingling.Unit.TOKEN, 5)), 128, SET)),
          Optional.of(signature(AUTO, 128, 17, 18)),
          Optional.empty());

  /** The similarity of each document of {@link #STORED} to {@link #QUERY}. */
  private static double expected(int doc) {
    return switch (doc) {
      case 0 -> 1;
      case 2, 6 -> similarity(QUERY, STORED.get(doc).orElseThrow());
      default -> NearRule.NO_SIMILARITY;
    };
  }

  private interface Check {
    void on(LeafReader leaf) throws IOException;
  }

  /** Runs a test on one segment with the documents of {@link #STORED}. */
  private void onOneSegment(Check check) throws IOException {
    for (Optional<Signature> signature : STORED) {
      Document document = new Document();
      document.add(new StringField("id", "", Field.Store.NO));
      document.add(new NumericDocValuesField("number", 7));
      signature.ifPresent(stored -> MinHashFields.of(FIELD, stored).forEach(document::add));
      writer.addDocument(document);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      check.on(getOnlyLeafReader(reader));
    }
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    // Documents keep their order.
    writer.w.getConfig().setMergePolicy(newLogMergePolicy());
  }

  public void testComparableSignaturesAreComparedAndOthersCountAsAbsent() throws IOException {
    assertTrue(expected(2) > 0 && expected(2) < 1);
    onOneSegment(
        leaf -> {
          SegmentSignatures signatures = new SegmentSignatures(leaf, FIELD, Optional.of(QUERY));
          for (int doc = 0; doc < STORED.size(); doc++) {
            assertEquals("document " + doc, expected(doc), signatures.similarity(doc), 1e-12);
          }
        });
  }

  /** The second phase of a search and its score ask for the same document: it is read once. */
  public void testReadsADocumentOnce() throws IOException {
    onOneSegment(
        leaf -> {
          List<Integer> read = new ArrayList<>();
          SegmentSignatures signatures =
              new SegmentSignatures(recording(leaf, read), FIELD, Optional.of(QUERY));
          for (int doc : new int[] {0, 0, 1, 1, 6, 6, 6}) {
            assertEquals(expected(doc), signatures.similarity(doc), 1e-12);
          }
          assertEquals(List.of(0, 1, 6), read);
        });
  }

  /** Records the documents that are read, and gives their values behind other bytes. */
  private static LeafReader recording(LeafReader leaf, List<Integer> read) {
    return new FilterLeafReader(leaf) {
      @Override
      public BinaryDocValues getBinaryDocValues(String field) throws IOException {
        return new FilterBinaryDocValues(super.getBinaryDocValues(field)) {
          @Override
          public boolean advanceExact(int target) throws IOException {
            read.add(target);
            return super.advanceExact(target);
          }

          @Override
          public BytesRef binaryValue() throws IOException {
            BytesRef value = super.binaryValue();
            byte[] bytes = new byte[value.length + 7];
            System.arraycopy(value.bytes, value.offset, bytes, 5, value.length);
            return new BytesRef(bytes, 5, value.length);
          }
        };
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

  public void testWithoutASignatureOnOneSideNothingIsCompared() throws IOException {
    onOneSegment(
        leaf -> {
          List<Integer> read = new ArrayList<>();
          LeafReader recording = recording(leaf, read);
          SegmentSignatures none = new SegmentSignatures(recording, FIELD, Optional.empty());
          SegmentSignatures absent = new SegmentSignatures(leaf, "other", Optional.of(QUERY));
          for (int doc = 0; doc < STORED.size(); doc++) {
            assertEquals(NearRule.NO_SIMILARITY, none.similarity(doc), 0);
            assertEquals(NearRule.NO_SIMILARITY, absent.similarity(doc), 0);
          }
          assertEquals(List.of(), read);
        });
  }

  public void testWhetherASegmentHasSignatures() throws IOException {
    onOneSegment(
        leaf -> {
          assertTrue(SegmentSignatures.exist(leaf, FIELD));
          assertFalse("no such field", SegmentSignatures.exist(leaf, "other"));
          assertFalse("terms alone", SegmentSignatures.exist(leaf, "id"));
          assertFalse("numbers", SegmentSignatures.exist(leaf, "number"));
        });
  }
}
