package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.MultiSearchRequest;
import org.elasticsearch.action.search.MultiSearchResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.TransportMultiSearchAction;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;

/**
 * Searches for the stored near-duplicates of documents, in the manner of Elasticsearch's enrich
 * coordinator: what waits is sent as one multi-search of up to {@value #MAX_BATCH} documents of one
 * caller when a slot is free, of {@value #MAX_RUNNING_OF_CALLER} for each caller and {@value
 * #MAX_RUNNING} of the node. A search that is rejected because the node is busy, or because a shard
 * is not there yet, is repeated. One whose documents have all been decided is cancelled.
 */
final class SearchCoordinator {

  static final int MAX_BATCH = 100;
  static final int MAX_RUNNING_OF_CALLER = 2;
  static final int MAX_RUNNING = 8;

  static final TimeValue BEFORE_RETRY = TimeValue.timeValueMillis(100);

  /** Receives the results, on threads that may run the rest of a pipeline. */
  interface Listener {

    /** Called with documents whose stored near-duplicates are known. */
    void found(List<Arrival> arrivals);

    /** Called with a document that cannot be searched for. */
    void failed(Arrival arrival, Exception reason);
  }

  /** The documents of one caller that wait, and the number of its searches that run. */
  private static final class Line {
    private final Deque<Arrival> waiting = new ArrayDeque<>();
    private int running;
  }

  private record Batch(Caller caller, List<Arrival> arrivals) {}

  private final NodeServices node;
  private final Listener listener;
  private final Map<Caller, Line> lines = new LinkedHashMap<>();
  private final AtomicBoolean isSending = new AtomicBoolean();
  private int running;

  SearchCoordinator(NodeServices node, Listener listener) {
    this.node = node;
    this.listener = listener;
  }

  /** Searches for the near-duplicates of a document. */
  void add(Arrival arrival) {
    synchronized (this) {
      lines.computeIfAbsent(arrival.caller(), caller -> new Line()).waiting.add(arrival);
    }
    send();
  }

  /** Sends what can be sent: on another thread, so that a bulk request's documents gather. */
  private void send() {
    if (isSending.compareAndSet(false, true)) {
      node.executor()
          .execute(
              () -> {
                isSending.set(false);
                for (Batch batch = next(); batch != null; batch = next()) {
                  send(batch);
                }
              });
    }
  }

  /** Takes the next documents to search for; {@code null} if none can be sent now. */
  private synchronized Batch next() {
    if (running == MAX_RUNNING) {
      return null;
    }
    for (Map.Entry<Caller, Line> entry : lines.entrySet()) {
      Line line = entry.getValue();
      if (line.running < MAX_RUNNING_OF_CALLER && line.waiting.isEmpty() == false) {
        Batch batch = new Batch(entry.getKey(), new ArrayList<>());
        while (batch.arrivals().size() < MAX_BATCH && line.waiting.isEmpty() == false) {
          batch.arrivals().add(line.waiting.poll());
        }
        line.running++;
        running++;
        // Others are first the next time.
        lines.remove(batch.caller());
        lines.put(batch.caller(), line);
        return batch;
      }
    }
    return null;
  }

  private void end(Caller caller) {
    synchronized (this) {
      Line line = lines.get(caller);
      line.running--;
      running--;
      if (line.running == 0 && line.waiting.isEmpty()) {
        lines.remove(caller);
      }
    }
    send();
  }

  private void send(Batch batch) {
    List<Arrival> open = batch.arrivals().stream().filter(a -> a.isDecided() == false).toList();
    if (open.isEmpty()) {
      end(batch.caller());
      return;
    }
    // The answer comes on a thread of searches, which must not run the rest of the pipeline.
    ActionListener<Runnable> end =
        ActionListener.runBefore(
            ActionListener.wrap(
                node.executor()::execute,
                e -> node.executor().execute(() -> open.forEach(each -> failed(each, e)))),
            () -> end(batch.caller()));
    try {
      MultiSearchRequest request =
          new MultiSearchRequest().maxConcurrentSearchRequests(node.processors());
      open.forEach(each -> request.add(request(each)));
      ActionListener<MultiSearchResponse> answered = end.map(response -> results(open, response));
      CancellableTask task =
          (CancellableTask)
              node.send(open.getFirst(), TransportMultiSearchAction.TYPE, request, answered);
      open.forEach(each -> each.setSearch(() -> cancelIfDecided(open, task)));
      cancelIfDecided(open, task);
    } catch (Exception e) {
      end.onFailure(e);
    }
  }

