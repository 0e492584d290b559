package io.simhash.elasticsearch.ingest.duplicate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.test.ESTestCase;

public class CallerQueueTests extends ESTestCase {

  private static final Caller A = new Caller(Map.of("user", "a"));
  private static final Caller B = new Caller(Map.of("user", "b"));
  private static final BulkScope.Use USE = new BulkScope.Use(null, "near");

  private final Deque<Runnable> threads = new ArrayDeque<>();
  private final List<String> sent = new ArrayList<>();
  private final Deque<Runnable> running = new ArrayDeque<>();
  private final Deque<Runnable> late = new ArrayDeque<>();
  private final Deque<Runnable> gathered = new ArrayDeque<>();

  private final Set<Integer> obsolete = new HashSet<>();

  private boolean shutsDown;

  /** Called while a request is sent. */
  private Runnable whileSending = () -> {};

  private final CallerQueue<Integer> queue =
      new CallerQueue<>(
          this::execute,
          new CallerQueue.Timers(late::add, gathered::add),
          3,
          2,
          this::isObsolete,
          (caller, batch, done) -> {
            sent.add(caller.headers().get("user") + batch);
            running.add(done);
            whileSending.run();
          });

  private boolean isObsolete(int document) {
    return obsolete.contains(document);
  }

  private void execute(Runnable command) {
    if (shutsDown) {
      throw new EsRejectedExecutionException("shuts down", true);
    }
    threads.add(command);
  }

  /** Adds a document of a request of one. */
  private void add(Caller caller, int document) {
    queue.add(caller, document, null);
  }

  /** Adds a document of a bulk request. */
  private void add(int document, BulkScope bulk) {
    queue.add(A, document, bulk.arrived(USE, true));
    runThreads();
  }

