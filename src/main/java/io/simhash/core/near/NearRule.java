package io.simhash.core.near;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;

/**
 * Decides which documents are neighbours: by the Hamming distance H of the fingerprints and by the
 * similarity J of the signatures.
 *
 * <ul>
 *   <li>Signatures that can be compared: {@code J >= minSimilarity} and {@code H <= maxDistance}.
 *       Where one of the two documents has no fingerprint, J decides alone. From {@value
 *       #MIN_SIMILARITY_OF_BANDS} on, at least one indexed band must be shared too, so that an
 *       inverted index finds all neighbours. That excludes {@code (1 - J²)^32} of the pairs.
 *   <li>Others: {@code H <= maxDistanceAlone}.
 *   <li>With a {@code minSimilarity} of 0, signatures are not compared: {@code H <=
 *       maxDistanceAlone} for all documents.
 * </ul>
 *
 * @param maxDistance 0 to 64; that of documents whose signatures can be compared
 * @param maxDistanceAlone 0 to 64; that of all others
 * @param minSimilarity in [0, 1]
 */
public record NearRule(int maxDistance, int maxDistanceAlone, double minSimilarity) {

  /** The similarity of two documents whose signatures cannot be compared. */
  public static final double NO_SIMILARITY = -1;

  /** The distance of two documents of which one has no fingerprint. */
  public static final int NO_DISTANCE = -1;

  /**
   * The default of {@code max_distance} for documents whose signatures can be compared: nearly
   * every pair of similarity .5 lies within it, and 29 in 30 unrelated documents do not, so that
   * their signatures are not read (docs/adr/0006-bands.md).
   */
  public static final int DEFAULT_MAX_DISTANCE = 24;

  /**
   * The default of {@code max_distance} for all others, which suits {@link
   * io.simhash.core.profile.Preset#DEFAULT}. Of unrelated fingerprints 0.23 in a million lie within
   * it by chance, {@code Σ C(64, i) / 2^64} for i = 0 to 12.
   */
  public static final int DEFAULT_MAX_DISTANCE_ALONE = 12;

  /** The default of {@code min_similarity}: mean precision of .99 (docs/adr/0006-bands.md). */
  public static final double DEFAULT_MIN_SIMILARITY = 0.51;

  /** The default of {@code min_similarity} where neighbours are confirmed by the text. */
  public static final double DEFAULT_MIN_SIMILARITY_TO_CONFIRM = 0.44;

  /** The default of {@code min_similarity} where near-duplicates are not kept. */
  public static final double DEFAULT_MIN_SIMILARITY_TO_REMOVE = 0.9;

  /** The same of {@code max_distance}, without signatures to compare. */
  public static final int DEFAULT_MAX_DISTANCE_ALONE_TO_REMOVE = 3;

  /** From this {@code min_similarity} on, sharing a band is a part of the rule. */
  public static final double MIN_SIMILARITY_OF_BANDS = 0.44;

  /** Three standard errors of the estimate at a similarity of .5. */
  public static final double MAX_ERROR = 0.06;

  public NearRule {
    Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    Ranges.require("max_distance", maxDistanceAlone, 0, Fingerprint.BITS);
    // Adding 0 turns -0 into 0: equal rules must have equal hash codes.
    minSimilarity = Ranges.requireFraction("min_similarity", minSimilarity) + 0.0;
    if (minSimilarity == 0 && maxDistance != maxDistanceAlone) {
      throw invalid(
          "without signatures the maximum distances must be equal but were [%s] and [%s]",
          maxDistance, maxDistanceAlone);
    }
  }

  /** The fingerprint decides alone: H is at most {@code maxDistance}, whatever the signatures. */
  public static NearRule ofDistance(int maxDistance) {
    return new NearRule(maxDistance, maxDistance, 0);
  }

  /**
   * The rule of these options. Each has its own default.
   *
   * @param maxDistance {@code null} where it is not set
   * @param minSimilarity {@code null} where it is not set
   */
  public static NearRule of(Integer maxDistance, Double minSimilarity) {
    return of(maxDistance, minSimilarity, DEFAULT_MAX_DISTANCE_ALONE, DEFAULT_MIN_SIMILARITY);
  }

  /**
   * The rule of these options where a near-duplicate is dropped, refused or stored elsewhere. By
   * default it asks for more: texts that are half alike often report other figures.
   */
  public static NearRule toRemove(Integer maxDistance, Double minSimilarity) {
    return of(
        maxDistance,
        minSimilarity,
        DEFAULT_MAX_DISTANCE_ALONE_TO_REMOVE,
        DEFAULT_MIN_SIMILARITY_TO_REMOVE);
  }

