package io.simhash.lucene.search;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Counts how one search finds neighbours, over all its segments and threads. As a query it matches
 * nothing: it is the child of a {@link SimHashNearQuery} that a profile shows, and its text is the
 * report.
 */
final class SearchReport extends Query {

  private final LongAdder segmentsByBands = new LongAdder();
  private final LongAdder bandCandidates = new LongAdder();
  private final LongAdder segmentsByBlocks = new LongAdder();
  private final LongAdder lookUps = new LongAdder();
  private final LongAdder candidates = new LongAdder();
  private final LongAdder segmentsScanned = new LongAdder();
  private final LongAdder scanned = new LongAdder();
  private final LongAdder segmentsOneByOne = new LongAdder();

  void addBands(long candidates) {
    segmentsByBands.increment();
    bandCandidates.add(candidates);
  }

  void addBlocks(int lookUps, long candidates) {
    segmentsByBlocks.increment();
    this.lookUps.add(lookUps);
    this.candidates.add(candidates);
  }

  void addScan(long fingerprints) {
    segmentsScanned.increment();
    scanned.add(fingerprints);
  }

  void addOneByOne() {
    segmentsOneByOne.increment();
  }

  /** Lets a profile show this report under the query whose weight is being made. */
  void show(IndexSearcher searcher) throws IOException {
    searcher.createWeight(this, ScoreMode.COMPLETE_NO_SCORES, 1);
  }

  @Override
  public String toString(String field) {
    return "by bands in "
        + segmentsByBands
        + " segments: "
        + bandCandidates
        + " candidates; by blocks in "
        + segmentsByBlocks
        + " segments: "
        + lookUps
        + " look-ups, "
        + candidates
        + " candidates; by scan in "
        + segmentsScanned
        + " segments: "
        + scanned
        + " fingerprints; one by one in "
        + segmentsOneByOne
        + " segments";
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return new MatchNoDocsQuery("a report").createWeight(searcher, scoreMode, boost);
  }

  @Override
  public void visit(QueryVisitor visitor) {
    visitor.visitLeaf(this);
  }

  /** Two searches never share a report. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
