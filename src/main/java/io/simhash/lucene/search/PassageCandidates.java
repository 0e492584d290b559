package io.simhash.lucene.search;

import io.simhash.core.passage.PassageRule;
import io.simhash.core.passage.PassageTerms;
import io.simhash.core.passage.PassageText;
import io.simhash.core.passage.Winnowing;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/**
 * The candidates of a {@link SharedPassagesQuery}: the documents that have all terms of a passage
 * of the query's text, see {@link PassageTerms}. The terms are looked up in all segments when it is
 * made. Safe to share between threads.
 */
final class PassageCandidates {

  private final String field;
  private final Runnable check;
  private final List<CommonTerms> found = new ArrayList<>();

  /** The terms of the query's text. */
  final PassageTerms terms;

  /** Terms that are looked up between two checks: some milliseconds' work in 20 segments. */
  private static final int CHECK_INTERVAL = 256;

  /** Postings that are read between two checks: less than a millisecond's work. */
  private static final int POSTINGS_INTERVAL = 1 << 16;

  PassageCandidates(
      String field,
      List<LeafReaderContext> segments,
      PassageText text,
      Winnowing winnowing,
      PassageRule rule,
      Runnable check)
      throws IOException {
    this.check = check;
    this.field = field;
    List<Segment> all = new ArrayList<>();
    for (LeafReaderContext segment : segments) {
      Terms inSegment = segment.reader().terms(field);
      Bits live = segment.reader().getLiveDocs();
      all.add(new Segment(inSegment == null ? TermsEnum.EMPTY : inSegment.iterator(), live));
      found.add(new CommonTerms(segment.reader().maxDoc(), check));
    }
    Winnowing.Windows windows = winnowing.windows(text);
    int[] distinct = windows.distinctTerms();
    boolean[] frequent = new boolean[distinct.length];
    int number = 0;
    for (int t = 0; t < distinct.length; t++) {
      if (t % CHECK_INTERVAL == 0) {
        check.run();
      }
      frequent[t] = lookUp(PassageField.bytes(distinct[t]), number, all, rule) == false;
      number += frequent[t] ? 0 : 1;
    }
    int minUnits = winnowing.requireLength("min_length", rule.minLength());
    this.terms = PassageTerms.of(text, windows, minUnits, distinct, frequent);
  }

  /** The terms of one segment; its documents that are live and not hidden, null for all. */
  private record Segment(TermsEnum terms, Bits live) {}

  /** Keeps the term for each segment that has it; false if it is frequent and not kept. */
  private boolean lookUp(BytesRef term, int number, List<Segment> segments, PassageRule rule)
      throws IOException {
    boolean[] have = new boolean[segments.size()];
    long documents = 0;
    for (int s = 0; s < have.length; s++) {
      have[s] = segments.get(s).terms().seekExact(term);
      documents += have[s] ? segments.get(s).terms().docFreq() : 0;
    }
    if (rule.isFrequent(documents) && hasManyLive(segments, have, rule)) {
      return false;
    }
    for (int s = 0; s < have.length; s++) {
      if (have[s]) {
        found.get(s).add(segments.get(s).terms(), number);
      }
    }
    return true;
  }

  /**
   * Whether a term is frequent among the documents that the user may see: the frequency of others
   * must make no difference. Stops at the limit. Reads up to all postings of the term, because the
   * answer decides what is found: some nanoseconds for each document that is hidden or deleted.
   */
  private boolean hasManyLive(List<Segment> segments, boolean[] have, PassageRule rule)
      throws IOException {
    check.run();
    long documents = 0;
    PostingsEnum postings = null;
    for (int s = 0; s < have.length; s++) {
      if (have[s] && segments.get(s).live() == null) {
        documents += segments.get(s).terms().docFreq();
      } else if (have[s]) {
        postings = segments.get(s).terms().postings(postings, PostingsEnum.NONE);
        for (int read = 1;
            rule.isFrequent(documents) == false
                && postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS;
            read++) {
          documents += segments.get(s).live().get(postings.docID()) ? 1 : 0;
          if (read % POSTINGS_INTERVAL == 0) {
            check.run();
          }
        }
      }
    }
    return rule.isFrequent(documents);
  }

  /** Whether a segment may have candidates. */
  boolean mayBeIn(LeafReaderContext segment) {
    return terms.required() > 0 && found.get(segment.ord).size() >= terms.required();
  }

  /** The most candidates that a segment may have. */
  long cost(LeafReaderContext segment) {
    return found.get(segment.ord).documents() / terms.required();
  }

  /** The candidates of a segment; {@link #mayBeIn} must be true. */
  DocIdSetIterator in(LeafReaderContext segment) throws IOException {
    TermsEnum own = segment.reader().terms(field).iterator();
    return found
        .get(segment.ord)
        .iterator(
            own,
            number -> PassageField.bytes(terms.terms()[number]),
            terms.required(),
            terms::mayHavePassage);
  }
}
