package io.simhash.elasticsearch.retriever;

import io.simhash.core.base.Ranges;
import io.simhash.elasticsearch.near.NearDecision;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.plugins.SearchPlugin.RetrieverSpec;
import org.elasticsearch.plugins.SearchPlugin.SearchExtSpec;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.CompoundRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * The retriever {@code near_duplicate_collapse}: of the hits of another retriever it keeps the best
 * one of each group of near-duplicates and lists the others under it: {@code
 * {"near_duplicate_collapse": {"retriever": {"standard": …}, "field": "simhash"}}}.
 *
 * <p>The first {@code rank_window_size} hits of the inner retriever are compared, over all shards,
 * on a search thread of the node that received the search ({@link CollapsingSearch}); see {@link
 * io.simhash.core.near.BestOfGroups}. The inner search runs with the caller's rights and reads the
 * field as doc values, so that documents and fields that the caller may not see neither show nor
 * fold anything.
 */
public final class NearDuplicateCollapse extends CompoundRetrieverBuilder<NearDuplicateCollapse> {

  static final String NAME = "near_duplicate_collapse";

  /** Ten pages of ten hits, for some 50 KB of fingerprints and signatures. */
  static final int DEFAULT_WINDOW = 100;

  /** The largest window; as many hits as a search gives by default. */
  static final int MAX_WINDOW = 10_000;

  private final NearDecision decision;
  private final Supplier<Runnable> cancellation;
  private final boolean gathers;
  private final SetOnce<List<WindowHit>> hits = new SetOnce<>();

  /**
   * @param cancellation gives, for the search that this thread works for, a check that throws if it
   *     was cancelled
   */
  NearDuplicateCollapse(
      RetrieverBuilder inner,
      NearDecision decision,
      int rankWindowSize,
      Supplier<Runnable> cancellation) {
    this(List.of(RetrieverSource.from(inner)), decision, rankWindowSize, cancellation, false);
  }

  private NearDuplicateCollapse(
      List<RetrieverSource> inner,
      NearDecision decision,
      int rankWindowSize,
      Supplier<Runnable> cancellation,
      boolean gathers) {
    super(inner, Ranges.require("rank_window_size", rankWindowSize, 1, MAX_WINDOW));
    this.decision = decision;
    this.cancellation = cancellation;
    this.gathers = gathers;
  }

  /** The parser of the retriever; the constructor describes the argument. */
  public static RetrieverSpec<NearDuplicateCollapse> spec(Supplier<Runnable> cancellation) {
    return new RetrieverSpec<>(
        NAME, (parser, context) -> CollapseParser.parse(parser, context, cancellation));
  }

  /** What the inner search asks the shards by. */
  public static SearchExtSpec<?> extSpec() {
    return FetchValues.spec();
  }

  @Override
  public String getName() {
    return NAME;
  }

  NearDecision decision() {
    return decision;
  }

  @Override
  protected NearDuplicateCollapse clone(List<RetrieverSource> inner, List<QueryBuilder> filters) {
    return copy(inner, filters, gathers);
  }

  private NearDuplicateCollapse copy(
      List<RetrieverSource> inner, List<QueryBuilder> filters, boolean gathering) {
    NearDuplicateCollapse clone =
        new NearDuplicateCollapse(inner, decision, rankWindowSize, cancellation, gathering);
    clone.preFilterQueryBuilders = filters;
    clone.retrieverName = retrieverName;
    clone.minScore = minScore;
    return clone;
  }

  /** As typed, it becomes a search that gathers the hits with a copy, and then compares them. */
  @Override
  protected RetrieverBuilder doRewrite(QueryRewriteContext context) {
    if (gathers) {
      return this;
    }
    NearDuplicateCollapse gathering = copy(innerRetrievers, preFilterQueryBuilders, true);
    return new CollapsingSearch(gathering, cancellation.get());
  }

  /** The retriever whose hits are collapsed. */
  List<RetrieverBuilder> inner() {
    return innerRetrievers.stream().map(RetrieverSource::retriever).toList();
  }

  /** The best hit of each group of those that were gathered; see {@link CollapsedWindow}. */
  RankDoc[] kept(Runnable check) {
    return new CollapsedWindow(hits.get()).kept(decision.rule(), check);
  }

  /** The inner search: the ids of the hits, which an empty list of stored fields adds. */
  @Override
  protected SearchSourceBuilder finalizeSourceBuilder(SearchSourceBuilder source) {
    return source
        .storedFields(StoredFieldsContext.fromList(List.of()))
        .fetchSource(false)
        .ext(List.of(new FetchValues(decision)));
  }

  @Override
  protected RankDoc createRankDocFromHit(int doc, SearchHit hit, int shard) {
    return new WindowHit(doc, hit, shard);
  }

  /** Keeps the hits; nothing reads what is returned. */
  @Override
  protected RankDoc[] combineInnerRetrieverResults(List<ScoreDoc[]> results, boolean explain) {
    List<WindowHit> found =
        results.stream().flatMap(Arrays::stream).map(WindowHit.class::cast).toList();
    found.forEach(WindowHit::requireField);
    hits.set(found);
    return new RankDoc[0];
  }

  @Override
  protected void doToXContent(XContentBuilder builder, Params params) throws IOException {
    builder.field("retriever", innerRetrievers.getFirst().retriever());
    builder.field("rank_window_size", rankWindowSize);
    decision.toXContent(builder);
  }

  @Override
  public boolean doEquals(Object other) {
    return super.doEquals(other) && decision.equals(((NearDuplicateCollapse) other).decision);
  }

  @Override
  public int doHashCode() {
    return Objects.hash(super.doHashCode(), decision);
  }
}
