package io.simhash.elasticsearch.query;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.analysis.TextFingerprint;
import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * The steps from a query as typed to one that needs no other document and no pipeline.
 *
 * <p>Each step runs in the thread context of the request's caller and gives the next query.
 */
final class Resolver {

  private Resolver() {}

  /** The next step, or {@code null} if there is nothing left to resolve. */
  static BiConsumer<Client, ActionListener<QueryBuilder>> next(SimHashNearQueryBuilder query) {
    if (query.target() instanceof Target.Like like) {
      return (client, listener) -> resolve(client, query, like, listener);
    }
    if (query.target() instanceof Target.Document document) {
      return (client, listener) -> resolve(client, query, document, listener);
    }
    if (query.minHash() != null && query.minHash().members() instanceof MemberSet.Like like) {
      return (client, listener) -> resolve(client, query, like, listener);
    }
    return null;
  }

  private static void resolve(
      Client client,
      SimHashNearQueryBuilder query,
      Target.Like like,
      ActionListener<QueryBuilder> listener) {
    DocValueLookup.fingerprint(
        client,
        like.document(),
        query.field(),
        listener.map(
            found -> {
              if (found.value() == null) {
                return new MatchNoneQueryBuilder("the document of [like] has no fingerprint");
              }
              QueryBuilder near = query.with(new Target.Given(fingerprint(query, found)));
              return like.include() ? near : without(near, found.index(), like.document().id());
            }));
  }

  private static long fingerprint(SimHashNearQueryBuilder query, DocValueLookup.Found found) {
    try {
      return found.value() instanceof Number number
          ? Fingerprint.parse(number)
          : Fingerprint.parse(found.value().toString());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "[like] needs a document with a fingerprint in ["
              + query.field()
              + "] but in ["
              + found.index()
              + "] that field holds something else",
          e);
    }
  }

  /** Leaves one document out; the others' scores stay what they were. */
  private static QueryBuilder without(QueryBuilder near, String index, String id) {
    BoolQueryBuilder itself =
        QueryBuilders.boolQuery()
            .filter(QueryBuilders.termQuery("_index", index))
            .filter(QueryBuilders.idsQuery().addIds(id));
    return QueryBuilders.boolQuery().must(near).mustNot(itself);
  }

  private static void resolve(
      Client client,
      SimHashNearQueryBuilder query,
      Target.Document document,
      ActionListener<QueryBuilder> listener) {
    // Rewriting may run on a network thread, which must not analyse text.
    client
        .threadPool()
        .executor(ThreadPool.Names.SEARCH_COORDINATION)
        .execute(
            ActionRunnable.supply(
                listener,
                () -> {
                  TextFingerprint made =
                      query.pipelines().of(document.pipeline(), document.document());
                  return made.fingerprint().isPresent()
                      ? query.with(new Target.Given(made.fingerprint().getAsLong()))
                      : new MatchNoneQueryBuilder("[document] has no fingerprint");
                }));
  }

  private static void resolve(
      Client client,
      SimHashNearQueryBuilder query,
      MemberSet.Like like,
      ActionListener<QueryBuilder> listener) {
    MinHashClause minHash = query.minHash();
    DocValueLookup.signature(
        client,
        like.document(),
        minHash.field(),
        listener.map(
            found -> {
              String signature = found.value() == null ? null : found.value().toString();
              return query.with(minHash.with(new MemberSet.Stored(signature)));
            }));
  }
}
