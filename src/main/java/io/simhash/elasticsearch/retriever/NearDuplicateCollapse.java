package io.simhash.elasticsearch.retriever;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.near.NearGroups;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.near.NewTexts;
import io.simhash.elasticsearch.compat.WindowRetriever;
import io.simhash.elasticsearch.mapper.NearFieldType;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.StoredValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.plugins.SearchPlugin.RetrieverSpec;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/**
 * The retriever {@code near_duplicate_collapse}: of the hits of another retriever it keeps the best
 * one of each group of near-duplicates and lists the others under it. With {@code min_new} it also
 * folds the hits whose text is mostly in better ones.
 *
 * <p>The first {@code rank_window_size} hits of the inner retriever are compared by {@link
 * NearGroups#best}. The inner search runs with the caller's rights and reads the field by {@code
 * fields}, and the texts on the shards, see {@link WindowPhase}. So documents and fields that the
 * caller may not see neither show nor fold anything.
 */
public final class NearDuplicateCollapse extends WindowRetriever<NearDuplicateCollapse> {

  static final String NAME = "near_duplicate_collapse";

  /** Ten pages of ten hits, for some 50 KB of fingerprints and signatures. */
  private static final int DEFAULT_WINDOW = 100;

  /** The most hits of a search by default. */
  private static final int MAX_WINDOW = 10_000;

  private final CollapseOptions options;
  private final Supplier<Runnable> cancellation;
  private final Supplier<CircuitBreaker> breaker;

  /** Ends the comparison of hits if the search was cancelled; {@code null} before the search. */
  private final Runnable check;

  /**
   * @param inner the inner retriever alone
   * @param cancellation gives a check that throws if the search of this thread was cancelled
   * @param breaker counts the heap of the comparison
   */
  NearDuplicateCollapse(
      List<RetrieverSource> inner,
      CollapseOptions options,
      int rankWindowSize,
      Supplier<Runnable> cancellation,
      Supplier<CircuitBreaker> breaker,
      Runnable check) {
    super(inner, Ranges.require("rank_window_size", rankWindowSize, 1, MAX_WINDOW));
    this.options = options;
    this.cancellation = cancellation;
    this.breaker = breaker;
    this.check = check;
  }

