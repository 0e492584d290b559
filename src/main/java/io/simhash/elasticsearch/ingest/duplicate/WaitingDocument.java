package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.script.Metadata;

/**
 * A document that waits in its processor for a decision. One thread at a time works for it, except
 * that the end of its time may come at any moment.
 */
final class WaitingDocument {

  private final NearDuplicateProcessor processor;
  private final IngestDocument document;
  private final BiConsumer<IngestDocument, Exception> handler;
  private final NearValue value;
  private final Caller caller;
  private final Supplier<ThreadContext.StoredContext> context;
  private final ComparedIndices compared;
  private final InFlightDocuments.Entry entry;
  private final AtomicBoolean decided = new AtomicBoolean();
  private final Set<InFlightDocument> confirmed = new HashSet<>();
  private final Set<InFlightDocument> ignored = new HashSet<>();
  private volatile Runnable onDecided;
  private List<Neighbour> stored = List.of();

  /**
   * @param context puts the caller's thread context back
   * @param entry its place among the documents in flight; {@code null} for none
   */
  WaitingDocument(
      NearDuplicateProcessor processor,
      IngestDocument document,
      BiConsumer<IngestDocument, Exception> handler,
      NearValue value,
      Caller caller,
      Supplier<ThreadContext.StoredContext> context,
      ComparedIndices compared,
      InFlightDocuments.Entry entry) {
    this.processor = processor;
    this.document = document;
    this.handler = handler;
    this.value = value;
    this.caller = caller;
    this.context = context;
    this.compared = compared;
    this.entry = entry;
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

  InFlightDocuments.Entry entry() {
    return entry;
  }

  /** Works as the caller until the result is closed. */
  ThreadContext.StoredContext asCaller() {
    return context.get();
  }

  /** Sets what runs when the decision is claimed: now if it has been. It may run twice. */
  void onDecided(Runnable command) {
    onDecided = command;
    if (decided.get()) {
      command.run();
    }
  }

  boolean isDecided() {
    return decided.get();
  }

  /** Claims the decision: true for the first call only. */
  boolean claim() {
    if (decided.compareAndSet(false, true) == false) {
      return false;
    }
    Runnable command = onDecided;
    if (command != null) {
      command.run();
    }
    return true;
  }

  /**
   * Whether a document of this index, id and routing is the arriving one, as it was before.
   *
   * @param routing {@code null} for none
   */
  boolean isItself(String index, String id, String routing) {
    Metadata metadata = document.getMetadata();
    return compared.own().equals(index)
        && id.equals(metadata.getId())
        && Objects.equals(routing, compared.routing(metadata));
  }

  /** Sets what the search has found, nearest first. */
  void setStored(List<Neighbour> found) {
    this.stored = found.stream().limit(options().size()).toList();
  }

  /** How many near-duplicates may still be added. */
  int missing() {
    return options().size() - stored.size();
  }

  /** Whether a document in flight counts, if it is a neighbour. */
  boolean accepts(InFlightDocument other) {
    return other.isGone() == false
        && ignored.contains(other) == false
        && compared.indices().contains(other.index())
        && isItself(other.index(), other.id(), other.routing()) == false
        && isStored(other) == false;
  }

  private boolean isStored(InFlightDocument other) {
    for (Neighbour each : stored) {
      if (each.is(other.index(), other.id(), other.routing())) {
        return true;
      }
    }
    return false;
  }

  /** Remembers that an acknowledged document is in its index, unchanged. */
  void confirm(InFlightDocument other) {
    confirmed.add(other);
  }

  /** Remembers that a document cannot be read. */
  void ignore(InFlightDocument other) {
    ignored.add(other);
  }

  boolean isConfirmed(InFlightDocument other) {
    return confirmed.contains(other);
  }

  /** The near-duplicates: stored ones first, then those in flight. */
  List<Neighbour> neighbours(List<InFlightDocuments.Entry> inFlight) {
    List<Neighbour> all = new ArrayList<>(stored);
    for (InFlightDocuments.Entry each : inFlight) {
      InFlightDocument other = each.document();
      NearValue near = each.place().value();
      all.add(Neighbour.of(other.index(), other.id(), other.routing(), value, near));
    }
    return all;
  }

  /** Gives the result to the rest of the pipeline. */
  void answer(IngestDocument result, Exception failure) {
    try (var ignored = context.get()) {
      handler.accept(result, failure);
    }
  }
}
