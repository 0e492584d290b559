package io.simhash.elasticsearch.idf;

import java.io.IOException;
import java.util.Objects;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.XContentBuilder;

/** The model that was stored, and whether every node has it. */
public final class PutModelResponse extends AcknowledgedResponse {

  private final ModelSummary model;

  PutModelResponse(boolean acknowledged, ModelSummary model) {
    super(acknowledged);
    this.model = model;
  }

  PutModelResponse(StreamInput in) throws IOException {
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

  /** The model's content id. */
  public String version() {
    return model.version();
  }

  /** Its number of terms. */
  public int terms() {
    return model.terms();
  }

  /** The documents of its collection. */
  public long documents() {
    return model.documents();
  }

  @Override
  public boolean equals(Object other) {
    return super.equals(other) && ((PutModelResponse) other).model.equals(model);
  }

  @Override
  public int hashCode() {
    return Objects.hash(super.hashCode(), model);
  }
}
