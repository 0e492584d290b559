package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Joins elements that are neighbours to sets. Candidates are
 *
 * <ul>
 *   <li>pairs with signatures that agree in a pair of bands, see {@link BandPairs};
 *   <li>pairs of which at least one has no signature, all of them within the distance that the rule
 *       has for them: few elements without a signature cost about as much as a search for each;
 *   <li>where signatures are not compared, all pairs within the distance.
 * </ul>
 */
public final class NeighbourJoin {

  /** The number of bands that are asked for at a time. */
  public static final int BAND_GROUP = BandPairs.GROUP;

  private final ElementReader reader;
  private final NearRule rule;
  private final Progress progress;
  private final UnionFind sets;
  private final CandidatePairs candidates;
  private int bands;
  private int bandsDone;

  /** Receives the progress of a join, and may end it. */
  @FunctionalInterface
  public interface Progress {

    /**
     * Called every few milliseconds; ends the work by throwing.
     *
     * @param bandsDone the bands that have been compared
     * @param bands the bands that there are; 0 before they are compared, or where none are
     * @param compared the pairs that were compared until now
     */
    void at(int bandsDone, int bands, long compared);
  }

  /**
   * @param rule with signatures only if it uses bands
   * @param confirm the exact check of neighbours by their texts; empty for none
   */
  public NeighbourJoin(
      ElementReader reader, NearRule rule, Optional<ConfirmRule> confirm, Progress progress) {
    this(reader, rule, confirm, progress, CandidatePairs.BATCH);
  }

  NeighbourJoin(
      ElementReader reader,
      NearRule rule,
      Optional<ConfirmRule> confirm,
      Progress progress,
      int batch) {
    this.reader = reader;
    this.rule = rule;
    this.progress = progress;
    this.sets = new UnionFind(reader.fingerprints().length);
    this.candidates = new CandidatePairs(reader, rule, confirm, sets, this::report, batch);
  }

  /** Joins all neighbours. */
  public UnionFind run() {
    BitSet signed = rule.usesSignatures() ? reader.signed() : new BitSet();
    if (signed.isEmpty() == false) {
      int[] elements = signed.stream().toArray();
      BandPairs plan = BandPairs.of(reader.bands(), rule.minSimilarity());
      bands = plan.bands().bands();
      reader.readBands(BandPairs.GROUP, columns -> joinGroup(elements, plan, columns));
    }
    joinByDistance(signed);
    candidates.flush();
    return sets;
  }

  /** The number of pairs that were compared by the rule. */
  public long compared() {
    return candidates.compared();
  }

  private void report() {
    progress.at(bandsDone, bands, candidates.compared());
  }

  /** Elements with equal values of two bands are candidates. */
  private void joinGroup(int[] signed, BandPairs plan, char[][] columns) {
    int done = bandsDone;
    List<BandPairs.BandPair> pairs = plan.pairs(columns.length);
    Buckets ofFirst = null;
    int first = -1;
    for (int pair = 0; pair < pairs.size(); pair++) {
      if (pairs.get(pair).first() != first) {
        first = pairs.get(pair).first();
        ofFirst = Buckets.of(columns[first]);
      }
      candidates.start(plan, done / BandPairs.GROUP, pair);
      ofFirst.forEachEqual(
          columns[pairs.get(pair).second()],
          places -> candidates.accept(IntStream.of(places).map(place -> signed[place]).toArray()));
      candidates.flush();
      bandsDone = done + (pair + 1) * columns.length / pairs.size();
      report();
    }
  }

  /** Joins the pairs of elements with a fingerprint of which at least one has no signature. */
  private void joinByDistance(BitSet signed) {
    BitSet without = new BitSet();
    without.set(0, sets.elements());
    without.andNot(reader.withoutFingerprint());
    BitSet with = (BitSet) without.clone();
    without.andNot(signed);
    with.and(signed);
    if (without.isEmpty()) {
      return;
    }
    int[] elements = IntStream.concat(without.stream(), with.stream()).toArray();
    long[] all = reader.fingerprints();
    long[] fingerprints = IntStream.of(elements).mapToLong(element -> all[element]).toArray();
    new FingerprintPairs(fingerprints, without.cardinality(), rule.maxDistanceAlone(), this::report)
        .forEach((a, b) -> candidates.acceptNeighbours(elements[a], elements[b]));
  }
}
