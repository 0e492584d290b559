package io.simhash.elasticsearch.near_duplicate;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.near_duplicate.NearDuplicateOptions.OnDuplicate;
import io.simhash.elasticsearch.option.DocumentName;
import io.simhash.elasticsearch.option.SameValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.UUIDs;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.script.Metadata;

/** Leads each document through a {@code near_duplicate} processor, see the package. */
final class Decisions {

  private final NodeServices node;
  private final IndexLookup indices;
  private final RecentDocuments recent;
  private final RunningBulks bulks;
  private final Originals originals;
  private final ProcessorCounts counts;
  final SearchCoordinator searches;

  Decisions(
      NodeServices node,
      IndexLookup indices,
      RecentDocuments recent,
      RunningBulks bulks,
      Originals originals,
      ProcessorCounts counts) {
    this.node = node;
    this.indices = indices;
    this.recent = recent;
    this.bulks = bulks;
    this.originals = originals;
    this.counts = counts;
    this.searches =
        new SearchCoordinator(
            node, indices, counts, this::decide, (arrival, e) -> fail(arrival, Outcome.FAILED, e));
  }

  /** Takes a document; the handler is called once, when it is decided. */
  void arrive(
      NearDuplicateProcessor processor,
      IngestDocument document,
      BiConsumer<IngestDocument, Exception> handler) {
    NearDuplicateOptions options = processor.options;
    NearValue value = read(document, options.field());
    BulkScope bulk = bulks.current();
    if (bulk != null) {
      bulk.keepWarnings(node.context());
      bulk.arrived(processor, document, value != null);
    }
    Metadata metadata = document.getMetadata();
    if (metadata.getIndex() == null
        || (bulk != null && bulk.isUpdate(metadata.getIndex(), metadata.getId()))) {
      // The document of an update in a bulk request. It may go unused.
      handler.accept(document, null);
      return;
    }
    Caller caller = node.caller();
    ComparedIndices compared = indices.of(metadata.getIndex(), options);
    // A document that is only simulated is not written.
    if (bulk != null && compared.warning() != null) {
      processor.warnOfMapping(compared.warning());
      bulk.keepWarnings(node.context());
    }
    SameValues same = value == null ? null : same(document, options, compared);
    boolean isNew = metadata.getId() == null;
    if (bulk != null && compared.takesIds() && isNew) {
      // So that it can be named.
      metadata.setId(UUIDs.base64UUID());
    }
    Place place = compared.place(metadata);
    Arrival arrival =
        new Arrival(
            processor,
            document,
            value,
            same,
            compared,
            caller,
            bulk,
            isNew,
            // Without a place, its index gives ids itself: it could not be named.
            value == null || bulk == null || place == null
                ? null
                : remember(bulk, new RecentDocument(value, caller, options.field(), same, place)),
            handler,
            node.context().newRestorableContext(false));
    if (value == null) {
      finish(arrival, Outcome.WITHOUT_FINGERPRINT, () -> arrival.kept(arrival.tagged(List.of())));
      return;
    }
    arrival.timer =
        node.later(options.timeout(), () -> finish(arrival, Outcome.UNKNOWN, arrival::unknown));
    if (compared.searched().isEmpty()) {
      decide(arrival);
    } else {
      searches.add(List.of(arrival));
    }
  }

  /** The value of a document; {@code null} for none. */
  private static NearValue read(IngestDocument document, String field) {
    try {
      return Arrival.value(document.getFieldValue(field, Object.class, true));
    } catch (IllegalArgumentException e) {
      throw invalid(
          e,
          "field [%s] must have what a [simhash] processor before this one writes, but cannot be"
              + " read: %s",
          field,
          e.getMessage());
    }
  }

  /** The values of {@code same} of a document that can be compared. */
  private SameValues same(
      IngestDocument document, NearDuplicateOptions options, ComparedIndices compared) {
    try {
      compared.requireMapped(options, document.getSource());
      compared.requireRoute(options, document);
      return SameValues.of(options.same(), document.getSource());
    } catch (IllegalArgumentException e) {
      counts.add(Outcome.FAILED);
      throw e;
    }
  }

