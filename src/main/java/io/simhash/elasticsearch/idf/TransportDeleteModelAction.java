package io.simhash.elasticsearch.idf;

import io.simhash.elasticsearch.ingest.SimHashPipelines;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedRequest;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentBuilder;

/** Deletes a stored IDF model. */
public final class TransportDeleteModelAction
    extends TransportChangeModelsAction<
        TransportDeleteModelAction.Request, TransportDeleteModelAction.Response> {

  /** The action, which the cluster privilege {@code manage} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("cluster:admin/simhash/idf/delete");

  /** The name of the model to delete. */
  public static final class Request extends AcknowledgedRequest<Request> {

    private final String name;

    /**
     * @throws IllegalArgumentException if no stored model can have that name
     */
    public Request(TimeValue masterTimeout, TimeValue ackTimeout, String name) {
      super(masterTimeout, ackTimeout);
      ModelLimits.requireName(name);
      this.name = name;
    }

    Request(StreamInput in) throws IOException {
      super(in);
      name = in.readString();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeString(name);
    }

    @Override
    public String getDescription() {
      return "delete IDF model [" + name + "]";
    }
  }

  /**
   * The pipelines that still use the deleted model, and whether every node has deleted it.
   * Documents in these pipelines fail until a model of that name is stored again.
   */
  public static final class Response extends AcknowledgedResponse {

    private final List<String> pipelines;

    Response(boolean acknowledged, List<String> pipelines) {
      super(acknowledged);
      this.pipelines = pipelines;
    }

    Response(StreamInput in) throws IOException {
      super(in);
      pipelines = in.readStringCollectionAsImmutableList();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeStringCollection(pipelines);
    }

    @Override
    protected void addCustomFields(XContentBuilder builder, Params params) throws IOException {
      builder.field("pipelines", pipelines);
    }

    public List<String> pipelines() {
      return pipelines;
    }
  }

  private final IngestService ingest;

  /** Called by Elasticsearch. */
  @Inject
  public TransportDeleteModelAction(
      TransportService transport,
      ClusterService cluster,
      ActionFilters filters,
      ProjectResolver projects,
      IngestService ingest) {
    super(TYPE.name(), transport, cluster, filters, projects, Request::new, Response::new);
    this.ingest = ingest;
  }

  @Override
  StoredModels change(StoredModels models, Request request) {
    return models.without(request.name);
  }

  @Override
  Response response(Request request, boolean acknowledged) {
    return new Response(acknowledged, SimHashPipelines.namingModel(ingest, request.name));
  }
}
