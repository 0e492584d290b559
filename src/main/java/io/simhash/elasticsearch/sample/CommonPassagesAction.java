package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.core.passage.FrequentPassages;
import io.simhash.core.passage.FrequentPassages.Found;
import io.simhash.core.passage.PassageText;
import io.simhash.elasticsearch.clusters.PointInTime;
import io.simhash.elasticsearch.clusters.Reservation;
import io.simhash.elasticsearch.clusters.RunAction;
import io.simhash.elasticsearch.option.TextLimit;
import io.simhash.elasticsearch.query.InternalQueryBuilder;
import io.simhash.elasticsearch.query.InternalQueryBuilder.Passage;
import io.simhash.lucene.compat.HitCount;
import io.simhash.lucene.document.PassageField;
import io.simhash.lucene.text.TextFingerprinter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortBuilders;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.transport.TransportService;

/**
 * {@code GET {index}/_simhash/common_passages}: the passages that many documents of indices share,
 * found in a random sample.
 */
public final class CommonPassagesAction extends RunAction<CommonPassagesAction.Request> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/common_passages");

  /** A run may need some 300 MB, see {@link FrequentPassages}. */
  private static final int MAX_RUNS = 2;

  private static final String RUNS = "requests for common passages";

  /** Called by Elasticsearch. */
  @Inject
  public CommonPassagesAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client,
      CircuitBreakerService breakers) {
    super(TYPE, RUNS, MAX_RUNS, filters, transport, cluster, client, breakers);
  }

  @Override
  protected Map<String, Object> run(
      CancellableTask task, Request request, Client child, Reservation memory) {
    requireField(request, child);
    try (PointInTime pointInTime = new PointInTime(child, client, threads, request, null)) {
      return new CommonPassagesRun(task, request, pointInTime, memory).run();
    }
  }

  /** The texts of the passages that a response lists. */
  public static List<String> texts(Response response) {
    List<?> listed = (List<?>) response.body().get("passages");
    return listed.stream().map(passage -> (String) ((Map<?, ?>) passage).get("text")).toList();
  }

  /** Requires that an index maps the field, as far as the caller may know. */
  private static void requireField(Request request, Client child) {
    FieldCapabilitiesRequest fields =
        new FieldCapabilitiesRequest()
            .indices(request.indices())
            .indicesOptions(request.indicesOptions())
            .fields(request.field);
    if (child.fieldCaps(fields).actionGet().getField(request.field) == null) {
      throw invalid(
          "[field] must name a field of type [passages] but [%s] is not mapped in %s, or you may"
              + " not read it",
          request.field, List.of(request.indices()));
    }
  }

  /** The indices, and which passages are listed. */
  public static final class Request extends SampleRequest {

    private static final int DEFAULT_SAMPLE = 5_000;
    private static final int DEFAULT_SIZE = 20;
    private static final int MAX_SIZE = 100;

    final Integer minDocuments;
    final int size;
    final int minLength;

    /**
     * Searches indices.
     *
     * @param field a field of type {@code passages}
     * @param query the documents that are read and counted
     * @param minDocuments how many documents must have a passage; {@code null} for the default
     * @throws IllegalArgumentException naming the option, what it allows and what it was
     */
    public Request(
        String[] indices,
        String field,
        QueryBuilder query,
        Integer minDocuments,
        int size,
        int minLength,
        int sampleSize) {
      super(indices, field, query, sampleSize);
      this.minDocuments = minDocuments;
      if (minDocuments != null) {
        Ranges.require("min_documents", minDocuments, 2, Integer.MAX_VALUE);
      }
      this.size = Ranges.require("size", size, 1, MAX_SIZE);
      int least = FrequentPassages.MIN_LENGTH;
      this.minLength =
          Ranges.require("min_length", minLength, least, TextFingerprinter.MAX_TEXT_LENGTH);
    }

    /** The request without options. */
    public static Request byDefault(String[] indices, String field, QueryBuilder query) {
      int minLength = FrequentPassages.DEFAULT_MIN_LENGTH;
      return new Request(indices, field, query, null, DEFAULT_SIZE, minLength, DEFAULT_SAMPLE);
    }
  }

  /** Reads the request. */
  public static final class Handler extends SampleRequest.Handler {

    /** For registration. */
    public Handler() {
      super("common_passages", TYPE);
    }

    @Override
    protected Request request(String[] indices, QueryBuilder query, RestRequest rest) {
      return new Request(
          indices,
          rest.param("field"),
          query,
          rest.hasParam("min_documents") ? rest.paramAsInt("min_documents", 0) : null,
          rest.paramAsInt("size", Request.DEFAULT_SIZE),
          rest.paramAsInt("min_length", FrequentPassages.DEFAULT_MIN_LENGTH),
          rest.paramAsInt("sample_size", Request.DEFAULT_SAMPLE));
    }
  }

  /**
   * One search for common passages, on one thread, which waits for its searches: reads the texts of
   * a simple random sample of the documents, in random order, and finds the passages that enough of
   * them have. Where there are more documents, a search counts those that may have each passage.
   */
  static final class CommonPassagesRun {

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
    private final Reservation memory;
    private final FrequentPassages passages;
    private final List<Sampled> sample = new ArrayList<>();
    private long documents;
    private long minDocuments;
    private boolean truncated;

    CommonPassagesRun(
        CancellableTask task, Request request, PointInTime pointInTime, Reservation memory) {
      this.task = task;
      this.request = request;
      this.pointInTime = pointInTime;
      this.memory = memory;
      this.passages = new FrequentPassages(request.minLength);
    }

    /** Runs it, and returns the body of the response. */
    Map<String, Object> run() {
      read();
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
      List<Map<String, Object>> listed = listed(found.stream().limit(request.size).toList());
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
        memory.set(passages.bytes() + characters * Character.BYTES);
        long fitting = PAGE_CHARACTERS * sample.size() / Math.max(1, characters);
        size = Math.min(MAX_PAGE, Math.min(PAGE_GROWTH * sample.size(), Math.max(1, fitting)));
      } while (sample.size() < Math.min(documents, request.sampleSize));
    }

    private List<Sampled> page(int size) {
      SearchSourceBuilder source =
          new SearchSourceBuilder()
              .query(SampleRequest.inRandomOrder(matching(""), 0))
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
          .filter(new InternalQueryBuilder(new Passage(request.field, request.minLength, passage)))
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
      List<String> texts =
          found.stream().map(each -> each.in(sample.get(each.text()).texts)).toList();
      boolean all = sample.size() == documents;
      List<Long> counts =
          all || texts.isEmpty()
              ? found.stream().map(each -> (long) each.texts().length).toList()
              : pointInTime.counts(texts.stream().map(this::matching).toList());
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
}
