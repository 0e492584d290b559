package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.DocIdSetBuilder;
import org.apache.lucene.util.FixedBitSet;

/**
 * The documents of one segment that may share enough bands with a signature, by their {@link
 * BandTerms}. Of n documents with evenly spread values, n / 683 have one of the 24 terms and n /
 * 973,000 have two of them by chance, and are candidates. Cost: 24 term look-ups, and about a
 * nanosecond for each document of a term.
 */
final class BandCandidates implements SegmentCandidates {

  /** The documents of a range, which are counted at a time, one bit each: 512 KB. */
  private static final int RANGE = 1 << 22;

  /**
   * Empty bit sets to count with, at most one for each thread that has searched at the same time. A
   * new one for each look-up would be nine tenths of what it allocates.
   */
  private static final Queue<FixedBitSet> BIT_SETS = new ConcurrentLinkedQueue<>();

  private final LeafReader reader;
  private final int minBands;
  private final Runnable check;
  private final List<FoundTerm> found = new ArrayList<>();

  /**
   * @param minBands the bands that must be shared, at least 1: candidates share one of one, or two
   *     of more
   */
  BandCandidates(LeafReader reader, Terms terms, Signature signature, int minBands, Runnable check)
      throws IOException {
    this.reader = reader;
    this.minBands = minBands;
    this.check = check;
    TermsEnum bands = terms.iterator();
    for (int band = 0; band < signature.parameters().bands().bands(); band++) {
      FoundTerm.lookUp(bands, BandTerms.ofBand(signature, band), found);
    }
  }

  /** The number of documents that are read; those with several terms count several times. */
  @Override
  public long cost() {
    return FoundTerm.documents(found);
  }

  @Override
  public DocIdSetIterator find(SearchReport report) throws IOException {
    return find(report, RANGE);
  }

  /** The same with another number of documents that are counted at a time. */
  DocIdSetIterator find(SearchReport report, int range) throws IOException {
    report.add(SearchReport.Way.BANDS, cost());
    if (minBands == 1) {
      return FoundTerm.iterator(found, reader.maxDoc());
    }
    DocIdSetBuilder candidates = new DocIdSetBuilder(reader.maxDoc());
    addTwice(candidates, range);
    return candidates.build().iterator();
  }

  /** Adds the documents of two terms or more. */
  private void addTwice(DocIdSetBuilder candidates, int range) throws IOException {
    int maxDoc = reader.maxDoc();
    int size = Math.min(range, maxDoc);
    FixedBitSet free = BIT_SETS.poll();
    FixedBitSet once = free == null || free.length() < size ? new FixedBitSet(size) : free;
    PostingsEnum[] postings = new PostingsEnum[found.size()];
    for (int start = 0; start < maxDoc; start += range) {
      int end = (int) Math.min((long) start + range, maxDoc);
      for (int i = 0; i < postings.length; i++) {
        if (start == 0) {
          // In a small segment a term is read to its end before the next one.
          boolean reuse = i > 0 && maxDoc <= range;
          postings[i] = found.get(i).postings(reuse ? postings[i - 1] : null);
          postings[i].nextDoc();
        }
        addTwice(postings[i], start, end, once, candidates);
        check.run();
      }
      once.clear(0, end - start);
    }
    // Not after an exception: bits may be set.
    BIT_SETS.add(once);
  }

  private static void addTwice(
      PostingsEnum postings, int start, int end, FixedBitSet once, DocIdSetBuilder candidates)
      throws IOException {
    for (int doc = postings.docID(); doc < end; doc = postings.nextDoc()) {
      if (once.getAndSet(doc - start)) {
        candidates.grow(1).add(doc);
      }
    }
  }
}
