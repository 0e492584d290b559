package io.simhash.lucene.search;

import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.DocIdSetIterator;

/** Finds documents of one segment among which all neighbours are. */
interface SegmentCandidates {

  /** The expected number of candidates. */
  long cost();

  /** Finds the candidates, in ascending order, and reports how. */
  DocIdSetIterator find(SearchReport report) throws IOException;

  /** All documents. */
  record All(LeafReader reader) implements SegmentCandidates {

    @Override
    public long cost() {
      return reader.maxDoc();
    }

    @Override
    public DocIdSetIterator find(SearchReport report) {
      report.add(SearchReport.Way.ONE_BY_ONE, cost());
      return DocIdSetIterator.all(reader.maxDoc());
    }
  }
}
