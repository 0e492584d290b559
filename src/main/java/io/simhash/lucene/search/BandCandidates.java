package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

/**
 * The documents of one segment that share a band with a signature, found by the {@link BandTerms}
 * of a field; and how many documents of the segment have signatures that can be compared with it.
 *
 * <p>Cost: 33 term look-ups. Of n documents with evenly spread values, n / 2,048 are candidates by
 * chance.
 */
final class BandCandidates implements Candidates {

  private final LeafReader reader;
  private final Terms terms;
  private final BytesRef parameters;
  private final FoundTerms found = new FoundTerms();
  private final long comparable;

  private BandCandidates(LeafReader reader, Terms terms, Signature signature) throws IOException {
    this.reader = reader;
    this.terms = terms;
    this.parameters = BandTerms.ofParameters(signature.parameters());
    TermsEnum bands = terms.iterator();
    this.comparable = bands.seekExact(parameters) ? bands.docFreq() : 0;
    if (comparable > 0) {
      for (BytesRef band : BandTerms.ofBands(signature)) {
        FoundTerms.lookUp(bands, band).ifPresent(found::add);
      }
    }
  }

  /**
   * Looks up the bands of a signature.
   *
   * @param field the field whose values have the bands
   * @return {@code null} if the segment has no bands, or none that the caller may see
   */
  static BandCandidates lookUp(LeafReader reader, String field, Signature signature)
      throws IOException {
    Terms terms = reader.terms(BandTerms.field(field));
    return terms == null ? null : new BandCandidates(reader, terms, signature);
  }

  /** Whether signatures of the segment can be compared; deleted documents count. */
  boolean areComparable() {
    return comparable > 0;
  }

  /** Adds the documents that have no signature to compare, among which may be neighbours too. */
  void addOthers() throws IOException {
    if (terms.getDocCount() == comparable) {
      return;
    }
    TermsEnum all = terms.iterator();
    for (BytesRef term = all.next();
        term != null && BandTerms.isOfParameters(term);
        term = all.next()) {
      if (term.equals(parameters) == false) {
        BytesRef kept = BytesRef.deepCopyOf(term);
        found.add(new FoundTerms.Found(all, kept, all.termState(), all.docFreq()));
      }
    }
  }

  /** The number of candidates at most; those that share several bands count several times. */
  @Override
  public long cost() {
    return found.documents();
  }

  @Override
  public DocIdSetIterator find(SearchReport report) throws IOException {
    report.add(SearchReport.Way.BANDS, cost());
    return found.iterator(reader.maxDoc());
  }
}
