package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.SameValues;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.util.concurrent.ThrottledIterator;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.tasks.CancellableTask;

/**
 * Searches for the stored near-duplicates of documents, in the manner of Elasticsearch's enrich
 * coordinator: documents of one caller are taken from {@link CallerQueues} when there is a free
 * slot, and of their searches as many run at a time as the node has processors. A search that fails
 * for now is repeated, later each time; one whose documents have all been decided is cancelled. A
 * multi-search would log a warning with a stack trace for each search that fails.
 *
 * <p>Documents with a signature, of one processor, that are compared with the same indices by bands
 * have one search: a search of its own costs each some 0.1 ms. If it fails, or has {@value
 * #MAX_HITS} hits, which may not be all, its documents are searched for again in two halves. There
 * a document is done that has as many hits as a search for it alone would have, none of them less
 * near than the last hit: what has been cut off is no nearer.
 */
final class SearchCoordinator {

  /** The largest number of hits of a search for several documents. */
  static final int MAX_HITS = 400;

  /** How many more near-duplicates are found than are asked for: some may not count. */
  private static final int SPARE_HITS = 10;

  /** More than any score of a near-duplicate. */
  private static final float OWN_BOOST = 10;

  private final NodeServices node;
  private final ProcessorCounts counts;
  private final Consumer<Arrival> found;
  private final BiConsumer<Arrival, Exception> failed;
  private final CallerQueues<Arrival> queues = new CallerQueues<>();
  private final AtomicBoolean isSending = new AtomicBoolean();

  /**
   * @param found continues with a document that has been searched for, {@code failed} with one that
   *     cannot be, on threads that may run the rest of a pipeline
   */
  SearchCoordinator(
      NodeServices node,
      ProcessorCounts counts,
      Consumer<Arrival> found,
      BiConsumer<Arrival, Exception> failed) {
    this.node = node;
    this.counts = counts;
    this.found = found;
    this.failed = failed;
  }

  /** Searches for the near-duplicates of documents of one caller. */
  void add(List<Arrival> arrivals) {
    queues.add(arrivals.getFirst().caller, arrivals);
    send();
  }

  /** The number of documents that wait for a free slot. */
  int waiting() {
    return queues.waiting();
  }

  /** Sends what can be sent: on another thread, so that a bulk request's documents gather. */
  private void send() {
    if (isSending.compareAndSet(false, true)) {
      node.executor()
          .execute(
              () -> {
                isSending.set(false);
                List<Arrival> batch;
                while ((batch = queues.next()).isEmpty() == false) {
                  send(batch);
                }
              });
    }
  }

  private void send(List<Arrival> batch) {
    Caller caller = batch.getFirst().caller;
    ThrottledIterator.run(
        groups(batch).iterator(),
        (end, group) -> search(caller, group, end),
        node.processors(),
        () -> {
          queues.end(caller);
          send();
        });
  }

  /** Documents that one search is for. */
  private static Collection<List<Arrival>> groups(List<Arrival> arrivals) {
    record Question(NearDuplicateProcessor processor, ComparedIndices compared, Object part) {}
    Map<Object, List<Arrival>> groups = new LinkedHashMap<>();
    for (Arrival each : arrivals) {
      // Without bands each may need a scan, which searches of their own do side by side.
      boolean hasBands =
          each.rule instanceof NearRule.Similar similar
              && similar.usesBands()
              && each.value.signature().isPresent();
      Object key = hasBands ? new Question(each.processor, each.compared, each.part) : each;
      groups.computeIfAbsent(key, k -> new ArrayList<>()).add(each);
    }
    return groups.values();
  }

  private void search(Caller caller, List<Arrival> group, Releasable end) {
    if (isDecided(group)) {
      end.close();
      return;
    }
    long start = System.nanoTime();
    ActionListener<SearchResponse> answered =
        ActionListener.runBefore(
            ActionListener.releaseAfter(
                ActionListener.wrap(
                    response -> found(group, response.getHits().getHits()), e -> failed(group, e)),
                end),
            () -> counts.addSearch(System.nanoTime() - start));
    try {
      CancellableTask task =
          (CancellableTask)
              node.send(
                  caller,
                  group.getFirst().context,
                  TransportSearchAction.TYPE,
                  request(group),
                  answered);
      group.forEach(each -> each.setSearch(() -> cancelIfDecided(group, task)));
      cancelIfDecided(group, task);
    } catch (Exception e) {
      answered.onFailure(e);
    }
  }

