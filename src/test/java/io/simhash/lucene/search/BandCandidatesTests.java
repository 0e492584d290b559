package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
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
        BandCandidates bands = BandCandidates.lookUp(leaf, FIELD, query, minBands, () -> {});
        List<Integer> found = new ArrayList<>();
        DocIdSetIterator documents = bands.find(new SearchReport(), window);
        while (documents.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          found.add(documents.docID());
        }
        assertEquals("ascending, each once", List.copyOf(new TreeSet<>(found)), found);
        for (int doc = 0; doc < leaf.maxDoc(); doc++) {
          int bandsOfDocument = shared.get(leaf.storedFields().document(doc).get("id"));
          if (bandsOfDocument >= minBands) {
            assertTrue(minBands + " of " + window, found.contains(doc));
          } else if (bandsOfDocument == 0 && minBands == 2) {
            // Its terms have 13 of 16 bits: it may share one by chance.
            assertFalse(minBands + " of " + window, found.contains(doc));
          }
        }
      }
    }
  }

  /** Documents without a signature are read when they are searched, not where others lead. */
  public void testOthersAreReadWhenTheyAreSearched() throws IOException {
    Signature signature = textSignature(1, 2, 3);
    add("signed", Optional.of(ofSignature(signature)));
    for (int i = 0; i < 99; i++) {
      add("" + i, ~0L << random().nextInt(50));
    }
    writer.forceMerge(1);
    List<BytesRef> read = new ArrayList<>();
    LeafReader leaf = recording(getOnlyLeafReader(reader()), read);
    NearValue value = new NearValue(0, Optional.of(signature));
    SimHashNearQuery.NearWeight weight =
        weight(
            near(
                value,
                NearRule.of(null, null),
                DistanceScore.SIMILARITY,
                BlockCandidates.Costs.MEASURED));
    ScorerSupplier few = weight.scorerSupplier(leaf.getContext());
    assertEquals(99 + signature.parameters().bands().indexed(), few.cost());
    few.get(1);
    assertEquals(List.of(), read);
    weight.scorerSupplier(leaf.getContext()).get(Long.MAX_VALUE);
    assertTrue(read.contains(BandTerms.NO_SIGNATURE));
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
