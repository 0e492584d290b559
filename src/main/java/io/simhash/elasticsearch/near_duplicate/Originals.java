package io.simhash.elasticsearch.near_duplicate;

import io.simhash.elasticsearch.near_duplicate.ComparedIndices.Place;
import io.simhash.elasticsearch.near_duplicate.ComparedIndices.Write;
import io.simhash.elasticsearch.near_duplicate.RecentDocuments.RecentDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.action.get.TransportMultiGetAction;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;

/**
 * Finds a near-duplicate that is certain to be in its index, so that a document may be dropped,
 * refused or routed because of it:
 *
 * <ul>
 *   <li>one that was kept before in the same bulk request, if no other item of it and no other
 *       request that runs on this node writes its id;
 *   <li>one that was written before, if a read in real time finds the same write, and no request
 *       that runs on this node writes its id.
 * </ul>
 *
 * <p>A document whose id is in its index already has no original: without it, its old version would
 * stay.
 */
final class Originals {

  private final NodeServices node;
  private final Consumer<List<Arrival>> next;

  /**
   * @param next continues with documents whose near-duplicates have been read
   */
  Originals(NodeServices node, Consumer<List<Arrival>> next) {
    this.node = node;
    this.next = next;
  }

  /** Whether the document and near-duplicates have to be read before there may be an original. */
  boolean mustRead(Arrival arrival, List<Neighbour> neighbours) {
    return arrival.read == null && places(arrival, neighbours).findAny().isPresent();
  }

  /** The original of a document among its near-duplicates, as far as they have been read. */
  Optional<Neighbour> of(Arrival arrival, List<Neighbour> neighbours) {
    if (arrival.isUpdate) {
      return Optional.empty();
    }
    Stream<Neighbour> read = arrival.read == null ? Stream.of() : arrival.read.stream();
    return Stream.concat(
            neighbours.stream().filter(each -> isKeptBefore(arrival.bulk, each)),
            read.filter(this::isUnchanged))
        .findFirst();
  }

  private boolean isKeptBefore(BulkScope bulk, Neighbour neighbour) {
    RecentDocument recent = neighbour.recent();
    String id = neighbour.place().id();
    return recent != null
        && neighbour.write() == null
        && recent.bulk == bulk
        && recent.isGone() == false
        && bulk.writes(id) == 1
        && node.bulks().isWriting(id, bulk) == false;
  }

  /** Whether a written document is not being changed by a request of this node. */
  private boolean isUnchanged(Neighbour neighbour) {
    return neighbour.write() != null
        && node.bulks().isWriting(neighbour.place().id(), null) == false;
  }

  /** Reads documents and their near-duplicates in real time, and continues with these documents. */
  void read(Map<Arrival, List<Neighbour>> unread) {
    if (unread.isEmpty()) {
      return;
    }
    Map<Place, Integer> positions = new LinkedHashMap<>();
    MultiGetRequest request = new MultiGetRequest();
    unread.forEach(
        (arrival, neighbours) ->
            places(arrival, neighbours)
                .forEach(
                    place -> {
                      if (positions.putIfAbsent(place, positions.size()) == null) {
                        request.add(item(place));
                      }
                    }));
    ActionListener<MultiGetResponse> end =
        ActionListener.wrap(
            response -> {
              MultiGetItemResponse[] items = response.getResponses();
              node.executor().execute(() -> end(unread, place -> items[positions.get(place)]));
            },
            e -> node.executor().execute(() -> failed(unread, e)));
    try {
      // Tells only whether a document is there, also one that is hidden from the caller.
      node.sendAsNode(TransportMultiGetAction.TYPE, request, end);
    } catch (Exception e) {
      end.onFailure(e);
    }
  }

  /** The places that are read: where the document may be already, and those of its neighbours. */
  private static Stream<Place> places(Arrival arrival, List<Neighbour> neighbours) {
    return Stream.concat(
        Stream.ofNullable(arrival.before()),
        neighbours.stream().filter(each -> each.write() != null).map(Neighbour::place));
  }

  private static MultiGetRequest.Item item(Place place) {
    return new MultiGetRequest.Item(place.index(), place.id())
        .routing(place.routing())
        .fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE);
  }

  private void end(
      Map<Arrival, List<Neighbour>> unread, Function<Place, MultiGetItemResponse> items) {
    List<Arrival> repeated = new ArrayList<>();
    unread.forEach(
        (arrival, neighbours) -> {
          if (places(arrival, neighbours).map(items).anyMatch(Originals::isBusy)) {
            repeated.add(arrival);
            return;
          }
          Place own = arrival.before();
          end(
              arrival,
              neighbours.stream()
                  .filter(each -> each.write() != null && isThere(each, items.apply(each.place())))
                  .toList(),
              own != null && isUpdate(arrival.bulk, items.apply(own)));
        });
    node.repeat(repeated, next);
  }

  private static boolean isBusy(MultiGetItemResponse item) {
    return item.isFailed() && NodeServices.isTemporary(item.getFailure().getFailure());
  }

  /**
   * Whether there is a version of the document, or may be one: from the same request, or in an
   * index that cannot be read. Another request may as well write it afterwards.
   */
  private static boolean isUpdate(BulkScope bulk, MultiGetItemResponse own) {
    boolean isThere =
        own.isFailed()
            ? own.getFailure().getFailure() instanceof IndexNotFoundException == false
            : own.getResponse().isExists();
    return isThere || (bulk != null && bulk.writes(own.getId()) > 1);
  }

  /** Whether the write that was found is the last one of the document. */
  private boolean isThere(Neighbour neighbour, MultiGetItemResponse item) {
    if (item.isFailed() || item.getResponse().isExists() == false) {
      return false;
    }
    GetResponse found = item.getResponse();
    String uuid = node.indices().uuid(neighbour.place().index());
    return neighbour.write().equals(new Write(uuid, found.getSeqNo(), found.getPrimaryTerm()));
  }

  private void failed(Map<Arrival, List<Neighbour>> unread, Exception failure) {
    if (NodeServices.isTemporary(failure)) {
      node.repeat(List.copyOf(unread.keySet()), next);
    } else {
      unread.keySet().forEach(each -> end(each, List.of(), each.before() != null));
    }
  }

  private void end(Arrival arrival, List<Neighbour> present, boolean isUpdate) {
    arrival.read = present;
    arrival.isUpdate = isUpdate;
    next.accept(List.of(arrival));
  }
}
