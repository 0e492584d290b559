package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.PassagesOption;
import io.simhash.elasticsearch.option.SameValues;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.action.get.TransportMultiGetAction;
import org.elasticsearch.action.support.ListenerTimeouts;
import org.elasticsearch.action.support.ThreadedActionListener;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;

/**
 * Finds a near-duplicate that is certain to be in its index: one that was kept before in the same
 * bulk request; or one that a read in real time finds, with a value that is near. No request that
 * runs on this node may be known to change it. At the end of its request it is read again: items
 * that had not arrived may have changed it.
 *
 * <p>A document whose id is in its index already has no original: its old version would stay.
 */
final class Originals {

  private final NodeServices node;
  private final IndexLookup indices;
  private final Set<BulkScope> running;

  /**
   * @param running the bulk requests that run on this node
   */
  Originals(NodeServices node, IndexLookup indices, Set<BulkScope> running) {
    this.node = node;
    this.indices = indices;
    this.running = running;
  }

  /** The original of a document among its near-duplicates, as far as they have been read. */
  Optional<Neighbour> of(Arrival arrival, List<Neighbour> neighbours) {
    String field = arrival.options.field();
    return Stream.concat(
            neighbours.stream().filter(each -> precedes(arrival, each)),
            Stream.ofNullable(arrival.read).flatMap(List::stream))
        .filter(
            each ->
                running.stream()
                    .noneMatch(
                        bulk ->
                            bulk.changes(
                                each.place(), field, other -> arrival.mayRemain(each, other))))
        .findFirst();
  }

  /** Whether a near-duplicate precedes in a request, and is kept. */
  private static boolean precedes(Arrival arrival, Neighbour each) {
    return arrival.bulk != null
        && each.write() == null
        && arrival.bulk.keeps(each.place(), arrival.options.field(), each.value(), arrival.same);
  }

