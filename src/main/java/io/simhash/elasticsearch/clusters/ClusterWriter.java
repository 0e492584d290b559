package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.ClusterMaker;
import io.simhash.core.cluster.Components;
import io.simhash.core.cluster.ConfirmedNeighbours;
import io.simhash.core.cluster.Diameter;
import io.simhash.core.cluster.ElementCluster;
import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.cluster.JoinProgress;
import io.simhash.core.cluster.Linkage;
import io.simhash.core.cluster.UnionFind;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Describes the clusters of a run, largest first, and gives each to a {@link ClusterSink}. The
 * members of a few are read at a time.
 */
final class ClusterWriter {

  /** The heap of a group's signature while stars are made. */
  private static final long SIGNATURE_BYTES = 600;

  private final ClusterOptions options;
  private final boolean withIndex;
  private final EqualGroups groups;
  private final BitSet withoutFingerprint;
  private final Values values;
  private final Reservation memory;
  private final Clustered clustered;
  private final ClusterMaker maker;
  private final JoinProgress progress;

  /**
   * @param withIndex whether the ids of clusters start with an index: unless one index was typed,
   *     so that ids do not change when an alias or a wildcard gets a second one
   */
  ClusterWriter(
      ClusterOptions options,
      boolean withIndex,
      EqualGroups groups,
      GroupReader reader,
      Values values,
      Reservation memory,
      Clustered clustered,
      JoinProgress progress) {
    this.options = options;
    this.withIndex = withIndex;
    this.groups = groups;
    this.withoutFingerprint = reader.withoutFingerprint();
    this.values = values;
    this.memory = memory;
    this.clustered = clustered;
    this.progress = progress;
    this.maker =
        new ClusterMaker(
            reader,
            groups::size,
            options.rule(),
            options.confirmRule(),
            options.linkage(),
            progress::check);
  }

  /** Gives every cluster of at least two documents to a consumer. */
  void run(UnionFind sets, ClusterSink sink) {
    new Components(sets, groups::size)
        .forEachBatch(
            Values.BATCH,
            batch -> {
              progress.check();
              try (Reservation part = memory.part()) {
                part.add(bytes(batch));
                write(batch, part, sink);
              }
            });
    sink.end();
  }

  /** The heap of a batch without the strings of its members, which are not known yet. */
  private long bytes(List<int[]> batch) {
    long bytes = 0;
    for (int[] set : batch) {
      bytes += IntStream.of(set).map(groups::size).sum() * Member.BYTES;
      if (options.linkage() == Linkage.STAR) {
        bytes += set.length * SIGNATURE_BYTES;
        bytes += options.confirm() == null ? 0 : ConfirmedNeighbours.bytes(set.length);
      }
    }
    return bytes;
  }

  private void write(List<int[]> batch, Reservation part, ClusterSink sink) {
    Map<Integer, Member> read =
        values.members(
            batch.stream()
                .flatMapToInt(IntStream::of)
                .flatMap(group -> IntStream.of(groups.members(group)))
                .toArray(),
            part);
    Map<Integer, List<Member>> members = new HashMap<>();
    batch.forEach(
        set -> IntStream.of(set).forEach(group -> members.put(group, members(group, read))));
    List<int[]> sets = batch.stream().map(set -> byFirstMember(set, members)).toList();
    maker.clusters(sets).forEach(cluster -> emit(cluster, members, sink));
  }

  /** The members of a group by index and id. */
  private List<Member> members(int group, Map<Integer, Member> read) {
    return IntStream.of(groups.members(group)).mapToObj(read::get).sorted(Member.BY_ID).toList();
  }

  private static int[] byFirstMember(int[] set, Map<Integer, List<Member>> members) {
    return IntStream.of(set)
        .boxed()
        .sorted(Comparator.comparing(group -> members.get(group).getFirst(), Member.BY_ID))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Gives a cluster of several documents to the sink. */
  private void emit(ElementCluster cluster, Map<Integer, List<Member>> byGroup, ClusterSink sink) {
    List<Member> members =
        IntStream.of(cluster.elements())
            .boxed()
            .flatMap(group -> byGroup.get(group).stream())
            .sorted(Member.BY_ID)
            .toList();
    if (members.size() < 2) {
      return;
    }
    progress.check();
    IntStream.of(cluster.elements())
        .forEach(group -> IntStream.of(groups.members(group)).forEach(clustered::add));
    long[] fingerprints =
        IntStream.of(cluster.elements())
            .filter(group -> withoutFingerprint.get(group) == false)
            .mapToLong(group -> groups.keys()[group])
            .distinct()
            .toArray();
    Member canonical =
        options
            .canonical()
            .map(c -> members.get(c.order().first(members.stream().map(Member::order).toList())))
            .orElse(byGroup.get(cluster.centre()).getFirst());
    String id = withIndex ? canonical.index() + "/" + canonical.id() : canonical.id();
    int diameter = fingerprints.length == 0 ? 0 : Diameter.of(fingerprints, progress::check);
    sink.accept(new FoundCluster(id, members.size(), diameter, canonical, members));
  }
}
