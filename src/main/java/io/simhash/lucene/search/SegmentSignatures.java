package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

/**
 * Compares the stored signatures of a segment with one of the query, for one search thread. A
 * stored signature that is not comparable counts as absent.
 */
final class SegmentSignatures {

  /** Cost of reading a doc value of some hundred bytes, and of comparing it. */
  private static final float COST = 50;

  private final Signature query;
  private final BinaryDocValues stored;
  private int doc = -1;
  private double similarity;

  /**
   * @param query the query's signature; if it has none, none can be compared
   */
  SegmentSignatures(LeafReader reader, String field, Optional<Signature> query) throws IOException {
    this.query = query.orElse(null);
    this.stored = query.isEmpty() ? DocValues.emptyBinary() : DocValues.getBinary(reader, field);
  }

  /** Cost of a comparison, see {@code TwoPhaseIterator.matchCost}. */
  static float cost(Optional<Signature> query) {
    return query.isPresent() ? COST : 0;
  }

  /** Whether a segment has signatures. */
  static boolean exist(LeafReader reader, String field) {
    FieldInfo info = reader.getFieldInfos().fieldInfo(field);
    return info != null && info.getDocValuesType() == DocValuesType.BINARY;
  }

  /**
   * The similarity of a document in [0, 1], or {@link NearRule#NO_SIMILARITY}; read once for calls
   * that follow one another. Documents must be asked for in ascending order.
   */
  double similarity(int target) throws IOException {
    if (doc != target) {
      doc = target;
      similarity =
          stored.advanceExact(target) ? similarity(stored.binaryValue()) : NearRule.NO_SIMILARITY;
    }
    return similarity;
  }

  private double similarity(BytesRef signature) {
    return query.isComparable(signature.bytes, signature.offset, signature.length)
        ? query.similarity(signature.bytes, signature.offset)
        : NearRule.NO_SIMILARITY;
  }

  /**
   * The number of indexed bands that a document shares, after {@link #similarity} of the same one
   * was found.
   */
  int sharedBands() throws IOException {
    BytesRef signature = stored.binaryValue();
    return query.sharedBands(signature.bytes, signature.offset);
  }
}