  private static boolean isDecided(List<Arrival> arrivals) {
    return arrivals.stream().allMatch(each -> each.isClaimed());
  }

  private void cancelIfDecided(List<Arrival> arrivals, CancellableTask task) {
    if (isDecided(arrivals)) {
      String reason = "all of its documents have been decided";
      node.tasks().cancelTaskAndDescendants(task, reason, false, ActionListener.noop());
    }
  }

  /** Reads the hits, which are released when this method returns. */
  private void found(List<Arrival> group, SearchHit[] hits) {
    group.forEach(each -> each.setSearch(null));
    List<Arrival> done = new ArrayList<>(group);
    List<Arrival> cut = setStored(group, hits);
    if (cut.isEmpty() == false) {
      done.removeAll(cut);
      addHalves(cut);
    }
    node.executor().execute(() -> done.forEach(found));
  }

  private void failed(List<Arrival> group, Exception failure) {
    group.forEach(each -> each.setSearch(null));
    if (NodeServices.isTemporary(failure)) {
      TimeValue wait = Collections.max(group.stream().map(Arrival::nextWait).toList());
      node.later(wait, () -> add(group));
    } else if (group.size() > 1) {
      addHalves(group);
    } else {
      Arrival only = group.getFirst();
      node.executor().execute(() -> failed.accept(only, sentence(only, failure)));
    }
  }

  private void addHalves(List<Arrival> group) {
    Object first = new Object();
    Object second = new Object();
    for (int i = 0; i < group.size(); i++) {
      group.get(i).part = i < group.size() / 2 ? first : second;
    }
    add(group);
  }

  private static Exception sentence(Arrival arrival, Exception failure) {
    Throwable cause = ExceptionsHelper.unwrapCause(failure);
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return new ElasticsearchStatusException(
        "near-duplicates cannot be searched in {}: {}",
        ExceptionsHelper.status(failure),
        failure,
        arrival.compared.searched(),
        cause.getMessage());
  }

  /** The search for documents of one processor that are compared with the same indices. */
  private static SearchRequest request(List<Arrival> group) {
    Arrival any = group.getFirst();
    NearDuplicateOptions options = any.options;
    SearchSourceBuilder source =
        new SearchSourceBuilder()
            .query(query(group))
            .trackTotalHits(false)
            // Beyond it, the documents have been decided: the answer is not needed.
            .timeout(options.timeout())
            .seqNoAndPrimaryTerm(options.onDuplicate().isRemoval())
            .size(maxHits(group));
    if (any.compared.sources()) {
      source.fetchSource(options.targetField(), null);
    } else {
      source.fetchSource(false);
    }
    StoredValue.ask(source, options.field());
    if (options.clusterField() != null) {
      source.fetchField(options.clusterField());
    }
    return new SearchRequest(any.compared.searched().toArray(String[]::new), source)
        // Without the shard that failed or was late, a document would seem to have no duplicate.
        .allowPartialSearchResults(false);
  }

  /**
   * Earlier versions of the documents come first, so that they are not cut off: not in the first
   * search for several, because each id costs a look-up in each segment.
   */
  private static QueryBuilder query(List<Arrival> group) {
    Arrival any = group.getFirst();
    QueryBuilder near =
        any.processor.query(
            any.rule, group.stream().map(each -> each.value).toList(), sameNames(group));
    String[] ids =
        isFirstOfSeveral(group)
            ? new String[0]
            : group.stream()
                .map(Arrival::earlierVersion)
                .filter(Objects::nonNull)
                .map(Place::id)
                .toArray(String[]::new);
    return ids.length == 0
        ? near
        : QueryBuilders.boolQuery()
            .must(near)
            .should(QueryBuilders.idsQuery().addIds(ids).boost(OWN_BOOST));
  }

