package io.simhash.elasticsearch.compat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.action.search.TransportMultiSearchAction;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RankDocsRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.search.sort.ShardDocSortField;

/**
 * A retriever that gets the best hits of others, each with the values that it asked for.
 *
 * <p>In this line, a compound retriever keeps only the scores of the hits. So the searches are sent
 * here, as {@link CompoundRetrieverBuilder} would send them.
 */
public abstract class WindowRetriever<T extends WindowRetriever<T>>
    extends CompoundRetrieverBuilder<T> {

  protected WindowRetriever(List<RetrieverSource> inner, int rankWindowSize) {
    super(inner, rankWindowSize);
  }

  /** Counts an inner retriever in the statistics of usage. */
  protected static void track(RetrieverParserContext context, RetrieverBuilder inner) {
    context.trackRetrieverUsage(inner.getName());
  }

  /** A hit of an inner retriever. */
  protected abstract RankDoc createRankDocFromHit(int doc, SearchHit hit, int shard);

  /**
   * The result of the inner searches, if these are complete; otherwise this or a rewritten copy.
   */
  @Override
  protected RetrieverBuilder doRewrite(QueryRewriteContext context) {
    List<RetrieverSource> rewritten = new ArrayList<>();
    boolean isComplete = true;
    for (RetrieverSource inner : innerRetrievers) {
      if (inner.source() == null) {
        return this;
      }
      SearchSourceBuilder source = rewritten(inner.source(), context);
      isComplete &= source == inner.source();
      rewritten.add(new RetrieverSource(inner.retriever(), source));
    }
    return isComplete ? searched(context) : clone(rewritten, preFilterQueryBuilders);
  }

  private static SearchSourceBuilder rewritten(
      SearchSourceBuilder source, QueryRewriteContext context) {
    try {
      return source.rewrite(context);
    } catch (IOException e) {
      throw new UncheckedIOException("a search cannot be rewritten", e);
    }
  }

  private RetrieverBuilder searched(QueryRewriteContext context) {
    MultiSearchRequest searches = new MultiSearchRequest();
    for (RetrieverSource inner : innerRetrievers) {
      SearchRequest search = new SearchRequest().source(inner.source());
      // Shards in one order: a hit is told by its shard's number.
      search.setPreFilterShardSize(Integer.MAX_VALUE);
      searches.add(search);
    }
    SetOnce<RankDoc[]> results = new SetOnce<>();
    context.registerAsyncAction(
        (client, listener) ->
            client.execute(
                TransportMultiSearchAction.TYPE,
                searches,
                listener.delegateFailureAndWrap(
                    (end, responses) -> {
                      results.set(
                          combineInnerRetrieverResults(
                              hits(responses, context.allowPartialSearchResults()),
                              context.isExplain()));
                      end.onResponse(null);
                    })));
    List<RetrieverBuilder> inner =
        innerRetrievers.stream().map(RetrieverSource::retriever).toList();
    return new RankDocsRetrieverBuilder(rankWindowSize, inner, results::get, minScore())
        .retrieverName(retrieverName());
  }

  private List<ScoreDoc[]> hits(MultiSearchResponse responses, boolean allowPartial) {
    List<ScoreDoc[]> hits = new ArrayList<>();
    List<Exception> failures = new ArrayList<>();
    List<String> failed = new ArrayList<>();
    for (int i = 0; i < responses.getResponses().length; i++) {
      MultiSearchResponse.Item item = responses.getResponses()[i];
      RetrieverBuilder inner = innerRetrievers.get(i).retriever();
      if (item.isFailure()) {
        failures.add(item.getFailure());
        failed.add(inner.getName());
      } else if (item.getResponse().getFailedShards() > 0 && allowPartial == false) {
        for (ShardSearchFailure failure : item.getResponse().getShardFailures()) {
          failures.add(failure);
        }
      } else {
        RankDoc[] docs = hits(item.getResponse());
        inner.setRankDocs(docs);
        hits.add(docs);
      }
    }
    if (failures.isEmpty() == false) {
      ElasticsearchStatusException failure =
          new ElasticsearchStatusException(
              "["
                  + getName()
                  + "] search failed - retrievers '"
                  + failed
                  + "' returned errors. All failures are attached as suppressed exceptions.",
              failures.stream().map(ExceptionsHelper::status).max(Enum::compareTo).orElseThrow());
      failures.forEach(failure::addSuppressed);
      throw failure;
    }
    return hits;
  }

  private RankDoc[] hits(SearchResponse response) {
    SearchHit[] hits = response.getHits().getHits();
    RankDoc[] docs = new RankDoc[hits.length];
    for (int i = 0; i < hits.length; i++) {
      Object[] sort = hits[i].getRawSortValues();
      long shardAndDoc = (long) sort[sort.length - 1];
      docs[i] =
          createRankDocFromHit(
              ShardDocSortField.decodeDoc(shardAndDoc),
              hits[i],
              ShardDocSortField.decodeShardRequestIndex(shardAndDoc));
      docs[i].rank = i + 1;
    }
    return docs;
  }
}
