package io.simhash.elasticsearch.clusters;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.index.query.QueryBuilders;

/** How long a point in time stays open. */
public class PointInTimeTests extends ClustersNode {

  private long now;

  /** A long computation sends a search every minute, each of which extends the keep-alive. */
  public void testTouch() throws Exception {
    create("news", 1);
    index("news", Map.of("1", Map.of("near", 7)));
    ClustersRequest request =
        new ClustersRequest(new String[] {"news"}, new HashMap<>(Map.of("field", "near")));
    try (PointInTime pointInTime = new PointInTime(client(), client(), request, () -> now)) {
      long before = searches();
      now = PointInTime.TOUCH_AFTER.millis() - 1;
      pointInTime.touch();
      assertEquals(before, searches());
      now++;
      pointInTime.touch();
      pointInTime.touch();
      assertEquals(before + 1, searches());
      now += PointInTime.TOUCH_AFTER.millis() - 1;
      assertEquals(1, pointInTime.count(QueryBuilders.matchAllQuery()));
      now++;
      long counted = searches();
      pointInTime.touch();
      assertEquals(counted, searches());
      now += PointInTime.TOUCH_AFTER.millis();
      pointInTime.touch();
      assertEquals(counted + 1, searches());
    }
    assertNothingIsLeft();
  }

  /** A search that a busy node rejects ends nothing, and is sent again. */
  public void testTouchOfABusyNode() throws Exception {
    create("news", 1);
    ClustersRequest request =
        new ClustersRequest(new String[] {"news"}, new HashMap<>(Map.of("field", "near")));
    AtomicInteger rejected = new AtomicInteger();
    AtomicBoolean busy = new AtomicBoolean();
    Client child =
        new FilterClient(client()) {
          @Override
          protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
              ActionType<R> action, Q request, ActionListener<R> listener) {
            if (busy.get()) {
              rejected.incrementAndGet();
              listener.onFailure(new EsRejectedExecutionException("busy"));
            } else {
              super.doExecute(action, request, listener);
            }
          }
        };
    try (PointInTime pointInTime = new PointInTime(child, client(), request, () -> now)) {
      busy.set(true);
      for (int minute = 1; minute < 7; minute++) {
        now += PointInTime.TOUCH_AFTER.millis();
        pointInTime.touch();
        pointInTime.touch();
        assertEquals(minute, rejected.get());
      }
    }
    assertNothingIsLeft();
  }
}
