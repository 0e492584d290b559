package io.simhash.elasticsearch.compat;

import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryRewriteContext;

/**
 * A look-up of a query while it is rewritten. In 8.19, equal look-ups of a request run one by one.
 */
public abstract class UniqueAction<T, A extends UniqueAction<T, A>> {

  protected abstract void execute(Client client, ActionListener<T> listener);

  /** The hash code by which later lines tell equal look-ups. */
  public abstract int doHashCode();

  /** Whether later lines run one look-up for both. */
  public abstract boolean doEquals(A other);

  /** Runs the action when the rewriting of all queries has come to an end, and gives the result. */
  public final void register(QueryRewriteContext context, Consumer<T> result) {
    context.registerAsyncAction(
        (client, listener) ->
            execute(
                client,
                listener.delegateFailureAndWrap(
                    (end, found) -> {
                      result.accept(found);
                      end.onResponse(null);
                    })));
  }
}
