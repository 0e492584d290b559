package io.simhash.elasticsearch.query;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.query.LeafQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;

/**
 * A query that may name what stands elsewhere: in another document, or behind a pipeline. It is
 * resolved step by step by the node that got the request, with its caller's rights, before a shard
 * has it.
 *
 * @param <Q> the query itself
 */
abstract class ResolvingQueryBuilder<Q extends ResolvingQueryBuilder<Q>>
    extends LeafQueryBuilder<Q> {

  /** What comes of the step that is under way; {@code null} if none is. */
  private final SetOnce<QueryBuilder> awaited;

  ResolvingQueryBuilder(SetOnce<QueryBuilder> awaited) {
    this.awaited = awaited;
  }

  /** Reads a query as it is sent: with nothing under way. */
  ResolvingQueryBuilder(StreamInput in, int wireFormat) throws IOException {
    super(in);
    int format = in.readVInt();
    if (format != wireFormat) {
      throw new IOException(
          "["
              + getWriteableName()
              + "] must have wire format ["
              + wireFormat
              + "] but had ["
              + format
              + "]");
    }
    this.awaited = null;
  }

  /** The next step, which gives the next query; {@code null} if there is nothing to resolve. */
  abstract BiConsumer<Client, ActionListener<QueryBuilder>> nextStep();

  /** This query while a step is under way. */
  abstract Q awaiting(SetOnce<QueryBuilder> answer);

  SetOnce<QueryBuilder> awaited() {
    return awaited;
  }

  void requireNothingAwaited() {
    if (awaited != null) {
      throw new IllegalStateException("[" + getWriteableName() + "] is sent before it is resolved");
    }
  }

  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) throws IOException {
    if (awaited != null) {
      QueryBuilder resolved = awaited.get();
      return resolved == null ? this : resolved;
    }
    BiConsumer<Client, ActionListener<QueryBuilder>> step = nextStep();
    return step == null || canWait(context) == false
        ? super.doRewrite(context)
        : await(context, step);
  }

  /** Whether the context does what is registered with it; those that only look ahead do not. */
  private static boolean canWait(QueryRewriteContext context) {
    return context != null
        && context.convertToIndexMetadataContext() == null
        && context.convertToCoordinatorRewriteContext() == null
        && context.convertToInnerHitsRewriteContext() == null;
  }

  private QueryBuilder await(
      QueryRewriteContext context, BiConsumer<Client, ActionListener<QueryBuilder>> step) {
    SetOnce<QueryBuilder> answer = new SetOnce<>();
    context.registerAsyncAction(
        (client, listener) ->
            step.accept(
                client,
                listener.map(
                    resolved -> {
                      answer.set(resolved);
                      return null;
                    })));
    return awaiting(answer);
  }

  @Override
  public TransportVersion getMinimalSupportedVersion() {
    return TransportVersion.zero();
  }
}
