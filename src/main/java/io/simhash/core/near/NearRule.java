package io.simhash.core.near;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.Thresholds;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;

/**
 * Decides which documents are neighbours: those whose signatures are {@link Similar}, or those
 * whose fingerprints are within a {@link Radius}. The options of a request say which.
 */
public sealed interface NearRule {

  /**
   * The default radius, which suits {@link io.simhash.core.profile.Preset#DEFAULT}. Of unrelated
   * fingerprints 0.23 in a million lie within it: {@code Σ C(64, i) / 2^64} for i = 0 to 12.
   */
  int DEFAULT_RADIUS = 12;

  /** The default radius where near-duplicates are not kept. */
  int DEFAULT_RADIUS_TO_REMOVE = 3;

  /**
   * The default radius where a text may be contained in a longer one that is not similar: nearly
   * every pair of similarity .5 lies within it.
   */
  int DEFAULT_RADIUS_TO_CONTAIN = 24;

  /** The default of {@code min_similarity}: mean precision of .99 (docs/adr/0006-bands.md). */
  double DEFAULT_MIN_SIMILARITY = 0.51;

  /** The default of {@code min_similarity} where neighbours are confirmed by the text. */
  double DEFAULT_MIN_SIMILARITY_TO_CONFIRM = 0.44;

  /** The default of {@code min_similarity} where near-duplicates are not kept. */
  double DEFAULT_MIN_SIMILARITY_TO_REMOVE = 0.9;

  /** From this {@code min_similarity} on, sharing bands is a part of the rule. */
  double MIN_SIMILARITY_OF_BANDS = 0.44;

  /** The bands that neighbours share from then on. */
  int MIN_BANDS = 2;

  /** Three standard errors of the estimate at a similarity of .5. */
  double MAX_ERROR = 0.06;

  /** Whether two documents are neighbours. Symmetric. */
  boolean holds(NearValue a, NearValue b);

  /** How near two values are, in [0, 1]; 0 where it is not known. */
  double score(NearValue a, NearValue b);

  /**
   * The rule of these options: similar, unless {@code max_distance} is set alone or there is no
   * signature to search with.
   *
   * @param maxDistance {@code null} where it is not set, as {@code minSimilarity}
   * @param signed whether there is a signature to search with
   */
  static NearRule of(Integer maxDistance, Double minSimilarity, boolean signed) {
    return of(maxDistance, minSimilarity, signed, DEFAULT_RADIUS, DEFAULT_MIN_SIMILARITY);
  }

  /**
   * The rule of these options where a near-duplicate is dropped, refused or stored elsewhere. By
   * default it asks for more: texts that are half alike often report other figures.
   */
  static NearRule toRemove(Integer maxDistance, Double minSimilarity, boolean signed) {
    return of(
        maxDistance,
        minSimilarity,
        signed,
        DEFAULT_RADIUS_TO_REMOVE,
        DEFAULT_MIN_SIMILARITY_TO_REMOVE);
  }

  /**
   * The rule of these options for neighbours that are confirmed afterwards: by default it excludes
   * none that can reach the exact minimum, but for errors of the estimate above {@value
   * #MAX_ERROR}. A minimum of at most that is for texts within much longer ones: a radius.
   *
   * @param minJaccard the exact minimum, in [0, 1]
   */
  static NearRule toConfirm(
      Integer maxDistance, Double minSimilarity, double minJaccard, boolean signed) {
    double reachable = Math.max(0, minJaccard - MAX_ERROR);
    return reachable == 0
        ? of(maxDistance, minSimilarity, false, DEFAULT_RADIUS_TO_CONTAIN, 0)
        : of(
            maxDistance,
            minSimilarity,
            signed,
            DEFAULT_RADIUS,
            Math.min(DEFAULT_MIN_SIMILARITY_TO_CONFIRM, reachable));
  }

  private static NearRule of(
      Integer maxDistance, Double minSimilarity, boolean signed, int radius, double similarity) {
    if (minSimilarity == null && (maxDistance != null || signed == false)) {
      return new Radius(maxDistance == null ? radius : maxDistance);
    }
    return new Similar(
        minSimilarity == null ? similarity : minSimilarity,
        maxDistance == null ? Fingerprint.BITS : maxDistance);
  }

