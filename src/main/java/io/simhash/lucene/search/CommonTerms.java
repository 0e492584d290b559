package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;

/**
 * The documents of one segment by the terms that they share with a query. The terms of each
 * document are counted, in one range of documents after the other; of the documents that have
 * enough terms it is then found which ones.
 *
 * <p>Cost: at most two steps for each document of each term, two look-ups of each term in a range,
 * and one more for each 4,096 further documents of it that have enough. Memory: {@link #bytes};
 * postings are read one term at a time, because the postings of a thousand terms take 4 MB. Several
 * threads may search one segment, each with an enumeration of the terms of its own.
 */
final class CommonTerms {

  /** The most documents in a range. */
  private static final int MAX_RANGE = 1 << 18;

  /** The most documents whose terms are held at a time, and the most bits that these take. */
  private static final int MAX_HELD = 1 << 12;

  private static final int MAX_BITS = 1 << 22;

  /** A document that is held, without its bits. */
  private static final int BYTES_OF_HELD = 64;

  /** Terms whose postings in a range are read between two checks: less than .1 s. */
  private static final int CHECK_INTERVAL = 64;

  private final int maxDoc;
  private final int maxRange;
  private final int maxHeld;
  private final Runnable check;

  /** The numbers of the terms that the segment has, among the terms of the query. */
  private final BitSet found = new BitSet();

  private long documents;

  CommonTerms(int maxDoc, Runnable check) {
    this(maxDoc, MAX_RANGE, MAX_HELD, check);
  }

  /** For tests: other numbers of documents that are counted and held at a time. */
  CommonTerms(int maxDoc, int maxRange, int maxHeld, Runnable check) {
    this.maxDoc = maxDoc;
    this.maxRange = maxRange;
    this.maxHeld = maxHeld;
    this.check = check;
  }

  /**
   * The most memory of the iterators of a query at a time: one for each thread that searches.
   *
   * @param terms the terms of the query at most
   */
  static long bytes(IndexSearcher searcher, long terms) {
    int largest = 0;
    for (LeafReaderContext segment : searcher.getIndexReader().leaves()) {
      largest = Math.max(largest, segment.reader().maxDoc());
    }
    long range = Math.min(largest, MAX_RANGE);
    long held = Math.min(largest, MAX_HELD) * BYTES_OF_HELD;
    return searcher.getSlices().length
        * ((range + terms) * Integer.BYTES + (range + MAX_BITS) / Byte.SIZE + held);
  }

  /** Adds the term that an enumeration is at, and its number among the query's. */
  void add(TermsEnum terms, int number) throws IOException {
    found.set(number);
    documents += terms.docFreq();
  }

  int size() {
    return found.cardinality();
  }

  /** The documents, deleted ones too; those with several terms count several times. */
  long documents() {
    return documents;
  }

  /**
   * The documents that have enough of the terms, in ascending order.
   *
   * @param terms the terms of the segment, for the calling thread alone
   * @param term the term of each number
   * @param required how many terms a document must have, at least 1
   * @param enough whether a document is enough that has the terms of these numbers
   */
  DocIdSetIterator iterator(
      TermsEnum terms, IntFunction<BytesRef> term, int required, Predicate<BitSet> enough) {
    return new Counting(terms, term, required, enough);
  }

  /** Counts a range when it is reached: those before a selective filter's documents never are. */
  private final class Counting extends DocIdSetIterator {

    private final TermsEnum terms;
    private final IntFunction<BytesRef> term;
    private final int required;
    private final Predicate<BitSet> enough;

    /**
     * The number of terms of each document of the range. Of one that is held, its place among those
     * that are held, as -1 - place.
     */
    private final int[] counts = new int[Math.min(maxDoc, maxRange)];

    /** The numbers of the terms of each document that is held. */
    private final BitSet[] held =
        new BitSet
            [Math.clamp(MAX_BITS / Math.max(1, found.length()), 1, Math.min(maxDoc, maxHeld))];

    /**
     * The documents of the range that have as many terms as required, as places in the range; once
     * they were held, those that are enough.
     */
    private final BitSet hits = new BitSet();

    /** The first document of each term that was not counted: many terms are in few ranges. */
    private final int[] nextOfTerm = new int[found.length()];

    private int lookUps;
    private PostingsEnum postings;
    private int start;

    /** The first document behind the range that has terms. */
    private int next;

    private int doc = -1;

    Counting(TermsEnum terms, IntFunction<BytesRef> term, int required, Predicate<BitSet> enough) {
      this.terms = terms;
      this.term = term;
      this.required = required;
      this.enough = enough;
    }

    @Override
    public int docID() {
      return doc;
    }

    @Override
    public int nextDoc() throws IOException {
      return advance(doc + 1);
    }

    @Override
    public int advance(int target) throws IOException {
      int hit = target < next ? hits.nextSetBit(target - start) : -1;
      while (hit < 0 && Math.max(next, target) < maxDoc) {
        count(Math.max(next, target));
        hit = hits.nextSetBit(0);
      }
      doc = hit < 0 ? NO_MORE_DOCS : start + hit;
      return doc;
    }

    @Override
    public long cost() {
      return documents / required;
    }

    /** Counts the range from a document on. */
    private void count(int from) throws IOException {
      start = from;
      int end = (int) Math.min(maxDoc, (long) from + counts.length);
      next = NO_MORE_DOCS;
      Arrays.fill(counts, 0);
      hits.clear();
      for (int t = found.nextSetBit(0); t >= 0; t = found.nextSetBit(t + 1)) {
        if (nextOfTerm[t] < end) {
          int common = firstFrom(from, t);
          for (; common < end; common = postings.nextDoc()) {
            if (++counts[common - start] == required) {
              hits.set(common - start);
            }
          }
          nextOfTerm[t] = common;
        }
        next = Math.min(next, nextOfTerm[t]);
      }
      int first = 0;
      while (first < end - start) {
        first = keepEnough(first, end - start);
      }
    }

    /** The first document of a term from one on; its postings follow. */
    private int firstFrom(int from, int number) throws IOException {
      if (lookUps++ % CHECK_INTERVAL == 0) {
        check.run();
      }
      terms.seekExact(term.apply(number));
      postings = terms.postings(postings, PostingsEnum.NONE);
      return postings.advance(from);
    }

    /** Keeps those of the next documents that are enough; returns the index behind them. */
    private int keepEnough(int first, int end) throws IOException {
      int size = 0;
      int behind = nextHit(first, end);
      for (; behind < end && size < held.length; behind = nextHit(behind + 1, end)) {
        held[size] = new BitSet(found.length());
        counts[behind] = -1 - size++;
      }
      for (int t = found.nextSetBit(0); size > 0 && t >= 0; t = found.nextSetBit(t + 1)) {
        int common = firstFrom(start + first, t);
        for (; common < start + behind; common = postings.nextDoc()) {
          int place = -1 - counts[common - start];
          if (place >= 0) {
            held[place].set(t);
          }
        }
      }
      for (int i = nextHit(first, end); i < behind; i = nextHit(i + 1, end)) {
        check.run();
        hits.set(i, enough.test(held[-1 - counts[i]]));
      }
      return behind;
    }

    private int nextHit(int from, int end) {
      int hit = hits.nextSetBit(from);
      return hit < 0 ? end : hit;
    }
  }
}
