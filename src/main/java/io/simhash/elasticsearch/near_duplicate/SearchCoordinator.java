package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.passage.Containment;
import io.simhash.elasticsearch.option.PassagesOption;
import io.simhash.elasticsearch.option.SameValues;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.ArrayList;
import java.util.Arrays;
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
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.common.util.concurrent.ThrottledIterator;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;

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
  private static final float OWN_BOOST = 1_000_000;

  private final NodeServices node;
  private final IndexLookup indices;
  private final ProcessorCounts counts;
  private final Consumer<Arrival> found;
  private final BiConsumer<Arrival, Exception> failed;
  final CallerQueues<Arrival> queues = new CallerQueues<>();
  private final AtomicBoolean isSending = new AtomicBoolean();

  /**
   * @param found continues with a document that has been searched for, {@code failed} with one that
   *     cannot be, on threads that may run the rest of a pipeline
   */
  SearchCoordinator(
      NodeServices node,
      IndexLookup indices,
      ProcessorCounts counts,
      Consumer<Arrival> found,
      BiConsumer<Arrival, Exception> failed) {
    this.node = node;
    this.indices = indices;
    this.counts = counts;
    this.found = found;
    this.failed = failed;
  }

  void add(List<Arrival> arrivals) {
    queues.add(arrivals.getFirst().caller, arrivals);
    send();
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

  private static Collection<List<Arrival>> groups(List<Arrival> arrivals) {
    record Question(NearDuplicateProcessor processor, ComparedIndices compared, Object part) {}
    Map<Object, List<Arrival>> groups = new LinkedHashMap<>();
    for (Arrival each : arrivals) {
      // Without bands each may need a scan, which searches of their own do side by side. A text has
      // a query of its own anyway.
      boolean hasBands =
          each.rule instanceof NearRule.Similar similar
              && similar.usesBands()
              && each.value.signature().isPresent()
              && each.texts.isEmpty();
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
            () -> {
              counts.addSearch(System.nanoTime() - start);
              group.forEach(each -> each.onDecided = null);
            });
    var context = group.getFirst().context;
    ActionListener.run(
        onThread(answered),
        l -> {
          Task task = node.send(caller, context, TransportSearchAction.TYPE, request(group), l);
          group.forEach(each -> each.onDecided = () -> cancelIfDecided(group, task));
          cancelIfDecided(group, task);
        });
  }

  /** Reads the answer on a thread that may compare long texts. */
  private ActionListener<SearchResponse> onThread(ActionListener<SearchResponse> read) {
    return read.delegateFailure(
        (l, response) -> {
          response.mustIncRef();
          new ThreadedActionListener<>(
                  node.executor(), ActionListener.runAfter(l, response::decRef))
              .onResponse(response);
        });
  }

  private static boolean isDecided(List<Arrival> arrivals) {
    return arrivals.stream().allMatch(Arrival::isDecided);
  }

  private void cancelIfDecided(List<Arrival> arrivals, Task task) {
    if (isDecided(arrivals)) {
      String reason = "all of its documents have been decided";
      node.tasks()
          .cancelTaskAndDescendants((CancellableTask) task, reason, false, ActionListener.noop());
    }
  }

  /** Reads the hits, which are released when this method returns. */
  private void found(List<Arrival> group, SearchHit[] hits) {
    List<Arrival> done = new ArrayList<>(group);
    List<Arrival> cut = setStored(group, hits);
    if (cut.isEmpty() == false) {
      done.removeAll(cut);
      addHalves(cut);
    }
    node.executor().execute(() -> done.forEach(found));
  }

  private void failed(List<Arrival> group, Exception failure) {
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
    Object[] halves = {new Object(), new Object()};
    for (int i = 0; i < group.size(); i++) {
      group.get(i).part = halves[2 * i / group.size()];
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
    String[] tag = {options.targetField()};
    source.fetchSource(FetchSourceContext.of(any.compared.sources(), tag, null));
    StoredValue.ask(source, options.field());
    if (any.texts.isEmpty() == false) {
      source.fetchField(options.passages().field());
    }
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
            any.rule, group.stream().map(each -> each.value).toList(), any.texts, sameNames(group));
    Stream<Place> own = group.stream().map(Arrival::earlierVersion).filter(Objects::nonNull);
    String[] ids = own.map(Place::id).toArray(String[]::new);
    return ids.length == 0 || isFirstOfSeveral(group)
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

  /** Not yet in two halves. */
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
  private List<Arrival> setStored(List<Arrival> group, SearchHit[] hits) {
    NearDuplicateOptions options = group.getFirst().options;
    Map<SameValues, String> names = sameNames(group);
    group.forEach(each -> each.stored = new ArrayList<>());
    List<Containment> containments = containments(group.getFirst(), hits);
    for (int i = 0; i < hits.length; i++) {
      Neighbour hit = Neighbour.of(hits[i], options, containments.get(i));
      Set<String> matched = Set.of(hits[i].getMatchedQueries());
      for (Arrival each : group) {
        if (options.same().isEmpty() == false && matched.contains(names.get(each.same)) == false) {
          continue;
        }
        if (each.compared.isItself(hit.place(), each.document.getMetadata())) {
          each.version = hit;
        } else if (hit.containment() != null || each.isNear(hit.value())) {
          each.stored.add(hit);
        }
      }
    }
    int most = options.size() + SPARE_HITS;
    boolean isFull = hits.length == maxHits(group);
    List<Arrival> cut = new ArrayList<>();
    for (Arrival each : group) {
      each.stored.removeIf(each::precedes);
      each.isCut = each.stored.size() > most || isFull;
      Comparator<Neighbour> bestFirst = Comparator.comparingDouble(each::score).reversed();
      each.stored = each.stored.stream().sorted(bestFirst).limit(most).toList();
      if (isFull
          && group.size() > 1
          && (isFirstOfSeveral(group)
              || each.stored.size() < most
              || (float) each.score(each.stored.getLast()) < hits[hits.length - 1].getScore())) {
        cut.add(each);
      }
    }
    return cut;
  }

  /** How much each hit and the text of a document share; {@code null} for too little. */
  private List<Containment> containments(Arrival arrival, SearchHit[] hits) {
    if (arrival.texts.isEmpty()) {
      return Collections.nCopies(hits.length, null);
    }
    PassagesOption passages = arrival.options.passages();
    String field = passages.field();
    return passages.compare(
        arrival.texts,
        Arrays.stream(hits).map(hit -> Neighbour.values(hit, field)).toList(),
        Arrays.stream(hits).map(hit -> indices.folding(hit.getIndex(), field)).toList(),
        node.breaker());
  }
}
