package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.passage.FrequentPassages.DEFAULT_MIN_LENGTH;

import io.simhash.core.estimate.Estimate;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.passage.PassageText;
import io.simhash.elasticsearch.clusters.PointInTime;
import io.simhash.elasticsearch.clusters.Reservation;
import io.simhash.elasticsearch.clusters.RunAction;
import io.simhash.elasticsearch.clusters.RunFields;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.StoredValue;
import io.simhash.elasticsearch.query.InternalQueryBuilder;
import io.simhash.elasticsearch.query.InternalQueryBuilder.NearAny;
import io.simhash.elasticsearch.query.InternalQueryBuilder.Passage;
import io.simhash.lucene.compat.HitCount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.MatchNoneQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportService;

/**
 * {@code GET {index}/_simhash/estimate}: from a random sample, how many documents of indices are
 * near-duplicates, and what {@code _simhash/clusters} would cost.
 */
public final class EstimateAction extends RunAction<EstimateAction.Request> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/estimate");

  private static final int MAX_RUNS = 4;

  /** Called by Elasticsearch. */
  @Inject
  public EstimateAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client,
      CircuitBreakerService breakers) {
    super(TYPE, "estimates", MAX_RUNS, filters, transport, cluster, client, breakers);
  }

  @Override
  protected Map<String, Object> run(
      CancellableTask task, Request request, Client child, Reservation memory) {
    RunFields fields = new RunFields(new NearOptions(request.field, null, null, true));
    try (PointInTime pointInTime = new PointInTime(child, client, threads, request, fields)) {
      return new EstimateRun(task, request, pointInTime, child).run();
    }
  }

  /** The indices to estimate, and how. */
  public static final class Request extends SampleRequest {

    /** Shares of a large index are within .032 of the truth. */
    private static final int DEFAULT_SAMPLE = 1_000;

    final String passagesField;
    final long seed;
    final TimeValue limit;

    /**
     * Estimates indices.
     *
     * @param field a field of type {@code simhash} or {@code minhash}
     * @param passagesField a field of type {@code passages}, to count the near-duplicates with a
     *     common passage; {@code null} for none
     * @param query the documents that are sampled and compared
     * @param limit the time after which no more documents are compared; {@code null} for none
     * @throws IllegalArgumentException naming the option, what it allows and what it was
     */
    public Request(
        String[] indices,
        String field,
        String passagesField,
        QueryBuilder query,
        int sampleSize,
        long seed,
        TimeValue limit) {
      super(indices, field, query, sampleSize);
      this.passagesField = passagesField;
      this.seed = seed;
      this.limit = limit;
      if (limit != null && limit.nanos() <= 0) {
        throw invalid("[timeout] must be above 0 but was [%s]", limit);
      }
    }
  }

  /** Reads the request. */
  public static final class Handler extends SampleRequest.Handler {

    /** For registration. */
    public Handler() {
      super("estimate", TYPE);
    }

    @Override
    protected Request request(String[] indices, QueryBuilder query, RestRequest rest) {
      return new Request(
          indices,
          rest.param("field"),
          rest.param("passages_field"),
          query,
          rest.paramAsInt("sample_size", Request.DEFAULT_SAMPLE),
          rest.paramAsLong("seed", 0),
          rest.paramAsTime("timeout", null));
    }
  }

  /**
   * One estimate, on one thread, which waits for its searches: draws a simple random sample of the
   * documents that have the field, in random order, and searches for the neighbours of each, by the
   * rule of {@code simhash_near}. The documents that have been compared at any time are themselves
   * a simple random sample, so that a run can end early.
   */
  static final class EstimateRun {

    /** The values of {@code min_similarity} that are reported; the first is the default. */
    static final double[] CURVE = {NearRule.DEFAULT_MIN_SIMILARITY, 0.6, 0.7, 0.8, 0.9, 1};

    /** The neighbours of a document that are read; those of one with more are only counted. */
    static final int MAX_NEIGHBOURS = 100;

    /** The documents that one multi-search compares. */
    private static final int BATCH = 100;

    /**
     * A run of {@code _simhash/clusters} over a million documents took 12.4 s by default, on two
     * cores ({@code bin/benchmark --cluster-heap}).
     */
    private static final double SECONDS_PER_DOCUMENT = 12.4e-6;

    /**
     * The letters of a common passage that are searched for: the terms of all passages together
     * must be fewer than the clauses that a query may have.
     */
    private static final int PASSAGE_LETTERS = 300;

    private static final String COMMON = "common_passages";

    /** The name of the clause for common passages, which no clause of {@code query} has. */
    private static final String COMMON_CLAUSE = TYPE.name() + "/" + COMMON;

    /**
     * A document of the sample.
     *
     * @param value empty if the caller may see none, or none can be read: it has no neighbours
     * @param hasPassage whether it has a common passage
     * @param neighbours their number at each value of {@link #CURVE}
     */
    private record Sampled(Optional<NearValue> value, boolean hasPassage, long[] neighbours) {}

    private final long start = System.nanoTime();
    private final CancellableTask task;
    private final Request request;
    private final PointInTime pointInTime;
    private final Client child;
    private final List<Sampled> sample = new ArrayList<>();
    private List<String> passages;
    private long documents;
    private int compared;

    /**
     * @param child makes the request for common passages a child of the task
     */
    EstimateRun(CancellableTask task, Request request, PointInTime pointInTime, Client child) {
      this.task = task;
      this.request = request;
      this.pointInTime = pointInTime;
      this.child = child;
    }

    /** Runs it, and returns the body of the response. */
    Map<String, Object> run() {
      pointInTime.requireMapped();
      passages = commonPassages();
      draw();
      if (documents == 0) {
        request.warnOfNoDocument();
      }
      while (compared < sample.size() && isInTime()) {
        task.ensureNotCancelled();
        compareMore();
      }
      if (compared == 0 && documents > 0) {
        throw new ElasticsearchStatusException(
            "[timeout] [{}] was over before documents were compared",
            RestStatus.REQUEST_TIMEOUT,
            request.limit);
      }
      return body();
    }

    /** The passages that {@code _simhash/common_passages} lists by default. */
    private List<String> commonPassages() {
      if (request.passagesField == null) {
        return List.of();
      }
      try {
        CommonPassagesAction.Request search =
            CommonPassagesAction.Request.byDefault(
                request.indices(), request.passagesField, request.query);
        search.indicesOptions(request.indicesOptions());
        return CommonPassagesAction.texts(
            child.execute(CommonPassagesAction.TYPE, search).actionGet());
      } catch (IllegalArgumentException | QueryShardException e) {
        pointInTime.counts(List.of(request.query)); // fails if the mistake is in the query
        throw invalid(e, "[passages_field] cannot be used: %s", e.getMessage());
      }
    }

    private boolean isInTime() {
      return request.limit == null || System.nanoTime() - start < request.limit.nanos();
    }

    /** Reads the documents with the greatest random numbers. */
    private void draw() {
      String field = request.field;
      BoolQueryBuilder all =
          QueryBuilders.boolQuery().filter(QueryBuilders.existsQuery(field)).filter(request.query);
      if (passages.isEmpty() == false) {
        BoolQueryBuilder any = QueryBuilders.boolQuery().queryName(COMMON_CLAUSE);
        for (String passage : passages) {
          String first = PassageText.first(passage, PASSAGE_LETTERS);
          any.should(
              new InternalQueryBuilder(
                  new Passage(request.passagesField, DEFAULT_MIN_LENGTH, first)));
        }
        all.should(any);
      }
      SearchSourceBuilder source =
          new SearchSourceBuilder()
              .query(SampleRequest.inRandomOrder(all, request.seed))
              .size(request.sampleSize)
              .trackTotalHits(true)
              .timeout(request.limit)
              .storedFields(StoredFieldsContext.fromList(List.of()))
              .fetchSource(false);
      documents =
          pointInTime
              .searchAll(
                  List.of(StoredValue.ask(source, field)),
                  hits -> {
                    for (SearchHit hit : hits) {
                      boolean hasPassage =
                          Arrays.asList(hit.getMatchedQueries()).contains(COMMON_CLAUSE);
                      sample.add(
                          new Sampled(
                              StoredValue.of(hit, field), hasPassage, new long[CURVE.length]));
                    }
                    return HitCount.of(hits.getTotalHits());
                  })
              .getFirst();
    }

    /** Searches for the neighbours of the next documents. */
    private void compareMore() {
      List<Sampled> batch = sample.subList(compared, Math.min(compared + BATCH, sample.size()));
      List<SearchSourceBuilder> searches =
          batch.stream()
              .map(
                  each ->
                      new SearchSourceBuilder()
                          .query(neighbours(each, CURVE[0]))
                          .size(MAX_NEIGHBOURS + 2)
                          .trackTotalHits(false)
                          .storedField(StoredFieldsContext._NONE_))
              .toList();
      List<double[]> scores =
          pointInTime.searchAll(
              searches,
              hits -> Arrays.stream(hits.getHits()).mapToDouble(SearchHit::getScore).toArray());
      for (Sampled each : batch) {
        double[] read = scores.get(compared++ % BATCH);
        List<Long> counted =
            read.length <= MAX_NEIGHBOURS + 1
                ? Arrays.stream(CURVE).mapToObj(min -> Estimate.neighbours(read, min)).toList()
                : pointInTime.counts(
                    Arrays.stream(CURVE).mapToObj(min -> neighbours(each, min)).toList());
        // Each value is a neighbour of itself.
        Arrays.setAll(each.neighbours, i -> Math.max(0, counted.get(i) - 1));
      }
    }

    /** The search for the neighbours of a document, which is one of them. */
    private QueryBuilder neighbours(Sampled document, double minSimilarity) {
      NearOptions options = new NearOptions(request.field, null, minSimilarity, true);
      QueryBuilder near =
          document
              .value
              .<QueryBuilder>map(
                  value ->
                      new InternalQueryBuilder(
                          new NearAny(options, options.rule(), List.of(value))))
              .orElse(new MatchNoneQueryBuilder());
      return QueryBuilders.boolQuery().must(near).filter(request.query);
    }

    private Map<String, Object> body() {
      Map<String, Object> body = new LinkedHashMap<>();
      body.put("took", (System.nanoTime() - start) / 1_000_000);
      body.put("timed_out", compared < sample.size());
      body.put("documents", documents);
      body.put("sample", new TreeMap<>(Map.of("seed", request.seed, "size", compared)));
      List<Map<String, Object>> curve = new ArrayList<>();
      for (int i = 0; i < CURVE.length; i++) {
        int at = i;
        long[] neighbours =
            sample.stream().limit(compared).mapToLong(each -> each.neighbours[at]).toArray();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("min_similarity", CURVE[i]);
        row.put("near_duplicates", figure(Estimate.ofNearDuplicates(neighbours, documents)));
        row.put("stories", figure(Estimate.ofStories(neighbours, documents)));
        curve.add(row);
      }
      body.put("near_duplicates", curve.getFirst().get("near_duplicates"));
      body.put("stories", curve.getFirst().get("stories"));
      if (request.passagesField != null) {
        long both =
            sample.stream()
                .limit(compared)
                .filter(each -> each.hasPassage && each.neighbours[0] > 0)
                .count();
        Map<String, Object> common = new LinkedHashMap<>();
        common.put("passages", passages.size());
        common.put("near_duplicates", figure(Estimate.ofShare((int) both, compared, documents)));
        body.put(COMMON, common);
      }
      body.put("curve", curve);
      body.put(
          "clusters_run",
          new TreeMap<>(
              Map.of(
                  "documents", documents,
                  "heap_in_bytes", Reservation.ofRun(documents, true, false),
                  "seconds", rounded(documents * SECONDS_PER_DOCUMENT, 10))));
      return body;
    }

    private Map<String, Object> figure(Estimate of) {
      Map<String, Object> figure = new LinkedHashMap<>();
      figure.put("count", Math.round(of.share() * documents));
      figure.put("share", rounded(of.share(), 1e6));
      figure.put("lower", rounded(of.lower(), 1e6));
      figure.put("upper", rounded(of.upper(), 1e6));
      return figure;
    }

    private static double rounded(double value, double parts) {
      return Math.round(value * parts) / parts;
    }
  }
}
