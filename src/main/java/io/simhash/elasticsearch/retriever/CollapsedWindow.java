package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.BestOfGroups;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.transport.RemoteClusterAware;

/**
 * The hits of the inner retriever, the best first, and the groups of near-duplicates among them.
 */
record CollapsedWindow(List<Hit> hits) {

  /**
   * A hit of the inner retriever and its value of the field. Sent to other nodes, it is a plain
   * {@link RankDoc}.
   */
  static final class Hit extends RankDoc {

    private final String index;
    private final String id;
    private final Optional<NearValue> value;

    /** Copies what is needed of a hit, which is released with its response. */
    Hit(int doc, SearchHit hit, int shard, String field) {
      super(doc, hit.getScore(), shard);
      this.index = RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
      this.id = hit.getId();
      this.value = StoredValue.of(hit, field);
    }
  }

  /**
   * The best hit of each group, the best first, with the others of its group.
   *
   * @param check called once for each hit; an exception that it throws ends the work
   */
  KeptHit[] kept(NearRule rule, Runnable check) {
    int[] best = BestOfGroups.of(hits.stream().map(hit -> hit.value).toList(), rule, check);
    boolean scored = isRankedByScore();
    TreeMap<Integer, List<KeptHit.Folded>> folded = new TreeMap<>();
    for (int i = 0; i < best.length; i++) {
      List<KeptHit.Folded> group = folded.computeIfAbsent(best[i], key -> new ArrayList<>());
      if (best[i] != i) {
        group.add(folded(hits.get(i), hits.get(best[i]), score(i, scored)));
      }
    }
    KeptHit[] kept = new KeptHit[folded.size()];
    int rank = 0;
    for (int i : folded.keySet()) {
      Hit hit = hits.get(i);
      kept[rank] = new KeptHit(hit.doc, score(i, scored), hit.shardIndex, folded.get(i));
      kept[rank].rank = ++rank;
    }
    return kept;
  }

  private static KeptHit.Folded folded(Hit hit, Hit kept, float score) {
    NearValue value = hit.value.orElseThrow();
    NearValue best = kept.value.orElseThrow();
    return new KeptHit.Folded(
        hit.index, hit.id, score, best.distance(value), best.similarity(value));
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
    for (Hit hit : hits) {
      // False for NaN, the score of a search that does not compute scores.
      if (hit.score <= last == false) {
        return false;
      }
      last = hit.score;
    }
    return true;
  }
}
