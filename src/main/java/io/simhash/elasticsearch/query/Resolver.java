package io.simhash.elasticsearch.query;

import io.simhash.core.simhash.Fingerprint;
import io.simhash.core.simhash.TextFingerprint;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
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
    if (query.target() instanceof Target.Like like && lacksTexts(query.confirm())) {
      return (client, listener) ->
          texts(client, query.confirm(), like.document(), query::with, listener);
    }
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

  /** The next step likewise. */
  static BiConsumer<Client, ActionListener<QueryBuilder>> next(MinHashNearQueryBuilder query) {
    if (query.members() instanceof MemberSet.Like like) {
      return lacksTexts(query.confirm())
          ? (client, listener) ->
              texts(client, query.confirm(), like.document(), query::with, listener)
          : (client, listener) -> resolve(client, query, like.document(), listener);
    }
    return null;
  }

  private static boolean lacksTexts(ConfirmClause confirm) {
    return confirm != null && confirm.texts() == null;
  }

  private static void texts(
      Client client,
      ConfirmClause confirm,
      DocumentReference like,
      Function<ConfirmClause, QueryBuilder> query,
      ActionListener<QueryBuilder> listener) {
    DocValueLookup.texts(
        client,
        like,
        confirm.field(),
        listener.map(
            found -> {
              List<String> texts = found.values().stream().map(Object::toString).toList();
              return texts.isEmpty()
                  ? new MatchNoneQueryBuilder("the document of [like] has no text to confirm with")
                  : query.apply(confirm.with(texts));
            }));
  }

  private static void resolve(
      Client client,
      MinHashNearQueryBuilder query,
      DocumentReference like,
      ActionListener<QueryBuilder> listener) {
    DocValueLookup.bands(
        client,
        like,
        query.field(),
        listener.map(
            found -> {
              if (found.value() == null) {
                return new MatchNoneQueryBuilder("the document of [like] has no signature");
              }
              List<String> all = found.values().stream().map(Object::toString).toList();
              QueryBuilder near =
                  query.with(new MemberSet.Stored(all.get(0), all.subList(1, all.size())));
              return query.include() ? near : without(near, found.index(), like.id());
            }));
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
      return Fingerprint.parseValue(found.value());
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
                  if (made.fingerprint().isEmpty()) {
                    return new MatchNoneQueryBuilder("[document] has no fingerprint");
                  }
                  Target given = new Target.Given(made.fingerprint().getAsLong());
                  return lacksTexts(query.confirm())
                      ? query.with(confirm(query.confirm(), document)).with(given)
                      : query.with(given);
                }));
  }

  private static ConfirmClause confirm(ConfirmClause confirm, Target.Document document) {
    Object found = XContentMapValues.extractValue(confirm.field(), document.document());
    List<?> texts =
        found instanceof List<?> list ? list : found == null ? List.of() : List.of(found);
    if (texts.isEmpty() || texts.stream().allMatch(String.class::isInstance) == false) {
      throw new IllegalArgumentException(
          "[confirm.text] is needed, or a text in [" + confirm.field() + "] of [document]");
    }
    return confirm.with(texts.stream().map(String.class::cast).toList());
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
              return query.with(minHash.with(new MemberSet.Stored(signature, List.of())));
            }));
  }
}
