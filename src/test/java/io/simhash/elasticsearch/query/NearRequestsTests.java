package io.simhash.elasticsearch.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESTestCase;

public class NearRequestsTests extends ESTestCase {

  /** Work that belongs to a search ends when the task of that search is cancelled. */
  public void testCancellation() {
    NearRequests requests = new NearRequests();
    requests.cancellation().run();
    requests.start(new ThreadContext(Settings.EMPTY), () -> "node");
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
    NearRequests.NearRequest request = new NearRequests.NearRequest(TaskId.EMPTY_TASK_ID, () -> {});
    try (ThreadContext.StoredContext lookUp = threadContext.stashContext()) {
      request.warn("[{}] has no value", "like");
    }
    assertTrue(threadContext.getResponseHeaders().isEmpty());
    request.end();
    assertWarnings("[like] has no value");
  }

  /** One failure fails all that wait: on the same stack, whatever their number. */
  public void testLookUpsThatEndAtOnceAreNotInsideEachOther() {
    for (boolean fails : List.of(true, false)) {
      NearRequests.NearRequest request =
          new NearRequests.NearRequest(TaskId.EMPTY_TASK_ID, () -> {});
      List<ActionListener<Integer>> running = new ArrayList<>();
      List<Integer> depths = new ArrayList<>();
      Exception failure = new IllegalArgumentException("no such index");
      int lookups = 20_000;
      for (int i = 0; i < lookups; i++) {
        int number = i;
        request.<Integer>run(
            end -> {
              if (number < NearRequests.NearRequest.MAX_LOOKUPS_AT_A_TIME) {
                running.add(end);
              } else {
                end.onResponse(number);
              }
            },
            threadContext,
            ActionListener.wrap(
                found -> depths.add(depth()),
                e -> {
                  assertSame(failure, e);
                  depths.add(depth());
                }));
      }
      assertEquals(NearRequests.NearRequest.MAX_LOOKUPS_AT_A_TIME, running.size());
      assertEquals(List.of(), depths);
      if (fails) {
        running.forEach(end -> end.onFailure(failure));
      } else {
        running.forEach(end -> end.onResponse(0));
      }
      assertEquals(lookups, depths.size());
      assertTrue(depths + "", Collections.max(depths) - Collections.min(depths) < 50);
    }
  }

  private static int depth() {
    return Thread.currentThread().getStackTrace().length;
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
