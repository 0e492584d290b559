package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import io.simhash.core.near.NearWindow;
import io.simhash.elasticsearch.option.SameValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A document that has arrived on this node and that searches may not see yet, as one field of it is
 * compared.
 */
final class RecentDocument extends NearWindow.Arrived {

  /** How far the document has come. A further processor of the same pipeline decides anew. */
  private enum State {
    /** It waits for the decision of its processor. */
    PENDING,
    /** It is on its way to its index, or there. */
    KEPT,
    /** It is not indexed: dropped, routed to another index, refused or failed. */
    GONE
  }

  final Caller caller;
  final String field;
  final SameValues same;

  private volatile Place place;
  private State state = State.PENDING;

  /** The tags and the cluster that each processor has written, by its {@code target_field}. */
  private final Map<String, Tagged> tagged = new HashMap<>(2);

  private Write write;
  private List<Runnable> waiting = new ArrayList<>();

  RecentDocument(NearValue value, Caller caller, String field, SameValues same, Place place) {
    // Documents with other values need not be looked at, also where all texts are equal.
    super(value, same.hashCode());
    this.caller = caller;
    this.field = field;
    this.same = same;
    this.place = place;
  }

  /** Whether another document is compared by the same fields. */
  boolean isComparedAs(RecentDocument other) {
    return field.equals(other.field) && same.fields().equals(other.same.fields());
  }

  Place place() {
    return place;
  }

  synchronized boolean isGone() {
    return state == State.GONE;
  }

  /** The tags and the cluster that a processor has written, as far as they are remembered. */
  synchronized Tagged tagged(String targetField) {
    return tagged.getOrDefault(targetField, Tagged.UNKNOWN);
  }

  /** {@code null} unless it is in its index. */
  synchronized Write write() {
    return write;
  }

  /** Lets a later document wait for the decision about this one; false if it has been made. */
  synchronized boolean await(Runnable later) {
    return state == State.PENDING && waiting.add(later);
  }

  /**
   * Waits for the decision of a further processor, or about a further item with an equal value;
   * false unless those before have kept it.
   */
  synchronized boolean reopen(Place again) {
    if (state != State.KEPT || write != null) {
      return false;
    }
    state = State.PENDING;
    place = again;
    return true;
  }

  /** Called with the tags of its processor when it is kept; returns what waited for it. */
  synchronized List<Runnable> keep(String targetField, Tagged written) {
    if (state == State.PENDING) {
      state = State.KEPT;
      tagged.put(targetField, written.remembered());
    }
    return waited();
  }

  /** Called when it is not indexed; returns what waited for it. */
  synchronized List<Runnable> leave() {
    state = State.GONE;
    return waited();
  }

  private List<Runnable> waited() {
    List<Runnable> waited = waiting;
    waiting = new ArrayList<>();
    return waited;
  }

  /** Called when it is in its concrete index, which may only be known now. */
  synchronized boolean written(String index, Write acknowledged) {
    if (state != State.KEPT) {
      return false;
    }
    place = new Place(index, place.id(), place.routing());
    write = acknowledged;
    return true;
  }
}
