package io.simhash.elasticsearch.near_duplicate;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.test.ESTestCase;

public class OriginalsTests extends ESTestCase {

  /** The other request may have ended, and failed, after its document was found. */
  public void testADocumentOfAnotherRequestThatIsNotKnownToBeWrittenIsNoOriginal() {
    RecentDocument found =
        new RecentDocument(new Caller(Map.of()), "simhash", new Place("news", "1", null));
    BulkScope bulk = new BulkScope(new BulkRequest(), false);
    Arrival arrival =
        new Arrival(null, null, null, null, found.caller(), null, null, true, bulk, null);
    List<Neighbour> neighbours =
        List.of(new Neighbour(found.place(), 0, 1, null, found.write(), found));
    Originals originals =
        new Originals(null, new BulkScopes((scope, response) -> response), null, null);
    bulk.add(new RecentDocument(found.caller(), found.field(), found.place()));
    assertTrue(originals.of(arrival, neighbours).isEmpty());
    bulk.add(found);
    assertEquals(neighbours.getFirst(), originals.of(arrival, neighbours).orElseThrow());
  }
}
