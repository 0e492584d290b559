package io.simhash.elasticsearch.compat;

import java.util.function.Consumer;
import org.elasticsearch.index.query.QueryRewriteAsyncAction;
import org.elasticsearch.index.query.QueryRewriteContext;

/** A look-up of a query while it is rewritten. Equal look-ups run once, but not in 8.19. */
public abstract class UniqueAction<T, A extends UniqueAction<T, A>>
    extends QueryRewriteAsyncAction<T, A> {

  /** Runs the action when the rewriting of all queries has come to an end, and gives the result. */
  @SuppressWarnings("unchecked")
  public final void register(QueryRewriteContext context, Consumer<T> result) {
    context.registerUniqueAsyncAction((A) this, result);
  }
}
