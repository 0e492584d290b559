package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The result of a run. Never sent to another node. What is stored with a task has counts only: who
 * may read tasks need not be allowed to read documents.
 */
public final class ClustersResponse extends ActionResponse implements ToXContentObject {

  final long took;
  final long documents;
  final long incomparable;
  final long candidates;
  final long clusters;
  final long clustered;
  final long stories;
  final List<FoundCluster> largest;
  final Optional<UpdateSink> update;
  private final boolean countsOnly;

  /**
   * @param took milliseconds
   * @param documents those of the run
   * @param candidates the pairs that were compared by the rule
   * @param found the clusters
   * @param update what was written; empty if nothing was to be
   * @param countsOnly whether no document is named
   */
  ClustersResponse(
      long took,
      Documents documents,
      long candidates,
      FoundCluster.Largest found,
      Optional<UpdateSink> update,
      boolean countsOnly) {
    this.took = took;
    this.documents = documents.counted();
    this.incomparable = documents.incomparable();
    this.candidates = candidates;
    this.clusters = found.clusters();
    this.clustered = found.clustered();
    this.stories = documents.matched() - clustered + clusters;
    this.largest = found.list();
    this.update = update;
    this.countsOnly = countsOnly;
  }

  @Override
  public void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .startObject()
        .field("took", took)
        .field("documents", documents)
        .field("incomparable_signatures", incomparable)
        .field("candidates", candidates)
        .field("clusters_found", clusters)
        .field("clustered_documents", clustered)
        .field("stories", stories);
    if (update.isPresent()) {
      update(builder, update.get());
    }
    if (countsOnly == false) {
      builder.startArray("clusters");
      for (FoundCluster cluster : largest) {
        cluster.toXContent(builder, params);
      }
      builder.endArray();
    }
    return builder.endObject();
  }

  private void update(XContentBuilder builder, UpdateSink written) throws IOException {
    builder
        .startObject("update")
        .field("updated", written.updated)
        .field("unchanged", written.unchanged)
        .field("conflicts", written.conflicts);
    if (countsOnly == false) {
      builder.startArray("conflicting_documents");
      for (UpdateSink.Conflict conflict : written.conflictsNamed) {
        builder
            .startObject()
            .field("_index", conflict.index())
            .field("_id", conflict.id())
            .endObject();
      }
      builder.endArray();
    }
    builder.endObject();
  }

  @Override
  public String toString() {
    return Strings.toString(this);
  }
}