  /** The neighbours have a fingerprint and {@code H <= maxDistance}, whatever the signatures. */
  record Radius(int maxDistance) implements NearRule {

    public Radius {
      Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    }

    public boolean holds(int distance) {
      return distance != NearValue.NO_DISTANCE && distance <= maxDistance;
    }

    @Override
    public boolean holds(NearValue a, NearValue b) {
      return holds(a.distance(b));
    }

    /** {@code 1 / (1 + H)}. */
    @Override
    public double score(NearValue a, NearValue b) {
      int distance = a.distance(b);
      return distance == NearValue.NO_DISTANCE ? 0 : DistanceScore.RECIPROCAL.of(distance);
    }

    @Override
    public String toString() {
      return Integer.toString(maxDistance);
    }
  }

  /**
   * The neighbours have signatures that can be compared, with
   *
   * <ul>
   *   <li>an estimated similarity {@code J >= minSimilarity};
   *   <li>{@code minBands} equal bands, by which an index finds them, and heads that agree: {@link
   *       Thresholds#head} equal components, so that the rest of other signatures is not read. Not
   *       where {@code minBands} is 0: then all documents are compared;
   *   <li>{@code H <= maxDistance} where both have a fingerprint.
   * </ul>
   *
   * <p>Of the pairs of similarity J, two equal bands of B exclude {@code (1 - J²)^B + B · J² · (1 -
   * J²)^(B-1)} (docs/adr/0006-bands.md), the heads one in a million. Signatures with one band need
   * one.
   *
   * @param minSimilarity above 0 and at most 1
   * @param minBands 0 to 24; 0 for no condition
   * @param maxDistance 0 to 64; 64 for no condition
   */
  record Similar(double minSimilarity, int minBands, int maxDistance) implements NearRule {

    public Similar {
      requireSimilarity(minSimilarity);
      Ranges.require("min_matching_bands", minBands, 0, Bands.MAX_BANDS);
      Ranges.require("max_distance", maxDistance, 0, Fingerprint.BITS);
    }

    /** The rule with the default number of bands. */
    public Similar(double minSimilarity, int maxDistance) {
      this(minSimilarity, minSimilarity >= MIN_SIMILARITY_OF_BANDS ? MIN_BANDS : 0, maxDistance);
    }

    public static double requireSimilarity(double minSimilarity) {
      if (minSimilarity > 0 && minSimilarity <= 1) {
        return minSimilarity;
      }
      throw invalid(
          "[min_similarity] must be above [0] and at most [1] but was [%s]; for a search by the"
              + " distance of fingerprints set [max_distance] alone",
          minSimilarity);
    }

    /** The bands that two signatures with these parameters must share. */
    public int minBands(Bands bands) {
      return Math.min(minBands, bands.bands());
    }

    /** The components that must be equal in the heads of two signatures with these parameters. */
    public int minHead(Bands bands) {
      return minBands == 0 ? 0 : Thresholds.head(minSimilarity, bands);
    }

    /** Whether all neighbours share bands. */
    public boolean usesBands() {
      return minBands > 0;
    }

    /** Whether the distance decides too. */
    public boolean limitsDistance() {
      return maxDistance < Fingerprint.BITS;
    }

    @Override
    public boolean holds(NearValue a, NearValue b) {
      double similarity = a.similarity(b);
      return similarity >= minSimilarity
          && a.distance(b) <= maxDistance
          && (minBands == 0 || agree(a.signature().get(), b.signature().get()));
    }

    private boolean agree(Signature a, Signature b) {
      Bands bands = a.parameters().bands();
      return a.equalInHead(b) >= minHead(bands) && a.sharedBands(b) >= minBands(bands);
    }

    /** The similarity. */
    @Override
    public double score(NearValue a, NearValue b) {
      return Math.max(0, a.similarity(b));
    }

    /** For example {@code J>=0.51,2 bands}. */
    @Override
    public String toString() {
      return (limitsDistance() ? maxDistance + "," : "")
          + "J>="
          + minSimilarity
          + (minBands > 0 ? "," + minBands + " bands" : "");
    }
  }
}
