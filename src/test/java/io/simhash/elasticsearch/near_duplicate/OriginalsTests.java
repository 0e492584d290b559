package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.test.ESTestCase;

public class OriginalsTests extends ESTestCase {

  /** The other request may have ended, and failed, after its document was found. */
  public void testADocumentOfAnotherRequestThatIsNotKnownToBeWrittenIsNoOriginal()
      throws Exception {
    BulkScope bulk = new BulkScope(new BulkRequest(), false);
    NearValue value = new NearValue(0, Optional.empty());
    var processor =
        (NearDuplicateProcessor)
            NearDuplicateProcessor.factory(null).create(null, null, new HashMap<>());
    Arrival arrival =
        new Arrival(
            processor, null, value, null, new Caller(Map.of()), bulk, true, null, null, null);
    var node =
        new NodeServices(
            null, null, null, 1, false, null, null, new RunningBulks(null), new ProcessorCounts());
    for (BulkScope each : List.of(bulk, new BulkScope(new BulkRequest(), false))) {
      RecentDocument found =
          new RecentDocument(value, arrival.caller, "simhash", each, new Place("news", "1", null));
      each.add(found);
      Neighbour neighbour = arrival.neighbour(found);
      assertEquals(
          each == bulk ? Optional.of(neighbour) : Optional.empty(),
          new Originals(node, null).of(arrival, List.of(neighbour)));
      // Also of the same request, once it has been dropped.
      found.leave();
      assertTrue(new Originals(node, null).of(arrival, List.of(neighbour)).isEmpty());
    }
  }

  /** Twenty thousand of them are remembered: not with the texts of all their requests, nor tags. */
  public void testWhatIsRememberedOfAWrittenDocument() {
    BulkScope bulk = new BulkScope(new BulkRequest(), false);
    RecentDocument document =
        new RecentDocument(
            new NearValue(0, Optional.empty()),
            new Caller(Map.of()),
            "simhash",
            bulk,
            new Place("news", "1", null));
    List<Map<String, Object>> tags =
        IntStream.range(0, 100)
            .mapToObj(i -> Map.<String, Object>of("id", "d" + i, "index", "news"))
            .toList();
    document.keep("near_duplicate_of", new Tagged(tags, "d0"));
    assertSame(bulk, document.bulk());
    assertTrue(document.written("news", new Write("uuid", 1, 1)));
    assertNull(document.bulk());
    assertEquals(new Tagged(tags.subList(0, 5), "d0"), document.tagged("near_duplicate_of"));
    assertTrue(document.tagged("near_duplicate_of").isCut());
  }
}
