package io.simhash.lucene.stats;

import io.simhash.core.block.BlockCounts;
import io.simhash.core.block.Blocks;
import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import java.util.List;
import java.util.function.ObjLongConsumer;
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

  /**
   * Counts the signatures of a field in each of their first four bands. The others need not be
   * read: a band is a sample of a text's shingles, so one is as even or uneven as another.
   */
  public List<BlockCounts> bands(String field) throws IOException {
    List<BlockCounts> bands = Stream.generate(BlockCounts::new).limit(Blocks.COUNT).toList();
    forEachTerm(
        BandTerms.field(field),
        BandTerms.first(),
        term -> BandTerms.band(term) < Blocks.COUNT,
        (term, count) -> bands.get(BandTerms.band(term)).add(BandTerms.value(term), count));
    return bands;
  }

  /** The number of documents with each term of a field of which a document has one. */
  public TermDocuments terms(String field) throws IOException {
    TermDocuments documents = new TermDocuments();
    forEachTerm(
        field,
        new BytesRef(),
        term -> true,
        (term, count) -> documents.add(term.utf8ToString(), count));
    return documents;
  }

  /**
   * The number of documents whose signatures have each parameters, and of those with a fingerprint
   * but no signature, see {@link BandTerms#parameters}. Together they are all documents that have a
   * value.
   */
  public TermDocuments parameters(String field) throws IOException {
    TermDocuments documents = new TermDocuments();
    forEachTerm(
        BandTerms.field(field),
        new BytesRef(),
        BandTerms::isOfParameters,
        (term, count) -> documents.add(BandTerms.parameters(term), count));
    return documents;
  }

  /**
   * Passes the terms of a field with the number of their documents, segment by segment.
   *
   * @param first the least term that is passed
   * @param counts whether a term counts; no term after one that does not is looked at
   */
  private void forEachTerm(
      String field, BytesRef first, Predicate<BytesRef> counts, ObjLongConsumer<BytesRef> action)
      throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(field);
      Bits live = leaf.reader().getLiveDocs();
      TermsEnum all = terms == null ? TermsEnum.EMPTY : terms.iterator();
      PostingsEnum postings = null;
      BytesRef term = all.seekCeil(first) == TermsEnum.SeekStatus.END ? null : all.term();
      for (; term != null && counts.test(term); term = all.next()) {
        check();
        postings = live == null ? null : all.postings(postings, PostingsEnum.NONE);
        action.accept(term, live == null ? all.docFreq() : count(postings, live));
      }
    }
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
      check();
      doc = iterator.nextDoc();
    } while (live != null && doc != DocIdSetIterator.NO_MORE_DOCS && live.get(doc) == false);
    return doc;
  }

  private void check() {
    if (seen++ % DOCUMENTS_PER_CHECK == 0) {
      cancellation.run();
    }
  }
}
