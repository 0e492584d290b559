package io.simhash.elasticsearch.idf.store;

import io.simhash.core.idf.IdfModel;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.action.support.master.AcknowledgedRequest;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.XContentBuilder;

/** The messages of {@link TransportChangeModelAction}. */
public final class ModelChange {

  private ModelChange() {}

  /** A model to store, or the name of one to delete. */
  public static final class Request extends AcknowledgedRequest<Request> {

    final String name;

    /** The model to store; {@code null} to delete one. */
    final IdfModel model;

    /**
     * @throws IllegalArgumentException if the name or the number of terms is not allowed
     */
    public Request(TimeValue masterTimeout, TimeValue ackTimeout, String name, IdfModel model) {
      super(masterTimeout, ackTimeout);
      this.name = name;
      this.model = model;
      requireAllowed();
    }

    Request(StreamInput in) throws IOException {
      super(in);
      StoredModelsFormat.requireVersion(in.readVInt());
      name = in.readString();
      model = in.readOptional(StoredModelsFormat::readModel);
      requireAllowed();
    }

    private void requireAllowed() {
      ModelLimits.requireName(name);
      if (model != null) {
        ModelLimits.requireTerms(model.size());
      }
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeVInt(StoredModelsFormat.VERSION);
      out.writeString(name);
      out.writeOptional(StoredModelsFormat::writeModel, model);
    }

    @Override
    public String getDescription() {
      return (model == null ? "delete" : "put") + " IDF model [" + name + "]";
    }
  }

  /** Whether every node has the change, and the stored model, or the users of the deleted one. */
  public static final class Response extends AcknowledgedResponse {

    /** The stored model; {@code null} after a deletion. */
    public final ModelSummary model;

    /**
     * The pipelines that still use the deleted model. Documents in these pipelines fail until a
     * model of that name is stored again.
     */
    public final List<String> pipelines;

    Response(boolean acknowledged, ModelSummary model, List<String> pipelines) {
      super(acknowledged);
      this.model = model;
      this.pipelines = pipelines;
    }

    Response(StreamInput in) throws IOException {
      this(
          in.readBoolean(),
          in.readOptionalWriteable(ModelSummary::new),
          in.readStringCollectionAsImmutableList());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeOptionalWriteable(model);
      out.writeStringCollection(pipelines);
    }

    @Override
    protected void addCustomFields(XContentBuilder builder, Params params) throws IOException {
      if (model != null) {
        model.toXContent(builder, params);
      } else {
        builder.field("pipelines", pipelines);
      }
    }
  }
}
