package io.simhash.elasticsearch.near_duplicate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * Documents that wait for a free slot, in a queue for each caller. A caller has {@value
 * #MAX_RUNNING_OF_CALLER} slots, the node {@value #MAX_RUNNING}; up to {@value #MAX_BATCH} that
 * wait take one slot together. Safe to share between threads.
 *
 * @param <T> a document
 */
final class CallerQueues<T> {

  static final int MAX_BATCH = 100;
  private static final int MAX_RUNNING_OF_CALLER = 2;
  private static final int MAX_RUNNING = 8;

  /** The documents of one caller that wait, and how many slots it has taken. */
  private static final class CallerQueue<T> {
    private final Queue<T> waiting = new ArrayDeque<>();
    private int running;
  }

  private final LinkedHashMap<Caller, CallerQueue<T>> queues = new LinkedHashMap<>();
  private int running;

  synchronized void add(Caller caller, List<T> added) {
    queues.computeIfAbsent(caller, c -> new CallerQueue<>()).waiting.addAll(added);
  }

  synchronized int waiting() {
    return queues.values().stream().mapToInt(queue -> queue.waiting.size()).sum();
  }

  /** Takes a slot for the next ones, of one caller; none without a free slot. */
  synchronized List<T> next() {
    for (Map.Entry<Caller, CallerQueue<T>> entry : queues.entrySet()) {
      CallerQueue<T> queue = entry.getValue();
      if (running < MAX_RUNNING
          && queue.running < MAX_RUNNING_OF_CALLER
          && queue.waiting.isEmpty() == false) {
        List<T> batch = new ArrayList<>();
        while (batch.size() < MAX_BATCH && queue.waiting.isEmpty() == false) {
          batch.add(queue.waiting.remove());
        }
        queue.running++;
        running++;
        // Other callers are first the next time.
        queues.putLast(entry.getKey(), queue);
        return batch;
      }
    }
    return List.of();
  }

  synchronized void end(Caller caller) {
    CallerQueue<T> queue = queues.get(caller);
    queue.running--;
    running--;
    if (queue.running == 0 && queue.waiting.isEmpty()) {
      queues.remove(caller);
    }
  }
}
