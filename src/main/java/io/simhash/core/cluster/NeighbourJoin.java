package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.Arrays;
import java.util.Optional;

/**
 * Joins elements that are neighbours to sets, see the package. Elements with different numbers of
 * {@link ElementReader#same} are never compared.
 */
public final class NeighbourJoin {

  /**
   * Bytes of each element of a bucket while it is joined: three copies of its bands, and its
   * number, key, place and set. Most buckets are small; but a text may be in all documents.
   */
  private static final int BYTES_IN_BUCKET = 180;

  private final ElementReader reader;
  private final NearRule rule;
  private final Progress progress;
  private final JoinedSets joined;
  private final int batch;
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
   * @param rule if it compares signatures, it needs shared bands
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
    this.joined = new JoinedSets(reader.fingerprints().length, reader, confirm, this::report);
    this.batch = batch;
  }

  /** Joins all neighbours. */
  public UnionFind run() {
    switch (rule) {
      case NearRule.Similar similar -> joinByBands(similar);
      case NearRule.Radius radius -> joinByDistance(radius.maxDistance());
    }
    return joined.sets();
  }

  /** The number of pairs that the rule compared. */
  public long compared() {
    return joined.compared();
  }

  private void report() {
    progress.at(bandsDone, bands, compared());
  }

  private void joinByBands(NearRule.Similar similar) {
    if (joined.sets().elements() == 0) {
      return;
    }
    BandRows rows = reader.readBands();
    reader.reserve((long) rows.largestBucket() * BYTES_IN_BUCKET);
    bands = rows.bands();
    boolean single = similar.minBands(reader.bands()) == 1;
    CandidatePairs candidates =
        new CandidatePairs(reader, similar, rows, joined, this::report, batch);
    BandJoin join = new BandJoin(rows, single, reader.same(), joined.sets(), candidates::accept);
    while (bandsDone < bands) {
      join.join(bandsDone, this::report);
      candidates.flush();
      bandsDone++;
      report();
    }
  }

  private void joinByDistance(int maxDistance) {
    long[] all = reader.fingerprints();
    int[] same = reader.same();
    for (int from = 0, to; from < all.length; from = to) {
      to = same.length == 0 ? all.length : from + 1;
      while (to < all.length && same[to] == same[from]) {
        to++;
      }
      if (to > from + 1) {
        report();
        joinByDistance(Arrays.copyOfRange(all, from, to), from, maxDistance);
      }
    }
    joined.flush();
  }

  private void joinByDistance(long[] fingerprints, int first, int maxDistance) {
    new FingerprintPairs(fingerprints, maxDistance, this::report)
        .forEach(
            (a, b) -> {
              if (joined.compares(first + a, first + b)) {
                joined.join(first + a, first + b, NearValue.NO_SIMILARITY);
              }
            });
  }
}
