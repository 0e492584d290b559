package io.simhash.elasticsearch.ingest.duplicate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;

/**
 * Checks that acknowledged documents, which searches may not see yet, are in their indices
 * unchanged: one multi-get in real time for up to {@value #MAX_BATCH} documents of a caller, at
 * most {@value #MAX_RUNNING} at a time on the node. A document that the caller cannot read is
 * ignored.
 */
final class InFlightChecks {

  static final int MAX_BATCH = 100;
  static final int MAX_RUNNING = 2;

  /**
   * The documents in flight that one document waits to have checked.
   *
   * @param entries the documents in flight that it is near to
   */
  private record Check(WaitingDocument arrival, List<InFlightDocuments.Entry> entries) {}

  private final AsCaller asCaller;
  private final Executor executor;
  private final ComparedIndicesResolver comparedIndices;
  private final InFlightDocuments inFlight;
  private final Continuation continuation;
  private final CallerQueue<Check> queue;

  /**
   * @param timers those of the queue
   */
  InFlightChecks(
      AsCaller asCaller,
      Executor executor,
      CallerQueue.Timers timers,
      ComparedIndicesResolver comparedIndices,
      InFlightDocuments inFlight,
      Continuation continuation) {
    this.asCaller = asCaller;
    this.executor = executor;
    this.comparedIndices = comparedIndices;
    this.inFlight = inFlight;
    this.continuation = continuation;
    this.queue =
        new CallerQueue<>(
            executor,
            timers,
            MAX_BATCH,
            MAX_RUNNING,
            check -> check.arrival().isDecided(),
            this::send);
  }

  /** Checks the documents that an arriving one is near to. */
  void add(WaitingDocument arrival, List<InFlightDocuments.Entry> entries) {
    queue.add(arrival.caller(), new Check(arrival, entries), null);
  }

  private void send(Caller caller, List<Check> batch, Runnable done) {
    Map<InFlightDocument, Integer> positions = new LinkedHashMap<>();
    ActionListener<MultiGetResponse> end =
        ActionListener.runBefore(
            ActionListener.wrap(
                response -> executor.execute(() -> end(batch, positions, response.getResponses())),
                e -> executor.execute(() -> end(batch, positions, null))),
            done::run);
    try {
      MultiGetRequest request = request(batch, positions);
      WaitingDocument first = batch.getFirst().arrival();
      asCaller.send(first, caller, client -> client.multiGet(request, end));
    } catch (Exception e) {
      end.onFailure(e);
    }
  }

  /**
   * The request.
   *
   * @param positions receives the position of each document
   */
  private static MultiGetRequest request(
      List<Check> batch, Map<InFlightDocument, Integer> positions) {
    MultiGetRequest request = new MultiGetRequest();
    for (Check check : batch) {
      for (InFlightDocuments.Entry entry : check.entries()) {
        InFlightDocument document = entry.document();
        if (positions.putIfAbsent(document, positions.size()) == null) {
          request.add(item(document));
        }
      }
    }
    return request;
  }

  private static MultiGetRequest.Item item(InFlightDocument document) {
    return new MultiGetRequest.Item(document.readAs(), document.id())
        .routing(document.routing())
        .fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE);
  }

  /**
   * @param items {@code null} if nothing could be read
   */
  private void end(
      List<Check> batch, Map<InFlightDocument, Integer> positions, MultiGetItemResponse[] items) {
    for (Check check : batch) {
      for (InFlightDocuments.Entry entry : check.entries()) {
        InFlightDocument document = entry.document();
        MultiGetItemResponse item = items == null ? null : items[positions.get(document)];
        if (item == null || item.isFailed()) {
          check.arrival().ignore(document);
        } else if (isUnchanged(check, document, item.getResponse())) {
          check.arrival().confirm(document);
        } else {
          inFlight.remove(entry);
        }
      }
    }
    continuation.advance(batch.stream().map(Check::arrival).toList());
  }

  private boolean isUnchanged(Check check, InFlightDocument document, GetResponse found) {
    InFlightDocument.Write write = document.write();
    ProjectId projectId = check.arrival().processor().projectId();
    return found.isExists()
        && comparedIndices.exists(projectId, document.index(), write.indexUuid())
        && found.getSeqNo() == write.seqNo()
        && found.getPrimaryTerm() == write.primaryTerm();
  }
}
