package io.simhash.elasticsearch.retriever;

import io.simhash.core.near.NearValue;
import java.util.Optional;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.transport.RemoteClusterAware;

/**
 * A hit of the inner retriever and its value of the field. Sent to other nodes, it is a plain
 * {@link RankDoc}.
 */
final class WindowHit extends RankDoc {

  private final String index;
  private final String id;
  private final Optional<NearValue> value;
  private final Optional<String> refusal;

  /** Copies what is needed of a hit, which is released with its response. */
  WindowHit(int doc, SearchHit hit, int shard) {
    super(doc, hit.getScore(), shard);
    this.index = RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex());
    this.id = hit.getId();
    this.value = FetchedValue.of(hit);
    this.refusal = FetchedValue.refusal(hit);
  }

  String index() {
    return index;
  }

  String id() {
    return id;
  }

  /** Empty if the document has no fingerprint, or none that the caller may see. */
  Optional<NearValue> value() {
    return value;
  }

  /**
   * Requires that the hit's shard could use the field.
   *
   * @throws IllegalArgumentException with the sentence of the shard
   */
  void requireField() {
    if (refusal.isPresent()) {
      throw new IllegalArgumentException(refusal.get());
    }
  }
}
