package io.simhash.elasticsearch.near_duplicate;

import io.simhash.elasticsearch.compat.AllNodesRequest;
import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.FailedNodeException;
import org.elasticsearch.action.UntypedActionRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.nodes.BaseNodeResponse;
import org.elasticsearch.action.support.nodes.BaseNodesResponse;
import org.elasticsearch.action.support.nodes.TransportNodesAction;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;

/** Asks every node what its processors {@code near_duplicate} have done since it started. */
public final class TransportNodeStatsAction
    extends TransportNodesAction<
        TransportNodeStatsAction.Request,
        TransportNodeStatsAction.Response,
        TransportNodeStatsAction.StatsRequest,
        TransportNodeStatsAction.NodeStats,
        Void> {

  /** The action, which the cluster privilege {@code monitor} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("cluster:monitor/simhash/near_duplicate/stats");

  private static final int FORMAT = 1;

  /** The request for all nodes. Never sent to another node. */
  public static final class Request extends AllNodesRequest<Request> {}

  /** The request to one node. */
  static final class StatsRequest extends UntypedActionRequest {

    StatsRequest() {}

    StatsRequest(StreamInput in) throws IOException {
      super(in);
      WireFormat.read(in, "a request of statistics", FORMAT);
    }

    @Override
    public ActionRequestValidationException validate() {
      return null;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeVInt(FORMAT);
    }
  }

  /** The counts of one node by their names. */
  static final class NodeStats extends BaseNodeResponse {

    private final Map<String, Long> counts;

    NodeStats(DiscoveryNode node, Map<String, Long> counts) {
      super(node);
      this.counts = counts;
    }

    NodeStats(StreamInput in, DiscoveryNode node) throws IOException {
      super(in, node);
      counts = in.readOrderedMap(StreamInput::readString, StreamInput::readVLong);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeMap(counts, StreamOutput::writeVLong);
    }
  }

  /** The counts of each node, and their sums. Never sent to another node. */
  public static final class Response extends BaseNodesResponse<NodeStats>
      implements ToXContentFragment {

    Response(ClusterName cluster, List<NodeStats> nodes, List<FailedNodeException> failures) {
      super(cluster, nodes, failures);
    }

    /** The sums over all nodes. */
    Map<String, Long> total() {
      Map<String, Long> total = new LinkedHashMap<>();
      getNodes().forEach(node -> node.counts.forEach((name, n) -> total.merge(name, n, Long::sum)));
      return total;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder.field("near_duplicate", total());
      builder.startObject("nodes");
      for (NodeStats each : getNodes()) {
        builder.startObject(each.getNode().getId());
        builder.field("name", each.getNode().getName());
        builder.field("near_duplicate", each.counts);
        builder.endObject();
      }
      return builder.endObject();
    }

    @Override
    protected List<NodeStats> readNodesFrom(StreamInput in) {
      return TransportAction.localOnly();
    }

    @Override
    protected void writeNodesTo(StreamOutput out, List<NodeStats> nodes) {
      TransportAction.localOnly();
    }
  }

  private final ProcessorCounts counts;

  /** Called by Elasticsearch. */
  @Inject
  public TransportNodeStatsAction(
      ClusterService cluster,
      TransportService transport,
      ActionFilters filters,
      ProcessorCounts counts) {
    super(
        TYPE.name(),
        cluster,
        transport,
        filters,
        StatsRequest::new,
        transport.getThreadPool().executor(ThreadPool.Names.MANAGEMENT));
    this.counts = counts;
  }

  @Override
  protected Response newResponse(
      Request request, List<NodeStats> nodes, List<FailedNodeException> failures) {
    return new Response(clusterService.getClusterName(), nodes, failures);
  }

  @Override
  protected StatsRequest newNodeRequest(Request request) {
    return new StatsRequest();
  }

  @Override
  protected NodeStats newNodeResponse(StreamInput in, DiscoveryNode node) throws IOException {
    return new NodeStats(in, node);
  }

  @Override
  protected NodeStats nodeOperation(StatsRequest request, Task task) {
    return new NodeStats(transportService.getLocalNode(), counts.byName());
  }
}
