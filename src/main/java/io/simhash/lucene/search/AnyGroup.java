package io.simhash.lucene.search;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearSlots;
import io.simhash.core.near.NearValue;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * Compares up to {@value NearSlots#GROUP} consecutive documents of a segment with all fingerprints
 * of a {@link SimHashNearAnyQuery}: one fingerprint after the other with all these documents, whose
 * values stay in the processor's cache. That takes a fraction of the time of one document after the
 * other, but is wasted on documents that are not asked for.
 *
 * <p>For one search thread. Documents must be asked for in ascending order.
 */
final class AnyGroup {

  private final AnyVerifier verifier;
  private final NumericDocValues fingerprints;

  /** {@code null} where prefixes reject no document. */
  private final NumericDocValues prefixes;

  private final List<NearSlots.Sought> sought;
  private final NearSlots slots = new NearSlots(NearSlots.GROUP);
  private final int[] docs = new int[NearSlots.GROUP];
  private final NearSlots.Passing passing = new NearSlots.Passing();

  /** For each document a bit for each fingerprint whose distance and prefix let it match. */
  private final long[] candidates;

  /** The number of {@link #candidates} for one document. */
  private final int words;

  private int size;
  private int current;

  /**
   * @param verifier decides about single documents; used by this object alone
   */
  AnyGroup(LeafReader reader, SimHashNearAnyQuery query, AnyVerifier verifier) throws IOException {
    NearRule rule = query.rule();
    this.verifier = verifier;
    this.fingerprints = SegmentFingerprints.docValues(reader, query.field());
    this.prefixes = AnyVerifier.prefixes(reader, query);
    this.sought =
        query.fingerprints().stream()
            .map(each -> new NearValue(each.fingerprint(), each.signature()))
            .map(value -> NearSlots.Sought.of(value, rule))
            .toList();
    this.words = (sought.size() + Long.SIZE - 1) / Long.SIZE;
    this.candidates = new long[NearSlots.GROUP * words];
  }

  /** The best score of a document with a fingerprint, or {@link AnyVerifier#NONE}. */
  float best(int doc) throws IOException {
    while (current < size && docs[current] < doc) {
      current++;
    }
    if (current == size) {
      read(doc);
      compare();
    }
    float best = AnyVerifier.NONE;
    boolean isRead = false;
    for (int word = 0; word < words; word++) {
      for (long bits = candidates[current * words + word]; bits != 0; bits &= bits - 1) {
        isRead = isRead || verifier.advanceExact(doc);
        int index = word * Long.SIZE + Long.numberOfTrailingZeros(bits);
        best = Math.max(best, verifier.scoreOfPassing(index));
      }
    }
    return best;
  }

  /** Reads the documents from one on. */
  private void read(int first) throws IOException {
    size = 0;
    current = 0;
    int doc = fingerprints.advance(first);
    while (doc != DocIdSetIterator.NO_MORE_DOCS) {
      boolean hasPrefix = prefixes != null && prefixes.advanceExact(doc);
      slots.set(size, fingerprints.longValue(), hasPrefix ? prefixes.longValue() : 0, hasPrefix);
      docs[size++] = doc;
      if (size == docs.length) {
        return;
      }
      doc = fingerprints.nextDoc();
    }
  }

  private void compare() {
    Arrays.fill(candidates, 0, size * words, 0);
    for (int i = 0; i < sought.size(); i++) {
      slots.passing(0, size, sought.get(i), passing);
      for (int j = 0; j < passing.size(); j++) {
        candidates[passing.slot(j) * words + i / Long.SIZE] |= 1L << i;
      }
    }
  }
}
