package io.simhash.elasticsearch.ingest.near;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse.Result;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkResponse;

/**
 * One bulk request on the node that runs its pipelines: the documents that it has in flight, and
 * what is to be warned of in its response. Safe to share between threads.
 */
final class BulkScope {

  /** Whether documents had a fingerprint, for one processor in one pipeline. */
  record Use(NearDuplicateProcessor processor, String pipeline) {}

  private final List<InFlightDocuments.Entry> entries = new ArrayList<>();
  private final Map<Use, Boolean> fingerprints = new LinkedHashMap<>();
  private List<String> warnings = List.of();

  synchronized void add(InFlightDocuments.Entry entry) {
    entries.add(entry);
  }

  /** Counts a document. */
  synchronized void count(Use use, boolean hasFingerprint) {
    fingerprints.merge(use, hasFingerprint, Boolean::logicalOr);
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
    return fingerprints.entrySet().stream()
        .filter(use -> use.getValue() == false)
        .map(Map.Entry::getKey)
        .toList();
  }

  /**
   * Tells of each document in flight what became of it.
   *
   * @param response {@code null} if the request failed
   * @param acknowledged receives the write of a document; {@code null} for one that was not indexed
   */
  synchronized void end(
      BulkResponse response,
      BiConsumer<InFlightDocuments.Entry, InFlightDocument.Write> acknowledged) {
    Map<List<String>, InFlightDocument.Write> writes = new HashMap<>();
    if (response != null) {
      for (BulkItemResponse item : response) {
        if (isWritten(item)) {
          writes.put(
              List.of(item.getIndex(), item.getId()),
              InFlightDocument.Write.of(item.getResponse()));
        }
      }
    }
    for (InFlightDocuments.Entry entry : entries) {
      InFlightDocument document = entry.document();
      acknowledged.accept(entry, writes.get(List.of(document.index(), document.id())));
    }
    entries.clear();
  }

  /** Whether the document of the request was written, not an update of another one. */
  private static boolean isWritten(BulkItemResponse item) {
    if (item.isFailed()) {
      return false;
    }
    Result result = item.getResponse().getResult();
    return result == Result.CREATED
        || (result == Result.UPDATED && item.getOpType() != DocWriteRequest.OpType.UPDATE);
  }
}
