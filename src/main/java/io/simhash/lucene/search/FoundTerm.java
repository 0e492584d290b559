package io.simhash.lucene.search;

import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.DocIdSetBuilder;

/**
 * A term of one segment that was looked up and found. Its documents, the deleted ones too, are
 * candidates.
 */
record FoundTerm(TermsEnum terms, BytesRef term, TermState state, int documents) {

  /** Looks a term up, and adds it if it exists. The bytes are kept. */
  static void lookUp(TermsEnum terms, BytesRef term, List<FoundTerm> found) throws IOException {
    if (terms.seekExact(term)) {
      found.add(new FoundTerm(terms, term, terms.termState(), terms.docFreq()));
    }
  }

  /** The documents of the term. */
  PostingsEnum postings(PostingsEnum reuse) throws IOException {
    terms.seekExact(term, state);
    return terms.postings(reuse, PostingsEnum.NONE);
  }

  /** The number of documents of some terms; those with several terms count several times. */
  static long documents(List<FoundTerm> found) {
    return found.stream().mapToLong(FoundTerm::documents).sum();
  }

  /** The documents of some terms in ascending order, each once. */
  static DocIdSetIterator iterator(List<FoundTerm> found, int maxDoc) throws IOException {
    DocIdSetBuilder builder = new DocIdSetBuilder(maxDoc);
    PostingsEnum postings = null;
    for (FoundTerm term : found) {
      postings = term.postings(postings);
      builder.add(postings);
    }
    return builder.build().iterator();
  }
}
