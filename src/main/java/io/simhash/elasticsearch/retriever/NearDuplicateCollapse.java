package io.simhash.elasticsearch.retriever;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.elasticsearch.compat.WindowRetriever;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.StoredValue;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.plugins.SearchPlugin.RetrieverSpec;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchService;
import org.elasticsearch.search.builder.PointInTimeBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.RankDocsRetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilderWrapper;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The retriever {@code near_duplicate_collapse}: of the hits of another retriever it keeps the best
 * one of each group of near-duplicates and lists the others under it: {@code
 * {"near_duplicate_collapse": {"retriever": {"standard": …}, "field": "simhash"}}}.
 *
 * <p>The first {@code rank_window_size} hits of the inner retriever are compared, over all shards,
 * on a search thread of the node that received the search ({@link CollapsingSearch}); see {@link
 * io.simhash.core.near.BestOfGroups}. The inner search runs with the caller's rights and reads the
 * field by {@code fields}, so that documents and fields that the caller may not see neither show
 * nor fold anything.
 */
public final class NearDuplicateCollapse extends WindowRetriever<NearDuplicateCollapse> {

  static final String NAME = "near_duplicate_collapse";

  /** Ten pages of ten hits, for some 50 KB of fingerprints and signatures. */
  static final int DEFAULT_WINDOW = 100;

  /** The largest window; as many hits as a search gives by default. */
  static final int MAX_WINDOW = 10_000;

  private final NearOptions near;
  private final Supplier<Runnable> cancellation;
  private final boolean gathers;
  private final SetOnce<CollapsedWindow> hits = new SetOnce<>();

  /**
   * @param cancellation gives, for the search that this thread works for, a check that throws if it
   *     was cancelled
   */
  NearDuplicateCollapse(
      RetrieverBuilder inner,
      NearOptions near,
      int rankWindowSize,
      Supplier<Runnable> cancellation) {
    this(List.of(RetrieverSource.from(inner)), near, rankWindowSize, cancellation, false);
  }

  private NearDuplicateCollapse(
      List<RetrieverSource> inner,
      NearOptions near,
      int rankWindowSize,
      Supplier<Runnable> cancellation,
      boolean gathers) {
    super(inner, Ranges.require("rank_window_size", rankWindowSize, 1, MAX_WINDOW));
    this.near = near.requireOneField();
    this.cancellation = cancellation;
    this.gathers = gathers;
  }

  /** The parser of the retriever; the constructor describes the argument. */
  public static RetrieverSpec<NearDuplicateCollapse> spec(Supplier<Runnable> cancellation) {
    return new RetrieverSpec<>(NAME, (parser, context) -> parse(parser, context, cancellation));
  }

  /** The retriever's own options, and those that every retriever has. */
  private static final class Typed {

    private static final ObjectParser<Typed, RetrieverParserContext> PARSER =
        new ObjectParser<>(
            NAME, (typed, name, value) -> typed.options.put(name, value), Typed::new);

    static {
      PARSER.declareNamedObject(
          (typed, value) -> typed.inner = value,
          (parser, context, name) -> {
            RetrieverBuilder inner = parser.namedObject(RetrieverBuilder.class, name, context);
            track(context, inner);
            return inner;
          },
          new ParseField("retriever"));
      PARSER.declareObjectArray(
          (typed, value) -> typed.filters = value,
          (parser, context) ->
              AbstractQueryBuilder.parseTopLevelQuery(parser, context::trackQueryUsage),
          PRE_FILTER_FIELD);
      PARSER.declareString((typed, value) -> typed.name = value, NAME_FIELD);
      PARSER.declareFloat((typed, value) -> typed.minScore = value, MIN_SCORE_FIELD);
    }

    private final Map<String, Object> options = new LinkedHashMap<>();
    private RetrieverBuilder inner;
    private List<QueryBuilder> filters = List.of();
    private String name;
    private Float minScore;
  }

  /** Every mistake in the retriever's own options becomes a sentence that begins with its name. */
  private static NearDuplicateCollapse parse(
      XContentParser parser, RetrieverParserContext context, Supplier<Runnable> cancellation)
      throws IOException {
    XContentLocation location = parser.getTokenLocation();
    Typed typed = Typed.PARSER.apply(parser, context);
    try {
      if (typed.inner == null) {
        throw invalid("[retriever] is needed");
      }
      OptionMap options = new OptionMap(typed.options);
      NearOptions near = NearOptions.from(options);
      int window = options.integer("rank_window_size", DEFAULT_WINDOW);
      options.requireEmpty();
      var collapse = new NearDuplicateCollapse(typed.inner, near, window, cancellation);
      collapse.getPreFilterQueryBuilders().addAll(typed.filters);
      collapse.retrieverName(typed.name);
      collapse.minScore(typed.minScore);
      return collapse;
    } catch (IllegalArgumentException e) {
      throw new ParsingException(location, "[" + NAME + "] " + e.getMessage(), e);
    }
  }

