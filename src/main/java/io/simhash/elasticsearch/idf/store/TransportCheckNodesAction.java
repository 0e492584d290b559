package io.simhash.elasticsearch.idf.store;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.FailedNodeException;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.nodes.BaseNodeResponse;
import org.elasticsearch.action.support.nodes.BaseNodesRequest;
import org.elasticsearch.action.support.nodes.BaseNodesResponse;
import org.elasticsearch.action.support.nodes.TransportNodesAction;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.cluster.node.DiscoveryNodes;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.AbstractTransportRequest;
import org.elasticsearch.transport.ActionNotFoundTransportException;
import org.elasticsearch.transport.TransportService;

/**
 * Asks each node of the cluster whether it has the plugin, and fails unless all have it: a node
 * without it cannot read a cluster state with stored models, and would have to leave.
 *
 * <p>Callers who may store a model may call it. So a request to store one starts with this action,
 * which refuses callers without the right before any work is done for them.
 */
public final class TransportCheckNodesAction
    extends TransportNodesAction<
        TransportCheckNodesAction.Request,
        TransportCheckNodesAction.Response,
        TransportCheckNodesAction.NodeRequest,
        TransportCheckNodesAction.NodeResponse,
        Void> {

  /** The action. A grant of {@link TransportChangeModelAction#PUT} covers it by its prefix. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("cluster:admin/simhash/idf/put/check_nodes");

  /** The time in which a node has to answer. */
  private static final TimeValue ANSWER_TIMEOUT = TimeValue.timeValueSeconds(30);

  /** A question to all nodes. Never sent to another node as it is. */
  public static final class Request extends BaseNodesRequest {

    public Request() {
      super(new String[0]);
      setTimeout(ANSWER_TIMEOUT);
    }
  }

  /** All nodes, each of which has the plugin. Never sent to another node. */
  public static final class Response extends BaseNodesResponse<NodeResponse> {

    Response(ClusterName cluster, List<NodeResponse> nodes) {
      super(cluster, nodes, List.of());
    }

    @Override
    protected List<NodeResponse> readNodesFrom(StreamInput in) throws IOException {
      return in.readCollectionAsList(NodeResponse::new);
    }

    @Override
    protected void writeNodesTo(StreamOutput out, List<NodeResponse> nodes) throws IOException {
      out.writeCollection(nodes);
    }

    /**
     * Requires that every node has answered.
     *
     * @param nodes those of the cluster state that the model is added to
     */
    void requireAnswersOf(DiscoveryNodes nodes) {
      Set<String> asked =
          getNodes().stream().map(n -> n.getNode().getEphemeralId()).collect(Collectors.toSet());
      List<String> others =
          nodes.stream()
              .filter(node -> asked.contains(node.getEphemeralId()) == false)
              .map(DiscoveryNode::getName)
              .sorted()
              .toList();
      if (others.isEmpty() == false) {
        throw refuse("these nodes joined the cluster meanwhile: " + others);
      }
    }

    /** Requires that every node can read a model. */
    void requireReadable(StoredModel model) {
      List<String> tooOld =
          getNodes().stream()
              .filter(node -> node.newestFormat < model.format())
              .map(node -> node.getNode().getName())
              .sorted()
              .toList();
      if (tooOld.isEmpty() == false) {
        throw refuse(
            "it has format ["
                + model.format()
                + "], and these nodes have an older version of the plugin [simhash], which cannot"
                + " read it: "
                + tooOld);
      }
    }
  }

  /** The question to one node. */
  static final class NodeRequest extends AbstractTransportRequest {

    NodeRequest() {}

    NodeRequest(StreamInput in) throws IOException {
      super(in);
    }
  }

  /** The answer of a node with the plugin: the newest format of models that it reads. */
  static final class NodeResponse extends BaseNodeResponse {

    private final int newestFormat;

    NodeResponse(DiscoveryNode node, int newestFormat) {
      super(node);
      this.newestFormat = newestFormat;
    }

    NodeResponse(StreamInput in) throws IOException {
      super(in);
      newestFormat = in.readVInt();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeVInt(newestFormat);
    }
  }

  /** Called by Elasticsearch. */
  @Inject
  public TransportCheckNodesAction(
      ClusterService cluster, TransportService transport, ActionFilters filters) {
    super(
        TYPE.name(),
        cluster,
        transport,
        filters,
        NodeRequest::new,
        transport.getThreadPool().executor(ThreadPool.Names.MANAGEMENT));
  }

  @Override
  protected NodeRequest newNodeRequest(Request request) {
    return new NodeRequest();
  }

  @Override
  protected NodeResponse newNodeResponse(StreamInput in, DiscoveryNode node) throws IOException {
    return new NodeResponse(in);
  }

  @Override
  protected NodeResponse nodeOperation(NodeRequest request, Task task) {
    return new NodeResponse(clusterService.localNode(), StoredModel.NEWEST_FORMAT);
  }

  @Override
  protected Response newResponse(
      Request request, List<NodeResponse> answers, List<FailedNodeException> failures) {
    List<String> without = names(failures, true);
    if (without.isEmpty() == false) {
      throw refuse(
          "every node needs the plugin [simhash] to read the cluster state, but these nodes do not"
              + " have it: "
              + without);
    }
    if (failures.isEmpty() == false) {
      throw refuse("these nodes did not answer: " + names(failures, false));
    }
    return new Response(clusterService.getClusterName(), answers);
  }

  /** The names of the nodes without the plugin, or of those that failed in another way. */
  private List<String> names(List<FailedNodeException> failures, boolean without) {
    DiscoveryNodes nodes = clusterService.state().nodes();
    return failures.stream()
        .filter(failure -> isWithoutPlugin(failure) == without)
        .map(failure -> nodes.get(failure.nodeId()))
        .map(node -> node == null ? "a node that left" : node.getName())
        .sorted()
        .toList();
  }

  private static boolean isWithoutPlugin(FailedNodeException failure) {
    return ExceptionsHelper.unwrap(failure, ActionNotFoundTransportException.class) != null;
  }

  private static ElasticsearchStatusException refuse(String reason) {
    return new ElasticsearchStatusException(
        "no IDF model can be stored now: " + reason, RestStatus.CONFLICT);
  }
}
