package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.RawTaskStatus;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The task of a cluster run, which shows its progress. */
final class ClusterTask extends CancellableTask {

  /** In this order: reading, pairing, writing. */
  private volatile String phase = "reading";

  private volatile long documents;

  /** The number of bands to compare; 0 if candidates come from fingerprints. */
  private volatile int bands;

  private volatile int bandsDone;
  private volatile long candidates;
  private volatile long clusters;
  private volatile long clustered;

  /** The documents that have been updated, or had their id already. */
  private volatile long written;

  ClusterTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parent,
      Map<String, String> headers) {
    super(id, type, action, description, parent, headers);
  }

  /** Shows the number of documents with a value; fails if the task was cancelled. */
  void reading(long count) {
    ensureNotCancelled();
    documents = count;
  }

  /** Shows the progress of a join; fails if the task was cancelled. */
  void pairing(int done, int ofBands, long compared) {
    ensureNotCancelled();
    bandsDone = done;
    bands = ofBands;
    candidates = compared;
    phase = "pairing";
  }

  /** Shows what has been listed and written; fails if the task was cancelled. */
  void writing(long found, long inClusters, long updated) {
    ensureNotCancelled();
    clusters = found;
    clustered = inClusters;
    written = updated;
    phase = "writing";
  }

  @Override
  public Task.Status getStatus() {
    try (XContentBuilder json = JsonXContent.contentBuilder()) {
      json.startObject()
          .field("phase", phase)
          .field("documents", documents)
          .field("bands", bands)
          .field("bands_done", bandsDone)
          .field("candidates", candidates)
          .field("clusters", clusters)
          .field("clustered_documents", clustered)
          .field("written_documents", written)
          .endObject();
      return new RawTaskStatus(BytesReference.bytes(json));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
  }
}
