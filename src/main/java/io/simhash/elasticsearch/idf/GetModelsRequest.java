package io.simhash.elasticsearch.idf;

import java.util.Optional;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.support.local.LocalClusterStateRequest;
import org.elasticsearch.core.TimeValue;

/** Which stored models are asked for. Answered by the node that got the request. */
public final class GetModelsRequest extends LocalClusterStateRequest {

  private final Optional<String> name;

  /**
   * @param name the model; empty for all
   */
  public GetModelsRequest(TimeValue masterTimeout, Optional<String> name) {
    super(masterTimeout);
    this.name = name;
  }

  Optional<String> name() {
    return name;
  }

  @Override
  public ActionRequestValidationException validate() {
    return null;
  }
}
