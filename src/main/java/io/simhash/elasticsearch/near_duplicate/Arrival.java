package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.threadpool.Scheduler;

/**
 * A document that waits at a processor for its decision. One thread at a time works for it, except
 * that its {@code timeout} may end at any moment.
 */
final class Arrival {

  private final NearDuplicateProcessor processor;
  private final IngestDocument document;
  private final BiConsumer<IngestDocument, Exception> handler;
  private final NearValue value;
  private final Caller caller;
  private final Supplier<ThreadContext.StoredContext> context;
  private final ComparedIndices compared;
  private final boolean isNew;
  private final BulkScope bulk;
  private final RecentDocument recent;
  private Scheduler.Cancellable timer;
  private Runnable search;
  private boolean decided;
  private boolean alone;
  private long waitMillis = 100;
  private List<Neighbour> stored = List.of();
  private List<Neighbour> read;
  private boolean update;

  /**
   * @param handler the rest of the pipeline
   * @param context restores the caller's thread context
   * @param isNew whether it was sent without an id
   * @param bulk the request that it arrives with; {@code null} for none
   * @param recent the document as later ones see it; {@code null} if they do not
   */
  Arrival(
      NearDuplicateProcessor processor,
      IngestDocument document,
      BiConsumer<IngestDocument, Exception> handler,
      NearValue value,
      Caller caller,
      Supplier<ThreadContext.StoredContext> context,
      ComparedIndices compared,
      boolean isNew,
      BulkScope bulk,
      RecentDocument recent) {
    this.processor = processor;
    this.document = document;
    this.handler = handler;
    this.value = value;
    this.caller = caller;
    this.context = context;
    this.compared = compared;
    this.isNew = isNew;
    this.bulk = bulk;
    this.recent = recent;
  }

  NearDuplicateProcessor processor() {
    return processor;
  }

  NearDuplicateOptions options() {
    return processor.options();
  }

  IngestDocument document() {
    return document;
  }

  NearValue value() {
    return value;
  }

  Caller caller() {
    return caller;
  }

  ComparedIndices compared() {
    return compared;
  }

  BulkScope bulk() {
    return bulk;
  }

  RecentDocument recent() {
    return recent;
  }

  /** Works as the caller until the result is closed. */
  ThreadContext.StoredContext asCaller() {
    return context.get();
  }

  /** Where the document goes; {@code null} if its index gives ids itself. */
  Place place() {
    return compared.place(document.getMetadata());
  }

  /** Where a version of the document may be already; {@code null} if there can be none. */
  Place before() {
    return isNew ? null : place();
  }

  /** Whether a near-duplicate is dropped, refused or routed to another index. */
  boolean isRemoved() {
    NearDuplicateOptions options = options();
    return options.onDuplicate().isRemoval()
        && document.getMetadata().getIndex().equals(options.routeTo()) == false
        && (bulk == null || bulk.isOfUpdate() == false);
  }

  /** Sets the timer that is cancelled when the document is decided. */
  synchronized void setTimer(Scheduler.Cancellable started) {
    timer = started;
    if (decided) {
      started.cancel();
    }
  }

  /** Sets what runs when the document is decided while it is searched for. */
  synchronized void setSearch(Runnable onDecided) {
    search = onDecided;
  }

  /** Whether it has a search of its own. */
  synchronized boolean isAlone() {
    return alone;
  }

  synchronized void setAlone() {
    alone = true;
  }

  /** The time before a failed request is repeated: 0.1 s, each time twice as long, at most 5 s. */
  synchronized TimeValue nextWait() {
    TimeValue next = TimeValue.timeValueMillis(waitMillis);
    waitMillis = Math.min(2 * waitMillis, 5000);
    return next;
  }

  synchronized boolean isDecided() {
    return decided;
  }

  /** Claims the decision: true for the first call only. */
  boolean claim() {
    Runnable running;
    synchronized (this) {
      if (decided) {
        return false;
      }
      decided = true;
      if (timer != null) {
        timer.cancel();
      }
      running = search;
    }
    if (running != null) {
      running.run();
    }
    return true;
  }

  /** The stored near-duplicates that its search has found, the best first. */
  List<Neighbour> stored() {
    return stored;
  }

  void setStored(List<Neighbour> found) {
    stored = found;
  }

  /** The near-duplicates that a read has found in their indices; {@code null} before. */
  List<Neighbour> read() {
    return read;
  }

  /**
   * Sets what a read has found.
   *
   * @param isUpdate whether the document itself is in its index already
   */
  void setRead(List<Neighbour> present, boolean isUpdate) {
    read = present;
    update = isUpdate;
  }

  /** Whether a read has found a version of the document, which would stay if this one went. */
  boolean isUpdate() {
    return update;
  }

  /** Passes the result to the rest of the pipeline. */
  void answer(IngestDocument result, Exception failure) {
    try (var ignored = context.get()) {
      handler.accept(result, failure);
    } catch (Exception e) {
      if (bulk == null) {
        throw e;
      }
      // Nothing else would end the request.
      bulk.fail(e);
    }
  }
}
