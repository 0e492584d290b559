package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.passage.CommonPassages;
import io.simhash.core.passage.CommonPassages.Found;
import io.simhash.core.text.PassageText;
import io.simhash.core.text.TextLimit;
import io.simhash.elasticsearch.query.InternalQuery.Passage;
import io.simhash.elasticsearch.query.NearQueryBuilder;
import io.simhash.elasticsearch.run.PointInTime;
import io.simhash.elasticsearch.run.Reservation;
import io.simhash.lucene.document.PassageField;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.elasticsearch.tasks.CancellableTask;

/**
 * One search for common passages, on one thread, which waits for its searches: reads the texts of
 * the sample, and finds the passages that enough of them have. Where there are more documents, a
 * search counts those that may have each passage.
 */
final class CommonPassagesRun {

  /**
   * The documents whose texts are read at a time, the first alone. A search has no limit of bytes,
   * and short texts may be followed by the longest ones.
   */
  private static final int MAX_PAGE = 32;

  /** The characters of a page whose texts are as long as the longest one before. */
  private static final long PAGE_CHARACTERS = 4_000_000;

  /** Of a character that is being read: in the answer of a shard, and in a string. */
  private static final long BYTES_OF_CHARACTER = 2 * Character.BYTES;

  private static final int LEAST_BY_DEFAULT = 10;

  /** How many documents of the sample are expected to have a passage at least. */
  private static final int MIN_EXPECTED = 5;

  private static final int EXAMPLES = 3;

  /** A document of the sample. One index may have an id several times, by routing. */
  private record Sampled(ShardId shard, String id) {

    static Sampled of(SearchHit hit) {
      return new Sampled(hit.getShard().getShardId(), hit.getId());
    }
  }

  private final long start = System.nanoTime();
  private final CancellableTask task;
  private final CommonPassagesRequest request;
  private final PointInTime pointInTime;
  private final Reservation memory;
  private final CommonPassages passages;
  private final List<Sampled> sample = new ArrayList<>();

  /** The texts of the field that the caller may see, of each document of the sample. */
  private final List<List<String>> texts = new ArrayList<>();

  private long documents;
  private long minDocuments;
  private long characters;
  private long longest = 1;
  private boolean truncated;

  CommonPassagesRun(
      CancellableTask task,
      CommonPassagesRequest request,
      PointInTime pointInTime,
      Reservation memory) {
    this.task = task;
    this.request = request;
    this.pointInTime = pointInTime;
    this.memory = memory;
    this.passages = new CommonPassages(request.minLength);
  }

  /** Returns the body of the response. */
  Map<String, Object> run() {
    read();
    if (documents == 0) {
      request.warnOfNoDocument();
    } else if (texts.stream().allMatch(List::isEmpty)) {
      throw invalid(
          "[field] must have texts that you may read but [%s] had none in [%s] documents",
          request.field, sample.size());
    }
    requireVisible(sample.size());
    long enough = Math.ceilDiv(minDocuments * sample.size(), Math.max(1, documents));
    List<Map<String, Object>> listed =
        listed(passages.find((int) Math.max(2, enough), request.size, task::ensureNotCancelled));
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("took", (System.nanoTime() - start) / 1_000_000);
    body.put("documents", documents);
    body.put("min_documents", minDocuments);
    body.put("sample", new TreeMap<>(Map.of("size", sample.size(), "truncated", truncated)));
    body.put("passages", listed);
    return body;
  }

  /** Reads the documents with the greatest random numbers, and adds their texts. */
  private void read() {
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(SampleRequest.inRandomOrder(matching(""), 0))
            .sort(SortBuilders.scoreSort())
            .sort(SortBuilders.pitTiebreaker())
            .size(request.sampleSize)
            .trackTotalHits(true)
            .fetchSource(false);
    List<Sampled> drawn =
        pointInTime.search(
            source,
            response -> {
              documents = PointInTime.total(response.getHits());
              return Arrays.stream(response.getHits().getHits()).map(Sampled::of).toList();
            });
    requireVisible(drawn.size());
    for (int from = 0; from < drawn.size() && truncated == false; ) {
      int most = Math.min(MAX_PAGE, Math.min(from + 1, drawn.size() - from));
      int size = Math.clamp(PAGE_CHARACTERS / longest, 1, most);
      memory.set(bytes() + BYTES_OF_CHARACTER * size * longest);
      List<Sampled> next = drawn.subList(from, from + size);
      Map<Sampled, List<String>> read = read(next);
      next.stream().filter(read::containsKey).forEach(each -> add(each, read.get(each)));
      from += size;
    }
    memory.set(bytes());
  }

