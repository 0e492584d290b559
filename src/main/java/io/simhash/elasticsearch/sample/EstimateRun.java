package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;
import static io.simhash.core.passage.CommonPassages.DEFAULT_MIN_LENGTH;

import io.simhash.core.estimate.Estimate;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.text.PassageText;
import io.simhash.elasticsearch.clusters.ClusterCost;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.StoredValue;
import io.simhash.elasticsearch.query.InternalQuery.NearAny;
import io.simhash.elasticsearch.query.InternalQuery.Passage;
import io.simhash.elasticsearch.query.NearQueryBuilder;
import io.simhash.elasticsearch.run.PointInTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.util.CollectionUtils;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.search.query.SearchTimeoutException;
import org.elasticsearch.tasks.CancellableTask;

/**
 * One estimate, on one thread, which waits for its searches: draws a simple random sample of the
 * documents that have the field, in random order, and searches for the neighbours of each, by the
 * rule of {@code simhash_near}. It can end early, see the package.
 */
final class EstimateRun {

  /** The values of {@code min_similarity} that are reported, the default first. */
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
   * A document of the sample, or found by a search for neighbours, as the caller may see it.
   *
   * @param value empty if there is none, or none that can be read: it has no neighbours
   * @param same the values of each field that must be equal
   * @param hasPassage whether it has a common passage
   * @param neighbours their number by each rule, of a document of the sample
   */
  private record ReadDocument(
      Optional<NearValue> value, List<Set<Object>> same, boolean hasPassage, long[] neighbours) {

    boolean isNear(ReadDocument other, NearRule rule) {
      return same.equals(other.same)
          && value.isPresent()
          && other.value.isPresent()
          && rule.holds(value.get(), other.value.get());
    }
  }

  private final long start = System.nanoTime();
  private final CancellableTask task;
  private final EstimateRequest request;
  private final PointInTime pointInTime;
  private final Client child;
  private final long heap;
  private final List<ReadDocument> sample = new ArrayList<>();
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

  /** Returns the body of the response. */
  Map<String, Object> run() {
    passages = commonPassages();
    draw();
    if (documents == 0) {
      request.warnOfNoDocument();
    }
    while (compared < sample.size()
        && (request.limit == null || System.nanoTime() - start < request.limit.nanos())) {
      task.ensureNotCancelled();
      List<ReadDocument> batch =
          sample.subList(compared, Math.min(compared + BATCH, sample.size()));
      List<ReadDocument> comparable =
          batch.stream().filter(each -> each.value.isPresent()).toList();
      compare(comparable, DOCUMENTS_PER_SEARCH);
      compared += batch.size();
    }
    if (compared == 0 && documents > 0) {
      throw late();
    }
    return body();
  }

  private ElasticsearchStatusException late() {
    return new ElasticsearchStatusException(
        "[timeout] [{}] was over before documents were compared",
        RestStatus.REQUEST_TIMEOUT,
        request.limit);
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

  /** Reads the documents with the greatest random numbers. */
  private void draw() {
    BoolQueryBuilder all =
        QueryBuilders.boolQuery()
            .filter(QueryBuilders.existsQuery(request.field))
            .filter(request.query);
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
        source(SampleRequest.inRandomOrder(all, request.seed))
            .size(request.sampleSize)
            .trackTotalHits(true)
            .timeout(request.limit);
    try {
      documents =
          pointInTime
              .searchAll(
                  List.of(source),
                  hits -> {
                    sample.addAll(found(hits));
                    return PointInTime.total(hits);
                  })
              .getFirst();
    } catch (ElasticsearchException e) {
      // A shard that runs out of time fails: without its documents the sample would not be random.
      throw ExceptionsHelper.unwrap(e, SearchTimeoutException.class) == null ? e : late();
    }
    boolean withSignatures =
        sample.stream().anyMatch(each -> each.value.flatMap(NearValue::signature).isPresent());
    rules =
        withSignatures || sample.isEmpty()
            ? CURVE.stream().map(min -> NearRule.of(null, min, true)).toList()
            : List.of(NearRule.of(null, null, false));
  }

  /** A search that reads what is compared of the documents that match. */
  private SearchSourceBuilder source(QueryBuilder query) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(query)
            .storedFields(StoredFieldsContext.fromList(List.of()))
            .fetchSource(false);
    request.same.names().forEach(source::docValueField);
    return StoredValue.ask(source, request.field);
  }

  private List<ReadDocument> found(SearchHits hits) {
    List<ReadDocument> found = new ArrayList<>();
    for (SearchHit hit : hits) {
      List<Set<Object>> same = new ArrayList<>();
      for (String name : request.same.names()) {
        DocumentField field = hit.field(name);
        same.add(field == null ? Set.of() : new HashSet<>(field.getValues()));
      }
      boolean hasPassage = Arrays.asList(hit.getMatchedQueries()).contains(COMMON_CLAUSE);
      Optional<NearValue> value = StoredValue.of(hit, request.field);
      found.add(new ReadDocument(value, same, hasPassage, new long[CURVE.size()]));
    }
    return found;
  }

