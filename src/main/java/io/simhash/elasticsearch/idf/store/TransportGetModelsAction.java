package io.simhash.elasticsearch.idf.store;

import java.io.IOException;
import java.util.Optional;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.local.LocalClusterStateRequest;
import org.elasticsearch.action.support.local.TransportLocalProjectMetadataAction;
import org.elasticsearch.cluster.ProjectState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** Describes one stored IDF model or all, from the cluster state of the node that was asked. */
public final class TransportGetModelsAction
    extends TransportLocalProjectMetadataAction<
        TransportGetModelsAction.Request, TransportGetModelsAction.Response> {

  /** The action, which the cluster privilege {@code monitor} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("cluster:monitor/simhash/idf/get");

  /** The name of the model to describe; empty for all. */
  public static final class Request extends LocalClusterStateRequest {

    private final Optional<String> name;

    public Request(TimeValue masterTimeout, Optional<String> name) {
      super(masterTimeout);
      this.name = name;
    }
  }

  /** The description of one stored model, or of all with their total size. */
  public static final class Response extends ActionResponse implements ToXContentObject {

    private final StoredModels stored;
    private final Optional<ModelSummary> one;

    private Response(StoredModels stored, Optional<String> name) {
      this.stored = stored;
      this.one = name.map(n -> ModelSummary.of(n, stored.get(n)));
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject();
      if (one.isPresent()) {
        return one.get().toXContent(builder, params).endObject();
      }
      builder.startArray("models");
      for (var model : stored.models().entrySet()) {
        builder.startObject();
        ModelSummary.of(model.getKey(), model.getValue()).toXContent(builder, params);
        builder.endObject();
      }
      builder.endArray();
      builder.field("bytes", stored.bytes());
      builder.field("max_bytes", ModelLimits.MAX_TOTAL_BYTES);
      return builder.endObject();
    }
  }

  /** Called by Elasticsearch. */
  @Inject
  public TransportGetModelsAction(
      TransportService transport,
      ClusterService cluster,
      ActionFilters filters,
      ProjectResolver projects) {
    super(
        TYPE.name(),
        filters,
        transport.getTaskManager(),
        cluster,
        transport.getThreadPool().executor(ThreadPool.Names.MANAGEMENT),
        projects);
  }

  @Override
  protected ClusterBlockException checkBlock(Request request, ProjectState state) {
    return state
        .blocks()
        .globalBlockedException(state.projectId(), ClusterBlockLevel.METADATA_READ);
  }

  @Override
  protected void localClusterStateOperation(
      Task task, Request request, ProjectState project, ActionListener<Response> listener) {
    ActionListener.completeWith(
        listener, () -> new Response(StoredModels.of(project.metadata()), request.name));
  }
}
