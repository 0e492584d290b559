package io.simhash.core.cluster;

import io.simhash.core.near.NearRule;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Joins elements that are neighbours to sets. Candidates are
 *
 * <ul>
 *   <li>with a maximum distance of {@value #MAX_JOIN} bits at most, or where signatures do not
 *       decide: all pairs within it;
 *   <li>otherwise pairs that share a band of their signatures, see {@link SignatureBands}, for each
 *       set of elements whose signatures have the same parameters; all pairs of a set whose
 *       signatures are too short for bands; and pairs whose signatures cannot be compared, all of
 *       them within the distance that the rule has for them, see {@link IncomparablePairs}.
 * </ul>
 */
public final class NeighbourJoin {

  /** The largest distance whose pairs are found faster by fingerprints than by bands. */
  public static final int MAX_JOIN = NearRule.DEFAULT_MAX_DISTANCE_ALONE;

  private final long[] fingerprints;
  private final ElementReader reader;
  private final NearRule rule;
  private final JoinProgress progress;
  private final UnionFind sets;
  private final Candidates candidates;

  /**
   * @param fingerprints of the elements; equal ones cost a comparison for each pair
   * @param confirm the exact check of neighbours by their texts; empty for none
   */
  public NeighbourJoin(
      long[] fingerprints,
      ElementReader reader,
      NearRule rule,
      Optional<ConfirmRule> confirm,
      JoinProgress progress) {
    this.fingerprints = fingerprints;
    this.reader = reader;
    this.rule = rule;
    this.progress = progress;
    this.sets = new UnionFind(fingerprints.length);
    this.candidates = new Candidates(fingerprints, reader, rule, confirm, sets, progress::check);
  }

  /** Whether a rule's pairs are found by bands; otherwise they are by fingerprints alone. */
  public static boolean usesBands(NearRule rule) {
    return rule.usesSignatures() && rule.maxDistance() > MAX_JOIN;
  }

  /** Joins all neighbours. */
  public UnionFind run() {
    if (usesBands(rule)) {
      int[] parameters = reader.parameters();
      for (int number = 0; number < reader.components().length; number++) {
        joinSigned(parameters, number);
      }
      if (rule.maxDistanceAlone() >= 0) {
        new IncomparablePairs(fingerprints, parameters, rule.maxDistanceAlone(), progress::check)
            .forEach(candidates::acceptNeighbours);
      }
    } else {
      new FingerprintPairs(fingerprints, rule.maxDistance(), progress::check).forEach(candidates);
    }
    candidates.flush();
    return sets;
  }

  /** The number of pairs that were compared by the rule. */
  public long compared() {
    return candidates.compared();
  }

  /** Joins elements whose signatures have the same parameters, which bands or all pairs decide. */
  private void joinSigned(int[] parameters, int number) {
    int[] signed =
        IntStream.range(0, parameters.length).filter(i -> parameters[i] == number).toArray();
    int components = reader.components()[number];
    OptionalInt rows = SignatureBands.rows(components, rule.minSimilarity());
    if (rows.isEmpty()) {
      long[] keys = IntStream.of(signed).mapToLong(element -> fingerprints[element]).toArray();
      new FingerprintPairs(keys, rule.maxDistance(), progress::check)
          .forEach((a, b) -> candidates.accept(signed[a], signed[b]));
      candidates.flush();
      return;
    }
    SignatureBands bands = new SignatureBands(components, rows.getAsInt());
    int[] done = {0};
    reader.bands(
        number,
        bands,
        values -> {
          joinBand(signed, values);
          candidates.flush();
          progress.bandDone(++done[0], bands.bands(), candidates.compared());
        });
  }

  /** Elements with equal values of a band are candidates. */
  private void joinBand(int[] signed, int[] values) {
    long[] keys = IntStream.of(values).mapToLong(Integer::toUnsignedLong).toArray();
    EqualGroups equal = EqualGroups.of(keys);
    for (int bucket = 0; bucket < equal.groups(); bucket++) {
      if (equal.size(bucket) > 1) {
        int[] members = IntStream.of(equal.members(bucket)).map(place -> signed[place]).toArray();
        BucketPairs.forEach(members, sets, progress::check, candidates);
      }
    }
  }
}
