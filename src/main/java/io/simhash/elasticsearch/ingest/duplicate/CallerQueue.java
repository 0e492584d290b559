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

/**
 * Gathers what documents ask for, and sends what one caller asks for together. While a request of a
 * caller runs, a further one of the same caller is only sent when it is full, or when all that run
 * are late: what waits grows meanwhile, because one large request costs less than many small ones.
 * At most {@link #maxRunning} requests run. Nothing is refused: what waits belongs to bulk
 * requests, whose number Elasticsearch limits by their bytes.
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

  /** The items of one caller that wait, and its requests that run. */
  private static final class Line<T> {

    final Deque<T> waiting = new ArrayDeque<>();
    final Set<Request> running = new HashSet<>();
  }

  /** A request that runs. */
  private static final class Request {

    /** Whether it takes longer than usual, so that others do not wait for it. */
    boolean late;
  }

  private final Executor executor;
  private final Executor later;
  private final int maxBatch;
  private final int maxRunning;
  private final Sender<T> sender;

  /** Without those that neither wait nor run; the next one first. */
  private final Map<Caller, Line<T>> lines = new LinkedHashMap<>();

  private int running;

  /** Whether {@link #sendNext} is about to run. */
  private boolean starting;

  /**
   * @param later runs what it is given when a request that starts now is late
   */
  CallerQueue(Executor executor, Executor later, int maxBatch, int maxRunning, Sender<T> sender) {
    this.executor = executor;
    this.later = later;
    this.maxBatch = maxBatch;
    this.maxRunning = maxRunning;
    this.sender = sender;
  }

  synchronized void add(Caller caller, T item) {
    lines.computeIfAbsent(caller, c -> new Line<>()).waiting.add(item);
    start();
  }

  /** Lets another thread send: meanwhile this one adds the other documents of its bulk request. */
  private void start() {
    if (starting == false && next() != null) {
      starting = true;
      executor.execute(this::sendNext);
    }
  }

  /** The caller whose request may be sent now; {@code null} for none. */
  private Caller next() {
    if (running == maxRunning) {
      return null;
    }
    return lines.entrySet().stream()
        .filter(entry -> maySend(entry.getValue()))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }

  private boolean maySend(Line<T> line) {
    boolean any = line.running.stream().allMatch(request -> request.late);
    return line.waiting.size() >= (any ? 1 : maxBatch);
  }

  private void sendNext() {
    Caller caller;
    Line<T> line;
    List<T> batch = new ArrayList<>();
    Request request = new Request();
    synchronized (this) {
      starting = false;
      caller = next();
      if (caller == null) {
        return;
      }
      line = lines.remove(caller);
      lines.put(caller, line);
      running++;
      line.running.add(request);
      while (line.waiting.isEmpty() == false && batch.size() < maxBatch) {
        batch.add(line.waiting.poll());
      }
      start();
    }
    sender.send(caller, batch, () -> end(caller, line, request));
    // Last: a node that shuts down refuses it, and the documents must be answered even so.
    later.execute(() -> setLate(request));
  }

  private synchronized void setLate(Request request) {
    request.late = true;
    start();
  }

  private synchronized void end(Caller caller, Line<T> line, Request request) {
    running--;
    line.running.remove(request);
    if (line.running.isEmpty() && line.waiting.isEmpty()) {
      lines.remove(caller);
    }
    start();
  }
}
