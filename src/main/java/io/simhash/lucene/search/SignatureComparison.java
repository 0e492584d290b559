package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

/**
 * Compares the signatures of one segment with another, for one search thread. Documents must be
 * asked for in ascending order. A stored signature that is not comparable counts as absent.
 */
final class SignatureComparison {

  private final Signature signature;
  private final int restBytes;
  private final BinaryDocValues heads;
  private final BinaryDocValues rests;
  private int doc = -1;

  /** That of the document; {@code null} where there is none to compare. */
  private BytesRef head;

  /** Not a number until it is asked for. */
  private double similarity;

  SignatureComparison(LeafReader reader, String field, Signature signature) throws IOException {
    this.signature = signature;
    this.restBytes = signature.rest().length;
    this.heads = DocValues.getBinary(reader, SimHashFields.signatureField(field));
    this.rests = DocValues.getBinary(reader, SimHashFields.signatureRestField(field));
  }

  /** Reads the head of a document's signature; whether it can be compared. */
  boolean advance(int target) throws IOException {
    if (doc != target) {
      doc = target;
      head = heads.advanceExact(target) ? comparable(heads.binaryValue()) : null;
      similarity = head == null ? NearValue.NO_SIMILARITY : Double.NaN;
    }
    return head != null;
  }

  private BytesRef comparable(BytesRef stored) {
    return signature.isComparable(stored.bytes, stored.offset, stored.length) ? stored : null;
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
    if (rests.advanceExact(doc) == false || rests.binaryValue().length != restBytes) {
      return NearValue.NO_SIMILARITY;
    }
    BytesRef rest = rests.binaryValue();
    return signature.similarity(head.bytes, head.offset, rest.bytes, rest.offset);
  }
}
