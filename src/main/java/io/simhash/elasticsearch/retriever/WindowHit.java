package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.transport.RemoteClusterAware;

/**
 * A hit of the inner retriever with the values that are compared. Sent to other nodes, it is a
 * plain {@link RankDoc}.
 */
final class WindowHit extends RankDoc {

  private final String index;
  private final String id;

  /** The value of the field; empty if it has none. */
  final Optional<NearValue> value;

  /** The type of the field in the index of the hit; empty if it has no values there. */
  final Optional<String> type;

  /** The values of {@code same}, or a string: why they cannot be used in the index of the hit. */
  final Object same;

  /**
   * The shingles of the text, or a string: why the field cannot be used in the index of the hit;
   * {@code null} if it was not read, because the shard had read too many before.
   */
  final Object text;

  /** Copies what is needed of a hit, which is released with its response. */
  WindowHit(int doc, SearchHit hit, int shard, CollapseOptions options) {
    super(doc, hit.getScore(), shard);
    this.index = RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
    this.id = hit.getId();
    Optional<String> field = Optional.ofNullable(options.near()).map(near -> near.field());
    this.value = field.flatMap(name -> StoredValue.of(hit, name));
    this.type = field.flatMap(name -> StoredValue.type(hit, name));
    List<Object> answer = WindowPhase.answer(hit);
    this.same = answer.isEmpty() ? new BytesRef() : answer.getFirst();
    this.text = answer.size() < 2 ? null : answer.get(1);
  }

  /** The shingles of the text; none if there is no text, or if it was not read. */
  long[] shingles() {
    return text instanceof long[] shingles ? shingles : new long[0];
  }

  /** The hit as it is listed under another one. */
  KeptHit.Folded under(WindowHit kept, float shown, double containment) {
    if (containment > 0) {
      return new KeptHit.Folded(
          index, id, shown, NearValue.NO_DISTANCE, NearValue.NO_SIMILARITY, containment);
    }
    NearValue own = value.orElseThrow();
    NearValue best = kept.value.orElseThrow();
    return new KeptHit.Folded(index, id, shown, best.distance(own), best.similarity(own), 0);
  }
}
