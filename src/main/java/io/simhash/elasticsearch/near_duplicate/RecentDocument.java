package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearWindow;
import java.util.ArrayList;
import java.util.List;

/**
 * A document that has arrived on this node and that searches may not see yet. Safe to share between
 * threads.
 */
final class RecentDocument {

  /** How far the document has come. A further processor of the same pipeline decides anew. */
  private enum State {
    /** It waits for the decision of its processor. */
    PENDING,
    /** It is on its way to its index. */
    KEPT,
    /** It is in its index. */
    WRITTEN,
    /** It is not indexed: dropped, routed to another index, refused or failed. */
    GONE
  }

  private final Caller caller;
  private final String field;
  private volatile Place place;
  private volatile NearWindow.Place<RecentDocument> inWindow;
  private State state = State.PENDING;
  private String cluster;
  private Place.Write write;
  private List<Runnable> waiting = new ArrayList<>();

  /**
   * @param field the field that is compared
   * @param place where it goes
   */
  RecentDocument(Caller caller, String field, Place place) {
    this.caller = caller;
    this.field = field;
    this.place = place;
  }

  Caller caller() {
    return caller;
  }

  String field() {
    return field;
  }

  Place place() {
    return place;
  }

  /** Its place among the values of its caller and field. */
  NearWindow.Place<RecentDocument> inWindow() {
    return inWindow;
  }

  void setInWindow(NearWindow.Place<RecentDocument> inWindow) {
    this.inWindow = inWindow;
  }

  synchronized boolean isGone() {
    return state == State.GONE;
  }

  /** The value of its {@code cluster_field}; {@code null} without one. */
  synchronized String cluster() {
    return cluster;
  }

  /** Identifies its write; {@code null} unless it is in its index. */
  synchronized Place.Write write() {
    return write;
  }

  /** Lets a later document wait for the decision about this one; false if it has been made. */
  synchronized boolean await(Runnable later) {
    if (state != State.PENDING) {
      return false;
    }
    waiting.add(later);
    return true;
  }

  /** Waits for the decision of a further processor; false unless those before have kept it. */
  synchronized boolean reopen() {
    if (state != State.KEPT) {
      return false;
    }
    state = State.PENDING;
    return true;
  }

  /**
   * Sets the decision of the processor.
   *
   * @return what has waited for it
   */
  synchronized List<Runnable> decide(boolean kept, String itsCluster) {
    if (kept == false) {
      state = State.GONE;
    } else if (state == State.PENDING) {
      state = State.KEPT;
      cluster = itsCluster;
    }
    List<Runnable> waited = waiting;
    waiting = new ArrayList<>();
    return waited;
  }

  /**
   * Called when it is in its index.
   *
   * @param index the concrete index: only known now where the request has created it
   */
  synchronized boolean written(String index, Place.Write acknowledged) {
    if (state != State.KEPT) {
      return false;
    }
    state = State.WRITTEN;
    place = new Place(index, place.id(), place.routing());
    write = acknowledged;
    return true;
  }
}
