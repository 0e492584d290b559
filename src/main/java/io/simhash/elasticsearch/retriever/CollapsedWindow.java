package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.BestOfGroups;
import io.simhash.core.near.NearRule;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The hits of the inner retriever, the best first, and the groups of near-duplicates among them.
 */
record CollapsedWindow(List<WindowHit> hits) {

  /**
   * The best hit of each group, the best first, with the others of its group.
   *
   * @param check called once for each hit; an exception that it throws ends the work
   */
  KeptHit[] kept(NearRule rule, Runnable check) {
    int[] best = BestOfGroups.of(hits.stream().map(WindowHit::value).toList(), rule, check);
    boolean scored = isRankedByScore();
    TreeMap<Integer, List<FoldedHit>> folded = new TreeMap<>();
    for (int i = 0; i < best.length; i++) {
      List<FoldedHit> group = folded.computeIfAbsent(best[i], key -> new ArrayList<>());
      if (best[i] != i) {
        group.add(FoldedHit.of(hits.get(i), hits.get(best[i]), score(i, scored)));
      }
    }
    KeptHit[] kept = new KeptHit[folded.size()];
    int rank = 0;
    for (int i : folded.keySet()) {
      WindowHit hit = hits.get(i);
      kept[rank] = new KeptHit(hit.doc, score(i, scored), hit.shardIndex, folded.get(i));
      kept[rank].rank = ++rank;
    }
    return kept;
  }

  /**
   * The score of a hit: the inner retriever's, or 1 / position where that sorts by something other
   * than the score, because Elasticsearch orders the result of a retriever by score.
   */
  private float score(int position, boolean scored) {
    return scored ? hits.get(position).score : 1f / (position + 1);
  }

  private boolean isRankedByScore() {
    float last = Float.POSITIVE_INFINITY;
    for (WindowHit hit : hits) {
      // False for NaN, the score of a search that does not compute scores.
      if (hit.score <= last == false) {
        return false;
      }
      last = hit.score;
    }
    return true;
  }
}
