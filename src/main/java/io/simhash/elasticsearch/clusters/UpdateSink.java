package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.option.DocumentName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.util.concurrent.EsRejectedExecutionException;
import org.elasticsearch.index.engine.DocumentMissingException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;

/**
 * Writes ids of clusters and originals into fields of documents, as the caller. A document that was
 * changed or deleted since the point in time is not written: it is counted and named as a conflict.
 * Shards are refreshed by the last bulk, which has one document of each: that takes no privilege
 * but to write.
 *
 * <p>At most {@value #BATCH} documents are in a bulk, or {@value #BATCH_BYTES} bytes, and one bulk
 * is sent after the other, so that a run never takes more than one bulk's share of the write
 * threads. Documents that a node was too busy for are sent again, after a wait that doubles.
 */
final class UpdateSink {

  /** The number of conflicts that the response names. */
  static final int CONFLICTS_NAMED = 100;

  private static final int BATCH = 1_000;
  private static final long BATCH_BYTES = 5 << 20;
  private static final int ATTEMPTS = 10;
  private static final long FIRST_WAIT_MILLIS = 100;

  private final Client client;
  private final ClusterTask task;
  private final ClusterFields fields;
  private final Map<ShardId, UpdateRequest> lastOfShards = new HashMap<>();
  private List<UpdateRequest> requests = new ArrayList<>();
  private long bytes;
  private RefreshPolicy refresh = RefreshPolicy.NONE;

  /** The documents that were written. */
  long updated;

  /** The documents that had the values already. */
  long unchanged;

  /** The documents that were changed or deleted meanwhile. */
  long conflicts;

  final List<DocumentName> conflictsNamed = new ArrayList<>();

  UpdateSink(Client client, ClusterTask task, ClusterFields fields) {
    this.client = client;
    this.task = task;
    this.fields = fields;
  }

