package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;

public class DeadlinesTests extends ESTestCase {

  private record Timer(long nanos, Runnable command) {}

  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>((a, b) -> Long.compare(a.nanos - b.nanos, 0));

  /** The end of each document's time as it was seen. */
  private final Map<WaitingDocument, Long> ended = new HashMap<>();

  private long now = randomFrom(0L, Long.MAX_VALUE - 1000, Long.MIN_VALUE);

  private final Deadlines deadlines =
      new Deadlines(
          () -> now,
          (command, delay) -> timers.add(new Timer(now + delay.nanos(), command)),
          document -> {
            assertNull("once", ended.put(document, now));
            document.claim();
          });

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
    WaitingDocument first = add(TimeValue.timeValueNanos(100));
    pass(30);
    WaitingDocument decided = add(TimeValue.timeValueNanos(100));
    WaitingDocument shorter = add(TimeValue.timeValueNanos(10));
    pass(30);
    WaitingDocument last = add(TimeValue.timeValueNanos(100));
    assertEquals("a timer for the one timeout that is left", 1, timers.size());
    assertTrue(decided.claim());
    pass(1000);
    assertEquals(Map.of(first, start + 100, shorter, start + 40, last, start + 160), ended);
    assertTrue(timers.isEmpty());
  }

  /** Against a timer for each document. */
  public void testRandomDocuments() {
    Map<WaitingDocument, Long> expected = new HashMap<>();
    List<WaitingDocument> open = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      TimeValue timeout = TimeValue.timeValueNanos(randomFrom(1, 50, 200));
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
      pass(randomIntBetween(0, 20));
    }
    pass(1000);
    assertEquals(expected, ended);
  }
}
