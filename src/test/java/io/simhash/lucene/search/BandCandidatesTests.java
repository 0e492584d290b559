package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;

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
}
