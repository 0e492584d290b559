package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * Compares the documents of one segment with the fingerprints of a {@link SimHashNearAnyQuery}, for
 * one search thread. Documents must be asked for in ascending order.
 */
final class AnyVerifier {

  /** The score of a document that is no neighbour. */
  static final float NONE = -1;

  private final List<QueryFingerprint> names;
  private final NearRule rule;
  private final NearScores scores;
  private final NumericDocValues stored;
  private final long[] fingerprints;
  private final SegmentSignatures[] signatures;
  private final SegmentPrefixes[] prefixes;

  /** The document that each fingerprint was read from; -1 for none in this segment. */
  private final int[] own;

  /** The fingerprint of the current document. */
  private long fingerprint;

  private AnyVerifier(LeafReader reader, SimHashNearAnyQuery query, NearScores scores, int[] own)
      throws IOException {
    this.names = query.fingerprints();
    this.rule = query.rule();
    this.scores = scores;
    this.stored = SegmentFingerprints.docValues(reader, query.field());
    this.fingerprints = names.stream().mapToLong(QueryFingerprint::fingerprint).toArray();
    this.signatures = new SegmentSignatures[fingerprints.length];
    this.prefixes = new SegmentPrefixes[fingerprints.length];
    int minAgreements = rule.minAgreements();
    for (int i = 0; i < signatures.length; i++) {
      Optional<Signature> signature =
          query.usesSignatures() ? names.get(i).signature() : Optional.empty();
      String field = query.signatureField();
      signatures[i] = new SegmentSignatures(reader, field, signature);
      prefixes[i] =
          new SegmentPrefixes(
              reader,
              field,
              rule.usesSignatures() ? signature : Optional.empty(),
              minAgreements,
              rule.maxDistanceWithoutPrefix());
    }
    this.own = own;
  }

  static AnyVerifier of(LeafReader reader, SimHashNearAnyQuery query, float boost)
      throws IOException {
    return new AnyVerifier(
        reader, query, new NearScores(query.score(), boost), own(reader, query.fingerprints()));
  }

  /** A verifier that starts from the first document again. */
  AnyVerifier restarted(LeafReader reader, SimHashNearAnyQuery query) throws IOException {
    return new AnyVerifier(reader, query, scores, own);
  }

  private static int[] own(LeafReader reader, List<QueryFingerprint> fingerprints)
      throws IOException {
    int[] own = new int[fingerprints.size()];
    Arrays.fill(own, -1);
    for (int i = 0; i < own.length; i++) {
      Optional<Term> document = fingerprints.get(i).document();
      PostingsEnum postings =
          document.isEmpty() ? null : reader.postings(document.get(), PostingsEnum.NONE);
      // The last one is the newest: the others are deleted.
      while (postings != null && postings.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        own[i] = postings.docID();
      }
    }
    return own;
  }

  /** Moves to a document; false if it has no fingerprint. */
  boolean advanceExact(int doc) throws IOException {
    boolean exists = stored.advanceExact(doc);
    if (exists) {
      fingerprint = stored.longValue();
    }
    return exists;
  }

  /** The score of the document by one fingerprint, or {@link #NONE}. */
  float score(int index) throws IOException {
    int distance = Fingerprint.distance(fingerprint, fingerprints[index]);
    if (distance > rule.maxDistance()) {
      return NONE;
    }
    int doc = stored.docID();
    if (own[index] == doc || prefixes[index].rejects(doc, distance)) {
      return NONE;
    }
    double similarity = signatures[index].similarity(doc);
    return rule.holds(distance, similarity) ? scores.score(distance, similarity, 0) : NONE;
  }

  /** The best score of the document, or {@link #NONE}. */
  float best() throws IOException {
    if (isNear() == false) {
      return NONE;
    }
    float best = NONE;
    for (int i = 0; i < fingerprints.length; i++) {
      best = Math.max(best, score(i));
    }
    return best;
  }

  /**
   * Whether any fingerprint is within the maximum distance. The loop has a form that the compiler
   * turns into vector instructions.
   */
  private boolean isNear() {
    int least = Fingerprint.BITS;
    for (long other : fingerprints) {
      least = Math.min(least, Long.bitCount(other ^ fingerprint));
    }
    return least <= rule.maxDistance();
  }

  /** The names of the fingerprints that a document is a neighbour of, with the scores. */
  Map<String, Float> named(int doc) throws IOException {
    Map<String, Float> named = new LinkedHashMap<>();
    if (advanceExact(doc) == false || isNear() == false) {
      return named;
    }
    for (int i = 0; i < fingerprints.length; i++) {
      float score = score(i);
      if (score != NONE) {
        named.put(names.get(i).name(), score);
      }
    }
    return named;
  }
}
