package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/** Whether documents have other terms in a field than given ones, for fields with few terms. */
public final class OtherTerms {

  private OtherTerms() {}

  /**
   * Whether a document that is not deleted has another term. Cost: at most two terms in a segment
   * without deleted documents; elsewhere at most all terms and the deleted documents that have
   * them.
   *
   * @param counts whether a term counts; no term after one that does not is looked at
   */
  public static boolean exist(
      IndexReader reader, String field, Set<BytesRef> given, Predicate<BytesRef> counts)
      throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      if (exist(leaf.reader(), field, given, counts)) {
        return true;
      }
    }
    return false;
  }

  private static boolean exist(
      LeafReader reader, String field, Set<BytesRef> given, Predicate<BytesRef> counts)
      throws IOException {
    Terms terms = reader.terms(field);
    if (terms == null) {
      return false;
    }
    TermsEnum all = terms.iterator();
    PostingsEnum postings = null;
    for (BytesRef term = all.next(); term != null && counts.test(term); term = all.next()) {
      if (given.contains(term) == false) {
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
