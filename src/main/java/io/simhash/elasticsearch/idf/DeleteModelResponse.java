package io.simhash.elasticsearch.idf;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/** Whether every node knows that the model is gone, and which pipelines it leaves behind. */
public final class DeleteModelResponse extends AcknowledgedResponse {

  private final List<String> pipelines;

  DeleteModelResponse(boolean acknowledged, List<String> pipelines) {
    super(acknowledged);
    this.pipelines = List.copyOf(pipelines);
  }

  DeleteModelResponse(StreamInput in) throws IOException {
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

  /** The pipelines that name the model, whose documents fail from now on. */
  public List<String> pipelines() {
    return pipelines;
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other) && ((DeleteModelResponse) other).pipelines.equals(pipelines);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), pipelines);
  }
}
