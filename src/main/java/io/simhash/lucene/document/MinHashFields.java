package io.simhash.lucene.document;

import io.simhash.core.minhash.MinHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.IndexableFieldType;
import org.apache.lucene.util.BytesRef;

/**
 * The layout of one MinHash signature: a binary doc value, the format's version before the
 * signature; and, where sets are looked for by bands, the band terms as indexed terms of the same
 * field, documents only.
 */
public final class MinHashFields {

  /** The version that stands in the first byte. */
  public static final byte VERSION = 1;

  /** How a band term is indexed. */
  public static final IndexableFieldType BAND_TERM = bandTerm();

  private MinHashFields() {}

  private static IndexableFieldType bandTerm() {
    FieldType type = new FieldType();
    type.setTokenized(false);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS);
    type.freeze();
    return type;
  }

  /** The field of one document's signature. */
  public static IndexableField of(String field, byte[] signature) {
    byte[] value = new byte[signature.length + 1];
    value[0] = VERSION;
    System.arraycopy(signature, 0, value, 1, signature.length);
    return new BinaryDocValuesField(field, new BytesRef(value));
  }

  /** The fields of one document's signature and band terms. */
  public static List<IndexableField> of(String field, byte[] signature, List<String> bandTerms) {
    List<IndexableField> fields = new ArrayList<>();
    fields.add(of(field, signature));
    bandTerms.forEach(term -> fields.add(new Field(field, term, BAND_TERM)));
    return fields;
  }

  /**
   * The signature in a stored value.
   *
   * @throws IllegalArgumentException if the bytes are not of this format
   */
  public static byte[] signature(MinHash minHash, BytesRef stored) {
    int length = minHash.signatureBytes();
    if (stored.length != length + 1 || stored.bytes[stored.offset] != VERSION) {
      throw new IllegalArgumentException(
          "a stored signature must have version [1] and [" + length + "] bytes");
    }
    int from = stored.offset + 1;
    return Arrays.copyOfRange(stored.bytes, from, from + length);
  }

  /**
   * The estimated Jaccard similarity of a stored signature and {@code signature}.
   *
   * @throws IllegalStateException if the stored bytes are not of this format
   */
  public static double similarity(MinHash minHash, BytesRef stored, byte[] signature) {
    if (stored.length != signature.length + 1 || stored.bytes[stored.offset] != VERSION) {
      throw new IllegalStateException(
          "a stored signature must have version [1] and [" + signature.length + "] bytes");
    }
    return minHash.similarity(stored.bytes, stored.offset + 1, signature, 0);
  }
}
