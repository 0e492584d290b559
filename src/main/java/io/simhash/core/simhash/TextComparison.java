package io.simhash.core.simhash;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.SetOverlap;
import io.simhash.core.minhash.Signature;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The comparison of two texts, by their fingerprints, their signatures and the texts themselves.
 *
 * @param distance the Hamming distance H; empty where a text has no fingerprint
 * @param shingles the exact overlap of the texts' shingles
 * @param similarity the Jaccard similarity of the shingles that the signatures estimate; empty
 *     where a text has no signature
 * @param score {@code 1 / (1 + H)}; empty where H is
 * @param flips the bits that differ and the features that changed them
 */
public record TextComparison(
    OptionalInt distance,
    SetOverlap shingles,
    OptionalDouble similarity,
    OptionalDouble score,
    List<BitFlips.Flip> flips) {

  /** The most features that explain one bit. */
  public static final int MAX_PULLS = 5;

  /**
   * One of the two texts.
   *
   * @param shingles the shingles of the texts of the body
   * @param fingerprint their fingerprint
   * @param signature their signature; empty where signatures are not compared
   */
  public record Side(
      HashedSet shingles, TextFingerprint fingerprint, Optional<Signature> signature) {}

  /** Compares two texts that were fingerprinted with one profile and cut into the same shingles. */
  public static TextComparison of(Side first, Side second) {
    SetOverlap shingles = first.shingles().overlap(second.shingles());
    OptionalDouble similarity =
        first.signature().isPresent() && second.signature().isPresent()
            ? first.signature().get().similarity(second.signature().get())
            : OptionalDouble.empty();
    TextFingerprint a = first.fingerprint();
    TextFingerprint b = second.fingerprint();
    if (a.fingerprint().isEmpty() || b.fingerprint().isEmpty()) {
      return new TextComparison(
          OptionalInt.empty(), shingles, similarity, OptionalDouble.empty(), List.of());
    }
    long x = a.fingerprint().getAsLong();
    long y = b.fingerprint().getAsLong();
    int distance = Fingerprint.distance(x, y);
    return new TextComparison(
        OptionalInt.of(distance),
        shingles,
        similarity,
        OptionalDouble.of(DistanceScore.RECIPROCAL.of(distance)),
        BitFlips.of(a.features(), x, b.features(), y, MAX_PULLS));
  }
}
