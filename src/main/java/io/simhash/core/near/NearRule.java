package io.simhash.core.near;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.core.simhash.Fingerprint;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Decides which documents are neighbours: by the Hamming distance H of the fingerprints and, where
 * both sides have comparable signatures, by their similarity J.
 *
 * <ul>
 *   <li>With signatures to compare: {@code H <= maxDistance} and {@code J >= minSimilarity}, and
 *       beyond {@value #DEFAULT_MAX_DISTANCE_ALONE} bits enough agreement of the prefixes for
 *       {@code prefixSimilarity}, see {@link SignaturePrefix}.
 *   <li>Without: {@code H <= maxDistanceAlone}.
 * </ul>
 *
 * @param maxDistance 0 to 64
 * @param minSimilarity in [0, 1]
 * @param maxDistanceAlone at most {@code maxDistance}; -1 where documents without a comparable
 *     signature are no neighbours
 * @param prefixSimilarity the similarity from which a prefix must not reject a document, in
 *     [minSimilarity, 1]
 */
public record NearRule(
    int maxDistance, double minSimilarity, int maxDistanceAlone, double prefixSimilarity) {

  /** The similarity of two documents whose signatures cannot be compared. */
  public static final double NO_SIMILARITY = -1;

  /**
   * The default maximum distance without signatures, which suits {@link
   * io.simhash.core.profile.Preset#DEFAULT}. Of unrelated fingerprints 0.23 in a million lie within
   * it by chance, {@code Σ C(64, i) / 2^64} for i = 0 to 12.
   */
  public static final int DEFAULT_MAX_DISTANCE_ALONE = 12;

  /**
   * The default maximum distance with signatures: nearly every pair of similarity .5 lies within it
   * (docs/accuracy.md), and the signature removes the others.
   */
  public static final int DEFAULT_MAX_DISTANCE = 24;

  /** The default minimum similarity: precision of .98 and more on every set (docs/accuracy.md). */
  public static final double DEFAULT_MIN_SIMILARITY = 0.53;

  /** The default minimum similarity of documents that are confirmed by the text afterwards. */
  public static final double DEFAULT_MIN_SIMILARITY_TO_CONFIRM = 0.40;

  /** Nearly four standard errors of a signature with 384 components at a similarity of .5. */
  public static final double MAX_ERROR = 0.10;

  public NearRule {
    Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    // Adding 0 turns -0 into 0: equal rules must have equal hash codes.
    minSimilarity = Ranges.requireFraction("min_similarity", minSimilarity) + 0.0;
    if (maxDistanceAlone < -1 || maxDistanceAlone > maxDistance) {
      throw invalid(
          "the maximum distance alone must be in [-1, %s] but was [%s]",
          maxDistance, maxDistanceAlone);
    }
    if ((prefixSimilarity >= minSimilarity && prefixSimilarity <= 1) == false) {
      throw invalid(
          "the similarity of prefixes must be in [%s, 1] but was [%s]",
          minSimilarity, prefixSimilarity);
    }
    prefixSimilarity += 0.0;
  }

  /** A rule that the signatures decide: prefixes must not reject from {@code minSimilarity} on. */
  public NearRule(int maxDistance, double minSimilarity, int maxDistanceAlone) {
    this(maxDistance, minSimilarity, maxDistanceAlone, minSimilarity);
  }

  /** The fingerprint decides alone: H is at most {@code maxDistance}, whatever the signatures. */
  public static NearRule ofDistance(int maxDistance) {
    return new NearRule(maxDistance, 0, maxDistance);
  }

  /**
   * The rule of a query with these options.
   *
   * <ul>
   *   <li>Neither is typed: the defaults.
   *   <li>{@code max_distance} alone: the fingerprint decides alone.
   *   <li>{@code min_similarity}, with or without {@code max_distance}: documents without a
   *       comparable signature are no neighbours.
   * </ul>
   *
   * @param maxDistance {@code null} where it was not typed
   * @param minSimilarity {@code null} where it was not typed
   * @param confirmed whether neighbours are confirmed by the text afterwards
   */
  public static NearRule of(Integer maxDistance, Double minSimilarity, boolean confirmed) {
    if (minSimilarity != null) {
      return new NearRule(
          maxDistance == null ? DEFAULT_MAX_DISTANCE : maxDistance, minSimilarity, -1);
    }
    if (maxDistance != null) {
      return ofDistance(maxDistance);
    }
    double min = confirmed ? DEFAULT_MIN_SIMILARITY_TO_CONFIRM : DEFAULT_MIN_SIMILARITY;
    return new NearRule(DEFAULT_MAX_DISTANCE, min, DEFAULT_MAX_DISTANCE_ALONE);
  }

  /**
   * The same rule for documents whose exact similarity is confirmed afterwards: none is excluded
   * that can reach the exact minimum, but for errors of the estimate above {@value #MAX_ERROR} and
   * those that a prefix rejects.
   *
   * @param minJaccard the exact minimum, in [0, 1]
   */
  public NearRule toConfirm(double minJaccard) {
    double prefix = Math.min(minSimilarity + MAX_ERROR, minJaccard);
    double min = Math.max(0, Math.min(minSimilarity, minJaccard - MAX_ERROR));
    return new NearRule(maxDistance, min, maxDistanceAlone, usesSignatures() ? prefix : 0);
  }

  /** The same rule where no two signatures can be compared; empty if it has no neighbour there. */
  public Optional<NearRule> alone() {
    return maxDistanceAlone < 0 ? Optional.empty() : Optional.of(ofDistance(maxDistanceAlone));
  }

  /**
   * The maximum distance of documents whose prefixes are not compared, see {@link SignaturePrefix}:
   * close ones, of which there are few, and those that are neighbours without a signature.
   */
  public int maxDistanceWithoutPrefix() {
    return Math.max(DEFAULT_MAX_DISTANCE_ALONE, maxDistanceAlone);
  }

  /** Whether a document's signature can decide that it is no neighbour. */
  public boolean usesSignatures() {
    return minSimilarity > 0 || maxDistanceAlone < maxDistance;
  }

  /**
   * Whether a document is a neighbour.
   *
   * @param similarity that of the signatures, or {@link #NO_SIMILARITY}
   */
  public boolean holds(int distance, double similarity) {
    return similarity == NO_SIMILARITY
        ? distance <= maxDistanceAlone
        : distance <= maxDistance && similarity >= minSimilarity;
  }

  /**
   * Whether two documents are neighbours: what the query for one of them decides about the other.
   * Symmetric.
   */
  public boolean holds(NearValue a, NearValue b) {
    int distance = a.distance(b);
    if (distance > maxDistance) {
      return false;
    }
    return isRejected(a, b, distance) == false && holds(distance, a.similarity(b));
  }

  /** Whether the prefixes of the signatures agree in too few positions. */
  private boolean isRejected(NearValue a, NearValue b, int distance) {
    OptionalLong first = a.prefix();
    OptionalLong second = b.prefix();
    return usesSignatures()
        && distance > maxDistanceWithoutPrefix()
        && first.isPresent()
        && second.isPresent()
        && SignaturePrefix.agreements(first.getAsLong(), second.getAsLong()) < minAgreements();
  }

  /** The number of positions in which prefixes must agree, see {@link SignaturePrefix}. */
  public int minAgreements() {
    return SignaturePrefix.minAgreements(prefixSimilarity);
  }

  /** The reason why a document is no neighbour, for explanations; arguments of {@link #holds}. */
  public String reason(int distance, double similarity) {
    if (similarity != NO_SIMILARITY && distance <= maxDistance) {
      return "similarity " + similarity + " is below min_similarity " + minSimilarity;
    }
    if (similarity != NO_SIMILARITY || maxDistanceAlone == maxDistance) {
      return "Hamming distance " + distance + " is above max_distance " + maxDistance;
    }
    if (maxDistanceAlone < 0) {
      return "min_similarity " + minSimilarity + " needs a signature";
    }
    return "Hamming distance "
        + distance
        + " is above "
        + maxDistanceAlone
        + ", the maximum where"
        + " there is no signature to compare";
  }

  @Override
  public String toString() {
    return usesSignatures()
        ? maxDistance + ",J>=" + minSimilarity + "|" + maxDistanceAlone
        : Integer.toString(maxDistance);
  }
}
