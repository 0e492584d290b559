package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.mapper.FingerprintValue;
import io.simhash.elasticsearch.option.DocumentName;
import io.simhash.elasticsearch.option.SameValues;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.threadpool.Scheduler;

/**
 * A document at a processor, what has been found for it, and the rest of the pipeline, which waits.
 * One thread at a time works for it, except that its {@code timeout} may end at any moment: so the
 * decision is claimed.
 */
final class Arrival {

  final NearDuplicateProcessor processor;
  final NearDuplicateOptions options;
  final IngestDocument document;

  /** {@code null} if the document has neither a fingerprint nor a signature. */
  final NearValue value;

  /** The values of the option {@code same}; {@code null} without a value. */
  final SameValues same;

  /** Decides which documents are its near-duplicates; {@code null} without a value. */
  final NearRule rule;

  /** The texts whose passages are compared; none if they are not. */
  final List<String> texts;

  final ComparedIndices compared;
  final Caller caller;

  /** The request that it arrives with; {@code null} for none. */
  final BulkScope bulk;

  /** The document as later ones see it; {@code null} if they do not. */
  final RecentDocument recent;

  /** Works as the caller until the returned context is closed. */
  final Supplier<ThreadContext.StoredContext> context;

  private final BiConsumer<IngestDocument, Exception> handler;

  /** Whether it was sent without an id. */
  private final boolean isNew;

  /**
   * Equal for documents that are searched for again together; {@code null} for the first search.
   */
  Object part;

  /** The stored near-duplicates that its search has found, the best first. */
  List<Neighbour> stored = List.of();

  /** Whether there may be more of them. */
  boolean isCut;

  /** The version of it that its search has found; {@code null} for none. */
  Neighbour version;

  /** The near-duplicates that a read has found in their indices; {@code null} without a read. */
  List<Neighbour> read;

  /** Whether the read has found a version of the document, which would stay if this one went. */
  boolean isUpdate;

  /** Cancelled when the document is decided. */
  Scheduler.Cancellable timer;

  /** Run when the document is decided while it is searched for; otherwise {@code null}. */
  volatile Runnable onDecided;

  private final AtomicBoolean decided = new AtomicBoolean();
  private long waitMillis = 100;

  Arrival(
      NearDuplicateProcessor processor,
      IngestDocument document,
      NearValue value,
      SameValues same,
      ComparedIndices compared,
      Caller caller,
      BulkScope bulk,
      boolean isNew,
      RecentDocument recent,
      BiConsumer<IngestDocument, Exception> handler,
      Supplier<ThreadContext.StoredContext> context) {
    this.processor = processor;
    this.options = processor.options;
    this.document = document;
    this.value = value;
    this.same = same;
    this.rule = value == null ? null : options.rule(value);
    this.texts =
        value == null || options.passages() == null
            ? List.of()
            : options.passages().arriving(document.getSource());
    this.compared = compared;
    this.caller = caller;
    this.bulk = bulk;
    this.isNew = isNew;
    this.recent = recent;
    this.handler = handler;
    this.context = context;
  }

  /** The value that a source has; {@code null} for none. */
  static NearValue value(Object value) {
    Object single = value instanceof List<?> list && list.size() == 1 ? list.getFirst() : value;
    return single == null ? null : FingerprintValue.ofFingerprint(single).nearValue().orElse(null);
  }

  /** Whether a value is near to the value of the document; {@code null} is not. */
  boolean isNear(NearValue other) {
    return other != null && rule.holds(value, other);
  }

  /**
   * Whether a stored near-duplicate may still be one with a value that it gets. Its text is read
   * again if passages decide.
   */
  boolean mayRemain(Neighbour neighbour, RecentDocument other) {
    return same.differs(other.same) == false
        && (isNear(other.value())
            || (neighbour.containment() != null && other.value().equals(neighbour.value())));
  }

  Removed removed(Neighbour original, Exception refusal) {
    return new Removed(
        document.getMetadata().getId(),
        value,
        same,
        original.containment() == null ? List.of() : texts,
        options,
        original.place(),
        original.write(),
        refusal);
  }

  /** Orders near-duplicates: all similar ones before those that only share passages. */
  double score(Neighbour neighbour) {
    return neighbour.containment() == null || isNear(neighbour.value())
        ? rule.score(value, neighbour.value())
        : neighbour.containment().share() - 1;
  }

  Place place() {
    return compared.place(document.getMetadata());
  }

  /** Where a version of the document may be already; {@code null} if there can be none. */
  Place earlierVersion() {
    return isNew ? null : place();
  }

