package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
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

  /**
   * How the neighbours in a segment are found, in words, with the unit of what is read. A document
   * has a posting for each band or block that it shares.
   */
  enum Way {
    BANDS("by bands", "postings"),
    BLOCKS("by blocks", "postings"),
    SCAN("by scan", "fingerprints"),
    ONE_BY_ONE("one by one", "documents");

    private final String way;
    private final String read;

    Way(String way, String read) {
      this.way = way;
      this.read = read;
    }
  }

  /** For each way the segments, and what was read of them. */
  private final AtomicLongArray segments = new AtomicLongArray(Way.values().length);

  private final AtomicLongArray counts = new AtomicLongArray(Way.values().length);

  private final AtomicLong heads = new AtomicLong();
  private final AtomicLong signatures = new AtomicLong();

  /** Counts the head of a signature that is compared. */
  void addHead() {
    heads.incrementAndGet();
  }

  /** Counts a signature whose rest is read too. */
  void addSignature() {
    signatures.incrementAndGet();
  }

  /** Counts a segment and what is read of it. */
  void add(Way way, long read) {
    segments.incrementAndGet(way.ordinal());
    counts.addAndGet(way.ordinal(), read);
  }

  /** Lets a profile show this report under the query whose weight is being made. */
  void show(IndexSearcher searcher) throws IOException {
    searcher.createWeight(this, ScoreMode.COMPLETE_NO_SCORES, 1);
  }

  @Override
  public String toString(String field) {
    String ways =
        Arrays.stream(Way.values())
            .filter(way -> segments.get(way.ordinal()) > 0)
            .map(this::toString)
            .collect(Collectors.joining(", "));
    return heads.get() == 0
        ? ways
        : ways + "; compared heads: " + heads + ", whole signatures: " + signatures;
  }

  private String toString(Way way) {
    long searched = segments.get(way.ordinal());
    String unit = searched == 1 ? " segment, " : " segments, ";
    return way.way + " (" + searched + unit + counts.get(way.ordinal()) + " " + way.read + ")";
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
