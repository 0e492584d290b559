package io.simhash.elasticsearch.retriever;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.near.BestOfGroups;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.aggregation.NearDuplicatesAggregationBuilder;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.fieldcaps.FieldCapabilities;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.mapper.NestedObjectMapper;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
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

    private boolean hasFingerprint() {
      return value.filter(read -> read.fingerprint().isPresent()).isPresent();
    }
  }

  /**
   * Requires a field that can be used, by the mappings of the hits' indices. Only a field of type
   * {@code simhash} has fingerprints, so where all hits have one nothing is asked.
   *
   * @param view the point in time that the hits were read in
   */
  void requireField(
      Client client, PointInTimeBuilder view, NearOptions near, ActionListener<Void> listener) {
    if (hits.stream().allMatch(Hit::hasFingerprint)) {
      listener.onResponse(null);
      return;
    }
    String[] indices = hits.stream().map(hit -> hit.index).distinct().toArray(String[]::new);
    client.fieldCaps(
        new FieldCapabilitiesRequest().indices(indices).fields(near.field()),
        listener.delegateFailureAndWrap(
            (end, found) -> {
              requireType(near, found.get());
              if (near.ignoreUnmapped() || found.get().containsKey(near.field())) {
                end.onResponse(null);
              } else {
                requireMapped(client, view, near, Set.of(indices), end);
              }
            }));
  }

  /**
   * Field capabilities leave out a field that the caller may not see. A shard knows it, and refuses
   * an aggregation on one that it does not have: if all indices of the hits do, none has the field.
   */
  private static void requireMapped(
      Client client,
      PointInTimeBuilder view,
      NearOptions near,
      Set<String> indices,
      ActionListener<Void> listener) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .pointInTimeBuilder(view)
            .size(0)
            .terminateAfter(1)
            .aggregation(NearDuplicatesAggregationBuilder.ofOneDocument(near));
    Consumer<ShardSearchFailure[]> check =
        failures -> {
          Map<String, QueryShardException> refusals = new HashMap<>();
          for (ShardSearchFailure each : failures) {
            Throwable refusal = ExceptionsHelper.unwrap(each.getCause(), QueryShardException.class);
            if (refusal != null && each.shard() != null) {
              refusals.put(
                  each.shard().getFullyQualifiedIndexName(), (QueryShardException) refusal);
            }
          }
          if (refusals.keySet().containsAll(indices)) {
            listener.onFailure(refusals.get(indices.iterator().next()));
          } else {
            listener.onResponse(null);
          }
        };
    client.search(
        new SearchRequest().source(source).allowPartialSearchResults(true),
        ActionListener.wrap(
            found -> check.accept(found.getShardFailures()),
            e -> {
              if (e instanceof SearchPhaseExecutionException all
                  && all.shardFailures().length > 0) {
                check.accept(all.shardFailures());
              } else {
                listener.onFailure(e);
              }
            }));
  }

  /**
   * @param types the types of the field, and of the objects around it, by name
   */
  private static void requireType(
      NearOptions near, Map<String, Map<String, FieldCapabilities>> types) {
    String field = near.field();
    for (String type : types.getOrDefault(field, Map.of()).keySet()) {
      if (NearFieldType.TYPES.contains(type) == false) {
        throw invalid(
            "[field] must be of type [%s] but [%s] is of type [%s]",
            NearFieldType.NAMES, field, type);
      }
      near.requireComparable(type, near.rule());
    }
    types.forEach(
        (name, byType) -> {
          if (byType.containsKey(NestedObjectMapper.CONTENT_TYPE)) {
            throw invalid(
                "[field] needs a field outside nested objects but [%s] is inside [%s]: a document"
                    + " has a value there for each of its objects",
                field, name);
          }
        });
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