  /** Searches for the neighbours of several documents at a time, and compares what is found. */
  private void compare(List<ReadDocument> documents, int atATime) {
    if (documents.isEmpty()) {
      return;
    }
    List<List<ReadDocument>> parts = CollectionUtils.eagerPartition(documents, atATime);
    NearRule widest = rules.getFirst();
    List<SearchSourceBuilder> searches =
        parts.stream()
            .map(part -> source(neighbours(part, widest)).size(MAX_FOUND).trackTotalHits(false))
            .toList();
    Iterator<List<ReadDocument>> found = pointInTime.searchAll(searches, this::found).iterator();
    for (List<ReadDocument> part : parts) {
      List<ReadDocument> near = found.next();
      if (near.size() < MAX_FOUND) {
        for (ReadDocument each : part) {
          count(each, rule -> near.stream().filter(other -> each.isNear(other, rule)).count());
        }
      } else if (part.size() > 1) {
        task.ensureNotCancelled();
        compare(part, Math.ceilDiv(part.size(), 2));
      } else {
        List<Long> counts =
            pointInTime.counts(rules.stream().map(rule -> neighbours(part, rule)).toList());
        count(part.getFirst(), rule -> counts.get(rules.indexOf(rule)));
      }
    }
  }

  /**
   * Takes the number of documents that have a document's value or a near one, itself among them.
   */
  private void count(ReadDocument document, ToLongFunction<NearRule> ofRule) {
    for (int i = 0; i < rules.size(); i++) {
      document.neighbours[i] = Math.max(0, ofRule.applyAsLong(rules.get(i)) - 1);
    }
  }

  /** The search for the neighbours of some documents, and for these documents themselves. */
  private QueryBuilder neighbours(List<ReadDocument> documents, NearRule rule) {
    NearOptions options = new NearOptions(request.field, null, null, true);
    List<NearValue> values = documents.stream().flatMap(each -> each.value.stream()).toList();
    QueryBuilder near = new NearQueryBuilder(new NearAny(options, rule, values));
    BoolQueryBuilder all = QueryBuilders.boolQuery().must(near).filter(request.query);
    if (request.same.isEmpty() == false) {
      BoolQueryBuilder any = QueryBuilders.boolQuery();
      documents.stream()
          .map(ReadDocument::same)
          .distinct()
          .forEach(same -> any.should(having(same)));
      all.filter(any);
    }
    return all;
  }

  /** The documents with the same values; also those that have others besides. */
  private QueryBuilder having(List<Set<Object>> same) {
    BoolQueryBuilder all = QueryBuilders.boolQuery();
    for (int i = 0; i < same.size(); i++) {
      String name = request.same.names().get(i);
      same.get(i).forEach(value -> all.filter(QueryBuilders.termQuery(name, value)));
      if (same.get(i).isEmpty()) {
        all.mustNot(QueryBuilders.existsQuery(name));
      }
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
      Map<String, Object> row = new LinkedHashMap<>();
      switch (rules.get(i)) {
        case NearRule.Radius radius -> row.put("max_distance", radius.maxDistance());
        case NearRule.Similar similar -> row.put("min_similarity", similar.minSimilarity());
      }
      row.put("near_duplicates", share(each -> each.neighbours[at] > 0));
      long[] neighbours =
          sample.stream().limit(compared).mapToLong(each -> each.neighbours[at]).toArray();
      row.put("stories", figure(Estimate.ofStories(neighbours, documents)));
      curve.add(row);
    }
    body.put("near_duplicates", curve.getFirst().get("near_duplicates"));
    body.put("stories", curve.getFirst().get("stories"));
    if (request.passagesField != null) {
      Map<String, Object> common = new LinkedHashMap<>();
      common.put("passages", passages.size());
      common.put("near_duplicates", share(each -> each.hasPassage && each.neighbours[0] > 0));
      body.put(COMMON, common);
    }
    body.put("curve", curve);
    body.put("clusters_run", ClusterCost.body(documents, heap, request.same.isEmpty() == false));
    return body;
  }

  /** The share of documents that have a property. */
  private Map<String, Object> share(Predicate<ReadDocument> property) {
    long found = sample.stream().limit(compared).filter(property).count();
    return figure(Estimate.ofShare((int) found, compared, documents));
  }

  private Map<String, Object> figure(Estimate of) {
    Map<String, Object> figure = new LinkedHashMap<>();
    figure.put("count", Math.round(of.share() * documents));
    figure.put("share", rounded(of.share()));
    figure.put("lower", rounded(of.lower()));
    figure.put("upper", rounded(of.upper()));
    return figure;
  }

  private static double rounded(double share) {
    return Math.round(share * 1e6) / 1e6;
  }
}
