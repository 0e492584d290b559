package io.simhash.elasticsearch.near_duplicate;

import io.simhash.elasticsearch.near_duplicate.Arrival.Neighbour;
import io.simhash.elasticsearch.near_duplicate.ComparedIndices.Place;
import io.simhash.elasticsearch.near_duplicate.ComparedIndices.Write;
import io.simhash.elasticsearch.near_duplicate.RecentDocuments.RecentDocument;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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
 * refused or routed because of it: one that was kept before in the same bulk request, if no other
 * item of it writes its id; or one that was written before, if a read in real time finds the same
 * write. No other request that runs on this node may write its id.
 *
 * <p>A document whose id is in its index already has no original: without it, its old version would
 * stay.
 */
final class Originals {

  private final NodeServices node;
  private final Consumer<Arrival> next;

  Originals(NodeServices node, Consumer<Arrival> next) {
    this.node = node;
    this.next = next;
  }

  /** The original of a document among its near-duplicates, as far as they have been read. */
  Optional<Neighbour> of(Arrival arrival, List<Neighbour> neighbours) {
    return Stream.concat(
            neighbours.stream().filter(each -> isKeptBefore(arrival.bulk, each)),
            Stream.ofNullable(arrival.read).flatMap(List::stream).filter(this::isUnchanged))
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
    return node.bulks().isWriting(neighbour.place().id(), null) == false;
  }

  /**
   * Reads a document and its near-duplicates in real time, and continues with it; false if there is
   * nothing to read, or has been read.
   */
  boolean read(Arrival arrival, List<Neighbour> neighbours) {
    Place own = arrival.before();
    List<Neighbour> written = neighbours.stream().filter(each -> each.write() != null).toList();
    if (arrival.read != null || (own == null && written.isEmpty())) {
      return false;
    }
    MultiGetRequest request = new MultiGetRequest();
    Stream.concat(Stream.ofNullable(own), written.stream().map(Neighbour::place))
        .forEach(place -> request.add(item(place)));
    ActionListener<MultiGetResponse> end =
        ActionListener.wrap(
            response ->
                node.executor()
                    .execute(() -> end(arrival, own, written, List.of(response.getResponses()))),
            e -> node.executor().execute(() -> failed(arrival, own, e)));
    try {
      // Tells only whether a document is there, also one that is hidden from the caller.
      node.sendAsNode(TransportMultiGetAction.TYPE, request, end);
    } catch (Exception e) {
      end.onFailure(e);
    }
    return true;
  }

  private static MultiGetRequest.Item item(Place place) {
    return new MultiGetRequest.Item(place.index(), place.id())
        .routing(place.routing())
        .fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE);
  }

  private void end(
      Arrival arrival, Place own, List<Neighbour> written, List<MultiGetItemResponse> items) {
    if (items.stream().anyMatch(Originals::isBusy)) {
      node.repeat(List.of(arrival), () -> next.accept(arrival));
      return;
    }
    arrival.isUpdate = own != null && isUpdate(arrival.bulk, items.getFirst());
    int first = own == null ? 0 : 1;
    arrival.read =
        IntStream.range(0, written.size())
            .filter(i -> isThere(written.get(i), items.get(first + i)))
            .mapToObj(written::get)
            .toList();
    next.accept(arrival);
  }

  private static boolean isBusy(MultiGetItemResponse item) {
    return item.isFailed() && NodeServices.isTemporary(item.getFailure().getFailure());
  }

  /**
   * Whether there is a version of the document, or may be one: from the same request, or in an
   * index that cannot be read. Another request may also write it afterwards.
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

  private void failed(Arrival arrival, Place own, Exception failure) {
    if (NodeServices.isTemporary(failure)) {
      node.repeat(List.of(arrival), () -> next.accept(arrival));
    } else {
      arrival.isUpdate = own != null;
      arrival.read = List.of();
      next.accept(arrival);
    }
  }
}
