package io.simhash.elasticsearch.clusters;

import io.simhash.core.minhash.SignatureParameters;
import java.math.BigInteger;
import org.apache.lucene.util.BytesRef;

/**
 * The header of a stored signature as one number, which is kept for each document and sent to
 * shards; 0 where there is no signature.
 */
final class SignatureHeader {

  private SignatureHeader() {}

  /** The header of a stored signature, or of its head. */
  static long of(BytesRef stored) {
    long header = 0;
    for (int i = 0; i < SignatureParameters.headerBytes(stored.bytes, stored.offset); i++) {
      header = header << Byte.SIZE | stored.bytes[stored.offset + i] & 0xFF;
    }
    return header;
  }

  /** The parameters of signatures with this header; for 0 the default. */
  static SignatureParameters parameters(long header) {
    return header == 0
        ? SignatureParameters.DEFAULT
        : SignatureParameters.read(BigInteger.valueOf(header).toByteArray());
  }
}