  /**
   * The different values of the option {@code same} in some documents, and a name for each:
   * Elasticsearch tells which named queries a hit matches, by the types of the fields.
   */
  private static Map<SameValues, String> sameNames(List<Arrival> group) {
    Map<SameValues, String> names = new LinkedHashMap<>();
    group.forEach(each -> names.computeIfAbsent(each.same, s -> "same_" + names.size()));
    return names;
  }

  private static boolean isFirstOfSeveral(List<Arrival> group) {
    return group.size() > 1 && group.getFirst().part == null;
  }

  /** One of the hits may be an earlier version of the document. */
  private static int maxHits(List<Arrival> group) {
    return group.size() > 1 ? MAX_HITS : group.getFirst().options.size() + SPARE_HITS + 1;
  }

  /**
   * Gives each document the hits that are its near-duplicates, the most similar first.
   *
   * @return the documents of which a version, or nearer near-duplicates, may have been cut off
   */
  private static List<Arrival> setStored(List<Arrival> group, SearchHit[] hits) {
    NearDuplicateOptions options = group.getFirst().options;
    Map<SameValues, String> names = sameNames(group);
    Map<Arrival, List<Neighbour>> near = new LinkedHashMap<>();
    for (SearchHit hit : hits) {
      NearValue value = StoredValue.of(hit, options.field()).orElse(null);
      Place place = new Place(hit.getIndex(), hit.getId(), value(hit, RoutingFieldMapper.NAME));
      Tagged tagged = tagged(options, hit);
      Set<String> matched = Set.of(hit.getMatchedQueries());
      for (Arrival each : group) {
        if (options.same().isEmpty() == false && matched.contains(names.get(each.same)) == false) {
          continue;
        }
        if (each.isItself(place)) {
          each.storedTags = each.value.equals(value) ? tagged : null;
        } else if (value != null && each.isNear(value)) {
          near.computeIfAbsent(each, e -> new ArrayList<>())
              .add(neighbour(each, hit, place, value, tagged));
        }
      }
    }
    int most = options.size() + SPARE_HITS;
    NearRule rule = group.getFirst().rule;
    ToDoubleFunction<Neighbour> score = each -> rule.score(each.value(), each.other());
    Comparator<Neighbour> bestFirst = Comparator.comparingDouble(score).reversed();
    boolean isFull = hits.length == maxHits(group);
    List<Arrival> cut = new ArrayList<>();
    for (Arrival each : group) {
      List<Neighbour> found = near.getOrDefault(each, List.of());
      each.stored = found.stream().sorted(bestFirst).limit(most).toList();
      each.isCut = found.size() > most || isFull;
      if (isFull
          && group.size() > 1
          && (isFirstOfSeveral(group)
              || each.stored.size() < most
              || (float) score.applyAsDouble(each.stored.getLast())
                  < hits[hits.length - 1].getScore())) {
        cut.add(each);
      }
    }
    return cut;
  }

  private static Neighbour neighbour(
      Arrival arrival, SearchHit hit, Place place, NearValue value, Tagged tagged) {
    return new Neighbour(
        place,
        arrival.value,
        value,
        tagged == null ? new Tagged(List.of(), cluster(arrival.options, hit)) : tagged,
        new Write(
            hit.getShard().getShardId().getIndex().getUUID(),
            hit.getSeqNo(),
            hit.getPrimaryTerm()));
  }

  /** The tags and the cluster of a hit; {@code null} if they are not known. */
  private static Tagged tagged(NearDuplicateOptions options, SearchHit hit) {
    return hit.hasSource() == false
        ? null
        : Tagged.of(
            XContentMapValues.extractValue(options.targetField(), hit.getSourceAsMap()),
            cluster(options, hit));
  }

  private static String cluster(NearDuplicateOptions options, SearchHit hit) {
    return options.clusterField() == null ? null : value(hit, options.clusterField());
  }

  /** The first value of a field; {@code null} for none. */
  private static String value(SearchHit hit, String field) {
    DocumentField values = hit.field(field);
    // A field without a value is absent, or there without one.
    return values == null || values.getValue() == null ? null : values.getValue().toString();
  }
}
