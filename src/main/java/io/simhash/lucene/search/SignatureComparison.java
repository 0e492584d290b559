package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import java.io.IOException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

/**
 * Compares the signatures of one segment with another, for one search thread. Documents must be
 * asked for in ascending order. A stored signature that is not comparable counts as absent.
 */
final class SignatureComparison {

  private final Signature signature;
  private final int restBytes;
  private final StoredSignatures stored;
  private int doc = -1;

  /** The head of the document's signature; {@code null} where there is none to compare. */
  private BytesRef head;

  /** Not a number until it is asked for. */
  private double similarity;

  SignatureComparison(LeafReader reader, String field, Signature signature) throws IOException {
    this.signature = signature;
    this.restBytes = signature.rest().length;
    this.stored = new StoredSignatures(reader, field);
  }

  /** Reads the head of a document's signature; whether it can be compared. */
  boolean advance(int target) throws IOException {
    if (doc != target) {
      doc = target;
      head = comparable(stored.head(target));
      similarity = head == null ? NearValue.NO_SIMILARITY : Double.NaN;
    }
    return head != null;
  }

  private BytesRef comparable(BytesRef read) {
    return read != null && signature.isComparable(read.bytes, read.offset, read.length)
        ? read
        : null;
  }

  /** The equal components of the heads, after {@link #advance} has returned {@code true}. */
  int equalInHead() {
    return signature.equalInHead(head.bytes, head.offset);
  }

  /** The shared bands, after {@link #advance} has returned {@code true}. */
  int sharedBands() {
    return signature.sharedBands(head.bytes, head.offset);
  }

  /**
   * The similarity of a document, or {@link NearValue#NO_SIMILARITY} without a signature to
   * compare; read once for calls that follow one another.
   */
  double similarity(int target) throws IOException {
    if (advance(target) && Double.isNaN(similarity)) {
      similarity = similarityWithRest();
    }
    return similarity;
  }

  private double similarityWithRest() throws IOException {
    if (restBytes == 0) {
      return signature.similarity(head.bytes, head.offset, BytesRef.EMPTY_BYTES, 0);
    }
    BytesRef rest = stored.rest(doc);
    return rest == null || rest.length != restBytes
        ? NearValue.NO_SIMILARITY
        : signature.similarity(head.bytes, head.offset, rest.bytes, rest.offset);
  }
}
