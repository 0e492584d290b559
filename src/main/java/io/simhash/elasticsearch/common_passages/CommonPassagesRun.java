package io.simhash.elasticsearch.common_passages;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.passage.FrequentPassages;
import io.simhash.core.passage.FrequentPassages.Found;
import io.simhash.core.passage.PassageText;
import io.simhash.elasticsearch.clusters.PointInTime;
import io.simhash.elasticsearch.common_passages.CommonPassagesAction.Request;
import io.simhash.elasticsearch.option.TextLimit;
import io.simhash.elasticsearch.query.PassageQueryBuilder;
import io.simhash.elasticsearch.sample.SampleAction;
import io.simhash.lucene.compat.HitCount;
import io.simhash.lucene.document.PassageField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.elasticsearch.tasks.CancellableTask;

/**
 * One search for common passages, on one thread, which waits for its searches: reads the texts of a
 * simple random sample of the documents, in random order, and finds the passages that enough of
 * them have. Where there are more documents, a search counts those that may have each passage.
 */
final class CommonPassagesRun {

  /** The documents of the first page, and of any page at most. */
  private static final int FIRST_PAGE = 20;

  private static final int MAX_PAGE = 2_000;

  /** The characters of a page. Its documents come in random order, so those before it tell. */
  private static final long PAGE_CHARACTERS = 4_000_000;

  /** A page has at most so many times the documents before it, whose lengths tell little else. */
  private static final int PAGE_GROWTH = 4;

  private static final int LEAST_BY_DEFAULT = 10;

  /** How many documents of the sample are expected to have a passage at least. */
  private static final int MIN_EXPECTED = 5;

  private static final int EXAMPLES = 3;

  /** A document of the sample, and the texts of the field that the caller may see. */
  private record Sampled(String index, String id, List<String> texts, Object[] order) {

    static Sampled of(SearchHit hit, String field) {
      DocumentField read = hit.field(field);
      Stream<Object> values = read == null ? Stream.empty() : read.getValues().stream();
      List<String> texts = PassageField.taken(values.map(Object::toString).toList());
      return new Sampled(hit.getIndex(), hit.getId(), texts, hit.getRawSortValues());
    }
  }

  private final long start = System.nanoTime();
  private final CancellableTask task;
  private final Request request;
  private final PointInTime pointInTime;
  private final FrequentPassages passages;
  private final List<Sampled> sample = new ArrayList<>();
  private long documents;
  private long minDocuments;
  private boolean truncated;

  CommonPassagesRun(CancellableTask task, Request request, PointInTime pointInTime) {
    this.task = task;
    this.request = request;
    this.pointInTime = pointInTime;
    this.passages = new FrequentPassages(request.minLength);
  }

  /**
   * Runs it.
   *
   * @param reserve takes the bytes of heap that are needed from then on
   * @return the body of the response
   */
  Map<String, Object> run(LongConsumer reserve) {
    read(reserve);
    if (documents == 0) {
      request.warnOfNoDocument();
    } else if (sample.stream().allMatch(each -> each.texts.isEmpty())) {
      throw invalid(
          "[field] must have texts that you may read but [%s] had none in [%s] documents",
          request.field, sample.size());
    }
    requireVisible(sample.size());
    long enough = Math.ceilDiv(minDocuments * sample.size(), Math.max(1, documents));
    List<Found> found = passages.find((int) Math.max(2, enough), task::ensureNotCancelled);
    Map<String, Object> body = new LinkedHashMap<>();
    List<Map<String, Object>> listed =
        listed(found.subList(0, Math.min(request.size, found.size())));
    body.put("took", (System.nanoTime() - start) / 1_000_000);
    body.put("documents", documents);
    body.put("min_documents", minDocuments);
    Map<String, Object> drawn = new LinkedHashMap<>();
    drawn.put("size", sample.size());
    drawn.put("truncated", truncated);
    body.put("sample", drawn);
    body.put("passages", listed);
    return body;
  }

