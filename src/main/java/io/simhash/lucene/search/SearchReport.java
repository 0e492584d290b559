package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
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

  /** How the neighbours in a segment are found, in words, with the documents that are compared. */
  enum Way {
    BANDS("by bands", "candidates"),
    BLOCKS("by blocks", "candidates"),
    SCAN("by scan", "fingerprints"),
    ONE_BY_ONE("one by one", "documents");

    private final String way;
    private final String compared;

    Way(String way, String compared) {
      this.way = way;
      this.compared = compared;
    }
  }

  private final LongAdder[] segments = adders();
  private final LongAdder[] documents = adders();

  private static LongAdder[] adders() {
    return Arrays.stream(Way.values()).map(way -> new LongAdder()).toArray(LongAdder[]::new);
  }

  /** Counts a segment and its documents that are compared. */
  void add(Way way, long compared) {
    segments[way.ordinal()].increment();
    documents[way.ordinal()].add(compared);
  }

  /** Lets a profile show this report under the query whose weight is being made. */
  void show(IndexSearcher searcher) throws IOException {
    searcher.createWeight(this, ScoreMode.COMPLETE_NO_SCORES, 1);
  }

  @Override
  public String toString(String field) {
    return Arrays.stream(Way.values()).map(this::toString).collect(Collectors.joining("; "));
  }

  private String toString(Way way) {
    int i = way.ordinal();
    return way.way + " in " + segments[i] + " segments: " + documents[i] + " " + way.compared;
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
