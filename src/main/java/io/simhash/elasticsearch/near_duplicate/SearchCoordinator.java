package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.util.concurrent.ThrottledIterator;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;

/**
 * Searches for the stored near-duplicates of documents, in the manner of Elasticsearch's enrich
 * coordinator: up to {@value #MAX_BATCH} documents of one caller are taken when a slot is free, of
 * {@value #MAX_RUNNING_OF_CALLER} for each caller and {@value #MAX_RUNNING} of the node, and of
 * their searches as many run at a time as the node has processors. A search that fails for now is
 * repeated, later each time. One whose documents have all been decided is cancelled.
 *
 * <p>There is no multi-search: Elasticsearch writes a warning with a stack trace for each search of
 * it that fails, which would fill the log while a shard is missing.
 *
 * <p>Documents with a signature, of one processor, that are compared with the same indices by bands
 * have one search for all of them: a search of its own costs each some 0.1 ms, whatever it finds.
 * Its hits are told apart by their values. If it fails, each of these documents is searched for
 * alone; if it has {@value #MAX_HITS} hits, which may not be all, the next {@value #ALONE}
 * documents of the caller too.
 */
final class SearchCoordinator {

  static final int MAX_BATCH = 100;
  static final int MAX_RUNNING_OF_CALLER = 2;
  static final int MAX_RUNNING = 8;

  /** The largest number of hits of a search for several documents. */
  static final int MAX_HITS = 400;

  /** After an incomplete search for several documents, so many are searched for alone. */
  private static final int ALONE = 1000;

  /** Receives the results, on threads that may run the rest of a pipeline. */
  interface Listener {

    /** Called with documents whose stored near-duplicates are known. */
    void found(List<Arrival> arrivals);

    /** Called with a document that cannot be searched for. */
    void failed(Arrival arrival, Exception reason);
  }

  /** The documents of one caller that wait, and the number of its searches that run. */
  private static final class Line {
    private final BlockingQueue<Arrival> waiting = new LinkedBlockingQueue<>();
    private int running;

    /** How many of the next documents are searched for alone. */
    private int alone;
  }

  /**
   * Documents of one slot.
   *
   * @param found receives those whose near-duplicates are known
   * @param repeated receives those that are to be searched for again
   */
  private record Batch(
      Caller caller, List<Arrival> arrivals, List<Arrival> found, List<Arrival> repeated) {}

  private final NodeServices node;
  private final Listener listener;
  private final Map<Caller, Line> lines = new LinkedHashMap<>();
  private final Counts counts;
  private final AtomicBoolean isSending = new AtomicBoolean();

  private int running;

  SearchCoordinator(NodeServices node, Listener listener, Counts counts) {
    this.node = node;
    this.listener = listener;
    this.counts = counts;
  }

  private void addAlone(Arrival arrival) {
    arrival.setAlone();
    add(arrival);
  }

  /** Searches for the near-duplicates of a document. */
  void add(Arrival arrival) {
    synchronized (this) {
      lines.computeIfAbsent(arrival.caller(), caller -> new Line()).waiting.add(arrival);
    }
    send();
  }

