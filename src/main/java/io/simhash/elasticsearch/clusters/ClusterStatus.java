package io.simhash.elasticsearch.clusters;

import io.simhash.elasticsearch.format.WireFormat;
import java.io.IOException;
import java.util.Locale;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * How far a cluster run is.
 *
 * @param phase what it does
 * @param documents the documents with a fingerprint
 * @param bands the number of bands to compare; 0 if candidates come from fingerprints
 * @param bandsDone those that have been compared
 * @param candidates the pairs that were compared by their signatures
 * @param clusters the clusters that have been written or listed
 * @param clustered the documents in them
 */
public record ClusterStatus(
    Phase phase,
    long documents,
    int bands,
    int bandsDone,
    long candidates,
    long clusters,
    long clustered)
    implements Task.Status {

  static final String NAME = "simhash_clusters";

  private static final int FORMAT = 1;

  static final ClusterStatus START = new ClusterStatus(Phase.READING, 0, 0, 0, 0, 0, 0);

  /** The parts of a run, in order. */
  public enum Phase {
    /** Reading fingerprints. */
    READING,
    /** Finding and comparing pairs. */
    PAIRING,
    /** Listing and writing clusters. */
    WRITING
  }

  /** The same while clusters are written. */
  ClusterStatus writing(long writtenClusters, long writtenDocuments) {
    return new ClusterStatus(
        Phase.WRITING, documents, bands, bandsDone, candidates, writtenClusters, writtenDocuments);
  }

  /** For registration: other nodes list the task too. */
  public static NamedWriteableRegistry.Entry namedWriteable() {
    return new NamedWriteableRegistry.Entry(Task.Status.class, NAME, ClusterStatus::new);
  }

  /** Reads a status of another node. */
  ClusterStatus(StreamInput in) throws IOException {
    this(format(in), in);
  }

  private ClusterStatus(int format, StreamInput in) throws IOException {
    this(
        in.readEnum(Phase.class),
        in.readVLong(),
        in.readVInt(),
        in.readVInt(),
        in.readVLong(),
        in.readVLong(),
        in.readVLong());
  }

  private static int format(StreamInput in) throws IOException {
    return WireFormat.read(in, "[" + NAME + "]", FORMAT);
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
        .endObject();
  }
}
