package io.simhash.lucene.text;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.TextFingerprint;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The result of a {@link TextHasher} for a text.
 *
 * @param fingerprint empty where none is made; with its features also where the text has too few
 * @param signature empty where none is made, and for a text without shingles
 */
public record HashedText(Optional<TextFingerprint> fingerprint, Optional<Signature> signature) {

  /** The value that is compared; empty if the text has neither. */
  public Optional<NearValue> near() {
    return NearValue.of(
        fingerprint.map(TextFingerprint::fingerprint).orElse(OptionalLong.empty()), signature);
  }

  /** The id of the fingerprint's profile, or {@code null}. */
  public String profile() {
    return fingerprint.map(TextFingerprint::profile).orElse(null);
  }
}
