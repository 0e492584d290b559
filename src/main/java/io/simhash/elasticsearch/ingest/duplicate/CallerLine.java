package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The items of one caller that wait in a {@link CallerQueue}, and its requests that run. Guarded by
 * the lock of the queue.
 */
final class CallerLine<T> {

  /**
   * An item that waits.
   *
   * @param others the documents that arrive with it; {@code null} if none is to be waited for
   */
  private record Waiting<T>(T item, BulkScope.Arrivals others) {

    boolean bringsMore() {
      return others != null && others.bringMore();
    }
  }

  /** A wait for more documents. */
  static final class Gathering {

    private boolean ended;

    void end() {
      ended = true;
    }
  }

  /** A request that runs. */
  static final class Request<T> {

    private final CallerLine<T> line;
    private final List<T> batch;
    private boolean late;

    private Request(CallerLine<T> line, List<T> batch) {
      this.line = line;
      this.batch = batch;
    }

    CallerLine<T> line() {
      return line;
    }

    List<T> batch() {
      return batch;
    }

    /** Called when it takes longer than usual, so that others do not wait for it. */
    void setLate() {
      late = true;
    }
  }

  private final Caller caller;
  private final int maxBatch;
  private final Deque<Waiting<T>> waiting = new ArrayDeque<>();
  private final Set<Request<T>> running = new HashSet<>();

  /** The wait for more documents; {@code null} for none. */
  private Gathering gathering;

  /**
   * @param maxBatch the largest number of items in a request
   */
  CallerLine(Caller caller, int maxBatch) {
    this.caller = caller;
    this.maxBatch = maxBatch;
  }

  Caller caller() {
    return caller;
  }

  /**
   * Adds an item.
   *
   * @param others see {@link CallerQueue#add}
   */
  void add(T item, BulkScope.Arrivals others) {
    waiting.add(new Waiting<>(item, others));
  }

  /** Removes the first items, up to one that is still asked for. */
  void removeFirst(Predicate<T> obsolete) {
    while (waiting.isEmpty() == false && obsolete.test(waiting.peek().item())) {
      waiting.poll();
    }
  }

  /** Whether a request may be sent now, if the queue has a place for it. */
  boolean maySend() {
    if (waiting.size() >= maxBatch) {
      return true;
    }
    return waiting.isEmpty() == false
        && runsOnlyLate()
        && (allBringMore() == false || (gathering != null && gathering.ended));
  }

  private boolean runsOnlyLate() {
    for (Request<T> request : running) {
      if (request.late == false) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the bulk requests of all that wait bring more. One that does not is held back by what
   * waits: a bulk request ends with its last document.
   */
  private boolean allBringMore() {
    for (Waiting<T> each : waiting) {
      if (each.bringsMore() == false) {
        return false;
      }
    }
    return true;
  }

  /** Whether it is of use to begin to wait for more documents. */
  boolean mayGather() {
    return gathering == null && waiting.size() < maxBatch && allBringMore();
  }

  /** Begins to wait for more documents. */
  void begin(Gathering begun) {
    gathering = begun;
  }

  /** Takes the items of the next request, which runs from now on. */
  Request<T> take() {
    List<T> batch = new ArrayList<>();
    while (waiting.isEmpty() == false && batch.size() < maxBatch) {
      batch.add(waiting.poll().item());
    }
    gathering = null;
    Request<T> request = new Request<>(this, batch);
    running.add(request);
    return request;
  }

  /** Called when a request has ended. */
  void end(Request<T> request) {
    running.remove(request);
  }

  /** Whether items wait. */
  boolean isWaiting() {
    return waiting.isEmpty() == false;
  }

  /** Whether no item waits, and no request runs. */
  boolean isIdle() {
    return waiting.isEmpty() && running.isEmpty();
  }
}
