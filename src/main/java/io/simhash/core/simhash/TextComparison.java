package io.simhash.core.simhash;

import io.simhash.core.minhash.SetOverlap;
import io.simhash.core.shingle.Shingling;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The similarity of two texts, by their fingerprints and by the texts themselves.
 *
 * @param distance the Hamming distance H; empty where a text has no fingerprint
 * @param shingles the overlap of the texts' {@value #SHINGLE_SIZE}-character shingles, exact
 * @param similarity {@code 1 / (1 + H)}, or with sets {@code mu / (1 + H) + (1 - mu) · J} where J
 *     is the exact Jaccard similarity of the sets, which signatures estimate; empty where H is
 * @param flips the bits that differ and the features that changed them
 */
public record TextComparison(
    OptionalInt distance,
    SetOverlap shingles,
    OptionalDouble similarity,
    List<BitFlips.Flip> flips) {

  /** Characters in a shingle: the usual unit of near-duplicate truth tables. */
  public static final int SHINGLE_SIZE = 5;

  /** The most features that explain one bit. */
  public static final int MAX_PULLS = 5;

  /**
   * One of the two texts.
   *
   * @param texts the texts of the body
   * @param fingerprint their fingerprint
   * @param set the second field's set; empty where sets are not compared
   */
  public record Side(List<String> texts, TextFingerprint fingerprint, Optional<Set<String>> set) {

    private Set<String> shingles() {
      Set<String> shingles = new LinkedHashSet<>();
      texts.forEach(text -> shingles.addAll(Shingling.ofCharacters(text, SHINGLE_SIZE)));
      return shingles;
    }
  }

  /**
   * Compares two texts that were fingerprinted with one profile.
   *
   * @param mu the part of the distance in the similarity, in [0, 1]; not used without sets
   */
  public static TextComparison of(Side first, Side second, double mu) {
    SetOverlap shingles = SetOverlap.of(first.shingles(), second.shingles());
    TextFingerprint a = first.fingerprint();
    TextFingerprint b = second.fingerprint();
    if (a.fingerprint().isEmpty() || b.fingerprint().isEmpty()) {
      return new TextComparison(OptionalInt.empty(), shingles, OptionalDouble.empty(), List.of());
    }
    long x = a.fingerprint().getAsLong();
    long y = b.fingerprint().getAsLong();
    int distance = Fingerprint.distance(x, y);
    double similarity = DistanceScore.RECIPROCAL.of(distance);
    if (first.set().isPresent() && second.set().isPresent()) {
      double jaccard = SetOverlap.of(first.set().get(), second.set().get()).jaccard();
      similarity = DistanceScore.mixed(mu, similarity, jaccard);
    }
    return new TextComparison(
        OptionalInt.of(distance),
        shingles,
        OptionalDouble.of(similarity),
        BitFlips.of(a.features(), x, b.features(), y, MAX_PULLS));
  }
}
