package io.simhash.lucene.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.DocIdSetBuilder;

/** Terms of one segment that were looked up and found. Their documents are candidates. */
final class FoundTerms {

  /**
   * One of the terms.
   *
   * @param documents the number of its documents; deleted ones count
   */
  record Found(TermsEnum terms, BytesRef term, TermState state, int documents) {

    /** The documents of the term. */
    PostingsEnum postings(PostingsEnum reuse) throws IOException {
      terms.seekExact(term, state);
      return terms.postings(reuse, PostingsEnum.NONE);
    }
  }

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

  /** The documents in ascending order, each once. */
  DocIdSetIterator iterator(int maxDoc) throws IOException {
    if (found.isEmpty()) {
      return DocIdSetIterator.empty();
    }
    DocIdSetBuilder builder = new DocIdSetBuilder(maxDoc);
    PostingsEnum postings = null;
    for (Found term : found) {
      postings = term.postings(postings);
      builder.add(postings);
    }
    return builder.build().iterator();
  }
}
