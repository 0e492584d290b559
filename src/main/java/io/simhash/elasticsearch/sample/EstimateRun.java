package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.passage.CommonPassages.DEFAULT_MIN_LENGTH;

import io.simhash.core.estimate.Estimate;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.passage.PassageText;
import io.simhash.elasticsearch.clusters.ClusterCost;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.query.InternalQuery.NearAny;
import io.simhash.elasticsearch.query.InternalQuery.Passage;
import io.simhash.elasticsearch.query.NearQueryBuilder;
import io.simhash.elasticsearch.run.PointInTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.tasks.CancellableTask;

/**
 * One estimate, on one thread, which waits for its searches: draws a simple random sample of the
 * documents that have the field, in random order, and searches for the neighbours of each, by the
 * rule of {@code simhash_near}. The documents that have been compared at any time are themselves a
 * simple random sample, so that a run can end early.
 */
final class EstimateRun {

  /** The values of {@code min_similarity} that are reported; the first is the default. */
  static final List<Double> CURVE =
      List.of(NearRule.DEFAULT_MIN_SIMILARITY, 0.6, 0.7, 0.8, 0.9, 1.0);

  /** The documents that one multi-search compares. */
  private static final int BATCH = 100;

  /**
   * The documents that one of its searches compares: a search of many small shards takes the time
   * to send it, not to compare.
   */
  private static final int DOCUMENTS_PER_SEARCH = 25;

  /** A search that finds this many documents is done again for half the sample's documents. */
  static final int MAX_FOUND = 500;

  /**
   * The letters of a common passage that are searched for: the terms of all passages together must
   * be fewer than the clauses that a query may have.
   */
  private static final int PASSAGE_LETTERS = 300;

  private static final String COMMON = "common_passages";

  /** The name of the clause for common passages, which no clause of {@code query} has. */
  private static final String COMMON_CLAUSE = EstimateRun.class.getName() + "/" + COMMON;

  /**
   * A document of the sample.
   *
   * @param hasPassage whether it has a common passage
   * @param neighbours their number by each rule
   */
  private record Sampled(FoundDocument document, boolean hasPassage, long[] neighbours) {

    /** Takes the number of documents that have this value or a near one. Each has its own. */
    void found(int rules, IntToLongFunction ofRule) {
      for (int i = 0; i < rules; i++) {
        neighbours[i] = Math.max(0, ofRule.applyAsLong(i) - 1);
      }
    }
  }

  private final long start = System.nanoTime();
  private final CancellableTask task;
  private final EstimateRequest request;
  private final PointInTime pointInTime;
  private final Client child;
  private final long heap;
  private final List<Sampled> sample = new ArrayList<>();
  private List<String> passages;

  /** The rules that are reported, the default first. */
  private List<NearRule> rules;

  private long documents;
  private int compared;

  /**
   * @param child makes the request for common passages a child of the task
   * @param heap the heap that requests of this node may reserve
   */
  EstimateRun(
      CancellableTask task,
      EstimateRequest request,
      PointInTime pointInTime,
      Client child,
      long heap) {
    this.task = task;
    this.request = request;
    this.pointInTime = pointInTime;
    this.child = child;
    this.heap = heap;
  }

