package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.Signature;
import io.simhash.elasticsearch.mapper.FingerprintValue;
import io.simhash.lucene.document.BandTerms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Predicate;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * Warnings of a query that meets fingerprints or signatures that cannot be compared with its own,
 * as headers of the response. They name no value of the query, because {@code like} may have a
 * hundred documents. Of several shards Elasticsearch passes on the headers of the one that responds
 * last, so a warning may be missing where only some shards have a reason for it.
 */
final class ComparabilityWarnings {

  /** The warning that a signature of {@code like} is absent, with the option and the reason. */
  static final String ABSENT_SIGNATURE = "[{}] has a signature that counts as absent: {}";

  /** The most documents that are looked at for a warning, in each shard: some 10 µs. */
  private static final int MAX_POSTINGS = 4_096;

  private ComparabilityWarnings() {}

  /** Warns if documents have fingerprints of another profile. */
  static void warnOfProfiles(SearchExecutionContext context, String field, String profile) {
    String profiles = FingerprintValue.profileField(field);
    if (hasOtherTerms(context.getIndexReader(), profiles, new BytesRef(profile), term -> true)) {
      HeaderWarning.addWarning(
          "[simhash_near] [{}] holds fingerprints of other profiles than the query's: distances to"
              + " them mean nothing. A [terms] aggregation on [{}] lists the profiles",
          field,
          profiles);
    }
  }

  /** Warns if documents have no signature, or one with other parameters. */
  static void warnOfSignatures(SearchExecutionContext context, String field, Signature signature) {
    BytesRef given = BandTerms.ofParameters(signature.parameters());
    if (hasOtherTerms(
        context.getIndexReader(), BandTerms.field(field), given, BandTerms::isOfParameters)) {
      HeaderWarning.addWarning(
          "[simhash_near] [{}] holds documents whose signature cannot be compared with the query's,"
              + " or that have none: they are no neighbours. [_simhash/stats] counts them",
          field);
    }
  }

  /** A query without hits, with a warning that says why: the text or document has no value. */
  static Query nothing(SearchExecutionContext context, String query, String reason) {
    HeaderWarning.addWarning(
        "[{}] finds nothing in [{}]: {}", query, context.index().getName(), reason);
    return new MatchNoDocsQuery(reason);
  }

  /**
   * Whether a document that is neither deleted nor hidden has another term; false if none is among
   * the first {@value #MAX_POSTINGS} documents that have one: a warning may then be missing.
   *
   * @param reader {@code null} where there is no index
   * @param counts whether a term counts; no term after one that does not is looked at
   */
  static boolean hasOtherTerms(
      IndexReader reader, String field, BytesRef given, Predicate<BytesRef> counts) {
    int left = MAX_POSTINGS;
    try {
      for (LeafReaderContext leaf :
          reader == null ? List.<LeafReaderContext>of() : reader.leaves()) {
        Terms terms = leaf.reader().terms(field);
        TermsEnum all = terms == null ? TermsEnum.EMPTY : terms.iterator();
        for (BytesRef term = all.next(); term != null && counts.test(term); term = all.next()) {
          if (given.equals(term) == false) {
            PostingsEnum postings = all.postings(null, PostingsEnum.NONE);
            Bits live = leaf.reader().getLiveDocs();
            while (postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
              if (live == null || live.get(postings.docID())) {
                return true;
              }
              if (--left == 0) {
                return false;
              }
            }
          }
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("terms of [" + field + "] cannot be read", e);
    }
  }
}