  @Override
  public String getName() {
    return NAME;
  }

  NearOptions near() {
    return near;
  }

  @Override
  protected NearDuplicateCollapse clone(List<RetrieverSource> inner, List<QueryBuilder> filters) {
    return copy(inner, filters, gathers);
  }

  private NearDuplicateCollapse copy(
      List<RetrieverSource> inner, List<QueryBuilder> filters, boolean gathering) {
    NearDuplicateCollapse clone =
        new NearDuplicateCollapse(inner, near, rankWindowSize, cancellation, gathering);
    clone.preFilterQueryBuilders = filters;
    clone.retrieverName = retrieverName;
    clone.minScore = minScore;
    return clone;
  }

  /** As typed, it becomes a search that gathers the hits with a copy, and then compares them. */
  @Override
  protected RetrieverBuilder doRewrite(QueryRewriteContext context) {
    if (gathers) {
      return super.doRewrite(context);
    }
    NearDuplicateCollapse gathering = copy(innerRetrievers, preFilterQueryBuilders, true);
    return new CollapsingSearch(gathering, cancellation.get());
  }

  /** The retriever whose hits are collapsed. */
  List<RetrieverBuilder> inner() {
    return innerRetrievers.stream().map(RetrieverSource::retriever).toList();
  }

  /** The hits that were gathered. */
  CollapsedWindow hits() {
    return hits.get();
  }

  /** The inner search: the ids of the hits, which an empty list of stored fields adds. */
  @Override
  protected SearchSourceBuilder finalizeSourceBuilder(SearchSourceBuilder source) {
    source.storedFields(StoredFieldsContext.fromList(List.of())).fetchSource(false);
    return StoredValue.ask(source, near.field());
  }

  @Override
  protected RankDoc createRankDocFromHit(int doc, SearchHit hit, int shard) {
    return new CollapsedWindow.Hit(doc, hit, shard, near.field());
  }

  /** Keeps the hits; nothing reads what is returned. */
  @Override
  protected RankDoc[] combineInnerRetrieverResults(List<ScoreDoc[]> results, boolean explain) {
    hits.set(
        new CollapsedWindow(
            results.stream()
                .flatMap(Arrays::stream)
                .map(CollapsedWindow.Hit.class::cast)
                .toList()));
    return new RankDoc[0];
  }

  @Override
  protected void doToXContent(XContentBuilder builder, Params params) throws IOException {
    builder.field("retriever", innerRetrievers.getFirst().retriever());
    builder.field("rank_window_size", rankWindowSize);
    near.toXContent(builder);
  }

  @Override
  public boolean doEquals(Object other) {
    return super.doEquals(other) && near.equals(((NearDuplicateCollapse) other).near);
  }

  @Override
  public int doHashCode() {
    return Objects.hash(super.doHashCode(), near);
  }

  /**
   * A {@code near_duplicate_collapse} while it is rewritten: the inner search, then the comparison
   * of its hits.
   *
   * <p>The inner search may end on a network thread. To compare 10,000 hits of which no two are
   * near-duplicates takes up to 0.8 s, so that is done in the thread pool {@code
   * search_coordination}, and ends if the search is cancelled.
   */
  private static final class CollapsingSearch extends RetrieverBuilderWrapper<CollapsingSearch> {

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
      super(window);
      this.window = window;
      this.check = check;
      this.searched = searched;
    }

    @Override
    protected CollapsingSearch clone(RetrieverBuilder next) {
      // Anything else than a further rewritten retriever is the result of the search.
      return next instanceof NearDuplicateCollapse further
          ? new CollapsingSearch(further, check)
          : new CollapsingSearch(window, check, true);
    }

    @Override
    public RetrieverBuilder rewrite(QueryRewriteContext context) throws IOException {
      return searched ? compared(context) : super.rewrite(context);
    }

    private RetrieverBuilder compared(QueryRewriteContext context) {
      SetOnce<RankDoc[]> kept = new SetOnce<>();
      CollapsedWindow hits = window.hits();
      PointInTimeBuilder view = context.getPointInTimeBuilder();
      context.registerAsyncAction(
          (client, listener) ->
              hits.requireField(
                  client,
                  view,
                  window.near(),
                  listener.delegateFailureAndWrap(
                      (end, ignored) ->
                          client
                              .threadPool()
                              .executor(ThreadPool.Names.SEARCH_COORDINATION)
                              .execute(
                                  ActionRunnable.run(
                                      end,
                                      () -> kept.set(hits.kept(window.near().rule(), check)))))));
      // A search without [size] returns as many hits as one without a retriever.
      int size = Math.min(SearchService.DEFAULT_SIZE, window.rankWindowSize());
      RetrieverBuilder found =
          new RankDocsRetrieverBuilder(size, window.inner(), kept::get, window.minScore());
      return found.retrieverName(window.retrieverName());
    }
  }
}
