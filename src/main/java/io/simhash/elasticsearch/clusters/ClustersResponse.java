package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** What a run found. Never sent to another node. */
public final class ClustersResponse extends ActionResponse implements ToXContentObject {

  final long took;
  final long documents;
  final long candidates;
  final long clusters;
  final long clustered;
  final List<FoundCluster> largest;

  /**
   * @param took milliseconds
   * @param documents the documents with a fingerprint
   * @param candidates the pairs that were compared by their signatures
   * @param found the clusters
   */
  ClustersResponse(long took, long documents, long candidates, ListedClusters found) {
    this.took = took;
    this.documents = documents;
    this.candidates = candidates;
    this.clusters = found.clusters();
    this.clustered = found.clustered();
    this.largest = found.largest();
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
        .field("clustered_documents", clustered)
        .startArray("clusters");
    for (FoundCluster cluster : largest) {
      cluster.toXContent(builder, params);
    }
    return builder.endArray().endObject();
  }

  @Override
  public String toString() {
    return Strings.toString(this);
  }
}