  /**
   * The near-duplicates that are not tagged with it, directly or through others: otherwise
   * documents would be tagged with each other, and none would be left without a tag.
   */
  List<Neighbour> independent(List<Neighbour> neighbours) {
    Place own = earlierVersion();
    if (own == null) {
      return neighbours;
    }
    Set<DocumentName> tied = new HashSet<>(Set.of(own.name()));
    List<Neighbour> left = new ArrayList<>(neighbours);
    while (left.removeIf(each -> tie(each, tied))) {}
    return left;
  }

  private static boolean tie(Neighbour neighbour, Set<DocumentName> tied) {
    boolean isTied = neighbour.tagged().names().stream().anyMatch(tied::contains);
    if (isTied) {
      tied.add(neighbour.place().name());
    }
    return isTied;
  }

  /** The tags and the cluster that its near-duplicates give it. */
  Tagged tagged(List<Neighbour> neighbours) {
    String cluster = options.clusterField() == null ? null : cluster(neighbours);
    return new Tagged(
        neighbours.stream().limit(options.size()).map(each -> each.tag(value)).toList(), cluster);
  }

  /** The cluster of the nearest neighbour, or else of the document; {@code null} for none. */
  private String cluster(List<Neighbour> neighbours) {
    if (neighbours.isEmpty()) {
      return place() == null ? null : compared.cluster(place());
    }
    Neighbour nearest = neighbours.getFirst();
    return nearest.tagged().cluster() == null
        ? compared.cluster(nearest.place())
        : nearest.tagged().cluster();
  }

  /** The tags and the cluster of its version; unknown if there is none, or with another value. */
  Tagged versionTags() {
    return version != null && value.equals(version.value()) ? version.tagged() : Tagged.UNKNOWN;
  }

  /**
   * Whether a stored near-duplicate can only be tagged with the document: both were stored before,
   * as near as they are now, without a tag that names the other. If both are sent again before a
   * refresh, each finds the other without a tag: so only the one with the later name gets one.
   */
  boolean precedes(Neighbour stored) {
    return version != null
        && version.tagged().names().contains(stored.place().name()) == false
        && DocumentName.ORDER.compare(version.place().name(), stored.place().name()) < 0
        && (version.value() == null
            ? stored.value() == null && stored.containment().isMutual()
            : stored.value() != null && rule.holds(version.value(), stored.value()));
  }

  /** The document with its near-duplicates and its cluster. */
  IngestDocument kept(Tagged tagged) {
    // Elasticsearch would index a name with dots as a part of the object.
    document.getSource().keySet().removeIf(key -> key.startsWith(options.targetField() + "."));
    if (tagged.tags().isEmpty()) {
      document.removeField(options.targetField(), true);
    } else {
      document.setFieldValue(options.targetField(), tagged.asField(options.size()));
    }
    if (tagged.cluster() != null) {
      document.setFieldValue(options.clusterField(), tagged.cluster());
    }
    return document;
  }

  /** The document, if its search did not end in time. */
  IngestDocument unknown() {
    if (options.onTimeout() == NearDuplicateOptions.OnTimeout.FAIL) {
      throw new ElasticsearchStatusException(
          "the search for near-duplicates did not end within [timeout] [{}]",
          RestStatus.TOO_MANY_REQUESTS,
          options.timeout());
    }
    kept(tagged(List.of()));
    document.setFieldValue(options.targetField(), new HashMap<>(Map.of("unknown", true)));
    return document;
  }

  Tagged written() {
    String field = options.clusterField();
    return Tagged.of(
        document.getFieldValue(options.targetField(), Object.class, true),
        field == null ? null : document.getFieldValue(field, String.class, true));
  }

  Neighbour neighbour(RecentDocument other) {
    return new Neighbour(
        other.place(), other.value(), null, other.tagged(options.targetField()), other.write());
  }

  boolean isRemoved() {
    return options.onDuplicate().isRemoval()
        && isUpdate == false
        && document.getMetadata().getIndex().equals(options.routeTo()) == false
        && (bulk == null || bulk.isOfUpdate == false);
  }

  /** The time before a failed request is repeated: 0.1 s, each time twice as long, at most 5 s. */
  TimeValue nextWait() {
    TimeValue next = TimeValue.timeValueMillis(waitMillis);
    waitMillis = Math.min(2 * waitMillis, 5000);
    return next;
  }

  boolean isDecided() {
    return decided.get();
  }

  /** Claims the decision: true for the first call only. */
  boolean claim() {
    if (decided.getAndSet(true)) {
      return false;
    }
    if (timer != null) {
      timer.cancel();
    }
    Runnable command = onDecided;
    if (command != null) {
      command.run();
    }
    return true;
  }

  void give(IngestDocument result, Exception failure) {
    try (var ignored = context.get()) {
      handler.accept(result, failure);
    } catch (Exception e) {
      if (bulk == null) {
        throw e;
      }
      // Nothing else would end the request.
      bulk.failure.accept(e);
    }
  }
}