  /**
   * Puts a document among the recent ones, once for all processors that compare it by the same
   * fields.
   */
  private RecentDocument remember(BulkScope bulk, RecentDocument arriving) {
    for (RecentDocument earlier : bulk.recent(arriving.place())) {
      if (earlier.isComparedAs(arriving)) {
        boolean isEqual =
            earlier.value().equals(arriving.value()) && earlier.same.equals(arriving.same);
        if (isEqual && earlier.reopen(arriving.place())) {
          return earlier;
        }
        if (isEqual == false) {
          // The same id again: this item overwrites the earlier one.
          leave(earlier);
        }
      }
    }
    recent.window.add(arriving);
    bulk.add(arriving);
    return arriving;
  }

  /** Decides about a document, or lets it wait for other decisions or a read. */
  private void decide(Arrival arrival) {
    if (arrival.isDecided()) {
      return;
    }
    List<RecentDocument> near = recentNeighbours(arrival);
    for (RecentDocument each : near) {
      if (each.await(() -> decide(arrival))) {
        return;
      }
    }
    List<Neighbour> neighbours = new ArrayList<>(arrival.stored);
    near.stream()
        .filter(each -> each.isGone() == false)
        .forEach(each -> neighbours.add(arrival.neighbour(each)));
    if (arrival.isRemoved() && neighbours.isEmpty() == false) {
      if (originals.read(arrival, neighbours, () -> decide(arrival))) {
        return;
      }
      Optional<Neighbour> original = originals.of(arrival, neighbours);
      if (original.isPresent()) {
        remove(arrival, original.get(), neighbours);
        return;
      }
    }
    Tagged tagged = tagged(arrival, neighbours);
    Outcome outcome = tagged.tags().isEmpty() ? Outcome.UNIQUE : Outcome.TAGGED;
    finish(arrival, outcome, () -> arrival.kept(tagged));
  }

  /**
   * The tags and the cluster of a document. If it arrives again with an equal value, and a document
   * that it is tagged with is still near, it keeps the tags of its stored version: the same
   * documents sent again change nothing.
   */
  private Tagged tagged(Arrival arrival, List<Neighbour> neighbours) {
    List<Neighbour> independent = arrival.independent(neighbours);
    Tagged last = lastTags(arrival);
    if (last.isKnown() == false || isStillNear(arrival, last, neighbours) == false) {
      return arrival.tagged(independent);
    }
    Tagged fresh = arrival.tagged(last.tags().isEmpty() ? List.of() : independent);
    return last.cluster() == null ? new Tagged(last.tags(), fresh.cluster()) : last;
  }

  /** The tags of the last version; unknown if its value is not equal. */
  private Tagged lastTags(Arrival arrival) {
    Place own = arrival.earlierVersion();
    List<RecentDocument> written = own == null ? List.of() : recent.written(own.name());
    for (RecentDocument each : written) {
      // Searches may not see it yet.
      if (isComparable(arrival, each) && each.place().equals(own)) {
        Tagged known =
            each.value().equals(arrival.value)
                ? each.tagged(arrival.options.targetField())
                : Tagged.UNKNOWN;
        return known.isCut() ? arrival.versionTags() : known;
      }
    }
    return arrival.versionTags();
  }

  /** Whether a document that the last version is tagged with may be near; true without tags. */
  private boolean isStillNear(Arrival arrival, Tagged last, List<Neighbour> neighbours) {
    List<DocumentName> names = last.names();
    return names.isEmpty()
        || arrival.isCut
        || neighbours.stream().anyMatch(each -> names.contains(each.place().name()))
        || names.stream()
            .flatMap(name -> recent.written(name).stream())
            .anyMatch(each -> isComparable(arrival, each) && arrival.isNear(each.value()));
  }

