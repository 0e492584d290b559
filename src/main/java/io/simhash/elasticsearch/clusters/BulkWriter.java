package io.simhash.elasticsearch.clusters;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.rest.RestStatus;

/**
 * Writes documents as the caller, at most {@value #BATCH} in a bulk and one bulk after the other,
 * so that a run never takes more than one bulk's share of the write threads. Also a bulk of {@value
 * #BATCH_BYTES} bytes is sent. Documents that a node was too busy for, some or all of a bulk, are
 * sent again, after a wait that doubles.
 */
final class BulkWriter {

  private static final int BATCH = 1_000;
  private static final long BATCH_BYTES = 5 << 20;
  private static final int ATTEMPTS = 10;
  private static final long FIRST_WAIT_MILLIS = 100;

  private final Client client;
  private final RunProgress progress;
  private final RefreshPolicy refresh;
  private final Consumer<BulkItemResponse> written;
  private List<DocWriteRequest<?>> requests = new ArrayList<>();
  private long bytes;

  /**
   * @param progress is checked before each bulk
   * @param written takes the result of each document, but not its refusal by a busy node; may end
   *     the run by throwing
   */
  BulkWriter(
      Client client,
      RunProgress progress,
      RefreshPolicy refresh,
      Consumer<BulkItemResponse> written) {
    this.client = client;
    this.progress = progress;
    this.refresh = refresh;
    this.written = written;
  }

  void add(DocWriteRequest<?> request) {
    requests.add(request);
    bytes += request.ramBytesUsed();
    if (requests.size() == BATCH || bytes >= BATCH_BYTES) {
      flush();
    }
  }

  /** Writes what has been added. */
  void flush() {
    bytes = 0;
    long wait = FIRST_WAIT_MILLIS;
    for (int attempt = 1; requests.isEmpty() == false; attempt++) {
      requests = send(requests, attempt == ATTEMPTS);
      if (requests.isEmpty() == false) {
        progress.pause(wait);
        wait *= 2;
      }
    }
  }

  /** Returns the documents to send again. */
  private List<DocWriteRequest<?>> send(List<DocWriteRequest<?>> batch, boolean last) {
    progress.check();
    BulkRequest bulk = new BulkRequest().setRefreshPolicy(refresh);
    batch.forEach(bulk::add);
    BulkResponse response;
    try {
      response = Waiting.on(listener -> client.bulk(bulk, listener));
    } catch (ElasticsearchException | EsRejectedExecutionException e) {
      if (last || ExceptionsHelper.status(e) != RestStatus.TOO_MANY_REQUESTS) {
        throw e;
      }
      return batch;
    }
    List<DocWriteRequest<?>> again = new ArrayList<>();
    for (BulkItemResponse item : response.getItems()) {
      boolean busy =
          item.isFailed() && item.getFailure().getStatus() == RestStatus.TOO_MANY_REQUESTS;
      if (busy && last == false) {
        again.add(batch.get(item.getItemId()));
      } else {
        written.accept(item);
      }
    }
    return again;
  }

  /** Throws the failure of a document, if it has one. */
  static void requireSuccess(BulkItemResponse item) {
    if (item.isFailed()) {
      throw new ElasticsearchStatusException(
          "cannot write [{}] into [{}]: {}",
          item.getFailure().getStatus(),
          item.getFailure().getCause(),
          item.getId(),
          item.getIndex(),
          item.getFailure().getCause().getMessage());
    }
  }
}
