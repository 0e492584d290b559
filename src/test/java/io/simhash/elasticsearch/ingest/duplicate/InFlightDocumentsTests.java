package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.elasticsearch.test.ESTestCase;

public class InFlightDocumentsTests extends ESTestCase {

  private static final Caller A = new Caller(Map.of("user", "a"));
  private static final CallerQueue.Timers TIMERS = new CallerQueue.Timers(late -> {}, more -> {});
  private static final NearValue ZERO = new NearValue(0, Optional.empty());
  private static final ComparedIndices NEWS =
      new ComparedIndices(List.of("news"), Set.of("news"), "news", "news", null, true, false);

  private static InFlightDocuments.Entry add(InFlightDocuments all, Caller caller, String id) {
    return all.add(caller, "simhash", ZERO, new InFlightDocument(NEWS, id, null));
  }

  private static List<String> ids(InFlightDocuments all, Caller caller, String field) {
    return all.neighbours(caller, field, ZERO, NearRule.ofDistance(0), null, d -> true, 99).stream()
        .map(entry -> entry.document().id())
        .toList();
  }

  public void testTheOldestAcknowledgedLeaveFirstAndRunningOnesStay() {
    InFlightDocuments all = new InFlightDocuments(2);
    List<InFlightDocuments.Entry> entries = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      entries.add(add(all, A, "" + i));
    }
    for (int i : new int[] {3, 1, 4, 0}) {
      all.acknowledge(entries.get(i));
    }
    assertEquals(List.of("0", "2", "4"), ids(all, A, "simhash"));
    all.remove(entries.get(4));
    all.remove(entries.get(4));
    all.acknowledge(entries.get(2));
    assertEquals(List.of("0", "2"), ids(all, A, "simhash"));
    assertEquals(2, all.size());
  }

  public void testWithoutAWindowNothingIsRemembered() {
    InFlightDocuments none = new InFlightDocuments(0);
    InFlightDocuments.Entry entry = add(none, A, "1");
    assertEquals(1, none.size());
    none.acknowledge(entry);
    assertEquals(0, none.size());
  }

  public void testCallersAndFieldsDoNotSeeEachOther() {
    InFlightDocuments all = new InFlightDocuments(9);
    add(all, A, "1");
    assertEquals(List.of(), ids(all, new Caller(Map.of("user", "b")), "simhash"));
    assertEquals(List.of(), ids(all, A, "other"));
    assertEquals(List.of("1"), ids(all, A, "simhash"));
  }

  /** A request that cannot be built must not take one of the few places of running ones. */
  public void testAfterAReadThatCannotBeBuiltFurtherOnesRun() {
    InFlightDocuments all = new InFlightDocuments(9);
    InFlightDocuments.Entry broken =
        all.add(A, "simhash", ZERO, new InFlightDocument(null, "1", null));
    List<WaitingDocument> advanced = new ArrayList<>();
    Continuation continuation =
        new Continuation() {
          @Override
          public void advance(Collection<WaitingDocument> arrivals) {
            advanced.addAll(arrivals);
          }

          @Override
          public void fail(WaitingDocument arrival, Exception failure) {
            throw new AssertionError(failure);
          }
        };
    InFlightChecks checks =
        new InFlightChecks(null, Runnable::run, TIMERS, null, all, continuation);
    List<WaitingDocument> arrivals = new ArrayList<>();
    for (int i = 0; i < 2 * InFlightChecks.MAX_RUNNING; i++) {
      WaitingDocument arrival = new WaitingDocument(null, null, null, ZERO, A, null, NEWS, null);
      arrivals.add(arrival);
      checks.add(arrival, List.of(broken));
    }
    assertEquals(arrivals, advanced);
  }
}
