package io.simhash.elasticsearch.run;

import io.simhash.elasticsearch.clusters.ClustersNode;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.threadpool.Scheduler;
import org.elasticsearch.threadpool.TestThreadPool;
import org.elasticsearch.threadpool.ThreadPool;

/** A point in time stays open while a run works, and is closed with it. */
public class PointInTimeTests extends ClustersNode {

  /** Whatever the run does, a search is sent every minute, until the point in time is closed. */
  public void testExtensions() throws Exception {
    create("news", 1);
    AtomicReference<Scheduler.Cancellable> scheduled = new AtomicReference<>();
    ThreadPool threads =
        new TestThreadPool("extensions") {
          @Override
          public Scheduler.Cancellable scheduleWithFixedDelay(
              Runnable command, TimeValue interval, Executor executor) {
            assertEquals(TimeValue.timeValueMinutes(1), interval);
            scheduled.set(
                super.scheduleWithFixedDelay(command, TimeValue.timeValueMillis(1), executor));
            return scheduled.get();
          }
        };
    try (PointInTime pointInTime = pointInTime(client(), threads)) {
      assertBusy(() -> assertTrue(searches() >= 3));
      assertFalse(scheduled.get().isCancelled());
      assertEquals(0, pointInTime.count(QueryBuilders.matchAllQuery()));
    } finally {
      terminate(threads);
    }
    assertTrue(scheduled.get().isCancelled());
    assertNothingIsLeft();
  }

  /** A search that a busy node rejects ends nothing. */
  public void testExtensionOfABusyNode() throws Exception {
    create("news", 1);
    Client busy =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            if (action.name().equals("indices:data/read/search")) {
              listener.onFailure(new EsRejectedExecutionException("busy"));
            } else {
              super.doExecute(action, request, listener);
            }
          }
        };
    try (PointInTime pointInTime = pointInTime(busy, threads())) {
      pointInTime.extend();
    }
    assertNothingIsLeft();
  }
}
