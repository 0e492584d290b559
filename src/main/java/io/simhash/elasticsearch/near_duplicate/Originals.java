package io.simhash.elasticsearch.near_duplicate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
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
  private final BulkScopes bulks;
  private final ComparedIndicesResolver indices;
  private final Consumer<List<Arrival>> next;

  /**
   * @param next continues with documents whose near-duplicates have been read
   */
  Originals(
      NodeServices node,
      BulkScopes bulks,
      ComparedIndicesResolver indices,
      Consumer<List<Arrival>> next) {
    this.node = node;
    this.bulks = bulks;
    this.indices = indices;
    this.next = next;
  }

  /** The original of a document among its near-duplicates, as far as they have been read. */
  Optional<Neighbour> of(Arrival arrival, List<Neighbour> neighbours) {
    if (arrival.isUpdate()) {
      return Optional.empty();
    }
    Optional<Neighbour> kept =
        neighbours.stream().filter(each -> isKeptBefore(arrival, each)).findFirst();
    List<Neighbour> read = arrival.read() == null ? List.of() : arrival.read();
    return kept.or(() -> read.stream().filter(this::isUnchanged).findFirst());
  }

  /** Whether the document and near-duplicates have to be read before there may be an original. */
  boolean mustRead(Arrival arrival, List<Neighbour> neighbours) {
    return arrival.read() == null
        && (arrival.before() != null || neighbours.stream().anyMatch(this::isUnchanged));
  }

  private boolean isKeptBefore(Arrival arrival, Neighbour neighbour) {
    BulkScope bulk = arrival.bulk();
    RecentDocument recent = neighbour.recent();
    String id = neighbour.place().id();
    return bulk != null
        && recent != null
        && neighbour.write() == null
        && bulk.recent(recent.place(), recent.caller(), recent.field()) == recent
        && bulk.writes(id) == 1
        && bulks.isWriting(id, bulk) == false;
  }

  /** Whether a written document is not being changed by a request of this node. */
  private boolean isUnchanged(Neighbour neighbour) {
    return neighbour.write() != null && bulks.isWriting(neighbour.place().id(), null) == false;
  }

  /** Reads documents and their near-duplicates in real time, and continues with these documents. */
  void read(Map<Arrival, List<Neighbour>> unread) {
    if (unread.isEmpty()) {
      return;
    }
    Map<Place, Integer> positions = new LinkedHashMap<>();
    MultiGetRequest request = new MultiGetRequest();
    unread.forEach(
        (arrival, neighbours) -> {
          for (Place each : places(arrival, neighbours)) {
            if (positions.putIfAbsent(each, positions.size()) == null) {
              request.add(item(each));
            }
          }
        });
    ActionListener<MultiGetResponse> end =
        ActionListener.wrap(
            response ->
                node.executor().execute(() -> end(unread, positions, response.getResponses())),
            e -> node.executor().execute(() -> failed(List.copyOf(unread.keySet()), e)));
    try {
      // Tells only whether a document is there, also one that is hidden from the caller.
      node.sendAsNode(TransportMultiGetAction.TYPE, request, end);
    } catch (Exception e) {
      end.onFailure(e);
    }
  }

  /** The places that are read: where the document may be already, and those of its neighbours. */
  private static List<Place> places(Arrival arrival, List<Neighbour> neighbours) {
    return Stream.concat(
            Stream.ofNullable(arrival.before()),
            neighbours.stream().filter(each -> each.write() != null).map(Neighbour::place))
        .toList();
  }

  private static MultiGetRequest.Item item(Place place) {
    return new MultiGetRequest.Item(place.index(), place.id())
        .routing(place.routing())
        .fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE);
  }

  private void end(
      Map<Arrival, List<Neighbour>> unread,
      Map<Place, Integer> positions,
      MultiGetItemResponse[] items) {
    List<Arrival> repeated = new ArrayList<>();
    unread.forEach(
        (arrival, neighbours) -> {
          List<Neighbour> written = neighbours.stream().filter(n -> n.write() != null).toList();
          List<Neighbour> present =
              written.stream()
                  .filter(each -> isThere(arrival, each, items[positions.get(each.place())]))
                  .toList();
          boolean isBusy =
              places(arrival, neighbours).stream()
                  .map(each -> items[positions.get(each)])
                  .anyMatch(
                      item ->
                          item.isFailed()
                              && NodeServices.isTemporary(item.getFailure().getFailure()));
          Place own = arrival.before();
          if (isBusy) {
            repeated.add(arrival);
          } else {
            end(arrival, present, own != null && isUpdate(arrival, items[positions.get(own)]));
          }
        });
    node.repeat(repeated, next);
  }

  /**
   * Whether there is a version of the document, or may be one: from the same request, or in an
   * index that cannot be read. Another request may as well write it afterwards.
   */
  private static boolean isUpdate(Arrival arrival, MultiGetItemResponse own) {
    BulkScope bulk = arrival.bulk();
    boolean isThere =
        own.isFailed()
            ? own.getFailure().getFailure() instanceof IndexNotFoundException == false
            : own.getResponse().isExists();
    return isThere || (bulk != null && bulk.writes(own.getId()) > 1);
  }

  private boolean isThere(Arrival arrival, Neighbour neighbour, MultiGetItemResponse item) {
    if (item.isFailed() || item.getResponse().isExists() == false) {
      return false;
    }
    GetResponse found = item.getResponse();
    String uuid = indices.uuid(neighbour.place().index());
    return neighbour
        .write()
        .equals(new Place.Write(uuid, found.getSeqNo(), found.getPrimaryTerm()));
  }

  private void failed(List<Arrival> arrivals, Exception failure) {
    if (NodeServices.isTemporary(failure)) {
      node.repeat(arrivals, next);
    } else {
      arrivals.forEach(each -> end(each, List.of(), each.before() != null));
    }
  }

  private void end(Arrival arrival, List<Neighbour> present, boolean isUpdate) {
    arrival.setRead(present, isUpdate);
    next.accept(List.of(arrival));
  }
}
