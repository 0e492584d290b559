package io.simhash.core.near;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;

/**
 * Decides which documents are neighbours: by the similarity J of the signatures or, where these
 * cannot be compared, by the Hamming distance H of the fingerprints.
 *
 * <ul>
 *   <li>Signatures that can be compared: {@code J >= minSimilarity}, at least {@code minBands}
 *       indexed bands are equal, so that an inverted index finds all neighbours, and {@code H <=
 *       maxDistance} where both have a fingerprint.
 *   <li>Others: {@code H <= maxDistanceAlone}.
 *   <li>With a {@code minSimilarity} of 0, signatures are not compared: {@code H <=
 *       maxDistanceAlone} for all documents.
 * </ul>
 *
 * <p>Of the pairs of similarity J, two equal bands of B exclude {@code (1 - J²)^B + B · J² · (1 -
 * J²)^(B-1)} (docs/adr/0006-bands.md). Signatures of a field with one band need one.
 *
 * @param maxDistance 0 to 64; that of documents whose signatures can be compared
 * @param maxDistanceAlone 0 to 64; that of all others
 * @param minSimilarity in [0, 1]
 * @param minBands the indexed bands that signatures must share; 0 for none, and then all documents
 *     are compared
 */
public record NearRule(int maxDistance, int maxDistanceAlone, double minSimilarity, int minBands) {

  /** The similarity of two documents whose signatures cannot be compared. */
  public static final double NO_SIMILARITY = -1;

  /** The distance of two documents of which one has no fingerprint. */
  public static final int NO_DISTANCE = -1;

  /**
   * The default of {@code max_distance} where signatures cannot be compared, which suits {@link
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

  /** The same of {@code max_distance}, where signatures cannot be compared. */
  public static final int DEFAULT_MAX_DISTANCE_ALONE_TO_REMOVE = 3;

  /**
   * The default of {@code max_distance} where a text may be contained in a longer one that is not
   * similar: nearly every pair of similarity .5 lies within it.
   */
  private static final int DEFAULT_MAX_DISTANCE_TO_CONTAIN = 24;

  /** From this {@code min_similarity} on, sharing bands is a part of the rule. */
  public static final double MIN_SIMILARITY_OF_BANDS = 0.44;

  /** The bands that neighbours share from then on. */
  public static final int MIN_BANDS = 2;

  /** Three standard errors of the estimate at a similarity of .5. */
  public static final double MAX_ERROR = 0.06;

  public NearRule {
    Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    Ranges.require("max_distance", maxDistanceAlone, 0, Fingerprint.BITS);
    // Adding 0 turns -0 into 0: equal rules must have equal hash codes.
    minSimilarity = Ranges.requireFraction("min_similarity", minSimilarity) + 0.0;
    Ranges.require("min_matching_bands", minBands, 0, Bands.MAX_INDEXED);
    if (minSimilarity == 0 && maxDistance != maxDistanceAlone) {
      throw invalid(
          "without signatures the maximum distances must be equal but were [%s] and [%s]",
          maxDistance, maxDistanceAlone);
    }
  }

  /** The rule with the default number of bands. */
  public NearRule(int maxDistance, int maxDistanceAlone, double minSimilarity) {
    this(maxDistance, maxDistanceAlone, minSimilarity, defaultMinBands(minSimilarity));
  }

  private static int defaultMinBands(double minSimilarity) {
    return minSimilarity >= MIN_SIMILARITY_OF_BANDS ? MIN_BANDS : 0;
  }

  /** The fingerprint decides alone: H is at most {@code maxDistance}, whatever the signatures. */
  public static NearRule ofDistance(int maxDistance) {
    return new NearRule(maxDistance, maxDistance, 0);
  }

  /**
   * The signatures decide alone. A minimum of 0 asks for any similarity above 0.
   *
   * @param minBands {@code null} where it is not set
   */
  public static NearRule ofSimilarity(double minSimilarity, Integer minBands) {
    return new NearRule(
        Fingerprint.BITS,
        DEFAULT_MAX_DISTANCE_ALONE,
        minSimilarity == 0 ? Double.MIN_VALUE : minSimilarity,
        minBands == null ? defaultMinBands(minSimilarity) : minBands);
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
      return ofDistance(maxDistance == null ? DEFAULT_MAX_DISTANCE_TO_CONTAIN : maxDistance);
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
    return new NearRule(maxDistance == null ? Fingerprint.BITS : maxDistance, alone, similarity);
  }

  /** Whether signatures are compared. */
  public boolean usesSignatures() {
    return minSimilarity > 0;
  }

  /** Whether all neighbours with comparable signatures share bands. */
  public boolean usesBands() {
    return minBands > 0;
  }

  /** Whether the distance decides too where signatures can be compared. */
  public boolean limitsDistance() {
    return maxDistance < Fingerprint.BITS;
  }

  /** The bands that two signatures with these parameters must share. */
  public int minBands(Bands bands) {
    return Math.min(minBands, bands.indexed());
  }

  /**
   * Whether a distance and a similarity are those of neighbours. Where {@link #usesBands}, two
   * signatures must share bands besides.
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
    double similarity = usesSignatures() ? a.similarity(b) : NO_SIMILARITY;
    return holds(a.distance(b), similarity)
        && (similarity == NO_SIMILARITY
            || minBands == 0
            || a.sharedBands(b) >= minBands(a.signature().get().parameters().bands()));
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

  /**
   * The reason why a document is no neighbour, for explanations.
   *
   * @param shared the shared bands, where the similarity is known
   */
  public String reason(int distance, double similarity, int shared) {
    boolean compared = usesSignatures() && similarity != NO_SIMILARITY;
    if (compared && similarity < minSimilarity) {
      return "similarity " + similarity + " is below min_similarity " + minSimilarity;
    }
    if (compared && distance <= maxDistance) {
      return shared + " indexed bands are shared, fewer than " + minBands;
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

  /** For example {@code J>=0.51,2 bands|12}: by signatures, and by the distance of others. */
  @Override
  public String toString() {
    return usesSignatures()
        ? (limitsDistance() ? maxDistance + "," : "")
            + "J>="
            + minSimilarity
            + (minBands > 0 ? "," + minBands + " bands" : "")
            + "|"
            + maxDistanceAlone
        : Integer.toString(maxDistanceAlone);
  }
}