  /** Adds four documents of a bulk request: a full request, and one that is left over. */
  private void addFour(BulkScope bulk) {
    for (int i = 0; i < 4; i++) {
      queue.add(A, i, bulk.arrived(USE, true));
    }
  }

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
      add(A, i);
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
    add(A, 0);
    runThreads();
    add(A, 1);
    runThreads();
    assertEquals(List.of("a[0]"), sent);
    late.poll().run();
    runThreads();
    assertEquals(List.of("a[0]", "a[1]"), sent);
    add(A, 2);
    runThreads();
    assertEquals("both places are taken", 2, running.size());
    endOne();
    assertEquals("the second one is not late", List.of("a[0]", "a[1]"), sent);
    late.poll().run();
    runThreads();
    assertEquals(List.of("a[0]", "a[1]", "a[2]"), sent);
  }

  public void testACallerDoesNotWaitForTheRequestOfAnother() {
    add(A, 0);
    runThreads();
    add(B, 10);
    runThreads();
    assertEquals(List.of("a[0]", "b[10]"), sent);
  }

  public void testTwoCallersNeverShareARequestAndTakeTurns() {
    for (int i = 0; i < 4; i++) {
      add(A, i);
      runThreads();
    }
    for (int i = 10; i < 15; i++) {
      add(A, i);
      add(B, i + 10);
    }
    while (running.isEmpty() == false) {
      assertTrue(running.size() <= 2);
      endOne();
    }
    assertEquals(
        List.of("a[0]", "a[1, 2, 3]", "a[10, 11, 12]", "b[20, 21, 22]", "a[13, 14]", "b[23, 24]"),
        sent);
  }

  /** Else a search that hangs would keep all documents whose time ends meanwhile. */
  public void testDocumentsWhoseTimeHasEndedLeaveTheQueue() {
    for (int i = 0; i < 9; i++) {
      add(A, i);
      runThreads();
    }
    assertEquals(List.of("a[0]", "a[1, 2, 3]"), sent);
    obsolete.addAll(List.of(4, 5, 7));
    add(A, 9);
    endOne();
    assertEquals(List.of("a[0]", "a[1, 2, 3]", "a[6, 7, 8]"), sent);
    endOne();
    endOne();
    assertEquals("a[9]", sent.getLast());
  }

  public void testWhatWasTakenIsSentEvenIfTheNodeShutsDown() {
    add(A, 0);
    add(B, 1);
    shutsDown = true;
    expectThrows(EsRejectedExecutionException.class, this::runThreads);
    assertEquals(List.of("a[0]"), sent);
  }

  public void testARequestStartsAgainAfterAllHaveEnded() {
    add(A, 0);
    runThreads();
    endOne();
    add(B, 1);
    runThreads();
    assertEquals(List.of("a[0]", "b[1]"), sent);
  }

  public void testDocumentsThatArriveBeforeTheFirstRequestIsSentShareIt() {
    add(A, 0);
    add(A, 1);
    runThreads();
    assertEquals(List.of("a[0, 1]"), sent);
  }

  public void testDocumentsWaitForTheOthersOfTheirBulkRequest() {
    BulkScope bulk = new BulkScope(2);
    add(0, bulk);
    assertEquals(List.of(), sent);
    add(1, bulk);
    assertEquals("the last one has arrived", List.of("a[0, 1]"), sent);
    BulkScope next = new BulkScope(10);
    endOne();
    add(2, next);
    add(3, next);
    assertEquals(1, sent.size());
    add(4, next);
    assertEquals("full", List.of("a[0, 1]", "a[2, 3, 4]"), sent);
  }

  /** A document that another pipeline drops never arrives. */
  public void testTheWaitForOthersEnds() {
    BulkScope bulk = new BulkScope(9);
    add(0, bulk);
    add(1, bulk);
    assertEquals("one timer for both", 1, gathered.size());
    gathered.poll().run();
    runThreads();
    assertEquals(List.of("a[0, 1]"), sent);
    endOne();
    add(2, bulk);
    assertEquals(1, sent.size());
    bulk.end(null, (entry, write) -> {});
    add(A, 3);
    runThreads();
    assertEquals("of a request that has ended", List.of("a[0, 1]", "a[2, 3]"), sent);
  }

  public void testWhatIsLeftOverOfAFullRequestWaitsAnew() {
    BulkScope bulk = new BulkScope(9);
    addFour(bulk);
    runThreads();
    assertEquals(List.of("a[0, 1, 2]"), sent);
    endOne();
    gathered.poll().run();
    runThreads();
    assertEquals("the timer of those that were sent", 1, sent.size());
    gathered.poll().run();
    runThreads();
    assertEquals(List.of("a[0, 1, 2]", "a[3]"), sent);
  }

  /** Otherwise a request that is complete would wait for others that are not. */
  public void testTheLastDocumentOfABulkRequestDoesNotWaitForAnotherBulkRequest() {
    BulkScope bulk = new BulkScope(4);
    addFour(bulk);
    runThreads();
    assertEquals(List.of("a[0, 1, 2]"), sent);
    add(10, new BulkScope(9));
    assertEquals("while one runs", 1, sent.size());
    endOne();
    assertEquals(List.of("a[0, 1, 2]", "a[3, 10]"), sent);
  }

  /** The last document of the bulk request arrives without a fingerprint, so it adds nothing. */
  public void testWhatIsLeftOverIsSentIfItsBulkRequestIsCompleteMeanwhile() {
    BulkScope bulk = new BulkScope(5);
    addFour(bulk);
    whileSending =
        () -> {
          whileSending = () -> {};
          running.poll().run();
          bulk.arrived(USE, false);
        };
    runThreads();
    assertEquals(List.of("a[0, 1, 2]", "a[3]"), sent);
  }

  /** Two processors of a pipeline: the first one answers at once. */
  public void testEachProcessorHasArrivalsOfItsOwn() {
    BulkScope bulk = new BulkScope(2);
    BulkScope.Use first = new BulkScope.Use(null, "first");
    bulk.arrived(first, true);
    add(0, bulk);
    bulk.arrived(first, true);
    assertEquals(List.of(), sent);
    add(1, bulk);
    assertEquals(List.of("a[0, 1]"), sent);
  }
}
