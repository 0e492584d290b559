package io.simhash.elasticsearch.ingest.near;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * Gathers what documents ask for, and sends what one caller asks for together. While {@link
 * #maxRunning} requests run, further ones wait, and grow. Nothing is refused: what waits belongs to
 * bulk requests, whose number Elasticsearch limits by their bytes.
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

  private final Executor executor;
  private final int maxBatch;
  private final int maxRunning;
  private final Sender<T> sender;
  private final Map<Caller, Deque<T>> waiting = new LinkedHashMap<>();
  private int running;

  private record Batch<T>(Caller caller, List<T> items) {}

  CallerQueue(Executor executor, int maxBatch, int maxRunning, Sender<T> sender) {
    this.executor = executor;
    this.maxBatch = maxBatch;
    this.maxRunning = maxRunning;
    this.sender = sender;
  }

  void add(Caller caller, T item) {
    synchronized (this) {
      waiting.computeIfAbsent(caller, c -> new ArrayDeque<>()).add(item);
      if (running == maxRunning) {
        return;
      }
      running++;
    }
    // Another thread sends: meanwhile this one adds the other documents of its bulk request.
    executor.execute(this::next);
  }

  private void next() {
    Batch<T> batch = poll();
    if (batch != null) {
      sender.send(batch.caller(), batch.items(), () -> executor.execute(this::next));
    }
  }

  private synchronized Batch<T> poll() {
    Iterator<Map.Entry<Caller, Deque<T>>> callers = waiting.entrySet().iterator();
    if (callers.hasNext() == false) {
      running--;
      return null;
    }
    Map.Entry<Caller, Deque<T>> first = callers.next();
    Caller caller = first.getKey();
    Deque<T> items = first.getValue();
    callers.remove();
    List<T> batch = new ArrayList<>(Math.min(maxBatch, items.size()));
    while (items.isEmpty() == false && batch.size() < maxBatch) {
      batch.add(items.poll());
    }
    if (items.isEmpty() == false) {
      waiting.put(caller, items);
    }
    return new Batch<>(caller, batch);
  }
}