  private void add(Sampled document, List<String> values) {
    long length = TextLimit.length(values);
    truncated |= passages.add(new PassageText(values), length) == false;
    if (truncated == false) {
      longest = Math.max(longest, length);
      characters += length;
      sample.add(document);
      texts.add(values);
    }
  }

  private long bytes() {
    return passages.bytes() + Character.BYTES * characters;
  }

  /** The texts of some documents. */
  private Map<Sampled, List<String>> read(List<Sampled> page) {
    task.ensureNotCancelled();
    BoolQueryBuilder any = QueryBuilders.boolQuery();
    for (Sampled each : page) {
      any.should(
          QueryBuilders.boolQuery()
              .filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, each.shard.getIndexName()))
              .filter(QueryBuilders.idsQuery().addIds(each.id)));
    }
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(any)
            .size(2 * page.size())
            .trackTotalHits(false)
            .fetchSource(false)
            .fetchField(request.field);
    return pointInTime.search(
        source,
        response -> {
          Map<Sampled, List<String>> read = new HashMap<>();
          for (SearchHit hit : response.getHits()) {
            DocumentField values = hit.field(request.field);
            List<Object> all = values == null ? List.of() : values.getValues();
            read.put(
                Sampled.of(hit), PassageField.taken(all.stream().map(Object::toString).toList()));
          }
          return read;
        });
  }

  /** The documents that match and may have a passage; all that match for an empty text. */
  private QueryBuilder matching(String passage) {
    return QueryBuilders.boolQuery()
        .filter(new NearQueryBuilder(new Passage(request.field, request.minLength, passage)))
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
              + " and [%s] of these must be expected to have a passage; %sa narrower [query] would"
              + " allow less",
          least,
          minDocuments,
          documents,
          compared,
          MIN_EXPECTED,
          compared < request.sampleSize || compared == SampleRequest.MAX_SAMPLE
              ? ""
              : "a larger [sample_size], up to [" + SampleRequest.MAX_SAMPLE + "], or ");
    }
  }

  private List<Map<String, Object>> listed(List<Found> found) {
    List<String> listedTexts = found.stream().map(each -> each.in(texts.get(each.text()))).toList();
    boolean all = sample.size() == documents;
    List<Long> counts =
        all || found.isEmpty()
            ? found.stream().map(each -> (long) each.texts().length).toList()
            : pointInTime.counts(listedTexts.stream().map(this::matching).toList());
    List<Map<String, Object>> listed = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      // Where an end is within a character, the text is shorter than what was counted.
      boolean cut = new PassageText(List.of(listedTexts.get(i))).units() < found.get(i).units();
      String relation = all == false ? "lte" : cut ? "gte" : "eq";
      // No more documents can have it: by chance more of the sample did.
      if (counts.get(i) >= minDocuments) {
        Map<String, Object> passage = new LinkedHashMap<>();
        passage.put("text", listedTexts.get(i));
        passage.put(
            "documents", new TreeMap<>(Map.of("value", counts.get(i), "relation", relation)));
        passage.put("share", Math.round(found.get(i).coverage() * 1e6) / 1e6);
        passage.put(
            "examples",
            Arrays.stream(found.get(i).texts())
                .limit(EXAMPLES)
                .mapToObj(sample::get)
                .map(
                    document -> Map.of("_index", document.shard.getIndexName(), "_id", document.id))
                .map(TreeMap::new)
                .toList());
        listed.add(passage);
      }
    }
    return listed;
  }
}
