package io.simhash.core.simhash;

import io.simhash.core.base.Weight;
import io.simhash.core.feature.Feature;
import io.simhash.core.feature.Features;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.HashedSet.SetOverlap;
import io.simhash.core.minhash.Signature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The comparison of two texts.
 *
 * <p>A Hamming distance is explained by the features that changed bits. A feature of weight w pulls
 * a bit by {@code +w} where its hash has the bit and by {@code -w} where not; the bit is the sign
 * of the sum of all pulls. A bit that is 1 in the first text and 0 in the second was changed by the
 * features whose pull is greater in the first; a bit that is 0 and 1, by the features whose pull is
 * less. The pull of a feature in a text that does not have it is 0.
 *
 * @param distance the Hamming distance H; empty where a text has no fingerprint
 * @param shingles the exact overlap of the texts' shingles
 * @param similarity the estimate of their signatures; empty where a text has none
 * @param score {@code 1 / (1 + H)}; empty where H is
 * @param flips the bits that differ and the features that changed them
 */
public record TextComparison(
    OptionalInt distance,
    SetOverlap shingles,
    OptionalDouble similarity,
    OptionalDouble score,
    List<Flip> flips) {

  /** The most features that explain one bit. */
  private static final int MAX_PULLS = 5;

  /**
   * One bit in which two fingerprints differ.
   *
   * @param bit 0 for the most significant to 63
   * @param pulls the features that changed it, the one with the greatest difference first
   */
  public record Flip(int bit, List<Pull> pulls) {}

  /**
   * The pull of one feature on one bit.
   *
   * @param text the feature
   * @param first its weight with its sign in the first text, 0 where it does not occur
   * @param second the same in the second text
   */
  public record Pull(String text, double first, double second) {}

  /** A feature of either text and its weights, in fixed point. */
  private record Weights(String text, long hash, long first, long second) {
    long difference() {
      return first - second;
    }

    Pull pull(int shift) {
      double sign = (hash >>> shift & 1) == 1 ? 1 : -1;
      // Adding 0 turns -0 into 0.
      return new Pull(
          text, sign * Weight.toDouble(first) + 0.0, sign * Weight.toDouble(second) + 0.0);
    }
  }

  /**
   * One of the two texts.
   *
   * @param signature empty where signatures are not compared
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
        flips(a.features(), x, b.features(), y, MAX_PULLS));
  }

  /** The bits that differ, most significant first, each with at most {@code limit} pulls. */
  static List<Flip> flips(
      Features first, long firstFingerprint, Features second, long secondFingerprint, int limit) {
    List<Weights> changed = changed(first, second);
    List<Flip> flips = new ArrayList<>();
    for (int bit = 0; bit < Fingerprint.BITS; bit++) {
      int shift = Fingerprint.BITS - 1 - bit;
      if (((firstFingerprint ^ secondFingerprint) >>> shift & 1) == 1) {
        boolean setInFirst = (firstFingerprint >>> shift & 1) == 1;
        flips.add(new Flip(bit, pulls(changed, shift, setInFirst, limit)));
      }
    }
    return flips;
  }

  private static List<Pull> pulls(List<Weights> changed, int shift, boolean setInFirst, int limit) {
    return changed.stream()
        .filter(w -> ((w.hash() >>> shift & 1) == 1 == w.difference() > 0) == setInFirst)
        .limit(limit)
        .map(w -> w.pull(shift))
        .toList();
  }

  /** The features whose weights differ, greatest difference first, ties by text. */
  private static List<Weights> changed(Features first, Features second) {
    Map<String, Weights> all = new LinkedHashMap<>();
    for (Feature f : first.list()) {
      all.put(f.text(), new Weights(f.text(), f.hash(), f.weight(), 0));
    }
    for (Feature f : second.list()) {
      Weights known = all.get(f.text());
      long before = known == null ? 0 : known.first();
      all.put(f.text(), new Weights(f.text(), f.hash(), before, f.weight()));
    }
    Comparator<Weights> greatestFirst =
        Comparator.<Weights>comparingLong(w -> -Math.abs(w.difference()))
            .thenComparing(Weights::text);
    return all.values().stream().filter(w -> w.difference() != 0).sorted(greatestFirst).toList();
  }
}
