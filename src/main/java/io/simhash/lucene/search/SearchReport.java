package io.simhash.lucene.search;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.apache.lucene.search.MatchNoDocsQuery;

/**
 * Counts how one search finds neighbours, over all its segments and threads. It is a query, whose
 * text is the report, so that a profile shows it as the child of a {@link SimHashNearQuery}.
 */
final class SearchReport extends MatchNoDocsQuery {

  /** How the neighbours in a segment are found, and what is read of it. */
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

  // Several threads count each document that they compare.
  private final LongAdder heads = new LongAdder();
  private final LongAdder signatures = new LongAdder();

  /** Counts the head of a signature that is compared. */
  void addHead() {
    heads.increment();
  }

  /** Counts a signature whose rest is read too. */
  void addSignature() {
    signatures.increment();
  }

  /** Counts a segment and what is read of it. */
  void add(Way way, long read) {
    segments.incrementAndGet(way.ordinal());
    counts.addAndGet(way.ordinal(), read);
  }

  @Override
  public String toString(String field) {
    String ways =
        Arrays.stream(Way.values())
            .filter(way -> segments.get(way.ordinal()) > 0)
            .map(this::toString)
            .collect(Collectors.joining(", "));
    return heads.sum() == 0
        ? ways
        : ways + "; compared heads: " + heads + ", whole signatures: " + signatures;
  }

  private String toString(Way way) {
    long searched = segments.get(way.ordinal());
    String unit = searched == 1 ? " segment, " : " segments, ";
    return way.way + " (" + searched + unit + counts.get(way.ordinal()) + " " + way.read + ")";
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