  /** The parser of the retriever. */
  public static RetrieverSpec<NearDuplicateCollapse> spec(
      Supplier<Runnable> cancellation, Supplier<CircuitBreaker> breaker) {
    return new RetrieverSpec<>(
        NAME, (parser, context) -> parse(parser, context, cancellation, breaker));
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
      XContentParser parser,
      RetrieverParserContext context,
      Supplier<Runnable> cancellation,
      Supplier<CircuitBreaker> breaker)
      throws IOException {
    XContentLocation location = parser.getTokenLocation();
    Typed typed = Typed.PARSER.apply(parser, context);
    try {
      if (typed.inner == null) {
        throw invalid("[retriever] is needed");
      }
      OptionMap options = new OptionMap(typed.options);
      CollapseOptions collapsing = CollapseOptions.from(options);
      int window = options.integer("rank_window_size", DEFAULT_WINDOW);
      options.requireEmpty();
      var inner = List.of(RetrieverSource.from(typed.inner));
      var collapse =
          new NearDuplicateCollapse(inner, collapsing, window, cancellation, breaker, null);
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

  CollapseOptions options() {
    return options;
  }

  @Override
  protected NearDuplicateCollapse clone(List<RetrieverSource> inner, List<QueryBuilder> filters) {
    return copy(inner, filters, check);
  }

  private NearDuplicateCollapse copy(
      List<RetrieverSource> inner, List<QueryBuilder> filters, Runnable checking) {
    NearDuplicateCollapse clone =
        new NearDuplicateCollapse(inner, options, rankWindowSize, cancellation, breaker, checking);
    clone.preFilterQueryBuilders = filters;
    clone.retrieverName = retrieverName;
    clone.minScore = minScore;
    return clone;
  }

  /** Keeps a copy with the check for cancellation of this thread's search. */
  @Override
  protected RetrieverBuilder doRewrite(QueryRewriteContext context) {
    return check == null
        ? copy(innerRetrievers, preFilterQueryBuilders, cancellation.get())
        : super.doRewrite(context);
  }

  /** The inner search: the ids of the hits, which an empty list of stored fields adds. */
  @Override
  protected SearchSourceBuilder finalizeSourceBuilder(SearchSourceBuilder source) {
    source.storedFields(StoredFieldsContext.fromList(List.of())).fetchSource(false);
    if (options.texts() != null || options.same().isEmpty() == false) {
      source.ext(List.of(new WindowPhase.Question(options)));
    }
    return options.near() == null ? source : StoredValue.ask(source, options.near().field());
  }

  @Override
  protected RankDoc createRankDocFromHit(int doc, SearchHit hit, int shard) {
    return new WindowHit(doc, hit, shard, options);
  }

  @Override
  protected RankDoc[] combineInnerRetrieverResults(List<ScoreDoc[]> results, boolean explain) {
    List<WindowHit> hits =
        results.stream().flatMap(Arrays::stream).map(WindowHit.class::cast).toList();
    requireFields(hits);
    CircuitBreaker memory = breaker.get();
    long bytes = NewTexts.bytes(hits.stream().mapToInt(hit -> hit.shingles().length).toArray());
    memory.addEstimateBytesAndMaybeBreak(bytes, NAME);
    try {
      return kept(hits);
    } finally {
      memory.addWithoutBreaking(-bytes);
    }
  }

  private RankDoc[] kept(List<WindowHit> hits) {
    Map<Object, Integer> parts = new HashMap<>();
    int[] same =
        hits.stream()
            .mapToInt(hit -> parts.computeIfAbsent(hit.same, each -> parts.size()))
            .toArray();
    NewTexts texts =
        new NewTexts(options.minNew(), hits.stream().map(WindowHit::shingles).toList(), same);
    NearGroups.Ranked ranked = ranked(hits, texts);
    long compared =
        hits.stream()
            .limit(ranked.compared())
            .filter(hit -> options.texts() == null || hit.text != null)
            .count();
    if (compared < hits.size()) {
      HeaderWarning.addWarning(
          "[near_duplicate_collapse] compared [{}] of [{}] hits: the others are kept. {}",
          compared,
          hits.size(),
          options.texts() == null
              ? "Match fewer documents, or set a higher [min_similarity] or a smaller [max_distance]"
              : "Set a smaller [rank_window_size]");
    }
    int[] best = ranked.best();
    float[] scores = scores(hits);
    TreeMap<Integer, List<KeptHit.Folded>> folded = new TreeMap<>();
    for (int i = 0; i < best.length; i++) {
      List<KeptHit.Folded> group = folded.computeIfAbsent(best[i], key -> new ArrayList<>());
      if (best[i] != i) {
        WindowHit better = hits.get(best[i]);
        group.add(hits.get(i).under(better, scores[i], texts.containment(i)));
      }
    }
    KeptHit[] kept = new KeptHit[folded.size()];
    int rank = 0;
    for (int i : folded.keySet()) {
      WindowHit hit = hits.get(i);
      kept[rank] = new KeptHit(hit.doc, scores[i], hit.shardIndex, folded.get(i));
      kept[rank].rank = ++rank;
    }
    return kept;
  }

  private NearGroups.Ranked ranked(List<WindowHit> hits, NewTexts texts) {
    List<Optional<NearValue>> values = hits.stream().map(hit -> hit.value).toList();
    NearRule rule =
        options.near() == null
            ? NearRule.of(null, null, true)
            : options.near().rule(values.stream().flatMap(Optional::stream));
    return NearGroups.best(values, rule, texts, NearGroups.MAX_PAIRS, check);
  }

  /**
   * Requires fields that can be used in the index of a hit. The mapping is known to the shards
   * alone, which give its type with each hit, whatever the caller may see of the values.
   */
  private void requireFields(List<WindowHit> hits) {
    for (WindowHit hit : hits) {
      if (hit.same instanceof String refusal) {
        throw invalid("%s", refusal);
      }
    }
    boolean isNeeded = hits.isEmpty() == false && options.ignoreUnmapped() == false;
    if (isNeeded && hits.stream().allMatch(hit -> hit.text instanceof String)) {
      throw invalid("%s", hits.getFirst().text);
    }
    NearOptions near = options.near();
    if (near == null) {
      return;
    }
    Set<String> types =
        hits.stream().flatMap(hit -> hit.type.stream()).collect(Collectors.toUnmodifiableSet());
    if (types.isEmpty() && isNeeded) {
      throw invalid(
          "[field] must be a field of type [%s], outside nested objects, in the index of a hit but"
              + " was [%s]; with [ignore_unmapped] [true] all hits are kept",
          NearFieldType.NAMES, near.field());
    }
    if (types.size() == 1) {
      near.requireComparable(types.iterator().next(), near.rule(true));
    }
  }

  /**
   * The scores of hits: the inner retriever's, or 1 / position where that sorts by something other
   * than the score, because Elasticsearch orders the result of a retriever by score.
   */
  private static float[] scores(List<WindowHit> hits) {
    float[] scores = new float[hits.size()];
    boolean ranked = true;
    for (int i = 0; i < scores.length; i++) {
      scores[i] = hits.get(i).score;
      // False for NaN, the score of a search that does not compute scores.
      ranked &= scores[i] <= scores[Math.max(0, i - 1)];
    }
    for (int i = 0; i < scores.length && ranked == false; i++) {
      scores[i] = 1f / (i + 1);
    }
    return scores;
  }

  @Override
  protected void doToXContent(XContentBuilder builder, Params params) throws IOException {
    builder.field("retriever", innerRetrievers.getFirst().retriever());
    builder.field("rank_window_size", rankWindowSize);
    options.toXContent(builder);
  }

  @Override
  public boolean doEquals(Object other) {
    return super.doEquals(other) && options.equals(((NearDuplicateCollapse) other).options);
  }

  @Override
  public int doHashCode() {
    return Objects.hash(super.doHashCode(), options);
  }
}
