package io.simhash.lucene.search;

import io.simhash.core.passage.PassageRule;
import io.simhash.core.passage.PassageTerms;
import io.simhash.core.passage.Winnowing;
import io.simhash.core.text.PassageText;
import io.simhash.lucene.document.PassageField;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
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

  /** Terms that are looked up between two checks: some milliseconds' work in 20 segments. */
  private static final int CHECK_INTERVAL = 256;

  /** Postings that are read between two checks: less than a millisecond's work. */
  private static final int POSTINGS_INTERVAL = 1 << 16;

  private final String field;
  private final Runnable check;
  private final List<CommonTerms> found = new ArrayList<>();

  /** The terms of the query's text. */
  final PassageTerms terms;

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
    for (LeafReaderContext context : segments) {
      Terms inSegment = context.reader().terms(field);
      Segment segment =
          new Segment(
              inSegment == null ? TermsEnum.EMPTY : inSegment.iterator(),
              context.reader().getLiveDocs(),
              new CommonTerms(context.reader().maxDoc(), check));
      all.add(segment);
      found.add(segment.found);
    }
    Winnowing.Windows windows = winnowing.windows(text);
    int[] distinct = windows.distinctTerms();
    boolean[] frequent = new boolean[distinct.length];
    int number = 0;
    for (int t = 0; t < distinct.length; t++) {
      if (t % CHECK_INTERVAL == 0) {
        check.run();
      }
      if (lookUp(PassageField.bytes(distinct[t]), number, all, rule)) {
        number++;
      } else {
        frequent[t] = true;
      }
    }
    int minUnits = winnowing.requireLength("min_length", rule.minLength());
    this.terms = new PassageTerms(text, windows, minUnits, distinct, frequent);
  }

  /**
   * A segment whose terms are looked up.
   *
   * @param live the documents that are live and not hidden, {@code null} for all
   */
  private record Segment(TermsEnum terms, Bits live, CommonTerms found) {}

  /** Keeps the term for each segment that has it; false if it is frequent and not kept. */
  private boolean lookUp(BytesRef term, int number, List<Segment> segments, PassageRule rule)
      throws IOException {
    List<Segment> having = new ArrayList<>();
    long documents = 0;
    for (Segment segment : segments) {
      if (segment.terms.seekExact(term)) {
        having.add(segment);
        documents += segment.terms.docFreq();
      }
    }
    if (rule.isFrequent(documents) && hasManyLive(having, rule)) {
      return false;
    }
    for (Segment segment : having) {
      segment.found.add(segment.terms, number);
    }
    return true;
  }

  /**
   * Whether the term that segments are at is frequent among the documents that the user may see:
   * the frequency of others must make no difference. Stops at the limit. Reads up to all postings
   * of the term, because the answer decides what is found: some nanoseconds for each document that
   * is hidden or deleted.
   */
  private boolean hasManyLive(List<Segment> segments, PassageRule rule) throws IOException {
    check.run();
    long documents = 0;
    PostingsEnum postings = null;
    for (Segment segment : segments) {
      if (segment.live == null) {
        documents += segment.terms.docFreq();
        continue;
      }
      postings = segment.terms.postings(postings, PostingsEnum.NONE);
      for (int read = 1;
          rule.isFrequent(documents) == false
              && postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS;
          read++) {
        documents += segment.live.get(postings.docID()) ? 1 : 0;
        if (read % POSTINGS_INTERVAL == 0) {
          check.run();
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
    IntFunction<BytesRef> term = number -> PassageField.bytes(terms.terms()[number]);
    return found.get(segment.ord).iterator(own, term, terms.required(), terms::mayHavePassage);
  }
}
