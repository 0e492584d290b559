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

  private static final long[] NO_TEXT = {};
  private static final BytesRef NO_VALUES = new BytesRef();

  private final String index;
  private final String id;
  private final Optional<NearValue> value;
  private final Optional<String> type;
  private final Object same;
  private final Object text;

  /** Copies what is needed of a hit, which is released with its response. */
  WindowHit(int doc, SearchHit hit, int shard, CollapseOptions options) {
    super(doc, hit.getScore(), shard);
    this.index = RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
    this.id = hit.getId();
    Optional<String> field = Optional.ofNullable(options.near()).map(near -> near.field());
    this.value = field.flatMap(name -> StoredValue.of(hit, name));
    this.type = field.flatMap(name -> StoredValue.type(hit, name));
    List<Object> answer = WindowPhase.answer(hit);
    this.same = answer.isEmpty() ? NO_VALUES : answer.getFirst();
    this.text = answer.size() < 2 ? null : answer.get(1);
  }

  /** The value of the field; empty if it has none. */
  Optional<NearValue> value() {
    return value;
  }

  /** The type of the field in the index of the hit; empty if it has no values there. */
  Optional<String> type() {
    return type;
  }

  /** The values of {@code same}, or a string: why they cannot be used in the index of the hit. */
  Object same() {
    return same;
  }

  /** Whether the text was read, or cannot be; otherwise the shard had read too many before. */
  boolean isRead() {
    return text != null;
  }

  /** The shingles of the text; none if there is no text, or if it was not read. */
  long[] shingles() {
    return text instanceof long[] shingles ? shingles : NO_TEXT;
  }

  /** Why there is no text in the index of the hit; empty if its field can be used. */
  Optional<String> refusal() {
    return text instanceof String sentence ? Optional.of(sentence) : Optional.empty();
  }

  /**
   * The hit as it is listed under another one.
   *
   * @param containment the share of its shingles in the kept hit; 0 for a near-duplicate of it
   */
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
