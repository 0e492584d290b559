package io.simhash.lucene.stats;

import io.simhash.core.block.BlockCounts;
import io.simhash.core.block.Blocks;
import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.SortedNumericSelector;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * Reads a {@code simhash} field of an index reader. Documents that are deleted, or that the reader
 * hides, do not count.
 *
 * <p>Fingerprints are read from the doc values, which is right whatever is deleted or hidden, and
 * in one pass over all segments. The sizes of buckets could also be read from the block terms, at
 * the cost of 262,144 terms for each large segment, and of all their postings where documents are
 * deleted.
 */
public final class FieldReader {

  private static final int DOCUMENTS_PER_CHECK = 4096;

  private final IndexReader reader;
  private final Runnable cancellation;
  private int seen;

  /**
   * @param cancellation called regularly; ends the work by throwing
   */
  public FieldReader(IndexReader reader, Runnable cancellation) {
    this.reader = reader;
    this.cancellation = cancellation;
  }

  /** Counts the fingerprints of a field in each of the four blocks, the most significant first. */
  public List<BlockCounts> blocks(String field) throws IOException {
    List<BlockCounts> blocks = Stream.generate(BlockCounts::new).limit(Blocks.COUNT).toList();
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues values =
          SortedNumericSelector.wrap(
              DocValues.getSortedNumeric(leaf.reader(), field),
              SortedNumericSelector.Type.MIN,
              SortField.Type.LONG);
      Bits live = leaf.reader().getLiveDocs();
      while (nextLive(values, live) != DocIdSetIterator.NO_MORE_DOCS) {
        for (int block = 0; block < Blocks.COUNT; block++) {
          blocks.get(block).add(Blocks.value(values.longValue(), block), 1);
        }
      }
    }
    return blocks;
  }

  /** The number of documents with each term of a field of which a document has one. */
  public TermDocuments terms(String field) throws IOException {
    return terms(field, term -> true, BytesRef::utf8ToString);
  }

  /**
   * The number of documents whose signatures have each parameters, and of those with a fingerprint
   * but no signature, see {@link BandTerms#parameters}. Together they are all documents that have a
   * value.
   */
  public TermDocuments parameters(String field) throws IOException {
    return terms(BandTerms.field(field), BandTerms::isOfParameters, BandTerms::parameters);
  }

  /**
   * @param counts whether a term counts; no term after one that does not is looked at
   */
  private TermDocuments terms(
      String field, Predicate<BytesRef> counts, Function<BytesRef, String> name)
      throws IOException {
    TermDocuments documents = new TermDocuments();
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(field);
      Bits live = leaf.reader().getLiveDocs();
      if (terms == null) {
        continue;
      }
      TermsEnum all = terms.iterator();
      PostingsEnum postings = null;
      for (BytesRef term = all.next(); term != null && counts.test(term); term = all.next()) {
        postings = all.postings(postings, PostingsEnum.NONE);
        documents.add(name.apply(term), live == null ? all.docFreq() : count(postings, live));
      }
    }
    return documents;
  }

  private long count(DocIdSetIterator iterator, Bits live) throws IOException {
    long documents = 0;
    while (nextLive(iterator, live) != DocIdSetIterator.NO_MORE_DOCS) {
      documents++;
    }
    return documents;
  }

  private int nextLive(DocIdSetIterator iterator, Bits live) throws IOException {
    int doc;
    do {
      if (seen++ % DOCUMENTS_PER_CHECK == 0) {
        cancellation.run();
      }
      doc = iterator.nextDoc();
    } while (live != null && doc != DocIdSetIterator.NO_MORE_DOCS && live.get(doc) == false);
    return doc;
  }
}
