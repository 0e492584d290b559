package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.Signature;
import org.apache.lucene.util.BytesRef;

/** The parameters of signatures in their stored form, see {@link Signature}. */
final class StoredSignatures {

  private StoredSignatures() {}

  /**
   * The parameters of a stored signature as one number: its length, then the bytes of its header.
   * Signatures are comparable if it is the same.
   */
  static long parameters(BytesRef stored) {
    long parameters = stored.length;
    for (int i = 0; i < Signature.HEADER_BYTES; i++) {
      parameters = parameters << Byte.SIZE | stored.bytes[stored.offset + i] & 0xFF;
    }
    return parameters;
  }

  /** The number of components that {@link #parameters} tell. */
  static int components(long parameters) {
    return (int) (parameters >>> Signature.HEADER_BYTES * Byte.SIZE) - Signature.HEADER_BYTES;
  }

  /** Whether a signature is of this version, and no others count. */
  static boolean isReadable(BytesRef stored) {
    return stored.length > Signature.HEADER_BYTES
        && stored.bytes[stored.offset] == Signature.VERSION;
  }
}
