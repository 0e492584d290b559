package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** The items of one caller that wait, and its requests that run. */
  private static final class Line<T> {

    final Set<Request<T>> running = new HashSet<>();
    private final Deque<Waiting<T>> waiting = new ArrayDeque<>();

    /** The wait for more documents; {@code null} for none. */
    private Gathering gathering;

    boolean maySend(int maxBatch) {
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

    /** Removes the first items, up to one that is still asked for. */
    void removeFirst(Predicate<T> obsolete) {
      while (waiting.isEmpty() == false && obsolete.test(waiting.peek().item())) {
        waiting.poll();
      }
    }

    /**
     * Whether the bulk requests of all that wait bring more. One that does not is held back by what
     * waits: a bulk request ends with its last document.
     */
    boolean allBringMore() {
      for (Waiting<T> each : waiting) {
        if (each.bringsMore() == false) {
          return false;
        }
      }
      return true;
    }

    List<T> take(int maxBatch) {
      List<T> batch = new ArrayList<>();
      while (waiting.isEmpty() == false && batch.size() < maxBatch) {
        batch.add(waiting.poll().item());
      }
      gathering = null;
      return batch;
    }
  }

  /** A wait for more documents. */
  private static final class Gathering {

    boolean ended;
  }

  /** A request that runs. */
  private static final class Request<T> {

    private final Caller caller;
    private final Line<T> line;
    private final List<T> batch;

    /** Whether it takes longer than usual, so that others do not wait for it. */
    private boolean late;

    private Request(Caller caller, Line<T> line, List<T> batch) {
      this.caller = caller;
      this.line = line;
      this.batch = batch;
    }
  }

  private final Executor executor;
  private final Timers timers;
  private final int maxBatch;
  private final int maxRunning;
  private final Predicate<T> obsolete;
  private final Sender<T> sender;

  /** Without those that neither wait nor run; the next one first. */
  private final Map<Caller, Line<T>> lines = new LinkedHashMap<>();

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
    Waiting<T> added = new Waiting<>(item, others);
    change(
        () -> {
          Line<T> line = lines.computeIfAbsent(caller, c -> new Line<>());
          line.removeFirst(obsolete);
          if (added.bringsMore()) {
            // First: a node that shuts down refuses timers, and the item with them.
            gather(line);
          }
          line.waiting.add(added);
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
  private void gather(Line<T> line) {
    if (line.gathering == null && line.waiting.size() < maxBatch && line.allBringMore()) {
      Gathering gathering = new Gathering();
      timers.gathered.execute(() -> end(gathering));
      line.gathering = gathering;
    }
  }

  private void end(Gathering gathering) {
    change(() -> gathering.ended = true);
  }

  /** The caller whose request may be sent now; {@code null} for none. */
  private Caller next() {
    if (running == maxRunning) {
      return null;
    }
    for (Map.Entry<Caller, Line<T>> line : lines.entrySet()) {
      if (line.getValue().maySend(maxBatch)) {
        return line.getKey();
      }
    }
    return null;
  }

  private void sendNext() {
    List<Request<T>> taken = new ArrayList<>();
    try {
      change(
          () -> {
            starting = false;
            Caller caller = next();
            if (caller != null) {
              taken.add(take(caller));
            }
          });
    } finally {
      // Even if the node shuts down and refuses the thread that would send the next one.
      taken.forEach(this::send);
    }
  }

  /** Takes the next request of a caller, after which the others have their turns. */
  private Request<T> take(Caller caller) {
    Line<T> line = lines.remove(caller);
    lines.put(caller, line);
    Request<T> request = new Request<>(caller, line, line.take(maxBatch));
    line.running.add(request);
    running++;
    return request;
  }

  private void send(Request<T> request) {
    sender.send(request.caller, request.batch, () -> end(request));
    // Last: a node that shuts down refuses timers, and the documents must be answered even so.
    timers.late.execute(() -> change(() -> request.late = true));
    change(() -> gatherAgain(request.line));
  }

  /** For what is left over. */
  private void gatherAgain(Line<T> line) {
    if (line.waiting.isEmpty() == false) {
      gather(line);
    }
  }

  private void end(Request<T> request) {
    change(
        () -> {
          Line<T> line = request.line;
          running--;
          line.running.remove(request);
          if (line.running.isEmpty() && line.waiting.isEmpty()) {
            lines.remove(request.caller);
          }
        });
  }
}
