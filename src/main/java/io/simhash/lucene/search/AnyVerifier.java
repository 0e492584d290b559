package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearSlots;
import io.simhash.core.near.NearValue;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;

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

  /** The prefixes of the documents; {@code null} where they reject none. */
  private final NumericDocValues prefixes;

  private final BinaryDocValues signatures;

  /** The values of the query, each compared with one document after the other. */
  private final NearSlots slots;

  private final NearSlots.Passing passing = new NearSlots.Passing();

  /** The document that each fingerprint was read from; -1 for none in this segment. */
  private final int[] own;

  /** The fingerprint of the current document. */
  private long fingerprint;

  /** The current document with its prefix, which is read if it is needed; {@code null} before. */
  private NearSlots.Sought document;

  /** The signature of the current document: read if it is needed; {@code null} for none. */
  private BytesRef signature;

  private boolean isSignatureRead;

  private AnyVerifier(LeafReader reader, SimHashNearAnyQuery query, NearScores scores, int[] own)
      throws IOException {
    this.names = query.fingerprints();
    this.rule = query.rule();
    this.scores = scores;
    this.stored = SegmentFingerprints.docValues(reader, query.field());
    this.signatures =
        query.usesSignatures()
            ? DocValues.getBinary(reader, query.signatureField())
            : DocValues.emptyBinary();
    this.prefixes = prefixes(reader, query);
    this.slots = new NearSlots(names.size());
    for (int i = 0; i < names.size(); i++) {
      slots.set(i, new NearValue(names.get(i).fingerprint(), names.get(i).signature()));
    }
    this.own = own;
  }

  /** The prefixes of the documents; {@code null} where they reject none. */
  static NumericDocValues prefixes(LeafReader reader, SimHashNearAnyQuery query)
      throws IOException {
    NearRule rule = query.rule();
    return rule.usesSignatures()
            && rule.minAgreements() > 0
            && rule.maxDistance() > rule.maxDistanceWithoutPrefix()
        ? reader.getNumericDocValues(MinHashFields.prefixField(query.signatureField()))
        : null;
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
      document = null;
      isSignatureRead = false;
    }
    return exists;
  }

  private NearSlots.Sought document() throws IOException {
    if (document == null) {
      boolean hasPrefix = prefixes != null && prefixes.advanceExact(stored.docID());
      long prefix = hasPrefix ? prefixes.longValue() : 0;
      document = NearSlots.Sought.of(fingerprint, prefix, hasPrefix, rule);
    }
    return document;
  }

  /** The score of the document by one fingerprint, or {@link #NONE}. */
  float score(int index) throws IOException {
    return slots.distance(index, fingerprint) <= rule.maxDistance()
            && slots.passes(index, document())
        ? scoreOfPassing(index)
        : NONE;
  }

  /** The same for a fingerprint whose distance and prefix let the document be a neighbour. */
  float scoreOfPassing(int index) throws IOException {
    if (own[index] == stored.docID()) {
      return NONE;
    }
    int distance = slots.distance(index, fingerprint);
    double similarity = similarity(names.get(index).signature().orElse(null));
    return rule.holds(distance, similarity) ? scores.score(distance, similarity, 0) : NONE;
  }

  private double similarity(Signature other) throws IOException {
    if (isSignatureRead == false) {
      signature = signatures.advanceExact(stored.docID()) ? signatures.binaryValue() : null;
      isSignatureRead = true;
    }
    return signature == null
            || other == null
            || other.isComparable(signature.bytes, signature.offset, signature.length) == false
        ? NearRule.NO_SIMILARITY
        : other.similarity(signature.bytes, signature.offset);
  }

  /** The best score of a document, or {@link #NONE}. */
  float best(int doc) throws IOException {
    float best = NONE;
    if (advanceExact(doc) == false) {
      return best;
    }
    for (int from = 0; from < own.length; from += NearSlots.GROUP) {
      int to = Math.min(from + NearSlots.GROUP, own.length);
      if (slots.isAnyWithin(from, to, fingerprint, rule.maxDistance())) {
        slots.passing(from, to, document(), passing);
        for (int i = 0; i < passing.size(); i++) {
          best = Math.max(best, scoreOfPassing(passing.slot(i)));
        }
      }
    }
    return best;
  }

  /** The names of the fingerprints that a document is a neighbour of, with the scores. */
  Map<String, Float> named(int doc) throws IOException {
    Map<String, Float> named = new LinkedHashMap<>();
    if (advanceExact(doc) == false) {
      return named;
    }
    for (int i = 0; i < own.length; i++) {
      float score = score(i);
      if (score != NONE) {
        named.put(names.get(i).name(), score);
      }
    }
    return named;
  }
}
