package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.elasticsearch.core.TimeValue;

/**
 * The ends of the times that documents may wait. There is one timer for each {@code timeout}, not
 * one for each document, because timers are costly: documents of one timeout reach their ends in
 * the order of their arrival.
 *
 * <p>Safe to share between threads.
 */
final class Deadlines {

  /** Runs something later. */
  @FunctionalInterface
  interface Timer {

    /**
     * @param delay in whole milliseconds, as all timers of Elasticsearch
     */
    void schedule(Runnable command, TimeValue delay);
  }

  /** The end of a document's time. */
  private record Deadline(WaitingDocument document, long nanos) {}

  private final LongSupplier nanoTime;
  private final Timer timer;
  private final Consumer<WaitingDocument> end;

  /**
   * The deadlines of the documents that wait, for each timeout, the next one first. Each timeout
   * here has a timer.
   */
  private final Map<TimeValue, Set<Deadline>> opened = new HashMap<>();

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
      Set<Deadline> open = opened.get(timeout);
      if (open == null) {
        timer.schedule(() -> endDue(timeout), wholeMillis(timeout.nanos()));
        open = new LinkedHashSet<>();
        opened.put(timeout, open);
      }
      open.add(deadline);
    }
    document.onDecided(() -> remove(timeout, deadline));
  }

  private synchronized void remove(TimeValue timeout, Deadline deadline) {
    Set<Deadline> open = opened.get(timeout);
    if (open != null) {
      open.remove(deadline);
    }
  }

  /** Ends the time of the documents that are due, and sets the timer to the next one. */
  private void endDue(TimeValue timeout) {
    List<WaitingDocument> due = new ArrayList<>();
    try {
      takeDue(timeout, due);
    } finally {
      // Even if the node shuts down and refuses the next timer.
      due.forEach(end);
    }
  }

  private synchronized void takeDue(TimeValue timeout, List<WaitingDocument> due) {
    Set<Deadline> open = opened.get(timeout);
    long now = nanoTime.getAsLong();
    Iterator<Deadline> each = open.iterator();
    while (each.hasNext()) {
      Deadline next = each.next();
      long left = next.nanos - now;
      if (left > 0) {
        timer.schedule(() -> endDue(timeout), wholeMillis(left));
        return;
      }
      due.add(next.document);
      each.remove();
    }
    opened.remove(timeout);
  }

  /** Rounded up: a timer that comes too early would be set again and again. */
  private static TimeValue wholeMillis(long nanos) {
    long millis = TimeUnit.NANOSECONDS.toMillis(nanos + TimeUnit.MILLISECONDS.toNanos(1) - 1);
    return TimeValue.timeValueMillis(millis);
  }
}
