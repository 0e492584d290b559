package io.simhash.core.near;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.minhash.Signature;
import io.simhash.core.simhash.Fingerprint;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The value of a {@code simhash} field in one document: a fingerprint, a signature or both.
 * Comparable, so that a hash table of values is fast whatever fingerprints users send.
 *
 * @param fingerprint empty for a text that is too short for one
 * @param signature empty if the field holds none
 */
public record NearValue(OptionalLong fingerprint, Optional<Signature> signature)
    implements Comparable<NearValue> {

  /** The similarity of two documents whose signatures cannot be compared. */
  public static final double NO_SIMILARITY = -1;

  /** The distance where one of two documents has no fingerprint. */
  public static final int NO_DISTANCE = -1;

  private static final Comparator<NearValue> ORDER =
      Comparator.<NearValue>comparingInt(value -> value.fingerprint.isPresent() ? 1 : 0)
          .thenComparingLong(value -> value.fingerprint.orElse(0))
          .thenComparing(
              value -> value.signature.map(Signature::stored).orElse(new byte[0]), Arrays::compare);

  public NearValue {
    if (fingerprint.isEmpty() && signature.isEmpty()) {
      throw invalid("a value must have a fingerprint or a signature but had neither");
    }
  }

  public NearValue(long fingerprint, Optional<Signature> signature) {
    this(OptionalLong.of(fingerprint), signature);
  }

  public NearValue(Signature signature) {
    this(OptionalLong.empty(), Optional.of(signature));
  }

  @Override
  public int compareTo(NearValue other) {
    return ORDER.compare(this, other);
  }

  /** The value of a text; empty if it has neither. */
  public static Optional<NearValue> of(OptionalLong fingerprint, Optional<Signature> signature) {
    return fingerprint.isEmpty() && signature.isEmpty()
        ? Optional.empty()
        : Optional.of(new NearValue(fingerprint, signature));
  }

  /** The Hamming distance of the fingerprints, 0 to 64, or {@link #NO_DISTANCE}. */
  public int distance(NearValue other) {
    return fingerprint.isPresent() && other.fingerprint.isPresent()
        ? Fingerprint.distance(fingerprint.getAsLong(), other.fingerprint.getAsLong())
        : NO_DISTANCE;
  }

  /** The estimated Jaccard similarity in [0, 1], or {@link #NO_SIMILARITY}. */
  public double similarity(NearValue other) {
    return signature.isEmpty() || other.signature.isEmpty()
        ? NO_SIMILARITY
        : signature.get().similarity(other.signature.get()).orElse(NO_SIMILARITY);
  }

  /** The {@code distance} and the {@code similarity}, as far as both have them. */
  public Map<String, Object> nearness(NearValue other) {
    return nearness(distance(other), similarity(other));
  }

  /** The same, where the {@link #distance} and the {@link #similarity} are known. */
  public static Map<String, Object> nearness(int distance, double similarity) {
    Map<String, Object> nearness = new LinkedHashMap<>();
    if (distance != NO_DISTANCE) {
      nearness.put("distance", distance);
    }
    if (similarity != NO_SIMILARITY) {
      nearness.put("similarity", similarity);
    }
    return nearness;
  }
}
