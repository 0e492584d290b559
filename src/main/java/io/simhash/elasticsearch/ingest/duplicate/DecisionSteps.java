package io.simhash.elasticsearch.ingest.duplicate;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.mapper.simhash.FingerprintValue;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.script.Metadata;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * The way of a document through a {@code near_duplicate} processor:
 *
 * <ol>
 *   <li>It arrives, and is put among the {@link InFlightDocuments}.
 *   <li>A search finds stored near-duplicates ({@link StoredSearches}).
 *   <li>If it finds too few, the documents that arrived before and are still in flight are
 *       compared. The decision about such a document is waited for; one that has been acknowledged
 *       is read, because it may have been changed or deleted since ({@link InFlightChecks}).
 *   <li>The document is tagged, dropped, routed or refused, and the rest of the pipeline runs.
 * </ol>
 */
final class DecisionSteps implements Continuation {

  /** The time after which others no longer wait for a request, to be sent with more. */
  private static final TimeValue LATE = TimeValue.timeValueMillis(500);

  /** The time that documents wait for others of their bulk requests, to be sent with more. */
  private static final TimeValue GATHERING = TimeValue.timeValueMillis(20);

  private final ThreadPool threads;
  private final ThreadContext context;
  private final ComparedIndicesResolver comparedIndices;
  private final InFlightDocuments inFlight;
  private final BulkScopes bulks;
  private final AsCaller asCaller;
  private final StoredSearches searches;
  private final InFlightChecks checks;
  private final Deadlines deadlines;

  /**
   * @param processors the number of processors of the node
   */
  DecisionSteps(
      AsCaller asCaller,
      ThreadPool threads,
      ComparedIndicesResolver comparedIndices,
      InFlightDocuments inFlight,
      BulkScopes bulks,
      int processors) {
    this.asCaller = asCaller;
    this.threads = threads;
    this.context = threads.getThreadContext();
    this.comparedIndices = comparedIndices;
    this.inFlight = inFlight;
    this.bulks = bulks;
    Executor generic = threads.generic();
    CallerQueue.Timers timers =
        new CallerQueue.Timers(
            late -> threads.schedule(late, LATE, generic),
            gathered -> threads.schedule(gathered, GATHERING, generic));
    this.searches = new StoredSearches(asCaller, threads, timers, processors, this);
    this.checks = new InFlightChecks(asCaller, generic, timers, comparedIndices, inFlight, this);
    this.deadlines =
        new Deadlines(
            System::nanoTime,
            (command, delay) -> {
              // A timer sets the next one, which would keep the context of the first document.
              try (var ignored = context.stashContext()) {
                threads.schedule(command, delay, generic);
              }
            },
            this::finishLate);
  }

  /**
   * Starts the way of a document.
   *
   * @param handler called once, at the end of it
   * @throws IllegalArgumentException if its fingerprint cannot be read
   */
  void arrive(
      NearDuplicateProcessor processor,
      IngestDocument document,
      BiConsumer<IngestDocument, Exception> handler) {
    NearDuplicateOptions options = processor.options();
    Optional<NearValue> value = read(document, options.field());
    BulkScope bulk = bulks.current();
    BulkScope.Arrivals others = null;
    if (bulk != null) {
      bulk.keepWarnings(bulks.warnings());
      others =
          bulk.arrived(
              new BulkScope.Use(
                  processor, String.valueOf(document.getIngestMetadata().get("pipeline"))),
              value.isPresent());
    }
    if (value.isEmpty()) {
      handler.accept(Outcome.decided(options, document, List.of()), null);
      return;
    }
    Caller caller = asCaller.current();
    Metadata metadata = document.getMetadata();
    ComparedIndices compared =
        comparedIndices.of(processor.projectId(), metadata.getIndex(), options.indices());
    WaitingDocument arrival =
        new WaitingDocument(
            processor,
            document,
            handler,
            value.get(),
            caller,
            context.newRestorableContext(false),
            compared,
            bulk == null ? null : enter(bulk, processor, caller, value.get(), compared, document));
    deadlines.add(arrival, options.timeout());
    if (compared.searched().isEmpty() || canHaveNeighbours(arrival) == false) {
      advance(List.of(arrival));
    } else {
      searches.add(arrival, others);
    }
  }

  private static Optional<NearValue> read(IngestDocument document, String field) {
    Object value = document.getFieldValue(field, Object.class, true);
    Object single = value instanceof List<?> list && list.size() == 1 ? list.getFirst() : value;
    if (single == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(FingerprintValue.ofFingerprint(single).nearValue());
    } catch (IllegalArgumentException e) {
      throw invalid(e, "field [%s] cannot be read: %s", field, e.getMessage());
    }
  }

  /** Whether the rule has neighbours of a document: without signatures, a short text has none. */
  private static boolean canHaveNeighbours(WaitingDocument arrival) {
    return arrival.value().fingerprint().isPresent() || arrival.options().rule().usesSignatures();
  }

