package io.simhash.elasticsearch.query;

import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.search.OtherTerms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.lucene.index.IndexReader;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.query.SearchExecutionContext;

/**
 * Warnings of a query that meets fingerprints or signatures that cannot be compared with its own. A
 * warning is a header of the response, once a request for equal ones.
 */
final class MixedIndex {

  private MixedIndex() {}

  /** Warns if documents have fingerprints of another profile. */
  static void warnOfProfiles(SearchExecutionContext context, String field, String profile) {
    if (hasOtherTerms(context.getIndexReader(), field + ".profile", profile)) {
      HeaderWarning.addWarning(
          "[simhash_near] the query's fingerprint has the profile [{}] but [{}] also holds"
              + " fingerprints of other profiles: distances to them mean nothing. A [terms]"
              + " aggregation on [{}.profile] lists the profiles",
          profile,
          field,
          field);
    }
  }

  /** Warns if documents have signatures with other parameters. */
  static void warnOfSignatures(SearchExecutionContext context, String field, Signature signature) {
    String signatures = SimHashFields.signatureField(field);
    if (hasOtherTerms(context.getIndexReader(), signatures, signature.parameters())) {
      HeaderWarning.addWarning(
          "[simhash_near] the query's signature is [{}] but [{}] also holds other signatures: they"
              + " count as absent",
          signature.parameters(),
          field);
    }
  }

  /** Warns that the signature of a document in {@code like} counts as absent. */
  static void warnOfLike(String reason) {
    HeaderWarning.addWarning("[like] has a signature that counts as absent: {}", reason);
  }

  /** The signature that a document in {@code like} has; empty, with a warning, if it is unknown. */
  static Optional<Signature> signature(String base64) {
    try {
      return Optional.of(Signature.fromBase64(base64));
    } catch (IllegalArgumentException e) {
      warnOfLike(e.getMessage());
      return Optional.empty();
    }
  }

  private static boolean hasOtherTerms(IndexReader reader, String field, String term) {
    try {
      return reader != null && OtherTerms.exist(reader, field, term);
    } catch (IOException e) {
      throw new UncheckedIOException("terms of [" + field + "] cannot be read", e);
    }
  }
}