  /**
   * Reads a document and its near-duplicates in real time, and then runs {@code next}; false if
   * there is nothing to read, or it has been read.
   */
  boolean read(Arrival arrival, List<Neighbour> neighbours, Runnable next) {
    Place own = arrival.earlierVersion();
    // A write of another request that still runs is not acknowledged.
    List<Neighbour> others = neighbours.stream().filter(each -> each.write() != null).toList();
    if (arrival.read != null || (own == null && others.isEmpty())) {
      return false;
    }
    MultiGetRequest request = new MultiGetRequest();
    if (own != null) {
      request.add(item(own).fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE));
    }
    others.forEach(each -> request.add(item(each.place(), arrival.options.read())));
    send(
        request,
        arrival.options.timeout(),
        items -> end(arrival, own, others, items, next),
        failure -> failed(arrival, own, failure, next));
    return true;
  }

  /**
   * Reads the originals of removed documents, and passes on the documents whose original is not
   * there with a value that is near.
   */
  void findLost(List<Removed> removed, Consumer<List<Removed>> lost) {
    record Read(Place place, List<String> fields) {
      static Read of(Removed document) {
        return new Read(document.original(), document.options().read());
      }
    }
    List<Read> reads = removed.stream().map(Read::of).distinct().toList();
    MultiGetRequest request = new MultiGetRequest();
    reads.forEach(each -> request.add(item(each.place(), each.fields())));
    send(
        request,
        Collections.max(removed.stream().map(each -> each.options().timeout()).toList()),
        items -> {
          Map<Read, MultiGetItemResponse> found = new HashMap<>();
          IntStream.range(0, reads.size()).forEach(i -> found.put(reads.get(i), items.get(i)));
          lost.accept(
              removed.stream()
                  .filter(each -> isThere(each, found.get(Read.of(each))) == false)
                  .toList());
        },
        failure -> lost.accept(removed));
  }

  /** Reads as the node: only whether a document is there and near matters, also a hidden one. */
  private void send(
      MultiGetRequest request,
      TimeValue timeout,
      Consumer<List<MultiGetItemResponse>> found,
      Consumer<Exception> failed) {
    ActionListener<MultiGetResponse> end =
        ActionListener.wrap(
            response -> found.accept(List.of(response.getResponses())), failed::accept);
    ActionListener.run(
        ListenerTimeouts.wrapWithTimeout(
            node.threads(),
            new ThreadedActionListener<>(node.executor(), end),
            timeout,
            node.executor(),
            "the read of originals"),
        l -> node.sendAsNode(TransportMultiGetAction.TYPE, request, l));
  }

  private static MultiGetRequest.Item item(Place place) {
    return new MultiGetRequest.Item(place.index(), place.id()).routing(place.routing());
  }

  private static MultiGetRequest.Item item(Place place, List<String> fields) {
    String[] read = fields.toArray(String[]::new);
    return item(place).fetchSourceContext(FetchSourceContext.of(true, read, new String[0]));
  }

  private void end(
      Arrival arrival,
      Place own,
      List<Neighbour> others,
      List<MultiGetItemResponse> items,
      Runnable next) {
    if (items.stream()
        .filter(MultiGetItemResponse::isFailed)
        .anyMatch(item -> NodeServices.isTemporary(item.getFailure().getFailure()))) {
      node.later(arrival.nextWait(), next);
      return;
    }
    arrival.isUpdate = own != null && isUpdate(arrival.bulk, items.getFirst());
    int first = own == null ? 0 : 1;
    arrival.read =
        IntStream.range(0, others.size())
            .filter(i -> isThere(arrival.removed(others.get(i), null), items.get(first + i)))
            .mapToObj(others::get)
            .toList();
    next.run();
  }

  /**
   * Whether there is a version of the document, or may be one: from the same request, or in an
   * index that cannot be read.
   */
  private static boolean isUpdate(BulkScope bulk, MultiGetItemResponse own) {
    boolean isThere =
        own.isFailed()
            ? own.getFailure().getFailure() instanceof IndexNotFoundException == false
            : own.getResponse().isExists();
    return isThere || (bulk != null && bulk.writes(own.getId()) > 1);
  }

  /**
   * Whether an original is there with a value that is near, or with a text that shares as much
   * where passages decided, and the same values. If its source has no value, or the same ones are
   * typed in another way, it must be the same write that was found, and no request of this node may
   * write its id.
   */
  private boolean isThere(Removed document, MultiGetItemResponse item) {
    if (item.isFailed() || item.getResponse().isExists() == false) {
      return false;
    }
    GetResponse found = item.getResponse();
    NearValue value = value(found, document.options().field());
    boolean hasText = document.texts().isEmpty() == false;
    boolean isNearNow =
        (value != null && document.isNear(value)) || (hasText && sharesPassages(document, found));
    if (value != null || hasText) {
      SameValues values = values(found, document.same());
      if (isNearNow == false || (values != null && document.same().differsInPresence(values))) {
        return false;
      }
      if (document.same().equals(values)) {
        return true;
      }
    }
    Place place = document.original();
    Write now = new Write(indices.uuid(place.index()), found.getSeqNo(), found.getPrimaryTerm());
    return now.equals(document.write())
        && running.stream().noneMatch(bulk -> bulk.writes(place.id()) > 0);
  }

  private boolean sharesPassages(Removed document, GetResponse found) {
    PassagesOption passages = document.options().passages();
    try {
      List<List<String>> stored = List.of(passages.texts(found.getSource()));
      var folding = indices.folding(document.original().index(), passages.field());
      return passages.compare(document.texts(), stored, List.of(folding), node.breaker()).getFirst()
          != null;
    } catch (RuntimeException e) {
      // Not enough memory, or no source: the document is kept, or sent again.
      return false;
    }
  }

  /** The values in the same fields; {@code null} if a field has several. */
  private static SameValues values(GetResponse found, SameValues same) {
    try {
      return SameValues.of(same.fields(), found.getSource());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static NearValue value(GetResponse found, String field) {
    try {
      return found.isSourceEmpty()
          ? null
          : Arrival.value(XContentMapValues.extractValue(field, found.getSource()));
    } catch (RuntimeException e) {
      // It is not the value that is compared. The request that waits must end all the same.
      return null;
    }
  }

  private void failed(Arrival arrival, Place own, Exception failure, Runnable next) {
    if (NodeServices.isTemporary(failure)) {
      node.later(arrival.nextWait(), next);
    } else {
      arrival.isUpdate = own != null;
      arrival.read = List.of();
      next.run();
    }
  }
}
