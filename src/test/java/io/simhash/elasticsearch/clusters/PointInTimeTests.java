package io.simhash.elasticsearch.clusters;

import java.util.HashMap;
import java.util.Map;
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
}
