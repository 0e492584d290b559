package io.simhash.elasticsearch.idf;

import io.simhash.core.idf.IdfModel;
import java.io.IOException;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedRequest;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.XContentBuilder;

/** Stores an IDF model, in place of one of the same name. */
public final class TransportPutModelAction
    extends TransportChangeModelsAction<
        TransportPutModelAction.Request, TransportPutModelAction.Response> {

  /** The action, which the cluster privilege {@code manage} covers. */
  public static final ActionType<Response> TYPE = new ActionType<>("cluster:admin/simhash/idf/put");

  /** The model to store, and its name. */
  public static final class Request extends AcknowledgedRequest<Request> {

    private final String name;
    private final IdfModel model;

    /**
     * @throws IllegalArgumentException if the name or the number of terms is not allowed
     */
    public Request(TimeValue masterTimeout, TimeValue ackTimeout, String name, IdfModel model) {
      super(masterTimeout, ackTimeout);
      ModelLimits.requireName(name);
      ModelLimits.requireTerms(model.size());
      this.name = name;
      this.model = model;
    }

    Request(StreamInput in) throws IOException {
      super(in);
      StoredModelsFormat.requireVersion(in.readVInt());
      name = in.readString();
      model = StoredModelsFormat.readModel(in);
      ModelLimits.requireName(name);
      ModelLimits.requireTerms(model.size());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeVInt(StoredModelsFormat.VERSION);
      out.writeString(name);
      StoredModelsFormat.writeModel(out, model);
    }

    @Override
    public String getDescription() {
      return "put IDF model [" + name + "]";
    }
  }

  /** The stored model, and whether every node has it. */
  public static final class Response extends AcknowledgedResponse {

    private final ModelSummary model;

    Response(boolean acknowledged, ModelSummary model) {
      super(acknowledged);
      this.model = model;
    }

    Response(StreamInput in) throws IOException {
      super(in);
      model = new ModelSummary(in);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      model.writeTo(out);
    }

    @Override
    protected void addCustomFields(XContentBuilder builder, Params params) throws IOException {
      model.toXContent(builder, params);
    }

    public ModelSummary model() {
      return model;
    }
  }

  /** Called by Elasticsearch. */
  @Inject
  public TransportPutModelAction(
      TransportService transport,
      ClusterService cluster,
      ActionFilters filters,
      ProjectResolver projects) {
    super(TYPE.name(), transport, cluster, filters, projects, Request::new, Response::new);
  }

  @Override
  StoredModels change(StoredModels models, Request request) {
    return models.with(request.name, request.model);
  }

  @Override
  Response response(Request request, boolean acknowledged) {
    return new Response(acknowledged, new ModelSummary(request.name, request.model));
  }
}
