package io.simhash.core.near;

import java.util.List;
import java.util.Optional;

/**
 * The groups of near-duplicates in a ranked list. Each value joins the best kept value that is its
 * neighbour; a value without one is kept itself. So every member of a group is a neighbour of the
 * kept value, which is the best of the group: there are no chains.
 */
public final class BestOfGroups {

  private BestOfGroups() {}

  /**
   * The position of the value that each value is represented by: its own if it is kept.
   *
   * @param ranked the best first; empty for a document without a value, which is kept and which no
   *     other joins
   * @param check called once for each value; an exception that it throws ends the work
   */
  public static int[] of(List<Optional<NearValue>> ranked, NearRule rule, Runnable check) {
    int[] best = new int[ranked.size()];
    NearIndex kept = new NearIndex();
    int[] positions = new int[ranked.size()];
    for (int i = 0; i < best.length; i++) {
      check.run();
      best[i] = i;
      if (ranked.get(i).isPresent()) {
        int position = i;
        kept.forEachNeighbour(
            ranked.get(i).get(),
            rule,
            slot -> {
              best[position] = Math.min(best[position], positions[slot]);
              return true;
            });
        if (best[i] == i) {
          positions[kept.add(ranked.get(i).get())] = i;
        }
      }
    }
    return best;
  }
}
