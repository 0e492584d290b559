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
 * The Lucene fields of one MinHash signature: a binary doc value, which is one byte for the version
 * of the format and then the signature; and, for a search by bands, the band terms as indexed terms
 * of the same field.
 */
public final class MinHashFields {

  /** The version of the format, in the first byte. */
  public static final byte VERSION = 1;

  /** The field type of a band term: not tokenized, no norms, documents only. */
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
    if (isSignature(stored, length) == false) {
      throw new IllegalArgumentException(sentence(length));
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
    if (isSignature(stored, signature.length) == false) {
      throw new IllegalStateException(sentence(signature.length));
    }
    return minHash.similarity(stored.bytes, stored.offset + 1, signature, 0);
  }

  private static boolean isSignature(BytesRef stored, int length) {
    return stored.length == length + 1 && stored.bytes[stored.offset] == VERSION;
  }

  private static String sentence(int length) {
    return "a stored signature must have version [" + VERSION + "] and [" + length + "] bytes";
  }
}
