package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.elasticsearch.test.ESTestCase;

public class CallerQueueTests extends ESTestCase {

  private static final Caller A = new Caller(Map.of("user", "a"));
  private static final Caller B = new Caller(Map.of("user", "b"));

  private final Deque<Runnable> threads = new ArrayDeque<>();
  private final List<String> sent = new ArrayList<>();
  private final Deque<Runnable> running = new ArrayDeque<>();
  private final Deque<Runnable> later = new ArrayDeque<>();

  private final CallerQueue<Integer> queue =
      new CallerQueue<>(
          threads::add,
          later::add,
          3,
          2,
          (caller, batch, done) -> {
            sent.add(caller.headers().get("user") + batch);
            running.add(done);
          });

  private void runThreads() {
    while (threads.isEmpty() == false) {
      threads.poll().run();
    }
  }

  /** Lets the oldest request end. */
  private void endOne() {
    running.poll().run();
    runThreads();
  }

  public void testWhileOneRunsTheNextIsSentWhenItIsFull() {
    for (int i = 0; i < 9; i++) {
      queue.add(A, i);
      runThreads();
    }
    assertEquals(List.of("a[0]", "a[1, 2, 3]"), sent);
    endOne();
    assertEquals(List.of("a[0]", "a[1, 2, 3]", "a[4, 5, 6]"), sent);
    endOne();
    assertEquals("one runs, and two wait", 1, running.size());
    endOne();
    assertEquals(List.of("a[0]", "a[1, 2, 3]", "a[4, 5, 6]", "a[7, 8]"), sent);
    assertEquals(1, running.size());
  }

  /** Behind a late request, documents are sent at once, not only when there are enough. */
  public void testALateRequestHoldsNothingBack() {
    queue.add(A, 0);
    runThreads();
    queue.add(A, 1);
    runThreads();
    assertEquals(List.of("a[0]"), sent);
    later.poll().run();
    runThreads();
    assertEquals(List.of("a[0]", "a[1]"), sent);
    queue.add(A, 2);
    runThreads();
    assertEquals("both places are taken", 2, running.size());
    endOne();
    assertEquals("the second one is not late", List.of("a[0]", "a[1]"), sent);
    later.poll().run();
    runThreads();
    assertEquals(List.of("a[0]", "a[1]", "a[2]"), sent);
  }

  public void testACallerDoesNotWaitForTheRequestOfAnother() {
    queue.add(A, 0);
    runThreads();
    queue.add(B, 10);
    runThreads();
    assertEquals(List.of("a[0]", "b[10]"), sent);
  }

  public void testTwoCallersNeverShareARequestAndTakeTurns() {
    for (int i = 0; i < 4; i++) {
      queue.add(A, i);
      runThreads();
    }
    for (int i = 10; i < 15; i++) {
      queue.add(A, i);
      queue.add(B, i + 10);
    }
    while (running.isEmpty() == false) {
      assertTrue(running.size() <= 2);
      endOne();
    }
    assertEquals(
        List.of("a[0]", "a[1, 2, 3]", "a[10, 11, 12]", "b[20, 21, 22]", "a[13, 14]", "b[23, 24]"),
        sent);
  }

  public void testARequestStartsAgainAfterAllHaveEnded() {
    queue.add(A, 0);
    runThreads();
    endOne();
    queue.add(B, 1);
    runThreads();
    assertEquals(List.of("a[0]", "b[1]"), sent);
  }

  public void testDocumentsThatArriveBeforeTheFirstRequestIsSentShareIt() {
    queue.add(A, 0);
    queue.add(A, 1);
    runThreads();
    assertEquals(List.of("a[0, 1]"), sent);
  }
}
