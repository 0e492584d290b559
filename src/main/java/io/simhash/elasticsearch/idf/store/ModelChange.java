package io.simhash.elasticsearch.idf.store;

import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.format.WireFormat;
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

    /** The newest format of this request that this version of the plugin reads. */
    static final int NEWEST_FORMAT = 1;

    /** The format of this request that this version of the plugin writes. */
    private static final int WRITTEN_FORMAT = 1;

    /** The model to store, possibly in a format of a newer node; {@code null} to delete one. */
    final StoredModel model;

    /**
     * @param model {@code null} to delete the model of that name
     * @throws IllegalArgumentException if the name or the number of terms is not allowed
     */
    public Request(TimeValue masterTimeout, TimeValue ackTimeout, String name, IdfModel model) {
      super(masterTimeout, ackTimeout);
      this.name = name;
      this.model = model == null ? null : new StoredModel(model);
      ModelLimits.requireName(name);
      if (model != null) {
        ModelLimits.requireTerms(model.size());
      }
    }

    Request(StreamInput in) throws IOException {
      super(in);
      WireFormat.read(in, "a change of stored IDF models", NEWEST_FORMAT);
      name = in.readString();
      model = in.readOptional(StoredModel::new);
      ModelLimits.requireName(name);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeVInt(WRITTEN_FORMAT);
      out.writeString(name);
      out.writeOptionalWriteable(model);
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
