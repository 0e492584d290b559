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
import org.apache.lucene.util.DocIdSetBuilder;

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
    int range = documents <= MAX_PAIRS ? MAX_RANGE : Math.max(1, MAX_PAIRS / found.size());
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
      postings[t].nextDoc();
    }
    DocIdSetBuilder hits = new DocIdSetBuilder(maxDoc);
    Counts counts = new Counts(range);
    for (int start = 0, next; start < maxDoc; start = next) {
      next = counts.count(postings, start);
      counts.addEnough(required, enough, hits);
    }
    return hits.build().iterator();
  }

  /** The terms of each document of one range. */
  private final class Counts {

    private int start;

    /** The number of terms of each document, and its last pair. */
    private final int[] counts;

    private final int[] lastPair;

    /** The term of each pair, and the pair before it of the same document. */
    private int[] terms = {};

    private int[] previousPair = {};

    Counts(int range) {
      counts = new int[range];
      lastPair = new int[range];
    }

    /** Counts the range from a document on; returns the first document behind it that has terms. */
    int count(PostingsEnum[] postings, int from) throws IOException {
      check.run();
      start = from;
      int end = (int) Math.min(DocIdSetIterator.NO_MORE_DOCS, (long) from + counts.length);
      int next = DocIdSetIterator.NO_MORE_DOCS;
      Arrays.fill(counts, 0);
      int pairs = 0;
      for (int t = 0; t < postings.length; t++) {
        for (int doc = postings[t].docID(); doc < end; doc = postings[t].nextDoc()) {
          terms = ArrayUtil.grow(terms, pairs + 1);
          previousPair = ArrayUtil.grow(previousPair, pairs + 1);
          terms[pairs] = found.get(t).number();
          previousPair[pairs] = lastPair[doc - start];
          lastPair[doc - start] = pairs++;
          counts[doc - start]++;
        }
        next = Math.min(next, postings[t].docID());
      }
      return next;
    }

    void addEnough(int required, Predicate<BitSet> enough, DocIdSetBuilder hits) {
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
          if (enough.test(common)) {
            hits.grow(1).add(start + i);
          }
        }
      }
    }
  }
}
