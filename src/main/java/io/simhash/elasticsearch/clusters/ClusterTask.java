package io.simhash.elasticsearch.clusters;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
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

  private volatile Progress progress = new Progress(Phase.READING, 0, 0, 0, 0, 0, 0, 0);

  ClusterTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parent,
      Map<String, String> headers) {
    super(id, type, action, description, parent, headers);
  }

  /** The parts of a run, in order. */
  enum Phase {
    /** Reading fingerprints. */
    READING,
    /** Finding and comparing pairs. */
    PAIRING,
    /** Listing and writing clusters. */
    WRITING
  }

  /**
   * How far a run is.
   *
   * @param phase what it does
   * @param documents the documents with a fingerprint or a signature
   * @param bands the number of bands to compare; 0 if candidates come from fingerprints
   * @param bandsDone those that have been compared
   * @param candidates the pairs that were compared by the rule
   * @param clusters the clusters that have been found
   * @param clustered the documents in them
   * @param written the documents that have been updated, or had their id already
   */
  record Progress(
      Phase phase,
      long documents,
      int bands,
      int bandsDone,
      long candidates,
      long clusters,
      long clustered,
      long written) {}

  Progress progress() {
    return progress;
  }

  /** Shows how many documents there are; fails if the task was cancelled. */
  void reading(long documents) {
    ensureNotCancelled();
    progress = new Progress(Phase.READING, documents, 0, 0, 0, 0, 0, 0);
  }

  /** Shows the progress of a join; fails if the task was cancelled. */
  void pairing(int bandsDone, int bands, long candidates) {
    ensureNotCancelled();
    progress =
        new Progress(Phase.PAIRING, progress.documents, bands, bandsDone, candidates, 0, 0, 0);
  }

  /** Shows what has been listed and written; fails if the task was cancelled. */
  void writing(long clusters, long clustered, long written) {
    ensureNotCancelled();
    Progress last = progress;
    progress =
        new Progress(
            Phase.WRITING,
            last.documents,
            last.bands,
            last.bandsDone,
            last.candidates,
            clusters,
            clustered,
            written);
  }

  @Override
  public Task.Status getStatus() {
    Progress now = progress;
    try (XContentBuilder json = JsonXContent.contentBuilder()) {
      json.startObject()
          .field("phase", now.phase.name().toLowerCase(Locale.ROOT))
          .field("documents", now.documents)
          .field("bands", now.bands)
          .field("bands_done", now.bandsDone)
          .field("candidates", now.candidates)
          .field("clusters", now.clusters)
          .field("clustered_documents", now.clustered)
          .field("written_documents", now.written)
          .endObject();
      return new RawTaskStatus(BytesReference.bytes(json));
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory does not fail", e);
    }
  }
}
