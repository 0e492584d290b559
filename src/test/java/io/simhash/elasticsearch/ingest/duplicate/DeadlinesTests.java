package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;

public class DeadlinesTests extends ESTestCase {

  private record Timer(long nanos, Runnable command) {}

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>((a, b) -> Long.compare(a.nanos - b.nanos, 0));

  /** The end of each document's time as it was seen. */
  private final Map<WaitingDocument, Long> ended = new HashMap<>();

  private long now = randomFrom(0L, Long.MAX_VALUE - 1000, Long.MIN_VALUE);

  private int timersSet;
  private boolean shutsDown;

  private final Deadlines deadlines =
      new Deadlines(
          () -> now,
          this::schedule,
          document -> {
            assertNull("once", ended.put(document, now));
            document.claim();
          });

  /** As the thread pool of Elasticsearch: what is below a millisecond is cut off. */
  private void schedule(Runnable command, TimeValue delay) {
    if (shutsDown) {
      throw new EsRejectedExecutionException("shuts down", true);
    }
    assertTrue("timers are set in vain", timersSet++ < 2000);
    timers.add(new Timer(now + millis(delay.millis()), command));
  }

  private static long millis(long count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }

  private WaitingDocument add(TimeValue timeout) {
    WaitingDocument document =
        new WaitingDocument(
            null, null, null, new NearValue(0, Optional.empty()), null, null, null, null);
    deadlines.add(document, timeout);
    return document;
  }

  /** Lets time pass, and runs the timers that are due. */
  private void pass(long nanos) {
    long end = now + nanos;
    while (timers.isEmpty() == false && timers.peek().nanos - end <= 0) {
      Timer timer = timers.poll();
      now = timer.nanos;
      timer.command.run();
    }
    now = end;
  }

  public void testTimesEndAfterTheirTimeouts() {
    long start = now;
    WaitingDocument first = add(TimeValue.timeValueMillis(100));
    pass(millis(30));
    WaitingDocument decided = add(TimeValue.timeValueMillis(100));
    WaitingDocument shorter = add(TimeValue.timeValueMillis(10));
    pass(millis(30));
    WaitingDocument last = add(TimeValue.timeValueMillis(100));
    assertEquals("a timer for the one timeout that is left", 1, timers.size());
    assertTrue(decided.claim());
    pass(millis(1000));
    assertEquals(
        Map.of(first, start + millis(100), shorter, start + millis(40), last, start + millis(160)),
        ended);
    assertTrue(timers.isEmpty());
  }

  public void testATimerThatIsRefusedDoesNotKeepDocumentsFromTheirEnds() {
    WaitingDocument first = add(TimeValue.timeValueMillis(10));
    pass(millis(5));
    add(TimeValue.timeValueMillis(10));
    shutsDown = true;
    expectThrows(EsRejectedExecutionException.class, () -> pass(millis(5)));
    assertEquals(Set.of(first), ended.keySet());
  }

  /** Against a timer for each document. */
  public void testRandomDocuments() {
    Map<WaitingDocument, Long> expected = new HashMap<>();
    List<WaitingDocument> open = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      TimeValue timeout = TimeValue.timeValueMillis(randomFrom(1, 50, 200));
      WaitingDocument document = add(timeout);
      open.add(document);
      expected.put(document, now + timeout.nanos());
      if (randomBoolean()) {
        WaitingDocument decided = randomFrom(open);
        if (decided.claim()) {
          expected.remove(decided);
        }
      }
      assertTrue("one for each timeout", timers.size() <= 3);
      pass(randomLongBetween(0, millis(20)));
    }
    pass(millis(1000));
    assertEquals(expected.size(), ended.size());
    expected.forEach(
        (document, end) -> {
          long late = ended.get(document) - end;
          assertTrue(late + " ns late", late >= 0 && late < millis(1));
        });
  }
}