  /**
   * Puts a document among those in flight, once for all processors that read the same field of it.
   * It gets an id if it has none, so that it can be named.
   *
   * @return {@code null} if its index gives ids itself
   */
  private InFlightDocuments.Entry enter(
      BulkScope bulk,
      NearDuplicateProcessor processor,
      Caller caller,
      NearValue value,
      ComparedIndices compared,
      IngestDocument document) {
    if (compared.takesIds() == false) {
      return null;
    }
    String field = processor.options().field();
    Metadata metadata = document.getMetadata();
    if (metadata.getId() == null) {
      metadata.setId(UUIDs.base64UUID());
    }
    InFlightDocument arriving =
        new InFlightDocument(compared, metadata.getId(), compared.routing(metadata));
    InFlightDocuments.Entry last = bulk.last(document);
    if (last != null
        && InFlightDocuments.isSame(last, caller, field, value, arriving)
        && last.document().reopen()) {
      return last;
    }
    InFlightDocuments.Entry entry = inFlight.add(caller, field, value, arriving);
    bulk.add(processor, document, entry);
    return entry;
  }

  /** Continues with documents whose search has ended, or that have waited for another one. */
  @Override
  public void advance(Collection<WaitingDocument> arrivals) {
    Deque<WaitingDocument> ready = new ArrayDeque<>(arrivals);
    while (ready.isEmpty() == false) {
      // A decision makes others possible: a loop, because a chain of them may be long.
      compareInFlight(ready.poll(), ready);
    }
  }

  private void compareInFlight(WaitingDocument arrival, Deque<WaitingDocument> ready) {
    if (arrival.isDecided()) {
      return;
    }
    List<InFlightDocuments.Entry> near = List.of();
    if (arrival.missing() > 0 && isFiltered(arrival) == false) {
      near =
          inFlight.neighbours(
              arrival.caller(),
              arrival.options().field(),
              arrival.value(),
              arrival.options().rule(),
              arrival.entry(),
              other -> arrival.accepts(other) && isIndexThere(arrival, other),
              arrival.missing());
      if (near.stream().anyMatch(entry -> entry.document().await(arrival))) {
        return;
      }
      if (near.stream().anyMatch(entry -> entry.document().isGone())) {
        ready.add(arrival);
        return;
      }
      List<InFlightDocuments.Entry> unchecked =
          near.stream()
              .filter(entry -> entry.document().write() != null)
              .filter(entry -> arrival.isConfirmed(entry.document()) == false)
              .toList();
      if (unchecked.isEmpty() == false) {
        checks.add(arrival, unchecked);
        return;
      }
    }
    List<Neighbour> neighbours = arrival.neighbours(near);
    finish(
        arrival, () -> Outcome.decided(arrival.options(), arrival.document(), neighbours), ready);
  }

  /** Whether the index of a document is still the one in which it was acknowledged. */
  private boolean isIndexThere(WaitingDocument arrival, InFlightDocument other) {
    InFlightDocument.Write write = other.write();
    return write == null
        || comparedIndices.exists(
            arrival.processor().projectId(), other.index(), write.indexUuid());
  }

  /** Whether a filter decides which documents count: it cannot be applied to those in flight. */
  private static boolean isFiltered(WaitingDocument arrival) {
    return arrival.options().filter() != null || arrival.compared().filtered();
  }

  private void finishLate(WaitingDocument arrival) {
    Deque<WaitingDocument> ready = new ArrayDeque<>();
    finish(arrival, () -> Outcome.unknown(arrival.options(), arrival.document()), ready);
    advance(ready);
  }

  @Override
  public void fail(WaitingDocument arrival, Exception e) {
    Deque<WaitingDocument> ready = new ArrayDeque<>();
    finish(
        arrival,
        () -> {
          throw e;
        },
        ready);
    advance(ready);
  }

  /** Decides, and adds the documents that have waited for the decision to {@code ready}. */
  private void finish(
      WaitingDocument arrival, Callable<IngestDocument> outcome, Deque<WaitingDocument> ready) {
    if (arrival.claim() == false) {
      return;
    }
    IngestDocument result = null;
    Exception failure = null;
    try {
      result = outcome.call();
    } catch (Exception e) {
      failure = e;
    }
    InFlightDocuments.Entry entry = arrival.entry();
    if (entry != null) {
      boolean kept = result != null && isRouted(arrival) == false;
      ready.addAll(entry.document().decide(kept));
      if (kept == false) {
        // Now, not at the end of the bulk request: each later document would be compared with it.
        inFlight.remove(entry);
      }
    }
    arrival.answer(result, failure);
  }

  private static boolean isRouted(WaitingDocument arrival) {
    return arrival.document().getMetadata().getIndex().equals(arrival.options().routeTo());
  }
}
