package io.simhash.elasticsearch.compat;

import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryRewriteContext;

/**
 * What a query looks up while it is rewritten. In this line, equal look-ups run each for itself.
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
