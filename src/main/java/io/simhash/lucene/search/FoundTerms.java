package io.simhash.lucene.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.ArrayUtil;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.DocIdSetBuilder;

/**
 * Terms of one segment that were looked up and found. Their documents are candidates. Several
 * threads may ask for them at a time.
 */
final class FoundTerms {

  /**
   * One of the terms.
   *
   * @param documents the number of its documents; deleted ones count
   */
  record Found(TermsEnum terms, BytesRef term, TermState state, int documents) {}

  /** The documents that are counted at a time: 512 KB of counts. */
  private static final int RANGE = 1 << 17;

  private final List<Found> found = new ArrayList<>();
  private long documents;

  /** Looks a term up; empty if it does not exist. The bytes are kept. */
  static Optional<Found> lookUp(TermsEnum terms, BytesRef term) throws IOException {
    return terms.seekExact(term)
        ? Optional.of(new Found(terms, term, terms.termState(), terms.docFreq()))
        : Optional.empty();
  }

  void add(Found term) {
    found.add(term);
    documents += term.documents();
  }

  /** The number of documents; those with several terms count several times, deleted ones too. */
  long documents() {
    return documents;
  }

  /** The number of terms. */
  int size() {
    return found.size();
  }

  /** The documents in ascending order, each once. */
  synchronized DocIdSetIterator iterator(int maxDoc) throws IOException {
    if (found.isEmpty()) {
      return DocIdSetIterator.empty();
    }
    DocIdSetBuilder builder = new DocIdSetBuilder(maxDoc);
    PostingsEnum postings = null;
    for (Found term : found) {
      term.terms().seekExact(term.term(), term.state());
      postings = term.terms().postings(postings, PostingsEnum.NONE);
      builder.add(postings);
    }
    return builder.build().iterator();
  }

  /** The documents that have at least so many of the terms, in ascending order. */
  DocIdSetIterator atLeast(int required, int maxDoc) throws IOException {
    return atLeast(required, Math.min(RANGE, maxDoc), maxDoc);
  }

  /**
   * The same.
   *
   * @param range how many documents are counted at a time, at least 1
   */
  synchronized DocIdSetIterator atLeast(int required, int range, int maxDoc) throws IOException {
    if (required <= 1) {
      return iterator(maxDoc);
    }
    PostingsEnum[] postings = new PostingsEnum[found.size()];
    for (int t = 0; t < postings.length; t++) {
      Found term = found.get(t);
      term.terms().seekExact(term.term(), term.state());
      postings[t] = term.terms().postings(null, PostingsEnum.NONE);
    }
    return new AtLeast(postings, required, range);
  }

  /** Counts the terms of documents, in one range of documents after the other. */
  private static final class AtLeast extends DocIdSetIterator {

    private final PostingsEnum[] postings;
    private final int required;
    private final int[] counts;
    private int[] hits = new int[16];
    private int size;
    private int next;

    /** The end of the range that was counted last. */
    private int end;

    private int doc = -1;

    AtLeast(PostingsEnum[] postings, int required, int range) {
      this.postings = postings;
      this.required = required;
      this.counts = new int[range];
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
      int start = NO_MORE_DOCS;
      for (PostingsEnum term : postings) {
        start = Math.min(start, term.docID() < target ? term.advance(target) : term.docID());
      }
      next = 0;
      size = 0;
      if (start == NO_MORE_DOCS) {
        end = NO_MORE_DOCS;
        return;
      }
      end = (int) Math.min(NO_MORE_DOCS, (long) start + counts.length);
      Arrays.fill(counts, 0);
      for (PostingsEnum term : postings) {
        for (int found = term.docID(); found < end; found = term.nextDoc()) {
          if (++counts[found - start] == required) {
            hits = ArrayUtil.grow(hits, size + 1);
            hits[size++] = found;
          }
        }
      }
      Arrays.sort(hits, 0, size);
    }

    @Override
    public long cost() {
      long documents = 0;
      for (PostingsEnum term : postings) {
        documents += term.cost();
      }
      return documents / required;
    }
  }
}
