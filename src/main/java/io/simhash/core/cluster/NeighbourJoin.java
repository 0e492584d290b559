package io.simhash.core.cluster;

import io.simhash.core.near.NearRule;
import java.util.BitSet;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Joins elements that are neighbours to sets. Candidates are
 *
 * <ul>
 *   <li>pairs that agree in a pair of bands, see {@link BandPairs}, for each set of elements whose
 *       signatures have the same parameters;
 *   <li>pairs whose signatures cannot be compared, all of them within the distance that the rule
 *       has for them, see {@link IncomparablePairs};
 *   <li>where signatures are not compared, all pairs within the distance.
 * </ul>
 */
public final class NeighbourJoin {

  /** The number of bands that are asked for at a time. */
  public static final int BAND_GROUP = BandPairs.GROUP;

  private final long[] fingerprints;
  private final BitSet withoutFingerprint;
  private final ElementReader reader;
  private final NearRule rule;
  private final JoinProgress progress;
  private final UnionFind sets;
  private final Candidates candidates;

  /**
   * @param fingerprints of the elements; equal ones cost a comparison for each pair
   * @param withoutFingerprint the elements that have none, whatever is in the array
   * @param rule with signatures only if it uses bands
   * @param confirm the exact check of neighbours by their texts; empty for none
   */
  public NeighbourJoin(
      long[] fingerprints,
      BitSet withoutFingerprint,
      ElementReader reader,
      NearRule rule,
      Optional<ConfirmRule> confirm,
      JoinProgress progress) {
    if (rule.usesSignatures() && rule.usesBands() == false) {
      throw new IllegalArgumentException("a join by signatures needs a rule with bands");
    }
    this.fingerprints = fingerprints;
    this.withoutFingerprint = withoutFingerprint;
    this.reader = reader;
    this.rule = rule;
    this.progress = progress;
    this.sets = new UnionFind(fingerprints.length);
    this.candidates =
        new Candidates(
            fingerprints, withoutFingerprint, reader, rule, confirm, sets, progress::check);
  }

  /** Joins all neighbours. */
  public UnionFind run() {
    if (rule.usesSignatures()) {
      int[] parameters = reader.parameters();
      for (int number = 0; number < reader.bands().size(); number++) {
        joinSigned(parameters, number);
      }
      int[] elements = withFingerprint();
      int[] theirs = IntStream.of(elements).map(element -> parameters[element]).toArray();
      new IncomparablePairs(
              fingerprints(elements), theirs, rule.maxDistanceAlone(), progress::check)
          .forEach((a, b) -> candidates.acceptNeighbours(elements[a], elements[b]));
    } else {
      int[] elements = withFingerprint();
      new FingerprintPairs(fingerprints(elements), rule.maxDistanceAlone(), progress::check)
          .forEach((a, b) -> candidates.acceptNeighbours(elements[a], elements[b]));
    }
    candidates.flush();
    return sets;
  }

  private int[] withFingerprint() {
    return IntStream.range(0, fingerprints.length)
        .filter(element -> withoutFingerprint.get(element) == false)
        .toArray();
  }

  private long[] fingerprints(int[] elements) {
    return withoutFingerprint.isEmpty()
        ? fingerprints
        : IntStream.of(elements).mapToLong(element -> fingerprints[element]).toArray();
  }

  /** The number of pairs that were compared by the rule. */
  public long compared() {
    return candidates.compared();
  }

  /** Joins elements whose signatures have the same parameters. */
  private void joinSigned(int[] parameters, int number) {
    int[] signed =
        IntStream.range(0, parameters.length).filter(i -> parameters[i] == number).toArray();
    BandPairs plan = BandPairs.of(reader.bands().get(number), rule.minSimilarity());
    int[] done = {0};
    reader.readBands(
        number,
        BandPairs.GROUP,
        bands -> {
          for (BandPairs.Pair pair : plan.pairs(bands.length)) {
            join(signed, bands[pair.first()], bands[pair.second()]);
          }
          done[0] += bands.length;
          progress.bandDone(done[0], plan.bands().bands(), candidates.compared());
        });
  }

  /** Elements with equal values of two bands are candidates. */
  private void join(int[] signed, char[] first, char[] second) {
    long[] keys = new long[signed.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (long) first[i] << Character.SIZE | second[i];
    }
    EqualGroups equal = EqualGroups.of(keys);
    for (int bucket = 0; bucket < equal.groups(); bucket++) {
      if (equal.size(bucket) > 1) {
        int[] members = IntStream.of(equal.members(bucket)).map(place -> signed[place]).toArray();
        BucketPairs.forEach(members, sets, progress::check, candidates);
      }
    }
    candidates.flush();
  }
}
