package io.simhash.lucene.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;

/**
 * The documents of one segment by the terms that they have in common with a query, counted in one
 * range of documents after the other.
 *
 * <p>Cost: one step for each document of each term. Memory: some 40 MB at most, however many
 * documents and terms there are. Several threads may search one segment at a time, each with an
 * enumeration of the terms of its own.
 */
final class CommonTerms {

  /** The most pairs of a document and a term in a range. */
  private static final int MAX_PAIRS = 1 << 22;

  /** The most documents in a range. */
  private static final int MAX_RANGE = 1 << 20;

  /** A term of the segment, and its number among the terms of the query. */
  private record NumberedTerm(BytesRef term, TermState state, int number) {}

  private final Runnable check;
  private final List<NumberedTerm> found = new ArrayList<>();
  private long documents;

  CommonTerms(Runnable check) {
    this.check = check;
  }

  /** Adds the term that an enumeration is at, with its number among the terms of the query. */
  void add(TermsEnum terms, int number) throws IOException {
    found.add(new NumberedTerm(BytesRef.deepCopyOf(terms.term()), terms.termState(), number));
    documents += terms.docFreq();
  }

  /** The number of terms. */
  int size() {
    return found.size();
  }

  /** The number of documents; those with several terms count several times, deleted ones too. */
  long documents() {
    return documents;
  }

  /**
   * The documents that have enough of the terms, in ascending order.
   *
   * @param terms the terms of the segment, for the calling thread alone
   * @param required how many terms a document must have, at least 1
   * @param enough whether a document is enough that has the terms of these numbers
   */
  DocIdSetIterator iterator(TermsEnum terms, int required, Predicate<BitSet> enough, int maxDoc)
      throws IOException {
    // Each range takes a step for each term, so many terms with few documents need large ranges.
    int range =
        documents <= MAX_PAIRS ? MAX_RANGE : Math.clamp(MAX_PAIRS / found.size(), 1, MAX_RANGE);
    return iterator(terms, required, enough, maxDoc, Math.min(maxDoc, range));
  }

  /** The same, with the number of documents that are counted at a time. */
  DocIdSetIterator iterator(
      TermsEnum terms, int required, Predicate<BitSet> enough, int maxDoc, int range)
      throws IOException {
    PostingsEnum[] postings = new PostingsEnum[found.size()];
    for (int t = 0; t < postings.length; t++) {
      terms.seekExact(found.get(t).term(), found.get(t).state());
      postings[t] = terms.postings(null, PostingsEnum.NONE);
    }
    return new Counting(postings, required, enough, maxDoc, range);
  }

  /** Counts a range when it is reached: those before a selective filter's documents never are. */
  private final class Counting extends DocIdSetIterator {

    private final PostingsEnum[] postings;
    private final int required;
    private final Predicate<BitSet> enough;
    private final int maxDoc;

    /** The number of terms of each document of the range, and its last pair. */
    private final int[] counts;

    private final int[] lastPair;

    /** The term of each pair, and the pair before it of the same document. */
    private int[] terms = {};

    private int[] previousPair = {};

    /** The documents that have enough, from the first one of the range on. */
    private final BitSet hits = new BitSet();

    private int start;

    /** The first document behind the range that has terms. */
    private int next;

    private int doc = -1;

    Counting(
        PostingsEnum[] postings, int required, Predicate<BitSet> enough, int maxDoc, int range) {
      this.postings = postings;
      this.required = required;
      this.enough = enough;
      this.maxDoc = maxDoc;
      this.counts = new int[range];
      this.lastPair = new int[range];
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
      check.run();
      start = from;
      int end = (int) Math.min(NO_MORE_DOCS, (long) from + counts.length);
      next = NO_MORE_DOCS;
      Arrays.fill(counts, 0);
      int pairs = 0;
      for (int t = 0; t < postings.length; t++) {
        PostingsEnum term = postings[t];
        int common = term.docID() < from ? term.advance(from) : term.docID();
        for (; common < end; common = term.nextDoc()) {
          terms = ArrayUtil.grow(terms, pairs + 1);
          previousPair = ArrayUtil.grow(previousPair, pairs + 1);
          terms[pairs] = found.get(t).number();
          previousPair[pairs] = lastPair[common - start];
          lastPair[common - start] = pairs++;
          counts[common - start]++;
        }
        next = Math.min(next, common);
      }
      keepEnough();
    }

    private void keepEnough() {
      hits.clear();
      BitSet common = new BitSet();
      for (int i = 0; i < counts.length; i++) {
        if (counts[i] >= required) {
          check.run();
          common.clear();
          int pair = lastPair[i];
          for (int left = counts[i]; left > 0; left--) {
            common.set(terms[pair]);
            pair = previousPair[pair];
          }
          hits.set(i, enough.test(common));
        }
      }
    }
  }
}