  /** The recent documents that are near; none if a filter decides which documents count. */
  private List<RecentDocument> recentNeighbours(Arrival arrival) {
    NearDuplicateOptions options = arrival.options;
    int missing = options.size() - arrival.independent(arrival.stored).size();
    boolean filtered = options.filter() != null || arrival.compared.filtered();
    return filtered || (missing <= 0 && arrival.isRemoved() == false)
        ? List.of()
        : recent.window.neighbours(
            arrival.value,
            arrival.rule,
            arrival.same.hashCode(),
            arrival.recent,
            other -> accepts(arrival, other),
            Math.max(missing, 1));
  }

  private boolean accepts(Arrival arrival, RecentDocument other) {
    Place place = other.place();
    return isComparable(arrival, other)
        && other.isGone() == false
        && arrival.compared.indices().contains(place.index())
        && arrival.compared.isItself(place, arrival.document.getMetadata()) == false
        && arrival.stored.stream().noneMatch(each -> each.place().equals(place))
        && (arrival.isRemoved()
            || arrival.independent(List.of(arrival.neighbour(other))).isEmpty() == false);
  }

  private boolean isComparable(Arrival arrival, RecentDocument other) {
    Write write = other.write();
    return other.field.equals(arrival.options.field())
        && other.same.equals(arrival.same)
        && other.caller.equals(arrival.caller)
        // The index may have been deleted, and made again.
        && (write == null || write.indexUuid().equals(indices.uuid(other.place().index())));
  }

  private void remove(Arrival arrival, Neighbour original, List<Neighbour> neighbours) {
    NearDuplicateOptions options = arrival.options;
    Exception refusal =
        options.onDuplicate() != OnDuplicate.FAIL
            ? null
            : new ElasticsearchStatusException(
                "document [{}] is a near-duplicate of {}",
                RestStatus.CONFLICT,
                arrival.document.getMetadata().getId(),
                original.shown(arrival.value));
    if (arrival.bulk != null) {
      arrival.bulk.removed(arrival.removed(original, refusal));
    }
    switch (options.onDuplicate()) {
      case DROP -> finish(arrival, Outcome.DROPPED, () -> null);
      case FAIL -> fail(arrival, Outcome.REFUSED, refusal);
      case ROUTE ->
          finish(
              arrival,
              Outcome.ROUTED,
              () -> {
                IngestDocument routed = arrival.kept(arrival.tagged(neighbours));
                routed.getMetadata().setIndex(options.routeTo());
                return routed;
              });
      case TAG -> throw new IllegalStateException("a tagged document is kept");
    }
  }

  private void fail(Arrival arrival, Outcome outcome, Exception reason) {
    finish(
        arrival,
        outcome,
        () -> {
          throw reason;
        });
  }

  private void finish(Arrival arrival, Outcome outcome, Callable<IngestDocument> result) {
    if (arrival.claim() == false) {
      return;
    }
    String index = arrival.document.getMetadata().getIndex();
    IngestDocument kept = null;
    Exception failure = null;
    try {
      kept = result.call();
    } catch (Exception e) {
      failure = e;
    }
    boolean isMeant = outcome == Outcome.REFUSED || outcome == Outcome.UNKNOWN;
    counts.add(failure == null || isMeant ? outcome : Outcome.FAILED);
    if (arrival.recent != null) {
      settle(arrival, kept != null && kept.getMetadata().getIndex().equals(index));
    }
    arrival.give(kept, failure);
  }

  /** Tells later documents whether this one is kept. */
  private void settle(Arrival arrival, boolean isKept) {
    if (isKept) {
      continueWith(arrival.recent.keep(arrival.options.targetField(), arrival.written()));
    } else {
      // For earlier processors of its pipeline too, which compare another field.
      arrival.bulk.recent(arrival.recent.place()).forEach(this::leave);
    }
  }

  /** Now, not at the end of the bulk request: each later document would be compared with it. */
  private void leave(RecentDocument gone) {
    recent.window.remove(gone);
    continueWith(gone.leave());
  }

  /** On another thread: a chain of decisions may be long. */
  private void continueWith(List<Runnable> waiting) {
    if (waiting.isEmpty() == false) {
      node.executor().execute(() -> waiting.forEach(Runnable::run));
    }
  }
}
