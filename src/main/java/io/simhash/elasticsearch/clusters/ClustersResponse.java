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

/** The result of a run. Never sent to another node. */
public final class ClustersResponse extends ActionResponse implements ToXContentObject {

  final long took;
  final long documents;
  final long candidates;
  final long clusters;
  final long clustered;
  final List<FoundCluster> largest;
  final Optional<UpdateSink> update;

  /**
   * @param took milliseconds
   * @param documents the documents with a fingerprint
   * @param candidates the pairs that were compared by their signatures
   * @param outputs the clusters, and what was written
   */
  ClustersResponse(long took, long documents, long candidates, Outputs outputs) {
    this.took = took;
    this.documents = documents;
    this.candidates = candidates;
    this.clusters = outputs.listed().clusters();
    this.clustered = outputs.listed().clustered();
    this.largest = outputs.listed().largest();
    this.update = outputs.update();
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
        .field("candidates", candidates)
        .field("clusters_found", clusters)
        .field("clustered_documents", clustered);
    if (update.isPresent()) {
      update(builder, update.get());
    }
    builder.startArray("clusters");
    for (FoundCluster cluster : largest) {
      cluster.toXContent(builder, params);
    }
    return builder.endArray().endObject();
  }

  private static void update(XContentBuilder builder, UpdateSink update) throws IOException {
    builder
        .startObject("update")
        .field("updated", update.updated())
        .field("unchanged", update.unchanged())
        .field("conflicts", update.conflicts())
        .startArray("conflicting_documents");
    for (Member member : update.conflictsNamed()) {
      member.toXContent(builder, EMPTY_PARAMS);
    }
    builder.endArray().endObject();
  }

  @Override
  public String toString() {
    return Strings.toString(this);
  }
}
