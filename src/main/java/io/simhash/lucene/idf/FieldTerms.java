package io.simhash.lucene.idf;

import java.io.IOException;
import java.util.function.ToLongFunction;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * The terms of a field of one index reader, each with the number of live documents that have it.
 *
 * <p>Lucene's document frequency includes documents that are deleted, or that the reader hides. If
 * there are any, postings are counted one by one. The cost is then linear in the field's postings,
 * otherwise in its terms.
 */
public final class FieldTerms {

  private static final int TERMS_PER_CHECK = 1024;

  private final IndexReader reader;
  private final String field;
  private final Runnable cancellation;

  /**
   * @param cancellation called regularly; ends the work by throwing
   */
  public FieldTerms(IndexReader reader, String field, Runnable cancellation) {
    this.reader = reader;
    this.field = field;
    this.cancellation = cancellation;
  }

  /**
   * At least the number of terms: the numbers of all segments added up, where a term in two
   * segments counts twice. A segment that does not know its number adds its postings.
   */
  public long upperBound() throws IOException {
    long sum = 0;
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(field);
      if (terms != null) {
        sum += terms.size() >= 0 ? terms.size() : terms.getSumDocFreq();
      }
    }
    return sum;
  }

  /**
   * Counts the terms of one slice that at least one live document has.
   *
   * @param hash the hash of a term's text; its unsigned remainder by {@code slices} is the slice
   * @param slice in [0, slices)
   */
  public TermCounts slice(ToLongFunction<String> hash, int slice, int slices) throws IOException {
    TermCounts counts = new TermCounts();
    Terms terms = MultiTerms.getTerms(reader, field);
    if (terms == null) {
      return counts;
    }
    Bits live = MultiBits.getLiveDocs(reader);
    TermsEnum all = terms.iterator();
    PostingsEnum reused = null;
    long seen = 0;
    for (BytesRef term = all.next(); term != null; term = all.next()) {
      if (seen++ % TERMS_PER_CHECK == 0) {
        cancellation.run();
      }
      long hashed = hash.applyAsLong(term.utf8ToString());
      if (Long.remainderUnsigned(hashed, slices) != slice) {
        continue;
      }
      int count = all.docFreq();
      if (live != null) {
        reused = all.postings(reused, PostingsEnum.NONE);
        count = count(reused, live);
      }
      if (count > 0) {
        counts.add(hashed, count);
      }
    }
    return counts;
  }

  private static int count(PostingsEnum postings, Bits live) throws IOException {
    int count = 0;
    while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      if (live.get(postings.docID())) {
        count++;
      }
    }
    return count;
  }
}