  /**
   * The rule of these options for neighbours that are confirmed by the text afterwards: by default
   * it excludes none that can reach the exact minimum, but for errors of the estimate above {@value
   * #MAX_ERROR}. With a minimum of at most that, a text may be contained in a much longer one: then
   * the fingerprint decides alone.
   *
   * @param minJaccard the exact minimum, in [0, 1]
   */
  public static NearRule toConfirm(Integer maxDistance, Double minSimilarity, double minJaccard) {
    double reachable = Math.max(0, minJaccard - MAX_ERROR);
    if (minSimilarity == null && reachable == 0) {
      return ofDistance(maxDistance == null ? DEFAULT_MAX_DISTANCE : maxDistance);
    }
    return of(
        maxDistance,
        minSimilarity,
        DEFAULT_MAX_DISTANCE_ALONE,
        Math.min(DEFAULT_MIN_SIMILARITY_TO_CONFIRM, reachable));
  }

  private static NearRule of(
      Integer maxDistance, Double minSimilarity, int defaultAlone, double defaultSimilarity) {
    double similarity = minSimilarity == null ? defaultSimilarity : minSimilarity;
    int alone = maxDistance == null ? defaultAlone : maxDistance;
    if (similarity == 0) {
      return ofDistance(alone);
    }
    return new NearRule(
        maxDistance == null ? DEFAULT_MAX_DISTANCE : maxDistance, alone, similarity);
  }

  /** Whether signatures are compared. */
  public boolean usesSignatures() {
    return minSimilarity > 0;
  }

  /** Whether all neighbours with comparable signatures share a band. */
  public boolean usesBands() {
    return minSimilarity >= MIN_SIMILARITY_OF_BANDS;
  }

  /**
   * Whether a distance and a similarity are those of neighbours. Where {@link #usesBands}, two
   * signatures must share a band besides.
   *
   * @param distance that of the fingerprints, or {@link #NO_DISTANCE}
   * @param similarity that of the signatures, or {@link #NO_SIMILARITY}
   */
  public boolean holds(int distance, double similarity) {
    return usesSignatures() && similarity != NO_SIMILARITY
        ? similarity >= minSimilarity && distance <= maxDistance
        : distance != NO_DISTANCE && distance <= maxDistanceAlone;
  }

  /**
   * Whether two documents are neighbours: what the query for one of them decides about the other.
   * Symmetric.
   */
  public boolean holds(NearValue a, NearValue b) {
    int distance = a.distance(b);
    if (distance > Math.max(maxDistance, maxDistanceAlone)) {
      return false;
    }
    double similarity = usesSignatures() ? a.similarity(b) : NO_SIMILARITY;
    return holds(distance, similarity)
        && (similarity == NO_SIMILARITY || usesBands() == false || a.sharedBands(b) > 0);
  }

  /**
   * How near two values are, in [0, 1]: the similarity or, where signatures are not compared,
   * {@code 1 / (1 + H)}; 0 where neither is known.
   */
  public double score(NearValue a, NearValue b) {
    return score(a.distance(b), usesSignatures() ? a.similarity(b) : NO_SIMILARITY);
  }

  /** The same of a distance and a similarity, arguments as of {@link #holds(int, double)}. */
  public double score(int distance, double similarity) {
    if (usesSignatures() && similarity != NO_SIMILARITY) {
      return similarity;
    }
    return distance == NO_DISTANCE ? 0 : DistanceScore.RECIPROCAL.of(distance);
  }

  /** The reason why a document is no neighbour, for explanations; arguments of {@link #holds}. */
  public String reason(int distance, double similarity) {
    boolean compared = usesSignatures() && similarity != NO_SIMILARITY;
    if (compared && similarity < minSimilarity) {
      return "similarity " + similarity + " is below min_similarity " + minSimilarity;
    }
    if (compared && distance <= maxDistance) {
      return "no indexed band is shared";
    }
    if (distance == NO_DISTANCE) {
      return "there is neither a distance nor a similarity: one of the two has no fingerprint";
    }
    return "Hamming distance "
        + distance
        + " is above max_distance "
        + (compared ? maxDistance : maxDistanceAlone)
        + (compared || usesSignatures() == false ? "" : ", without a signature to compare");
  }

  @Override
  public String toString() {
    return usesSignatures()
        ? maxDistance + ",J>=" + minSimilarity + "|" + maxDistanceAlone
        : Integer.toString(maxDistanceAlone);
  }
}
