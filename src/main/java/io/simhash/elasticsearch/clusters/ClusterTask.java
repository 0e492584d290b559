package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.option.WireFormat;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.XContentBuilder;

/** The task of a cluster run, which shows its progress. */
public final class ClusterTask extends CancellableTask {

  private volatile Status status = new Status(Phase.READING, 0, 0, 0, 0, 0, 0, 0);

  ClusterTask(
      long id,
      String type,
      String action,
      String description,
      TaskId parent,
      Map<String, String> headers) {
    super(id, type, action, description, parent, headers);
  }

  /** For registration: other nodes list the task too. */
  public static NamedWriteableRegistry.Entry namedWriteable() {
    return new NamedWriteableRegistry.Entry(Task.Status.class, Status.NAME, Status::new);
  }

  @Override
  public Status getStatus() {
    return status;
  }

  /** Shows how many documents there are; fails if the task was cancelled. */
  void reading(long documents) {
    ensureNotCancelled();
    status = new Status(Phase.READING, documents, 0, 0, 0, 0, 0, 0);
  }

  /** Shows the progress of a join; fails if the task was cancelled. */
  void pairing(int bandsDone, int bands, long candidates) {
    ensureNotCancelled();
    status = new Status(Phase.PAIRING, status.documents, bands, bandsDone, candidates, 0, 0, 0);
  }

  /** Shows what has been listed and written; fails if the task was cancelled. */
  void writing(long clusters, long clustered, long written) {
    ensureNotCancelled();
    status =
        new Status(
            Phase.WRITING,
            status.documents,
            status.bands,
            status.bandsDone,
            status.candidates,
            clusters,
            clustered,
            written);
  }

  /** The parts of a run, in order. */
  public enum Phase {
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
  record Status(
      Phase phase,
      long documents,
      int bands,
      int bandsDone,
      long candidates,
      long clusters,
      long clustered,
      long written)
      implements Task.Status {

    static final String NAME = "simhash_clusters";

    private static final int FORMAT = 1;

    Status(StreamInput in) throws IOException {
      this(WireFormat.read(in, "[" + NAME + "]", FORMAT), in);
    }

    private Status(int format, StreamInput in) throws IOException {
      this(
          in.readEnum(Phase.class),
          in.readVLong(),
          in.readVInt(),
          in.readVInt(),
          in.readVLong(),
          in.readVLong(),
          in.readVLong(),
          in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeVInt(FORMAT);
      out.writeEnum(phase);
      out.writeVLong(documents);
      out.writeVInt(bands);
      out.writeVInt(bandsDone);
      out.writeVLong(candidates);
      out.writeVLong(clusters);
      out.writeVLong(clustered);
      out.writeVLong(written);
    }

    @Override
    public String getWriteableName() {
      return NAME;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder
          .startObject()
          .field("phase", phase.name().toLowerCase(Locale.ROOT))
          .field("documents", documents)
          .field("bands", bands)
          .field("bands_done", bandsDone)
          .field("candidates", candidates)
          .field("clusters", clusters)
          .field("clustered_documents", clustered)
          .field("written_documents", written)
          .endObject();
    }
  }
}
