package io.simhash.elasticsearch.retriever;

import java.io.IOException;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.RankDocsRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * A {@code near_duplicate_collapse} while it is rewritten: the inner search, then the comparison of
 * its hits.
 *
 * <p>The inner search may end on a network thread. To compare 10,000 hits of which no two are
 * near-duplicates takes up to 0.8 s, so that is done in the thread pool {@code
 * search_coordination}, and ends if the search is cancelled.
 */
final class CollapsingSearch extends RetrieverBuilder {

  private final NearDuplicateCollapse window;
  private final Runnable check;
  private final boolean searched;

  /**
   * @param window gathers the hits of the inner retriever
   * @param check called often; an exception that it throws ends the work
   */
  CollapsingSearch(NearDuplicateCollapse window, Runnable check) {
    this(window, check, false);
  }

  private CollapsingSearch(NearDuplicateCollapse window, Runnable check, boolean searched) {
    this.window = window;
    this.check = check;
    this.searched = searched;
  }

  @Override
  public RetrieverBuilder rewrite(QueryRewriteContext context) throws IOException {
    if (searched) {
      return compare(context);
    }
    // Anything else than a further rewritten retriever is the result of the search.
    return window.rewrite(context) instanceof NearDuplicateCollapse next
        ? new CollapsingSearch(next, check)
        : new CollapsingSearch(window, check, true);
  }

  private RetrieverBuilder compare(QueryRewriteContext context) {
    SetOnce<RankDoc[]> kept = new SetOnce<>();
    context.registerAsyncAction(
        (client, listener) ->
            client
                .threadPool()
                .executor(ThreadPool.Names.SEARCH_COORDINATION)
                .execute(ActionRunnable.run(listener, () -> kept.set(window.kept(check)))));
    RetrieverBuilder found =
        new RankDocsRetrieverBuilder(
            window.rankWindowSize(), window.inner(), kept::get, window.minScore());
    return found.retrieverName(window.retrieverName());
  }

  @Override
  public String getName() {
    return window.getName();
  }

  @Override
  public QueryBuilder topDocsQuery() {
    return window.topDocsQuery();
  }

  @Override
  public void extractToSearchSourceBuilder(SearchSourceBuilder source, boolean compound) {
    window.extractToSearchSourceBuilder(source, compound);
  }

  @Override
  protected void doToXContent(XContentBuilder builder, Params params) throws IOException {
    window.doToXContent(builder, params);
  }

  @Override
  protected boolean doEquals(Object other) {
    CollapsingSearch that = (CollapsingSearch) other;
    return searched == that.searched && window.equals(that.window);
  }

  @Override
  protected int doHashCode() {
    return window.hashCode();
  }
}
