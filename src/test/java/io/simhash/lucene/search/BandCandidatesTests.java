package io.simhash.lucene.search;

import com.sun.management.ThreadMXBean;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.util.BytesRef;

public class BandCandidatesTests extends SimHashNearTestCase {

  /** However many documents are counted at a time, those that share enough bands are found. */
  public void testDocumentsThatShareBands() throws IOException {
    long[] text = random().longs(30).toArray();
    Signature query = textSignature(text);
    Map<String, Integer> shared = new HashMap<>();
    for (int i = 0; i < 300; i++) {
      long[] changed = text.clone();
      for (int changes = random().nextInt(31); changes > 0; changes--) {
        changed[random().nextInt(30)] = random().nextLong();
      }
      Signature stored = textSignature(changed);
      add("" + i, Optional.of(ofSignature(stored)));
      shared.put("" + i, query.sharedBands(stored));
    }
    writer.forceMerge(1);
    IndexReader reader = reader();
    LeafReader leaf = getOnlyLeafReader(reader);
    for (int minBands : new int[] {1, 2}) {
      for (int window : new int[] {1, 7, 64, 299, 300, 1 << 20}) {
        BandCandidates bands = lookUp(leaf, query, minBands, () -> {});
        List<Integer> found = all(bands.find(new SearchReport(), window));
        assertEquals("ascending, each once", List.copyOf(new TreeSet<>(found)), found);
        for (int doc = 0; doc < leaf.maxDoc(); doc++) {
          int bandsOfDocument = shared.get(leaf.storedFields().document(doc).get("id"));
          if (bandsOfDocument >= minBands) {
            assertTrue(minBands + " of " + window, found.contains(doc));
          } else if (bandsOfDocument == 0 && minBands == 2) {
            // Its terms have 14 of 16 bits: it may share one by chance.
            assertFalse(minBands + " of " + window, found.contains(doc));
          }
        }
      }
    }
  }

  /** Look-ups in a segment of a million documents do not allocate a bit set each. */
  public void testWhatLookUpsAllocate() throws IOException {
    Signature signature = textSignature(1, 2, 3);
    add("0", Optional.of(ofSignature(signature)));
    LeafReader leaf = ofSize(1 << 20, getOnlyLeafReader(reader()));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    find(leaf, signature, () -> {});
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100; i++) {
      assertEquals(List.of(0), find(leaf, signature, () -> {}));
    }
    long bytes = (threads.getCurrentThreadAllocatedBytes() - before) / 100;
    assertTrue(bytes + " bytes", bytes < leaf.maxDoc() / Byte.SIZE);
  }

  /** Documents that a cancelled look-up has counted do not count in the next one. */
  public void testCancelledLookUp() throws IOException {
    long[] text = random().longs(30).toArray();
    Signature stored = textSignature(text);
    add("0", Optional.of(ofSignature(stored)));
    LeafReader leaf = getOnlyLeafReader(reader());
    Signature ofOneBand = stored;
    while (sharedTerms(stored, ofOneBand) != 1) {
      text[random().nextInt(30)] = random().nextLong();
      ofOneBand = textSignature(text);
    }
    Runnable cancelled =
        () -> {
          throw new CancellationException();
        };
    assertEquals(List.of(0), find(leaf, stored, () -> {}));
    expectThrows(CancellationException.class, () -> find(leaf, stored, cancelled));
    assertEquals(List.of(), find(leaf, ofOneBand, () -> {}));
  }

  private static long sharedTerms(Signature a, Signature b) {
    return IntStream.range(0, a.parameters().bands().bands())
        .filter(band -> BandTerms.ofBand(a, band).equals(BandTerms.ofBand(b, band)))
        .count();
  }

  private static List<Integer> find(LeafReader leaf, Signature query, Runnable check)
      throws IOException {
    return all(lookUp(leaf, query, 2, check).find(new SearchReport()));
  }

  private static BandCandidates lookUp(
      LeafReader leaf, Signature query, int minBands, Runnable check) throws IOException {
    return new BandCandidates(leaf, leaf.terms(BandTerms.field(FIELD)), query, minBands, check);
  }

  private static List<Integer> all(DocIdSetIterator documents) throws IOException {
    List<Integer> all = new ArrayList<>();
    while (documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      all.add(documents.docID());
    }
    return all;
  }

  /** Terms are read when they are searched, not where others lead; those of no bands never. */
  public void testTermsAreReadWhenTheyAreSearched() throws IOException {
    Signature signature = textSignature(1, 2, 3);
    int bands = signature.parameters().bands().bands();
    add("signed", Optional.of(ofSignature(signature)));
    for (int i = 0; i < 99; i++) {
      add("" + i, ~0L << random().nextInt(50));
    }
    writer.forceMerge(1);
    List<BytesRef> read = new ArrayList<>();
    LeafReader leaf = recording(getOnlyLeafReader(reader()), read);
    SimHashNearQuery.NearWeight weight =
        weight(
            near(
                new NearValue(0, Optional.of(signature)),
                NearRule.of(null, null, true),
                DistanceScore.SIMILARITY,
                BlockCandidates.Costs.MEASURED));
    ScorerSupplier few = weight.scorerSupplier(leaf.getContext());
    assertEquals(bands, few.cost());
    few.get(1);
    assertEquals(List.of(), read);
    weight.scorerSupplier(leaf.getContext()).get(Long.MAX_VALUE);
    assertEquals(bands, read.size());
    assertTrue(read.stream().noneMatch(BandTerms::isOfParameters));
  }

  /** The same reader, which says that it has another number of documents. */
  private static LeafReader ofSize(int maxDoc, LeafReader leaf) {
    return new FilterLeafReader(leaf) {
      @Override
      public int maxDoc() {
        return maxDoc;
      }

      @Override
      public CacheHelper getCoreCacheHelper() {
        return in.getCoreCacheHelper();
      }

      @Override
      public CacheHelper getReaderCacheHelper() {
        return in.getReaderCacheHelper();
      }
    };
  }

  /** The same reader, which keeps the terms whose documents are read. */
  private static LeafReader recording(LeafReader leaf, List<BytesRef> read) {
    return new FilterLeafReader(leaf) {
      @Override
      public Terms terms(String field) throws IOException {
        Terms terms = super.terms(field);
        return terms == null
            ? null
            : new FilterTerms(terms) {
              @Override
              public TermsEnum iterator() throws IOException {
                return new FilterTermsEnum(super.iterator()) {
                  @Override
                  public PostingsEnum postings(PostingsEnum reuse, int flags) throws IOException {
                    read.add(BytesRef.deepCopyOf(term()));
                    return super.postings(reuse, flags);
                  }
                };
              }
            };
      }

      @Override
      public CacheHelper getCoreCacheHelper() {
        return in.getCoreCacheHelper();
      }

      @Override
      public CacheHelper getReaderCacheHelper() {
        return in.getReaderCacheHelper();
      }
    };
  }
}