  /** Runs it, and returns the body of the response. */
  Map<String, Object> run() {
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
      CommonPassagesRequest search =
          CommonPassagesRequest.byDefault(request.indices(), request.passagesField, request.query);
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
            new NearQueryBuilder(new Passage(request.passagesField, DEFAULT_MIN_LENGTH, first)));
      }
      all.should(any);
    }
    SearchSourceBuilder source =
        idsOnly()
            .query(SampleRequest.inRandomOrder(all, request.seed))
            .size(request.sampleSize)
            .trackTotalHits(true)
            .timeout(request.limit);
    documents =
        pointInTime
            .searchAll(
                List.of(FoundDocument.ask(source, request)),
                hits -> {
                  for (SearchHit hit : hits) {
                    boolean hasPassage =
                        Arrays.asList(hit.getMatchedQueries()).contains(COMMON_CLAUSE);
                    sample.add(
                        new Sampled(
                            FoundDocument.of(hit, request), hasPassage, new long[CURVE.size()]));
                  }
                  return PointInTime.total(hits);
                })
            .getFirst();
    boolean withSignatures =
        sample.stream()
            .flatMap(each -> each.document.value().stream())
            .anyMatch(value -> value.signature().isPresent());
    rules =
        withSignatures || sample.isEmpty()
            ? CURVE.stream().map(min -> NearRule.of(null, min, true)).toList()
            : List.of(NearRule.of(null, null, false));
  }

  /** Searches for the neighbours of the next documents. */
  private void compareMore() {
    List<Sampled> batch = sample.subList(compared, Math.min(compared + BATCH, sample.size()));
    compare(
        batch.stream().filter(each -> each.document.value().isPresent()).toList(),
        DOCUMENTS_PER_SEARCH);
    compared += batch.size();
  }

  /** Searches for the neighbours of several documents at a time, and compares what is found. */
  private void compare(List<Sampled> documents, int atATime) {
    if (documents.isEmpty()) {
      return;
    }
    List<List<Sampled>> parts = new ArrayList<>();
    for (int from = 0; from < documents.size(); from += atATime) {
      parts.add(documents.subList(from, Math.min(from + atATime, documents.size())));
    }
    List<SearchSourceBuilder> searches =
        parts.stream()
            .map(part -> idsOnly().query(neighbours(part, rules.getFirst())).size(MAX_FOUND))
            .map(source -> FoundDocument.ask(source.trackTotalHits(false), request))
            .toList();
    Iterator<List<FoundDocument>> found =
        pointInTime
            .searchAll(
                searches,
                hits ->
                    Arrays.stream(hits.getHits())
                        .map(hit -> FoundDocument.of(hit, request))
                        .toList())
            .iterator();
    for (List<Sampled> part : parts) {
      List<FoundDocument> near = found.next();
      if (near.size() < MAX_FOUND) {
        part.forEach(each -> each.found(rules.size(), i -> near(each, near, rules.get(i))));
      } else if (part.size() > 1) {
        task.ensureNotCancelled();
        compare(part, Math.ceilDiv(part.size(), 2));
      } else {
        List<Long> counts =
            pointInTime.counts(rules.stream().map(rule -> neighbours(part, rule)).toList());
        part.getFirst().found(rules.size(), counts::get);
      }
    }
  }

  private static long near(Sampled sampled, List<FoundDocument> found, NearRule rule) {
    return found.stream().filter(each -> sampled.document.isNear(each, rule)).count();
  }

  private static SearchSourceBuilder idsOnly() {
    return new SearchSourceBuilder()
        .storedFields(StoredFieldsContext.fromList(List.of()))
        .fetchSource(false);
  }

  /** The search for the neighbours of some documents, and for these documents themselves. */
  private QueryBuilder neighbours(List<Sampled> documents, NearRule rule) {
    NearOptions options = new NearOptions(request.field, null, null, true);
    List<NearValue> values =
        documents.stream().flatMap(each -> each.document.value().stream()).toList();
    QueryBuilder near = new NearQueryBuilder(new NearAny(options, rule, values));
    BoolQueryBuilder all = QueryBuilders.boolQuery().must(near).filter(request.query);
    if (request.same.isEmpty() == false) {
      BoolQueryBuilder any = QueryBuilders.boolQuery();
      documents.stream()
          .map(each -> each.document.same())
          .distinct()
          .forEach(same -> any.should(FoundDocument.having(same, request)));
      all.filter(any);
    }
    return all;
  }

  private Map<String, Object> body() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("took", (System.nanoTime() - start) / 1_000_000);
    body.put("timed_out", compared < sample.size());
    body.put("documents", documents);
    body.put("sample", new TreeMap<>(Map.of("seed", request.seed, "size", compared)));
    List<Map<String, Object>> curve = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      int at = i;
      long[] neighbours =
          sample.stream().limit(compared).mapToLong(each -> each.neighbours[at]).toArray();
      Map<String, Object> row = new LinkedHashMap<>();
      switch (rules.get(i)) {
        case NearRule.Radius radius -> row.put("max_distance", radius.maxDistance());
        case NearRule.Similar similar -> row.put("min_similarity", similar.minSimilarity());
      }
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
    body.put("clusters_run", ClusterCost.body(documents, heap, request.same.isEmpty() == false));
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
