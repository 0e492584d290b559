package io.simhash.elasticsearch.query;

import java.util.Map;
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
}
