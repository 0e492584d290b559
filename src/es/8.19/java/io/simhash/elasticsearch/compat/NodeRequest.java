package io.simhash.elasticsearch.compat;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.transport.TransportRequest;

/** A request that one node sends to another. Lines differ in the class above. */
public abstract class NodeRequest extends TransportRequest {

  protected NodeRequest() {}

  protected NodeRequest(StreamInput in) throws IOException {
    super(in);
  }
}
