package io.simhash.elasticsearch.clusters;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.tasks.TaskCancelledException;

/** Where the clusters of a run go: the response, and what the options name. */
final class Outputs implements ClusterSink {

  private final ClusterOptions options;
  private final ListedClusters listed;
  private final UpdateSink update;
  private final List<ClusterSink> writing = new ArrayList<>();

  Outputs(
      ClusterTask task,
      RunProgress progress,
      ClusterOptions options,
      Client client,
      PointInTime pointInTime,
      Clustered clustered,
      Reservation listed) {
    this.options = options;
    this.listed = new ListedClusters(task, options.size(), listed);
    this.update =
        options.update() == null
            ? null
            : new UpdateSink(
                client,
                progress,
                options.update(),
                consumer -> clustered.forEachOther(pointInTime, options, consumer));
    if (options.dest() != null) {
      writing.add(DestinationSink.open(client, progress, options.dest()));
    }
    if (update != null) {
      writing.add(update);
    }
  }

  @Override
  public void accept(FoundCluster cluster) {
    listed.accept(cluster);
    writing.forEach(sink -> sink.accept(cluster));
  }

  @Override
  public void end() {
    writing.forEach(ClusterSink::end);
  }

  /** Runs what writes the clusters; whatever ends it, the failure says that earlier ones stay. */
  void sayingWhatIsLeft(Runnable write) {
    if (writing.isEmpty()) {
      write.run();
      return;
    }
    try {
      write.run();
    } catch (TaskCancelledException e) {
      throw new TaskCancelledException(e.getMessage() + ": " + left());
    } catch (RuntimeException e) {
      throw new ElasticsearchStatusException(
          "{}: {}", ExceptionsHelper.status(e), e, e.getMessage(), left());
    }
  }

  private String left() {
    String places =
        options.dest() == null
            ? "[" + options.update() + "]"
            : "["
                + options.dest()
                + "]"
                + (options.update() == null ? "" : " and [" + options.update() + "]");
    return "of the clusters, some have been written to "
        + places
        + " and the others have not; run it again to complete them";
  }

  ListedClusters listed() {
    return listed;
  }

  /** The updates of documents; empty if none were asked for. */
  Optional<UpdateSink> update() {
    return Optional.ofNullable(update);
  }
}
