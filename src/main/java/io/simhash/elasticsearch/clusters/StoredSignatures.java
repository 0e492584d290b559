package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import org.apache.lucene.util.BytesRef;

/** The parameters of signatures in their stored form, see {@link Signature}. */
final class StoredSignatures {

  private StoredSignatures() {}

  /**
   * The header of a stored signature as one number. Signatures are comparable if it is the same.
   */
  static long parameters(BytesRef stored) {
    long parameters = 0;
    for (int i = 0; i < SignatureParameters.headerBytes(stored.bytes, stored.offset); i++) {
      parameters = parameters << Byte.SIZE | stored.bytes[stored.offset + i] & 0xFF;
    }
    return parameters;
  }

  /** The bands that {@link #parameters} tell. */
  static Bands bands(long parameters) {
    int bytes = Long.BYTES - Long.numberOfLeadingZeros(parameters) / Byte.SIZE;
    byte[] header = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      header[i] = (byte) (parameters >>> Byte.SIZE * (bytes - 1 - i));
    }
    return SignatureParameters.read(header).bands();
  }

  /** Whether a signature is of this version, and no others count. */
  static boolean isReadable(BytesRef stored) {
    return stored.length > 0 && stored.bytes[stored.offset] == SignatureParameters.VERSION;
  }
}
