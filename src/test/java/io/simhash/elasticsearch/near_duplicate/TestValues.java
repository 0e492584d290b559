package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.Fingerprint;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** Signatures whose similarity is known, and the sources of documents. */
final class TestValues {

  private static final SignatureParameters PARAMETERS =
      new SignatureParameters(Optional.of(Shingling.AUTO_CHARACTERS), Bands.DEFAULT);

  private TestValues() {}

  /** A signature that has so many minima, the first ones, in common with every other. */
  static Signature signature(int common) {
    return PARAMETERS.signature(
        LongStream.range(0, Bands.DEFAULT.hashes())
            .map(i -> i < common ? i * 0x9e3779b97f4a7c15L : (i + 5000L * common) * 0xbf58476d1ceL)
            .toArray());
  }

  /** The value of a {@code simhash} field as the processor writes it. */
  static Map<String, Object> source(NearValue value) {
    Map<String, Object> source = new HashMap<>();
    value.fingerprint().ifPresent(f -> source.put("fingerprint", Fingerprint.toHex(f)));
    value.signature().ifPresent(signature -> source.put("signature", signature.toBase64()));
    return source;
  }
}
