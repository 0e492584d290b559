package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.SameFields;
import io.simhash.elasticsearch.option.SameValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.test.ESTestCase;

public class OriginalsTests extends ESTestCase {

  private static final SameValues SAME = new SameValues(SameFields.NONE, List.of());

  /** The other request may have ended, and failed, after its document was found. */
  public void testADocumentOfAnotherRequestThatIsNotKnownToBeWrittenIsNoOriginal()
      throws Exception {
    BulkScope bulk = new BulkScope(new BulkRequest(), false);
    NearValue value = new NearValue(0, Optional.empty());
    var processor =
        (NearDuplicateProcessor)
            NearDuplicateProcessor.factory(null, null).create(null, null, new HashMap<>());
    Arrival arrival =
        new Arrival(
            processor, null, value, SAME, null, new Caller(Map.of()), bulk, true, null, null, null);
    Originals originals = new Originals(null, null, Set.of());
    for (BulkScope each : List.of(bulk, new BulkScope(new BulkRequest(), false))) {
      RecentDocument found =
          new RecentDocument(value, arrival.caller, "simhash", SAME, new Place("news", "1", null));
      each.add(found);
      Neighbour neighbour = arrival.neighbour(found);
      assertEquals(
          each == bulk ? Optional.of(neighbour) : Optional.empty(),
          originals.of(arrival, List.of(neighbour)));
      // Also of the same request, once it has been dropped.
      found.leave();
      assertTrue(originals.of(arrival, List.of(neighbour)).isEmpty());
    }
  }

  /** Twenty thousand of them are remembered: not with all their tags. */
  public void testWhatIsRememberedOfAWrittenDocument() {
    RecentDocument document =
        new RecentDocument(
            new NearValue(0, Optional.empty()),
            new Caller(Map.of()),
            "simhash",
            SAME,
            new Place("news", "1", null));
    List<Map<String, Object>> tags =
        IntStream.range(0, 100)
            .mapToObj(i -> Map.<String, Object>of("id", "d" + i, "index", "news"))
            .toList();
    document.keep("near_duplicate_of", new Tagged(tags, "d0"));
    assertTrue(document.written("news", new Write("uuid", 1, 1)));
    assertEquals(new Tagged(tags.subList(0, 5), "d0"), document.tagged("near_duplicate_of"));
    assertTrue(document.tagged("near_duplicate_of").isCut());
  }
}
