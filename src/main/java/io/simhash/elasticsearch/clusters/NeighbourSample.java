package io.simhash.elasticsearch.clusters;

import io.simhash.core.estimate.Estimate;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.StoredValue;
import io.simhash.elasticsearch.query.NearAnyQueryBuilder;
import io.simhash.lucene.compat.HitCount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.elasticsearch.common.lucene.search.function.CombineFunction;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.functionscore.RandomScoreFunctionBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;

/**
 * A simple random sample of the documents that have the field, in random order, and the number of
 * neighbours of each by the rule of {@code simhash_near}, at each {@code min_similarity} of {@link
 * #CURVE}. Neighbours are searched for in that order, so the documents that have been compared are
 * themselves a simple random sample.
 */
final class NeighbourSample {

  /** The values of {@code min_similarity}; the first is the default. */
  static final double[] CURVE = {NearRule.DEFAULT_MIN_SIMILARITY, 0.6, 0.7, 0.8, 0.9, 1};

  /** The documents that one multi-search compares. */
  private static final int BATCH = 100;

  /** The neighbours of a document that are read; those of one with more are only counted. */
  static final int MAX_HITS = 100;

  /**
   * A document of the sample.
   *
   * @param value empty where the caller may see none, or none that can be read: it has no
   *     neighbours
   */
  private record Sampled(String index, String id, Optional<NearValue> value, long[] neighbours) {}

  private final PointInTime pointInTime;
  private final TransportEstimateAction.Request request;
  private final List<Sampled> sample = new ArrayList<>();
  private long documents;
  private int compared;

  /** Draws a sample: the documents with the greatest random numbers. */
  NeighbourSample(PointInTime pointInTime, TransportEstimateAction.Request request) {
    this.pointInTime = pointInTime;
    this.request = request;
    String field = request.near.field();
    QueryBuilder all =
        QueryBuilders.boolQuery().filter(QueryBuilders.existsQuery(field)).filter(request.query);
    RandomScoreFunctionBuilder random =
        new RandomScoreFunctionBuilder().seed(request.seed).setField(SeqNoFieldMapper.NAME);
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(QueryBuilders.functionScoreQuery(all, random).boostMode(CombineFunction.REPLACE))
            .size(request.sampleSize)
            .trackTotalHits(true)
            .timeout(request.limit)
            .storedFields(StoredFieldsContext.fromList(List.of()))
            .fetchSource(false);
    search(
        List.of(StoredValue.ask(source, field)),
        hits -> {
          documents = HitCount.of(hits.getTotalHits());
          for (SearchHit hit : hits) {
            Optional<NearValue> value = StoredValue.of(hit, field);
            sample.add(new Sampled(hit.getIndex(), hit.getId(), value, new long[CURVE.length]));
          }
          return null;
        });
  }

  /** The number of all documents that have the field. */
  long documents() {
    return documents;
  }

  /** The number of documents that have been compared. */
  int size() {
    return compared;
  }

  /** Whether all documents of the sample have been compared. */
  boolean isComplete() {
    return compared == sample.size();
  }

  /** The neighbours of each document that has been compared, at a value of {@link #CURVE}. */
  long[] neighbours(int i) {
    return sample.stream().limit(compared).mapToLong(each -> each.neighbours[i]).toArray();
  }

  /** Searches for the neighbours of the next documents. */
  void compareMore() {
    List<Sampled> batch = sample.subList(compared, Math.min(compared + BATCH, sample.size()));
    List<double[]> scores =
        search(
            batch.stream().map(each -> neighbours(each, CURVE[0]).size(MAX_HITS + 1)).toList(),
            hits -> Arrays.stream(hits.getHits()).mapToDouble(SearchHit::getScore).toArray());
    for (int i = 0; i < batch.size(); i++) {
      Sampled document = batch.get(i);
      double[] read = scores.get(i);
      List<Long> counted =
          read.length <= MAX_HITS
              ? Arrays.stream(CURVE).mapToObj(min -> Estimate.neighbours(read, min)).toList()
              : search(
                  Arrays.stream(CURVE)
                      .mapToObj(min -> neighbours(document, min).size(0).trackTotalHits(true))
                      .toList(),
                  hits -> HitCount.of(hits.getTotalHits()));
      Arrays.setAll(document.neighbours, counted::get);
    }
    compared += batch.size();
  }

  private <T> List<T> search(List<SearchSourceBuilder> searches, Function<SearchHits, T> read) {
    return pointInTime.searchAll(searches, read);
  }

  /** The search for the neighbours of a document, without itself. */
  private SearchSourceBuilder neighbours(Sampled document, double minSimilarity) {
    QueryBuilder itself =
        QueryBuilders.boolQuery()
            .filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, document.index))
            .filter(QueryBuilders.idsQuery().addIds(document.id));
    NearRule rule = NearRule.of(null, minSimilarity);
    BoolQueryBuilder others =
        QueryBuilders.boolQuery()
            .must(new NearAnyQueryBuilder(request.near, rule, document.value.stream().toList()))
            .filter(request.query)
            .mustNot(itself);
    return new SearchSourceBuilder()
        .query(others)
        .trackTotalHits(false)
        .storedField(StoredFieldsContext._NONE_);
  }
}