  /** The object {@code update} of the response. */
  Map<String, Object> body(boolean countsOnly) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("updated", updated);
    body.put("unchanged", unchanged);
    body.put("conflicts", conflicts);
    if (countsOnly == false) {
      body.put("conflicting_documents", conflictsNamed);
    }
    return body;
  }

  /**
   * Writes the values that a document does not have yet.
   *
   * @param id the id of its cluster; {@code null} to remove one
   * @param tag the original of its story; {@code null} if it is the original itself
   */
  void update(ClusterDocument member, String id, Map<String, Object> tag) {
    Map<String, Object> changes = new HashMap<>();
    if (id == null || id.equals(member.cluster()) == false) {
      changes.put(fields.update(), id);
    }
    if (fields.original() != null && Objects.equals(member.original(), tag == null) == false) {
      changes.put(fields.original(), tag == null);
    }
    if (fields.target() != null && isSame(member.tag(), tag) == false) {
      changes.put(fields.target(), replacing(member.tag(), tag));
    }
    if (changes.isEmpty()) {
      unchanged++;
      return;
    }
    UpdateRequest request =
        new UpdateRequest(member.index(), member.id())
            .routing(member.routing())
            .setIfSeqNo(member.seqNo())
            .setIfPrimaryTerm(member.primaryTerm())
            .doc(changes);
    UpdateRequest earlier = lastOfShards.put(member.shard(), request);
    if (earlier != null) {
      add(earlier);
    }
  }

  /** Whether two tags are equal, numbers as floats: of these a synthetic source is made. */
  private static boolean isSame(Object has, Object wanted) {
    if (has instanceof Number a && wanted instanceof Number b) {
      return a.floatValue() == b.floatValue();
    }
    return has instanceof Map<?, ?> a && wanted instanceof Map<?, ?> b
        ? Stream.concat(a.keySet().stream(), b.keySet().stream())
            .allMatch(key -> isSame(a.get(key), b.get(key)))
        : Objects.equals(has, wanted);
  }

  /** A partial update merges objects: what of the earlier one is to go, is named with null. */
  private static Object replacing(Object has, Map<String, Object> wanted) {
    if (wanted == null || has instanceof Map == false) {
      return wanted;
    }
    Map<Object, Object> replaced = new HashMap<>();
    ((Map<?, ?>) has).keySet().forEach(key -> replaced.put(key, null));
    replaced.putAll(wanted);
    return replaced;
  }

  /** An update that fits no document: none has that sequence number. */
  private UpdateRequest unfit(String index) {
    return new UpdateRequest(index, "none")
        .routing("none")
        .setIfSeqNo(Long.MAX_VALUE)
        .setIfPrimaryTerm(1)
        .doc(Collections.singletonMap(fields.update(), null));
  }

  /**
   * Fails if the caller cannot update documents of one of some indices, for instance because of a
   * block.
   */
  static void requireWritable(
      Client client, ClusterTask task, ClusterFields fields, Collection<String> indices) {
    UpdateSink sink = new UpdateSink(client, task, fields);
    indices.forEach(index -> sink.add(sink.unfit(index)));
    sink.flush();
  }

  /** Writes what is left, and refreshes the shards. */
  void end() {
    flush();
    refresh = RefreshPolicy.IMMEDIATE;
    lastOfShards.values().forEach(this::add);
    flush();
  }

  private void add(UpdateRequest request) {
    requests.add(request);
    bytes += request.ramBytesUsed();
    if (requests.size() == BATCH || bytes >= BATCH_BYTES) {
      flush();
    }
  }

  private void flush() {
    bytes = 0;
    long wait = FIRST_WAIT_MILLIS;
    for (int attempt = 1; requests.isEmpty() == false; attempt++) {
      task.ensureNotCancelled();
      requests = send(requests, attempt == ATTEMPTS);
      if (requests.isEmpty() == false) {
        pause(wait);
        wait *= 2;
      }
    }
  }

  /** Returns the documents to send again. */
  private List<UpdateRequest> send(List<UpdateRequest> batch, boolean last) {
    BulkRequest bulk = new BulkRequest().setRefreshPolicy(refresh);
    batch.forEach(bulk::add);
    // A bulk creates a missing index, unless an item requires it to be an alias. Those items fail.
    batch.stream()
        .map(UpdateRequest::index)
        .distinct()
        .forEach(index -> bulk.add(unfit(index).setRequireAlias(true)));
    BulkResponse response;
    try {
      response = client.bulk(bulk).actionGet();
    } catch (ElasticsearchException | EsRejectedExecutionException e) {
      if (last || ExceptionsHelper.status(e) != RestStatus.TOO_MANY_REQUESTS) {
        throw e;
      }
      return batch;
    }
    List<UpdateRequest> again = new ArrayList<>();
    BulkItemResponse failed = null;
    for (BulkItemResponse item : List.of(response.getItems()).subList(0, batch.size())) {
      if (item.isFailed() == false) {
        boolean same = item.getResponse().getResult() == DocWriteResponse.Result.NOOP;
        unchanged += same ? 1 : 0;
        updated += same ? 0 : 1;
      } else if (last == false && item.getFailure().getStatus() == RestStatus.TOO_MANY_REQUESTS) {
        again.add(batch.get(item.getItemId()));
      } else if (isConflict(item)) {
        conflicts++;
        if (conflictsNamed.size() < CONFLICTS_NAMED) {
          conflictsNamed.add(new DocumentName(item.getIndex(), item.getId()));
        }
      } else {
        failed = failed == null ? item : failed;
      }
    }
    if (failed != null) {
      throw new ElasticsearchStatusException(
          "[update] cannot write [{}] of index [{}]: {}",
          failed.getFailure().getStatus(),
          failed.getFailure().getCause(),
          fields.update(),
          failed.getIndex(),
          ExceptionsHelper.unwrapCause(failed.getFailure().getCause()).getMessage());
    }
    return again;
  }

  private static boolean isConflict(BulkItemResponse item) {
    return item.getFailure().getStatus() == RestStatus.CONFLICT
        || item.getFailure().getCause() instanceof DocumentMissingException;
  }

  /** Waits, but not longer than until the task is cancelled. */
  private void pause(long millis) {
    CountDownLatch cancelled = new CountDownLatch(1);
    task.addListener(cancelled::countDown);
    try {
      cancelled.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ElasticsearchStatusException(
          "the run was interrupted", RestStatus.SERVICE_UNAVAILABLE, e);
    }
  }
}
