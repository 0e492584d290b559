package io.simhash.elasticsearch.idf;

import java.io.IOException;
import org.elasticsearch.action.support.master.AcknowledgedRequest;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;

/** A stored model to be deleted. */
public final class DeleteModelRequest extends AcknowledgedRequest<DeleteModelRequest> {

  private final String name;

  /**
   * @throws IllegalArgumentException if no stored model can have that name
   */
  public DeleteModelRequest(TimeValue masterTimeout, TimeValue ackTimeout, String name) {
    super(masterTimeout, ackTimeout);
    Limits.requireName(name);
    this.name = name;
  }

  DeleteModelRequest(StreamInput in) throws IOException {
    super(in);
    name = in.readString();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    out.writeString(name);
  }

  String name() {
    return name;
  }
}
