package io.simhash.core.near;

import io.simhash.core.simhash.Fingerprint;
import java.util.List;
import java.util.Optional;

/**
 * The groups of near-duplicates in a ranked list. Each value joins the best kept value that is its
 * neighbour; a value without one is kept itself. So every member of a group is a neighbour of the
 * kept value, which is the best of the group: there are no chains.
 *
 * <p>Compares each value with the kept ones before it: at most n (n - 1) / 2 distances of n values,
 * and signatures only of those that are within the maximum distance.
 */
public final class BestOfGroups {

  private BestOfGroups() {}

  /**
   * The position of the value that each value is represented by: its own if it is kept.
   *
   * @param ranked the best first; empty for a document without a fingerprint, which is kept and
   *     which no other joins
   * @param check called once for each value; an exception that it throws ends the work
   */
  public static int[] of(List<Optional<NearValue>> ranked, NearRule rule, Runnable check) {
    int[] best = new int[ranked.size()];
    Kept kept = new Kept(ranked, rule);
    for (int i = 0; i < best.length; i++) {
      check.run();
      best[i] = ranked.get(i).isPresent() ? kept.bestOrKeep(i) : i;
    }
    return best;
  }

  /** The kept values so far; their fingerprints are beside each other. */
  private static final class Kept {

    private final List<Optional<NearValue>> ranked;
    private final NearRule rule;
    private final long[] fingerprints;
    private final int[] positions;
    private int count;

    Kept(List<Optional<NearValue>> ranked, NearRule rule) {
      this.ranked = ranked;
      this.rule = rule;
      this.fingerprints = new long[ranked.size()];
      this.positions = new int[ranked.size()];
    }

    /** The first kept value that is a neighbour; for none the value is kept itself. */
    int bestOrKeep(int position) {
      NearValue value = ranked.get(position).get();
      for (int i = 0; i < count; i++) {
        if (Fingerprint.distance(fingerprints[i], value.fingerprint()) <= rule.maxDistance()
            && rule.holds(ranked.get(positions[i]).get(), value)) {
          return positions[i];
        }
      }
      fingerprints[count] = value.fingerprint();
      positions[count++] = position;
      return position;
    }
  }
}