  /** Reads the documents with the greatest random numbers, and adds their texts. */
  private void read(LongConsumer reserve) {
    long characters = 0;
    long size = FIRST_PAGE;
    do {
      task.ensureNotCancelled();
      List<Sampled> page = page((int) Math.min(size, request.sampleSize - sample.size()));
      requireVisible(Math.min(documents, request.sampleSize));
      for (Sampled document : page) {
        long length = TextLimit.length(document.texts);
        if (passages.add(new PassageText(document.texts), length) == false) {
          truncated = true;
          return;
        }
        characters += length;
        sample.add(document);
      }
      reserve.accept(passages.bytes() + characters * Character.BYTES);
      long fitting = PAGE_CHARACTERS * sample.size() / Math.max(1, characters);
      size = Math.min(MAX_PAGE, Math.min(PAGE_GROWTH * sample.size(), Math.max(1, fitting)));
    } while (sample.size() < Math.min(documents, request.sampleSize));
  }

  private List<Sampled> page(int size) {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(SampleAction.inRandomOrder(matching(""), 0))
            .sort(SortBuilders.scoreSort())
            .sort(SortBuilders.pitTiebreaker())
            .size(size)
            .trackTotalHits(true)
            .fetchSource(false)
            .fetchField(request.field);
    if (sample.isEmpty() == false) {
      source.searchAfter(sample.getLast().order);
    }
    return pointInTime
        .searchAll(
            List.of(source),
            hits -> {
              documents = HitCount.of(hits.getTotalHits());
              return Arrays.stream(hits.getHits())
                  .map(hit -> Sampled.of(hit, request.field))
                  .toList();
            })
        .getFirst();
  }

  /** The documents that match and may have a passage; all that match for an empty text. */
  private QueryBuilder matching(String passage) {
    return QueryBuilders.boolQuery()
        .filter(new PassageQueryBuilder(request.field, request.minLength, passage))
        .filter(request.query);
  }

  /** Sets how many documents must have a passage; refuses so few that the sample misses them. */
  private void requireVisible(long compared) {
    long least =
        compared == documents ? 2 : Math.ceilDiv(MIN_EXPECTED * documents, Math.max(1, compared));
    if (request.minDocuments == null) {
      minDocuments = Math.max(Math.max(least, LEAST_BY_DEFAULT), Math.ceilDiv(documents, 100));
      return;
    }
    minDocuments = request.minDocuments;
    if (minDocuments < least) {
      throw invalid(
          "[min_documents] must be at least [%s] but was [%s]: of [%s] documents [%s] are compared,"
              + " and [%s] of these must be expected to have a passage; %s a narrower [query] would"
              + " allow less",
          least,
          minDocuments,
          documents,
          compared,
          MIN_EXPECTED,
          compared < request.sampleSize || compared == SampleAction.Request.MAX_SAMPLE
              ? ""
              : "a larger [sample_size], up to [" + SampleAction.Request.MAX_SAMPLE + "], or");
    }
  }

  private List<Map<String, Object>> listed(List<Found> found) {
    List<String> texts =
        found.stream().map(each -> each.in(sample.get(each.text()).texts)).toList();
    boolean all = sample.size() == documents;
    List<Long> counts =
        all || texts.isEmpty()
            ? found.stream().map(each -> (long) each.texts().length).toList()
            : pointInTime.searchAll(
                texts.stream()
                    .map(
                        text ->
                            new SearchSourceBuilder()
                                .query(matching(text))
                                .size(0)
                                .trackTotalHits(true))
                    .toList(),
                hits -> HitCount.of(hits.getTotalHits()));
    List<Map<String, Object>> listed = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      // No more documents can have it: by chance more of the sample did.
      if (counts.get(i) >= minDocuments) {
        Map<String, Object> passage = new LinkedHashMap<>();
        passage.put("text", texts.get(i));
        passage.put(
            "documents",
            new TreeMap<>(Map.of("value", counts.get(i), "relation", all ? "eq" : "lte")));
        passage.put("share", Math.round(found.get(i).coverage() * 1e6) / 1e6);
        passage.put(
            "examples",
            Arrays.stream(found.get(i).texts())
                .limit(EXAMPLES)
                .mapToObj(sample::get)
                .map(document -> Map.of("_index", document.index, "_id", document.id))
                .map(TreeMap::new)
                .toList());
        listed.add(passage);
      }
    }
    return listed;
  }
}