  private void cancelIfDecided(List<Arrival> arrivals, CancellableTask task) {
    if (arrivals.stream().allMatch(Arrival::isDecided)) {
      node.cancel(task, "all of its documents have been decided");
    }
  }

  /** Reads the answers, which are released when this method returns; the result is to be run. */
  private Runnable results(List<Arrival> arrivals, MultiSearchResponse response) {
    List<Arrival> found = new ArrayList<>();
    Map<Arrival, Exception> failed = new LinkedHashMap<>();
    for (int i = 0; i < arrivals.size(); i++) {
      Arrival arrival = arrivals.get(i);
      MultiSearchResponse.Item item = response.getResponses()[i];
      arrival.setSearch(null);
      if (item.isFailure()) {
        failed.put(arrival, item.getFailure());
      } else {
        arrival.setStored(neighbours(arrival, item.getResponse().getHits().getHits()));
        found.add(arrival);
      }
    }
    return () -> {
      listener.found(found);
      failed.forEach(this::failed);
    };
  }

  private void failed(Arrival arrival, Exception failure) {
    RestStatus status = ExceptionsHelper.status(failure);
    if (isTemporary(status)) {
      node.later(BEFORE_RETRY, () -> retry(arrival));
      return;
    }
    Throwable cause = ExceptionsHelper.unwrapCause(failure);
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    listener.failed(
        arrival,
        new ElasticsearchStatusException(
            "near-duplicates cannot be searched in {}: {}",
            status,
            failure,
            arrival.compared().searched(),
            cause.getMessage()));
  }

  /** Whether a request that failed may succeed if it is repeated. */
  static boolean isTemporary(RestStatus status) {
    return status == RestStatus.TOO_MANY_REQUESTS || status == RestStatus.SERVICE_UNAVAILABLE;
  }

  private void retry(Arrival arrival) {
    if (arrival.isDecided() == false) {
      add(arrival);
    }
  }

  private SearchRequest request(Arrival arrival) {
    NearDuplicateOptions options = arrival.options();
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(arrival.processor().query(arrival.value()))
            .fetchSource(false)
            .docValueField(options.field())
            .fetchField(SimHashFields.signatureField(options.field()))
            .trackTotalHits(false)
            // Beyond it, the document has been decided: the answer is not needed.
            .timeout(options.timeout())
            .seqNoAndPrimaryTerm(arrival.isRemoved())
            // One of the hits may be the document itself, as it was.
            .size(options.size() + 1);
    if (options.clusterField() != null) {
      source.fetchField(options.clusterField());
    }
    return new SearchRequest(arrival.compared().searched().toArray(String[]::new), source)
        // Without the shard that failed or was late, a document would seem to have no duplicate.
        .allowPartialSearchResults(false);
  }

  private static List<Neighbour> neighbours(Arrival arrival, SearchHit[] hits) {
    return Arrays.stream(hits)
        .map(hit -> neighbour(arrival, hit))
        .filter(
            each ->
                arrival.compared().isItself(each.place(), arrival.document().getMetadata())
                    == false)
        .filter(each -> arrival.options().rule().holds(each.distance(), each.similarity()))
        .toList();
  }

  private static Neighbour neighbour(Arrival arrival, SearchHit hit) {
    NearDuplicateOptions options = arrival.options();
    return Neighbour.stored(
        new Neighbour.Place(
            hit.getIndex(), hit.getId(), value(hit, RoutingFieldMapper.NAME).orElse(null)),
        arrival.value(),
        nearValue(hit, options.field()),
        options.clusterField() == null ? null : value(hit, options.clusterField()).orElse(null),
        new Neighbour.Write(
            hit.getShard().getShardId().getIndex().getUUID(),
            hit.getSeqNo(),
            hit.getPrimaryTerm()));
  }

  private static NearValue nearValue(SearchHit hit, String field) {
    Optional<String> fingerprint = value(hit, field);
    Optional<Signature> signature =
        value(hit, SimHashFields.signatureField(field)).flatMap(SearchCoordinator::signature);
    return new NearValue(
        fingerprint.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(Fingerprint.parse(fingerprint.get())),
        signature);
  }

  /** A field without a value is absent, or there without one. */
  private static Optional<String> value(SearchHit hit, String field) {
    return Optional.ofNullable(hit.field(field)).map(DocumentField::getValue).map(Object::toString);
  }

  /** A signature of another version counts as absent. */
  private static Optional<Signature> signature(String base64) {
    try {
      return Optional.of(Signature.fromBase64(base64));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
