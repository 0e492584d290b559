package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.threadpool.Scheduler;

/**
 * The ends of the times that documents may wait. There is one timer for each {@code timeout}, not
 * one for each document, which would cost as much as a part of its search: documents of one timeout
 * reach their ends in the order of their arrival.
 *
 * <p>Safe to share between threads.
 */
final class Deadlines {

  /** Runs something later. */
  @FunctionalInterface
  interface Timer {
    void schedule(Runnable command, TimeValue delay);
  }

  /** The end of a document's time. */
  private static final class Deadline implements Scheduler.Cancellable {

    private final long nanos;

    /** {@code null} if it was decided in time: a document must not be kept until its end. */
    private volatile WaitingDocument document;

    Deadline(WaitingDocument document, long nanos) {
      this.document = document;
      this.nanos = nanos;
    }

    @Override
    public boolean cancel() {
      boolean isCancelled = isCancelled();
      document = null;
      return isCancelled == false;
    }

    @Override
    public boolean isCancelled() {
      return document == null;
    }
  }

  private final LongSupplier nanoTime;
  private final Timer timer;
  private final Consumer<WaitingDocument> end;

  /** The deadlines of each timeout, the next one first; each list has a timer. */
  private final Map<TimeValue, Deque<Deadline>> lists = new HashMap<>();

  /**
   * @param end called for each document whose time ends before it is decided
   */
  Deadlines(LongSupplier nanoTime, Timer timer, Consumer<WaitingDocument> end) {
    this.nanoTime = nanoTime;
    this.timer = timer;
    this.end = end;
  }

  /** Ends a document's time after a timeout, unless it is decided before. */
  void add(WaitingDocument document, TimeValue timeout) {
    Deadline deadline = new Deadline(document, nanoTime.getAsLong() + timeout.nanos());
    synchronized (this) {
      Deque<Deadline> list = lists.get(timeout);
      if (list == null) {
        timer.schedule(() -> endDue(timeout), timeout);
        list = new ArrayDeque<>();
        lists.put(timeout, list);
      }
      removeDecided(list);
      list.add(deadline);
    }
    document.setDeadline(deadline);
  }

  private static void removeDecided(Deque<Deadline> list) {
    while (list.isEmpty() == false && list.peek().isCancelled()) {
      list.poll();
    }
  }

  /** Ends the time of the documents that are due, and sets the timer to the next one. */
  private void endDue(TimeValue timeout) {
    due(timeout).forEach(end);
  }

  private synchronized List<WaitingDocument> due(TimeValue timeout) {
    Deque<Deadline> list = lists.get(timeout);
    List<WaitingDocument> due = new ArrayList<>();
    long now = nanoTime.getAsLong();
    while (list.isEmpty() == false && list.peek().nanos - now <= 0) {
      WaitingDocument document = list.poll().document;
      if (document != null) {
        due.add(document);
      }
    }
    removeDecided(list);
    if (list.isEmpty()) {
      lists.remove(timeout);
    } else {
      long left = list.peek().nanos - now;
      timer.schedule(() -> endDue(timeout), new TimeValue(left, TimeUnit.NANOSECONDS));
    }
    return due;
  }
}
