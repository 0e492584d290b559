package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Whether documents have other terms in a field than a given one, for fields with few terms. */
public final class OtherTerms {

  private OtherTerms() {}

  /**
   * Whether a document that is not deleted has another term. Cost: at most two terms in a segment
   * without deleted documents; elsewhere at most all terms and the deleted documents that have
   * them.
   */
  public static boolean exist(IndexReader reader, String field, String term) throws IOException {
    BytesRef given = new BytesRef(term);
    for (LeafReaderContext leaf : reader.leaves()) {
      if (exist(leaf.reader(), field, given)) {
        return true;
      }
    }
    return false;
  }

  private static boolean exist(LeafReader reader, String field, BytesRef given) throws IOException {
    Terms terms = reader.terms(field);
    if (terms == null) {
      return false;
    }
    TermsEnum all = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = all.next(); term != null; term = all.next()) {
      if (term.equals(given) == false) {
        postings = all.postings(postings, PostingsEnum.NONE);
        if (hasLive(postings, reader.getLiveDocs())) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasLive(PostingsEnum postings, Bits live) throws IOException {
    int doc = postings.nextDoc();
    while (live != null && doc != DocIdSetIterator.NO_MORE_DOCS && live.get(doc) == false) {
      doc = postings.nextDoc();
    }
    return doc != DocIdSetIterator.NO_MORE_DOCS;
  }
}
