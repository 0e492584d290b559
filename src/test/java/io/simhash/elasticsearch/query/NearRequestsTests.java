package io.simhash.elasticsearch.query;

import static org.hamcrest.Matchers.greaterThanOrEqualTo;

import io.simhash.elasticsearch.option.DocumentReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;
import org.junit.After;
import org.junit.Before;

public class NearRequestsTests extends ESTestCase {

  private ThreadPool threads;

  @Before
  public void startThreads() {
    threads = new TestThreadPool(getTestName());
  }

  @After
  public void endThreads() {
    terminate(threads);
  }

  /** Work that belongs to a search ends when the task of that search is cancelled. */
  public void testCancellation() {
    NearRequests requests = new NearRequests();
    requests.cancellation().run();
    requests.start(threads, () -> "node");
    CancellableTask search =
        new CancellableTask(
            1, "transport", TransportSearchAction.NAME, "", TaskId.EMPTY_TASK_ID, Map.of());
    MappedActionFilter filter =
        requests.filters().stream()
            .filter(each -> each.actionName().equals(TransportSearchAction.NAME))
            .findFirst()
            .orElseThrow();
    filter.<SearchRequest, SearchResponse>apply(
        search,
        TransportSearchAction.NAME,
        new SearchRequest(),
        ActionListener.noop(),
        (task, action, request, listener) -> {
          Runnable check = requests.cancellation();
          check.run();
          TaskCancelHelper.cancel(search, "by a test");
          expectThrows(TaskCancelledException.class, check::run);
        });
    requests.cancellation().run();
  }

  /** The thread that answers a search may know nothing of the headers of a look-up. */
  public void testWarningsOfLookUpsAreThereWhenTheRequestEnds() {
    NearRequests.NearRequest request = request();
    try (ThreadContext.StoredContext lookUp = threadContext.stashContext()) {
      request.warn("[{}] has no value", "like");
    }
    assertTrue(threadContext.getResponseHeaders().isEmpty());
    request.end();
    assertWarnings("[like] has no value");
  }

  /** One failure fails all that wait, whatever their number. */
  public void testLookUpsThatEndAtOnce() throws Exception {
    for (boolean fails : List.of(true, false)) {
      NearRequests.NearRequest request = request();
      Queue<ActionListener<Integer>> running = new ConcurrentLinkedQueue<>();
      Exception failure = new IllegalArgumentException("no such index");
      int lookups = 20_000;
      CountDownLatch ended = new CountDownLatch(lookups);
      Set<Object> results = ConcurrentHashMap.newKeySet();
      for (int i = 0; i < lookups; i++) {
        int number = i;
        request.<Integer>run(
            end -> {
              if (number < NearRequests.NearRequest.MAX_LOOKUPS_AT_A_TIME) {
                running.add(end);
              } else {
                end.onResponse(1);
              }
            },
            threads.getThreadContext(),
            ActionListener.runAfter(
                ActionListener.wrap(results::add, results::add), ended::countDown));
      }
      assertBusy(
          () -> assertEquals(NearRequests.NearRequest.MAX_LOOKUPS_AT_A_TIME, running.size()));
      assertEquals(lookups, ended.getCount());
      running.forEach(
          end -> {
            if (fails) {
              end.onFailure(failure);
            } else {
              end.onResponse(1);
            }
          });
      safeAwait(ended);
      assertEquals(Set.of(fails ? failure : 1), results);
    }
  }

  /** A listener that throws, which none should, holds up no other look-up. */
  public void testListenersThatThrow() {
    NearRequests.NearRequest request =
        new NearRequests.NearRequest(
            TaskId.EMPTY_TASK_ID, () -> {}, EsExecutors.DIRECT_EXECUTOR_SERVICE);
    AtomicInteger ended = new AtomicInteger();
    int lookups = 2 * NearRequests.NearRequest.MAX_LOOKUPS_AT_A_TIME;
    for (int i = 0; i < lookups; i++) {
      try {
        request.<Integer>run(
            end -> {
              throw new IllegalArgumentException("no such index");
            },
            threadContext,
            ActionListener.wrap(
                found -> fail("not found"),
                e -> {
                  ended.incrementAndGet();
                  throw new IllegalStateException("by a test", e);
                }));
      } catch (IllegalStateException | AssertionError e) {
        // Elasticsearch asserts that none does.
      }
    }
    assertThat(ended.get(), greaterThanOrEqualTo(lookups));
  }

  private NearRequests.NearRequest request() {
    return new NearRequests.NearRequest(TaskId.EMPTY_TASK_ID, () -> {}, threads.generic());
  }

  /** Look-ups of ids with one hash code, which anybody can choose, are put into a table at once. */
  public void testIdsWithOneHashCode() {
    Map<DocumentLookup, Integer> lookups = new HashMap<>();
    Map<DocumentReference, Integer> references = new HashMap<>();
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1 << 16; i++) {
        StringBuilder id = new StringBuilder();
        for (int bit = 0; bit < 16; bit++) {
          id.append((i >> bit & 1) == 0 ? "Aa" : "BB");
        }
        DocumentReference reference = new DocumentReference("news", id.toString(), null);
        assertEquals("BB".repeat(16).hashCode(), reference.id().hashCode());
        references.merge(reference, 1, Integer::sum);
        lookups.merge(new DocumentLookup(List.of(reference), List.of(), null), 1, Integer::sum);
      }
    }
    assertEquals(1 << 16, references.size());
    assertEquals(1 << 16, lookups.size());
    assertEquals(Set.of(2), Set.copyOf(lookups.values()));
  }
}