  /** The number of documents that wait for a free slot. */
  synchronized int waiting() {
    return lines.values().stream().mapToInt(line -> line.waiting.size()).sum();
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
        Batch batch =
            new Batch(
                entry.getKey(),
                new ArrayList<>(),
                Collections.synchronizedList(new ArrayList<>()),
                Collections.synchronizedList(new ArrayList<>()));
        line.waiting.drainTo(batch.arrivals(), MAX_BATCH);
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

  /** Continues with the documents: not on a thread of searches, where the last answer came. */
  private void end(Batch batch) {
    synchronized (this) {
      Line line = lines.get(batch.caller());
      line.running--;
      running--;
      if (line.running == 0 && line.waiting.isEmpty()) {
        lines.remove(batch.caller());
      }
    }
    send();
    node.executor().execute(() -> listener.found(batch.found()));
    node.repeat(batch.repeated(), arrivals -> arrivals.forEach(this::add));
  }

  private void send(Batch batch) {
    ThrottledIterator.run(
        groups(batch).iterator(),
        (end, group) -> search(batch, group, end),
        node.processors(),
        () -> end(batch));
  }

  private void search(Batch batch, List<Arrival> group, Releasable end) {
    if (isDecided(group)) {
      end.close();
      return;
    }
    long start = System.nanoTime();
    ActionListener<SearchResponse> answered =
        ActionListener.runBefore(
            ActionListener.releaseAfter(
                ActionListener.wrap(
                    response -> found(batch, group, response.getHits().getHits()),
                    e -> failed(batch, group, e)),
                end),
            () -> counts.addSearch(System.nanoTime() - start));
    try {
      CancellableTask task =
          (CancellableTask)
              node.send(
                  batch.caller(),
                  group.getFirst()::asCaller,
                  TransportSearchAction.TYPE,
                  request(group),
                  answered);
      group.forEach(each -> each.setSearch(() -> cancelIfDecided(group, task)));
      cancelIfDecided(group, task);
    } catch (Exception e) {
      answered.onFailure(e);
    }
  }

  /** Documents that one search is for. */
  private synchronized Collection<List<Arrival>> groups(Batch batch) {
    record Question(NearDuplicateProcessor processor, ComparedIndices compared) {}
    Line line = lines.get(batch.caller());
    Map<Object, List<Arrival>> groups = new LinkedHashMap<>();
    for (Arrival each : batch.arrivals()) {
      boolean isAlone = each.isAlone() || line.alone > 0 || hasBands(each) == false;
      line.alone = Math.max(0, line.alone - 1);
      Object key = isAlone ? each : new Question(each.processor(), each.compared());
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(each);
    }
    return groups.values();
  }

  /** Other documents may need a scan each, which searches of their own do side by side. */
  private static boolean hasBands(Arrival arrival) {
    return arrival.options().rule().usesBands() && arrival.value().signature().isPresent();
  }

  private static boolean isDecided(List<Arrival> arrivals) {
    return arrivals.stream().allMatch(Arrival::isDecided);
  }

  private void cancelIfDecided(List<Arrival> arrivals, CancellableTask task) {
    if (isDecided(arrivals)) {
      node.cancel(task, "all of its documents have been decided");
    }
  }

  /** Reads the hits, which are released when this method returns. */
  private void found(Batch batch, List<Arrival> group, SearchHit[] hits) {
    group.forEach(each -> each.setSearch(null));
    if (group.size() > 1 && hits.length == MAX_HITS) {
      // Near-duplicates of some of them may be missing.
      synchronized (this) {
        lines.get(batch.caller()).alone = ALONE;
      }
      group.forEach(this::addAlone);
    } else {
      setStored(group, hits);
      batch.found().addAll(group);
    }
  }

  private void failed(Batch batch, List<Arrival> group, Exception failure) {
    group.forEach(each -> each.setSearch(null));
    if (NodeServices.isTemporary(failure)) {
      batch.repeated().addAll(group);
    } else if (group.size() > 1) {
      group.forEach(this::addAlone);
    } else {
      node.executor().execute(() -> listener.failed(group.getFirst(), sentence(group, failure)));
    }
  }

  private static Exception sentence(List<Arrival> group, Exception failure) {
    Throwable cause = ExceptionsHelper.unwrapCause(failure);
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return new ElasticsearchStatusException(
        "near-duplicates cannot be searched in {}: {}",
        ExceptionsHelper.status(failure),
        failure,
        group.getFirst().compared().searched(),
        cause.getMessage());
  }

  /** The search for documents of one processor that are compared with the same indices. */
  private static SearchRequest request(List<Arrival> group) {
    Arrival any = group.getFirst();
    NearDuplicateOptions options = any.options();
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(any.processor().query(group.stream().map(Arrival::value).toList()))
            .fetchSource(false)
            .trackTotalHits(false)
            // Beyond it, the documents have been decided: the answer is not needed.
            .timeout(options.timeout())
            .seqNoAndPrimaryTerm(options.onDuplicate().isRemoval())
            // One of the hits may be the document itself, as it was.
            .size(group.size() > 1 ? MAX_HITS : options.size() + 1);
    StoredValue.ask(source, options.field());
    if (options.clusterField() != null) {
      source.fetchField(options.clusterField());
    }
    return new SearchRequest(any.compared().searched().toArray(String[]::new), source)
        // Without the shard that failed or was late, a document would seem to have no duplicate.
        .allowPartialSearchResults(false);
  }

  /** Gives each document the hits that are its near-duplicates, the most similar first. */
  private static void setStored(List<Arrival> group, SearchHit[] hits) {
    NearDuplicateOptions options = group.getFirst().options();
    NearRule rule = options.rule();
    Map<Arrival, List<Neighbour>> stored = new LinkedHashMap<>();
    for (SearchHit hit : hits) {
      NearValue value = StoredValue.of(hit, options.field()).orElse(null);
      if (value == null) {
        continue;
      }
      for (Arrival each : group) {
        if (rule.holds(each.value(), value)) {
          Neighbour neighbour = neighbour(each, hit, value);
          if (each.compared().isItself(neighbour.place(), each.document().getMetadata()) == false) {
            stored.computeIfAbsent(each, e -> new ArrayList<>()).add(neighbour);
          }
        }
      }
    }
    stored.forEach(
        (arrival, neighbours) -> {
          neighbours.sort(Comparator.comparingDouble((Neighbour n) -> n.score(rule)).reversed());
          arrival.setStored(neighbours.subList(0, Math.min(options.size(), neighbours.size())));
        });
  }

  private static Neighbour neighbour(Arrival arrival, SearchHit hit, NearValue value) {
    String clusterField = arrival.options().clusterField();
    return Neighbour.stored(
        new Place(hit.getIndex(), hit.getId(), value(hit, RoutingFieldMapper.NAME)),
        arrival.value(),
        value,
        clusterField == null ? null : value(hit, clusterField),
        new Place.Write(
            hit.getShard().getShardId().getIndex().getUUID(),
            hit.getSeqNo(),
            hit.getPrimaryTerm()));
  }

  /** The first value of a field; {@code null} for none. */
  private static String value(SearchHit hit, String field) {
    DocumentField values = hit.field(field);
    // A field without a value is absent, or there without one.
    return values == null || values.getValue() == null ? null : values.getValue().toString();
  }
}
