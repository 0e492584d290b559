package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.TermState;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.DocIdSetBuilder;

/**
 * The documents of one segment that share a band with a signature, found by the {@link BandTerms}
 * of a field; and how many documents of the segment have signatures that can be compared with it.
 *
 * <p>Cost: 33 term look-ups. Of n documents with evenly spread values, n / 2,048 are candidates by
 * chance.
 */
final class BandCandidates {

  /** A term that was found. */
  private record Found(BytesRef term, TermState state) {}

  private final LeafReader reader;
  private final Terms terms;
  private final TermsEnum found;
  private final BytesRef parameters;
  private final List<Found> candidates = new ArrayList<>();
  private final long comparable;
  private long cost;

  private BandCandidates(LeafReader reader, Terms terms, Signature signature) throws IOException {
    this.reader = reader;
    this.terms = terms;
    this.found = terms.iterator();
    this.parameters = BandTerms.ofParameters(signature.parameters());
    this.comparable = found.seekExact(parameters) ? found.docFreq() : 0;
    if (comparable > 0) {
      for (BytesRef band : BandTerms.ofBands(signature)) {
        add(band);
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

  private void add(BytesRef term) throws IOException {
    if (found.seekExact(term)) {
      candidates.add(new Found(BytesRef.deepCopyOf(term), found.termState()));
      cost += found.docFreq();
    }
  }

  /** Whether signatures of the segment can be compared; deleted documents count. */
  boolean areComparable() {
    return comparable > 0;
  }

  /** Whether documents of the segment have no signature to compare; deleted ones count. */
  boolean areOthers() throws IOException {
    return terms.getDocCount() > comparable;
  }

  /** Adds the documents that have no signature to compare, among which may be candidates too. */
  void addOthers() throws IOException {
    TermsEnum all = terms.iterator();
    for (BytesRef term = all.next();
        term != null && BandTerms.isOfParameters(term);
        term = all.next()) {
      if (term.equals(parameters) == false) {
        candidates.add(new Found(BytesRef.deepCopyOf(term), all.termState()));
        cost += all.docFreq();
      }
    }
  }

  /** The number of candidates at most; those that share several bands count several times. */
  long cost() {
    return cost;
  }

  /** The candidates in ascending order. */
  DocIdSetIterator iterator() throws IOException {
    if (candidates.isEmpty()) {
      return DocIdSetIterator.empty();
    }
    DocIdSetBuilder documents = new DocIdSetBuilder(reader.maxDoc(), terms);
    PostingsEnum postings = null;
    for (Found candidate : candidates) {
      found.seekExact(candidate.term(), candidate.state());
      postings = found.postings(postings, PostingsEnum.NONE);
      documents.add(postings);
    }
    return documents.build().iterator();
  }
}
