package io.simhash.core.near;

import io.simhash.core.minhash.Signature;
import io.simhash.core.simhash.Fingerprint;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The value of a {@code simhash} field in one document: a fingerprint and, if there is one, a
 * signature. Documents with equal values are neighbours of the same documents.
 *
 * @param fingerprint the fingerprint
 * @param signature the signature; empty if the field holds none
 */
public record NearValue(long fingerprint, Optional<Signature> signature) {

  public NearValue {
    Objects.requireNonNull(signature, "signature");
  }

  /** The Hamming distance of the fingerprints, 0 to 64. */
  public int distance(NearValue other) {
    return Fingerprint.distance(fingerprint, other.fingerprint);
  }

  /**
   * The estimated Jaccard similarity in [0, 1], or {@link NearRule#NO_SIMILARITY} if the signatures
   * cannot be compared.
   */
  public double similarity(NearValue other) {
    return signature.isEmpty() || other.signature.isEmpty()
        ? NearRule.NO_SIMILARITY
        : signature.get().similarity(other.signature.get()).orElse(NearRule.NO_SIMILARITY);
  }

  /** The prefix of the signature; empty if there is no signature or it is too short. */
  OptionalLong prefix() {
    return signature.map(Signature::prefix).orElse(OptionalLong.empty());
  }
}
