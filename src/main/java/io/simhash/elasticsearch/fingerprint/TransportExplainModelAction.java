package io.simhash.elasticsearch.fingerprint;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.UntypedActionRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/**
 * Checks the right to see the weights of an IDF model that is not shipped, and does nothing else.
 *
 * <p>Weights, margins and the numbers computed from them reveal how many documents have a word, for
 * any word that a caller guesses, in indices that the caller may not be allowed to read.
 */
public final class TransportExplainModelAction
    extends TransportAction<TransportExplainModelAction.Request, ActionResponse.Empty> {

  /** The action, which the cluster privilege {@code manage} covers and {@code monitor} does not. */
  public static final ActionType<ActionResponse.Empty> TYPE =
      new ActionType<>("cluster:admin/simhash/idf/explain");

  /** No parameters: the right is for all models. Never sent to another node. */
  static final class Request extends UntypedActionRequest {

    @Override
    public ActionRequestValidationException validate() {
      return null;
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }
  }

  /** Called by Elasticsearch. */
  @Inject
  public TransportExplainModelAction(ActionFilters filters, TransportService transport) {
    super(TYPE.name(), filters, transport.getTaskManager(), EsExecutors.DIRECT_EXECUTOR_SERVICE);
  }

  @Override
  protected void doExecute(
      Task task, Request request, ActionListener<ActionResponse.Empty> listener) {
    listener.onResponse(ActionResponse.Empty.INSTANCE);
  }
}
