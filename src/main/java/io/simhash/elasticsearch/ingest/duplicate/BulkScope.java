package io.simhash.elasticsearch.ingest.duplicate;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse.Result;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.ingest.IngestDocument;

/**
 * One bulk request on the node that runs its pipelines: the documents that it has in flight, and
 * what is to be warned of in its response. Safe to share between threads.
 */
final class BulkScope {

  /** One processor in one pipeline. */
  record Use(NearDuplicateProcessor processor, String pipeline) {}

  /** The documents of the request that have arrived at one processor in one pipeline. */
  final class Arrivals {

    private final AtomicInteger count = new AtomicInteger();
    private boolean hasFingerprint;

    /**
     * Whether further documents are likely to arrive: another pipeline may have none arrive. Asked
     * for each document that waits, so without a lock.
     */
    boolean bringMore() {
      return ended == false && count.get() < documents;
    }
  }

  /**
   * The index and the id in a response item; the id is {@code null} where it failed without one.
   */
  private record DocumentId(String index, String id) {}

  /** The entries of one processor for an id: several if the request writes it several times. */
  private record Group(NearDuplicateProcessor processor, DocumentId id) {}

  /**
   * A parsed document, by its identity. It may be collected as soon as its pipelines have ended: a
   * bulk request lasts longer.
   */
  private static final class Arriving extends WeakReference<IngestDocument> {
    private final int hash;

    Arriving(IngestDocument document) {
      super(document);
      this.hash = System.identityHashCode(document);
    }

    @Override
    public boolean equals(Object other) {
      IngestDocument document = get();
      return this == other
          || (document != null && other instanceof Arriving that && that.refersTo(document));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Map<Group, List<InFlightDocuments.Entry>> entries = new LinkedHashMap<>();
  private final Map<Arriving, InFlightDocuments.Entry> last = new HashMap<>();
  private final Map<Use, Arrivals> arrivals = new LinkedHashMap<>();
  private final int documents;
  private List<String> warnings = List.of();
  private volatile boolean ended;

  /**
   * @param documents the number of documents of the request that may run pipelines
   */
  BulkScope(int documents) {
    this.documents = documents;
  }

  /**
   * Counts a document that has arrived at a processor.
   *
   * @return those that have arrived there
   */
  synchronized Arrivals arrived(Use use, boolean hasFingerprint) {
    Arrivals there = arrivals.computeIfAbsent(use, u -> new Arrivals());
    there.count.incrementAndGet();
    there.hasFingerprint |= hasFingerprint;
    return there;
  }

  /**
   * The last entry of a document on its way through the pipelines; {@code null} for none. An
   * earlier processor may have put it in flight.
   */
  synchronized InFlightDocuments.Entry last(IngestDocument arriving) {
    return last.get(new Arriving(arriving));
  }

  /** Adds a document that a processor has put in flight. */
  synchronized void add(
      NearDuplicateProcessor processor, IngestDocument arriving, InFlightDocuments.Entry entry) {
    last.put(new Arriving(arriving), entry);
    InFlightDocument document = entry.document();
    Group group = new Group(processor, new DocumentId(document.index(), document.id()));
    entries.computeIfAbsent(group, g -> new ArrayList<>()).add(entry);
  }

  /**
   * Keeps the warnings of the documents that have arrived so far: a document that waits comes back
   * with those of its own arrival only.
   */
  synchronized void keepWarnings(List<String> headers) {
    if (headers.size() > warnings.size()) {
      warnings = headers;
    }
  }

  synchronized List<String> warnings() {
    return warnings;
  }

  /** The uses without any fingerprint. */
  synchronized List<Use> withoutFingerprint() {
    return arrivals.entrySet().stream()
        .filter(use -> use.getValue().hasFingerprint == false)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Passes on the write of each document in flight.
   *
   * @param response {@code null} if the request failed
   * @param acknowledged receives the write of a document; {@code null} for one that was not indexed
   *     or of which it is not known which write was its own
   */
  synchronized void end(
      BulkResponse response,
      BiConsumer<InFlightDocuments.Entry, InFlightDocument.Write> acknowledged) {
    ended = true;
    Map<DocumentId, List<InFlightDocument.Write>> writes =
        response == null ? Map.of() : writes(response);
    entries.forEach(
        (group, all) -> assign(all, writes.getOrDefault(group.id(), List.of()), acknowledged));
    entries.clear();
    last.clear();
  }

  /**
   * The writes of each id, in the order of the request. None of an id of which an item failed: the
   * failed one may be any of its documents.
   */
  private static Map<DocumentId, List<InFlightDocument.Write>> writes(BulkResponse response) {
    Map<DocumentId, List<InFlightDocument.Write>> writes = new HashMap<>();
    Set<String> failed = new HashSet<>();
    for (BulkItemResponse item : response) {
      if (item.isFailed()) {
        failed.add(item.getId());
      } else if (isWritten(item)) {
        writes
            .computeIfAbsent(new DocumentId(item.getIndex(), item.getId()), d -> new ArrayList<>())
            .add(InFlightDocument.Write.of(item.getResponse()));
      }
    }
    // Not by the index: a failed item may name it by an alias.
    writes.keySet().removeIf(document -> failed.contains(document.id()));
    return writes;
  }

  /**
   * Passes on the writes of the documents of one id, if there are as many writes as documents:
   * otherwise some writes are those of documents without a fingerprint. A document that a later
   * item overwrites gets its own, older write. The real-time read then finds that it was changed.
   */
  private static void assign(
      List<InFlightDocuments.Entry> entries,
      List<InFlightDocument.Write> writes,
      BiConsumer<InFlightDocuments.Entry, InFlightDocument.Write> acknowledged) {
    long kept = entries.stream().filter(entry -> entry.document().isGone() == false).count();
    boolean known = kept == writes.size();
    int next = 0;
    for (InFlightDocuments.Entry entry : entries) {
      boolean own = known && entry.document().isGone() == false;
      acknowledged.accept(entry, own ? writes.get(next++) : null);
    }
  }

  /**
   * Whether the document of an item that did not fail was written, not an update of another one.
   */
  private static boolean isWritten(BulkItemResponse item) {
    Result result = item.getResponse().getResult();
    return result == Result.CREATED
        || (result == Result.UPDATED && item.getOpType() != DocWriteRequest.OpType.UPDATE);
  }
}
