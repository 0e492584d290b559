package io.simhash.elasticsearch.idf;

import io.simhash.core.idf.IdfModel;
import java.io.IOException;
import org.elasticsearch.action.support.master.AcknowledgedRequest;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.XContentParser;

/** A model to be stored, in the place of one of the same name. */
public final class PutModelRequest extends AcknowledgedRequest<PutModelRequest> {

  private final String name;
  private final IdfModel model;

  /**
   * @throws IllegalArgumentException if the name or the number of terms is not allowed
   */
  public PutModelRequest(
      TimeValue masterTimeout, TimeValue ackTimeout, String name, IdfModel model) {
    super(masterTimeout, ackTimeout);
    Limits.requireName(name);
    Limits.requireTerms(model.size());
    this.name = name;
    this.model = model;
  }

  /**
   * A model as typed: {@code {"documents": D, "terms": {term: document frequency, …}}}.
   *
   * @throws IllegalArgumentException naming what is missing or wrong
   */
  public static PutModelRequest parse(
      TimeValue masterTimeout, TimeValue ackTimeout, String name, XContentParser body)
      throws IOException {
    Limits.requireName(name);
    return new PutModelRequest(masterTimeout, ackTimeout, name, ModelBody.parse(body));
  }

  PutModelRequest(StreamInput in) throws IOException {
    super(in);
    StoredModelsFormat.requireVersion(in.readVInt());
    name = in.readString();
    model = StoredModelsFormat.readModel(in);
    Limits.requireName(name);
    Limits.requireTerms(model.size());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeVInt(StoredModelsFormat.VERSION);
    out.writeString(name);
    StoredModelsFormat.writeModel(out, model);
  }

  String name() {
    return name;
  }

  IdfModel model() {
    return model;
  }

  ModelSummary summary() {
    return ModelSummary.of(name, model);
  }

  @Override
  public String getDescription() {
    return "put IDF model [" + name + "]";
  }
}
