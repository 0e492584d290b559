package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * Gathers what documents ask for, and sends what one caller asks for together, because one large
 * request costs less than many small ones. A request that is full is sent at once. One that is not
 * full waits while another one of the same caller runs that is not late, and for a short time while
 * the bulk requests of all its documents bring more. At most {@link #maxRunning} requests run.
 * Nothing is refused: what waits belongs to bulk requests that run, whose number Elasticsearch
 * limits by their bytes.
 *
 * <p>Callers take turns. Safe to share between threads.
 */
final class CallerQueue<T> {

  /** Sends one request. */
  interface Sender<T> {

    /**
     * @param batch at least one item, all of the same caller
     * @param done to be called once, when the next request may start
     */
    void send(Caller caller, List<T> batch, Runnable done);
  }

  /**
   * Both run what they are given after some time.
   *
   * @param late after the time in which a request usually ends
   * @param gathered after the time that what waits may wait for more
   */
  record Timers(Executor late, Executor gathered) {}

  private final Executor executor;
  private final Timers timers;
  private final int maxBatch;
  private final int maxRunning;
  private final Predicate<T> obsolete;
  private final Sender<T> sender;

  /** Without those that neither wait nor run; the next one first. */
  private final Map<Caller, CallerLine<T>> lines = new LinkedHashMap<>();

  private int running;

  /** Whether {@link #sendNext} is about to run. */
  private boolean starting;

  /**
   * @param obsolete whether a waiting item needs no request any more: then it must not keep its
   *     bulk request in memory
   */
  CallerQueue(
      Executor executor,
      Timers timers,
      int maxBatch,
      int maxRunning,
      Predicate<T> obsolete,
      Sender<T> sender) {
    this.executor = executor;
    this.timers = timers;
    this.maxBatch = maxBatch;
    this.maxRunning = maxRunning;
    this.obsolete = obsolete;
    this.sender = sender;
  }

  /**
   * Adds an item.
   *
   * @param others the documents that arrive with it; {@code null} if none is to be waited for
   */
  void add(Caller caller, T item, BulkScope.Arrivals others) {
    change(
        () -> {
          CallerLine<T> line = lines.computeIfAbsent(caller, c -> new CallerLine<>(c, maxBatch));
          line.removeFirst(obsolete);
          if (others != null && others.bringMore()) {
            // First: a node that shuts down refuses timers, and the item with them.
            gather(line);
          }
          line.add(item, others);
        });
  }

  /**
   * Makes a change, and lets another thread send what may be sent after it: meanwhile this one adds
   * the other documents of its bulk request. The other thread is woken without the lock, for which
   * all threads that add documents would wait.
   */
  private void change(Runnable change) {
    boolean starts;
    synchronized (this) {
      change.run();
      starts = starting == false && next() != null;
      starting |= starts;
    }
    if (starts) {
      executor.execute(this::sendNext);
    }
  }

  /** Starts to wait for more documents, where any are likely to come. */
  private void gather(CallerLine<T> line) {
    if (line.mayGather()) {
      CallerLine.Gathering gathering = new CallerLine.Gathering();
      timers.gathered.execute(() -> change(gathering::end));
      line.begin(gathering);
    }
  }

  /** The line whose next request may be sent now; {@code null} for none. */
  private CallerLine<T> next() {
    if (running == maxRunning) {
      return null;
    }
    for (CallerLine<T> line : lines.values()) {
      if (line.maySend()) {
        return line;
      }
    }
    return null;
  }

  private void sendNext() {
    List<CallerLine.Request<T>> taken = new ArrayList<>();
    try {
      change(
          () -> {
            starting = false;
            CallerLine<T> line = next();
            if (line != null) {
              taken.add(take(line));
            }
          });
    } finally {
      // Even if the node shuts down and refuses the thread that would send the next one.
      taken.forEach(this::send);
    }
  }

  /** Takes the next request of a caller, after which the others have their turns. */
  private CallerLine.Request<T> take(CallerLine<T> line) {
    lines.remove(line.caller());
    lines.put(line.caller(), line);
    running++;
    return line.take();
  }

  private void send(CallerLine.Request<T> request) {
    CallerLine<T> line = request.line();
    sender.send(line.caller(), request.batch(), () -> end(request));
    // Last: a node that shuts down refuses timers, and the documents must be answered even so.
    timers.late.execute(() -> change(request::setLate));
    change(() -> gatherAgain(line));
  }

  /** For what is left over. */
  private void gatherAgain(CallerLine<T> line) {
    if (line.isWaiting()) {
      gather(line);
    }
  }

  private void end(CallerLine.Request<T> request) {
    CallerLine<T> line = request.line();
    change(
        () -> {
          running--;
          line.end(request);
          if (line.isIdle()) {
            lines.remove(line.caller());
          }
        });
  }
}
