package io.simhash.core.near;

import java.util.List;
import java.util.Optional;

/**
 * The groups of near-duplicates in a ranked list. Each value joins the best kept value that is its
 * neighbour; a value without one is kept itself. So every member of a group is a neighbour of the
 * kept value, which is the best of the group: there are no chains.
 *
 * <p>Compares each value with the kept ones before it: at most n (n - 1) / 2 comparisons of n
 * values.
 */
public final class BestOfGroups {

  private BestOfGroups() {}

  /**
   * The position of the value that each value is represented by: its own if it is kept.
   *
   * @param ranked the best first; empty for a document without a fingerprint, which is kept and
   *     which no other joins
   */
  public static int[] of(List<Optional<NearValue>> ranked, NearRule rule) {
    int[] best = new int[ranked.size()];
    int[] kept = new int[ranked.size()];
    int count = 0;
    for (int i = 0; i < best.length; i++) {
      best[i] = i;
      if (ranked.get(i).isPresent()) {
        best[i] = firstNeighbour(ranked, i, kept, count, rule);
        if (best[i] == i) {
          kept[count++] = i;
        }
      }
    }
    return best;
  }

  /** The first of the kept values that is a neighbour; the value's own position for none. */
  private static int firstNeighbour(
      List<Optional<NearValue>> ranked, int position, int[] kept, int count, NearRule rule) {
    NearValue value = ranked.get(position).get();
    for (int i = 0; i < count; i++) {
      if (rule.holds(ranked.get(kept[i]).get(), value)) {
        return kept[i];
      }
    }
    return position;
  }
}
