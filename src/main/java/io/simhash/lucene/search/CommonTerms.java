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
 * documents and terms there are. Several threads may search parts of one segment at a time, each
 * with an enumeration of the terms of its own.
 */
final class CommonTerms {

  /** The most pairs of a document and a term in a range. */
  private static final int MAX_PAIRS = 1 << 22;

  /** The most documents in a range. */
  private static final int MAX_RANGE = 1 << 20;

  /**
   * A term of the segment.
   *
   * @param number its number among the terms of the query
   */
  private record NumberedTerm(BytesRef term, TermState state, int number) {}

  private final Runnable check;
  private final List<NumberedTerm> found = new ArrayList<>();
  private long documents;

  /**
   * @param check throws if the search was cancelled
   */
  CommonTerms(Runnable check) {
    this.check = check;
  }

  /**
   * Adds a term.
   *
   * @param terms at the term
   * @param number its number among the terms of the query
   */
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
    int range = documents <= MAX_PAIRS ? MAX_RANGE : Math.max(1, MAX_PAIRS / found.size());
    return iteratorOfRanges(terms, required, enough, Math.min(maxDoc, range));
  }

  /**
   * The same.
   *
   * @param range how many documents are counted at a time, at least 1
   */
  DocIdSetIterator iteratorOfRanges(
      TermsEnum terms, int required, Predicate<BitSet> enough, int range) throws IOException {
    PostingsEnum[] postings = new PostingsEnum[found.size()];
    for (int t = 0; t < postings.length; t++) {
      terms.seekExact(found.get(t).term(), found.get(t).state());
      postings[t] = terms.postings(null, PostingsEnum.NONE);
    }
    return new Counting(postings, required, enough, range);
  }

  private final class Counting extends DocIdSetIterator {

    private final PostingsEnum[] postings;
    private final int required;
    private final Predicate<BitSet> enough;

    /** The number of terms of each document of the range, and its last pair. */
    private final int[] counts;

    private final int[] lastPair;

    /** The term of each pair of the range, and the pair before it of the same document. */
    private int[] terms = {};

    private int[] previousPair = {};

    private int[] hits = {};
    private int size;
    private int next;

    /** The end of the range that was counted last. */
    private int end;

    private int doc = -1;

    Counting(PostingsEnum[] postings, int required, Predicate<BitSet> enough, int range) {
      this.postings = postings;
      this.required = required;
      this.enough = enough;
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
      while (next < size && hits[next] < target) {
        next++;
      }
      while (next == size && end != NO_MORE_DOCS) {
        count(Math.max(end, target));
      }
      doc = next < size ? hits[next++] : NO_MORE_DOCS;
      return doc;
    }

    /** Counts the range that begins with the first document from {@code target} on. */
    private void count(int target) throws IOException {
      check.run();
      int start = NO_MORE_DOCS;
      for (PostingsEnum term : postings) {
        start = Math.min(start, term.docID() < target ? term.advance(target) : term.docID());
      }
      next = 0;
      size = 0;
      end = (int) Math.min(NO_MORE_DOCS, (long) start + counts.length);
      if (start == NO_MORE_DOCS) {
        return;
      }
      Arrays.fill(counts, 0);
      int pairs = 0;
      for (int t = 0; t < postings.length; t++) {
        PostingsEnum term = postings[t];
        for (int candidate = term.docID(); candidate < end; candidate = term.nextDoc()) {
          terms = ArrayUtil.grow(terms, pairs + 1);
          previousPair = ArrayUtil.grow(previousPair, pairs + 1);
          terms[pairs] = found.get(t).number();
          previousPair[pairs] = lastPair[candidate - start];
          lastPair[candidate - start] = pairs++;
          if (++counts[candidate - start] == required) {
            hits = ArrayUtil.grow(hits, size + 1);
            hits[size++] = candidate;
          }
        }
      }
      Arrays.sort(hits, 0, size);
      keepEnough(start);
    }

    private void keepEnough(int start) {
      BitSet common = new BitSet();
      int kept = 0;
      for (int h = 0; h < size; h++) {
        check.run();
        common.clear();
        int pair = lastPair[hits[h] - start];
        for (int i = counts[hits[h] - start]; i > 0; i--) {
          common.set(terms[pair]);
          pair = previousPair[pair];
        }
        if (enough.test(common)) {
          hits[kept++] = hits[h];
        }
      }
      size = kept;
    }

    @Override
    public long cost() {
      return documents / required;
    }
  }
}
