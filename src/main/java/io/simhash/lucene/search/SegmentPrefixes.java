package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.DocIdSetIterator;

/**
 * Rejects dissimilar documents of a segment by the prefixes of their signatures, for one search
 * thread: cheaper than reading the signatures.
 *
 * <p>Every way to run or explain a query asks this class, so that its hits do not depend on the
 * way. A document without a prefix is not rejected, nor is any if the query's signature has none or
 * a caller of limited rights cannot see the prefixes.
 *
 * @see SignaturePrefix
 */
final class SegmentPrefixes {

  private final NumericDocValues stored;
  private final long query;
  private final int minAgreements;
  private final int maxDistance;
  private long[] values = {};

  /**
   * @param field the field of the signatures
   * @param signature the query's signature; if it has none, no document is rejected
   * @param minAgreements positions that must agree, see {@link SignaturePrefix#minAgreements}
   * @param maxDistance documents at this distance or a smaller one are not rejected
   */
  SegmentPrefixes(
      LeafReader reader,
      String field,
      Optional<Signature> signature,
      int minAgreements,
      int maxDistance)
      throws IOException {
    OptionalLong prefix = signature.map(Signature::prefix).orElse(OptionalLong.empty());
    this.query = prefix.orElse(0);
    this.minAgreements = prefix.isEmpty() ? 0 : minAgreements;
    this.maxDistance = maxDistance;
    this.stored =
        this.minAgreements == 0
            ? null
            : reader.getNumericDocValues(MinHashFields.prefixField(field));
  }

  /** The number of documents with a prefix. */
  long cost() {
    return stored == null ? 0 : stored.cost();
  }

  /** The share of unrelated documents that are not rejected. */
  double passing() {
    return SignaturePrefix.passing(minAgreements);
  }

  /** Whether a document is rejected, in a query without distances; see the other method. */
  boolean rejects(int doc) throws IOException {
    return rejects(doc, Integer.MAX_VALUE);
  }

  /**
   * Whether a document is rejected. Documents must be asked for in ascending order.
   *
   * @param distance of the fingerprints
   */
  boolean rejects(int doc, int distance) throws IOException {
    return stored != null
        && distance > maxDistance
        && stored.advanceExact(doc)
        && passes(stored.longValue()) == false;
  }

  /**
   * Moves the documents that are not rejected to the front of both arrays. An object answers either
   * this or {@link #rejects}, since both read forward.
   *
   * @param docs documents in ascending order, after all those of earlier calls
   * @param distances of the fingerprints of these documents
   * @param size how many there are
   * @return how many are left
   */
  int filter(int[] docs, int[] distances, int size) throws IOException {
    if (stored == null || size == 0) {
      return size;
    }
    allocate(docs.length);
    // One without a prefix gets the query's, which passes.
    stored.longValues(size, docs, values, query);
    int left = 0;
    for (int i = 0; i < size; i++) {
      docs[left] = docs[i];
      distances[left] = distances[i];
      left += distances[i] <= maxDistance || passes(values[i]) ? 1 : 0;
    }
    return left;
  }

  /**
   * Reads the next documents that have a prefix, from a document on, for {@link #compare}.
   *
   * @param docs as many are read as it holds
   * @return how many there are, 0 at the end
   */
  int read(int from, int[] docs) throws IOException {
    allocate(docs.length);
    int first = stored.docID() < from ? stored.advance(from) : stored.docID();
    if (first == DocIdSetIterator.NO_MORE_DOCS) {
      return 0;
    }
    if (stored.docIDRunEnd() - first >= docs.length) {
      for (int i = 0; i < docs.length; i++) {
        docs[i] = first + i;
      }
      stored.longValues(docs.length, docs, values, 0);
      return docs.length;
    }
    int size = 0;
    for (int at = first;
        at != DocIdSetIterator.NO_MORE_DOCS && size < docs.length;
        at = stored.nextDoc()) {
      docs[size] = at;
      values[size++] = stored.longValue();
    }
    return size;
  }

  /** Moves the documents of {@link #read} that are not rejected to the front. */
  int compare(int[] docs, int size) {
    int left = 0;
    for (int i = 0; i < size; i++) {
      docs[left] = docs[i];
      // No branch: on random bits the processor would mispredict it.
      left += passes(values[i]) ? 1 : 0;
    }
    return left;
  }

  private void allocate(int size) {
    if (values.length < size) {
      values = new long[size];
    }
  }

  private boolean passes(long prefix) {
    return SignaturePrefix.agreements(prefix, query) >= minAgreements;
  }

  /** The reason of a rejection, for explanations; to be called after {@link #rejects}. */
  String reason() throws IOException {
    return "the prefixes of the signatures agree in "
        + SignaturePrefix.agreements(stored.longValue(), query)
        + " of "
        + SignaturePrefix.COMPONENTS
        + " components, fewer than "
        + minAgreements;
  }
}
