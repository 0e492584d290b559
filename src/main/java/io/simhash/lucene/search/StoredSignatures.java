package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;

/**
 * The signatures of a field in one segment, for one search thread: a doc value has the head of
 * each, a second one the rest. Documents must be asked for in ascending order.
 */
public final class StoredSignatures {

  private static final BytesRef NO_REST = new BytesRef();

  private final BinaryDocValues heads;
  private final BinaryDocValues rests;

  /** Opens the doc values of a field, which may have none. */
  public StoredSignatures(LeafReader reader, String field) throws IOException {
    this.heads = DocValues.getBinary(reader, SimHashFields.signatureField(field));
    this.rests = DocValues.getBinary(reader, SimHashFields.signatureRestField(field));
  }

  /** The head of a document's signature; {@code null} if the reader shows none. */
  public BytesRef head(int doc) throws IOException {
    return heads.advanceExact(doc) ? heads.binaryValue() : null;
  }

  /** The rest of a document's signature; empty if it has none, or the reader shows none. */
  public BytesRef rest(int doc) throws IOException {
    return rests.advanceExact(doc) ? rests.binaryValue() : NO_REST;
  }

  /**
   * The signature of a document with this {@link #head}.
   *
   * @throws IllegalArgumentException with the reason if it cannot be read
   */
  public Signature read(BytesRef head, int doc) throws IOException {
    return Signature.read(BytesRef.deepCopyOf(head).bytes, BytesRef.deepCopyOf(rest(doc)).bytes);
  }
}
