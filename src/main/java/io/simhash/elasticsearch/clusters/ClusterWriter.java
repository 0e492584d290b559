package io.simhash.elasticsearch.clusters;

import io.simhash.core.cluster.Diameter;
import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.cluster.Linkage;
import io.simhash.core.cluster.Stars;
import io.simhash.core.cluster.UnionFind;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Makes clusters out of the connected groups of a run, largest first, and gives each to a {@link
 * ClusterSink}. The members of a few are read at a time.
 */
final class ClusterWriter {

  /** The heap of a group's signature while stars are made. */
  private static final long SIGNATURE_BYTES = 600;

  private final ClusterTask task;
  private final ClusterOptions options;
  private final boolean withIndex;
  private final EqualGroups groups;
  private final Values values;
  private final Reservation memory;
  private final Clustered clustered;

  /**
   * @param withIndex whether the ids of clusters start with an index: unless one index was typed,
   *     so that ids do not change when an alias or a wildcard gets a second one
   */
  ClusterWriter(
      ClusterTask task,
      ClusterOptions options,
      boolean withIndex,
      EqualGroups groups,
      Values values,
      Reservation memory,
      Clustered clustered) {
    this.task = task;
    this.options = options;
    this.withIndex = withIndex;
    this.groups = groups;
    this.values = values;
    this.memory = memory;
    this.clustered = clustered;
  }

  /** Gives every cluster of at least two documents to a consumer. */
  void run(UnionFind sets, ClusterSink sink) {
    EqualGroups components =
        EqualGroups.of(
            LongStream.range(0, groups.groups()).map(group -> sets.find((int) group)).toArray());
    int[] sizes = new int[components.groups()];
    Arrays.setAll(sizes, c -> IntStream.of(components.members(c)).map(groups::size).sum());
    int[] largestFirst =
        IntStream.range(0, sizes.length)
            .filter(component -> sizes[component] > 1)
            .boxed()
            .sorted(Comparator.comparingInt(component -> -sizes[component]))
            .mapToInt(Integer::intValue)
            .toArray();
    for (int from = 0; from < largestFirst.length; ) {
      task.ensureNotCancelled();
      int to = from;
      int size = 0;
      while (to < largestFirst.length
          && (to == from || size + sizes[largestFirst[to]] <= Values.BATCH)) {
        size += sizes[largestFirst[to++]];
      }
      int[] batch = Arrays.copyOfRange(largestFirst, from, to);
      int signatures = IntStream.of(batch).map(components::size).sum();
      boolean stars = options.linkage() == Linkage.STAR;
      long bytes = size * Reservation.BYTES_PER_MEMBER + (stars ? signatures * SIGNATURE_BYTES : 0);
      memory.add(bytes);
      write(components, batch, sink);
      memory.remove(bytes);
      from = to;
    }
    sink.end();
  }

  private void write(EqualGroups components, int[] batch, ClusterSink sink) {
    int[] batchGroups =
        IntStream.of(batch).flatMap(c -> IntStream.of(components.members(c))).toArray();
    Map<Integer, Member> members =
        values.members(
            IntStream.of(batchGroups).flatMap(g -> IntStream.of(groups.members(g))).toArray());
    boolean stars = options.linkage() == Linkage.STAR;
    Map<Integer, NearValue> near =
        stars ? values.near(IntStream.of(batchGroups).map(groups::first).toArray()) : Map.of();
    for (int component : batch) {
      List<Equal> equals =
          IntStream.of(components.members(component))
              .mapToObj(group -> equal(group, members))
              .sorted(Comparator.comparing(Equal::first, Member.BY_ID))
              .toList();
      if (stars) {
        stars(equals, near, sink);
      } else {
        emit(equals, null, sink);
      }
    }
  }

  /** A group of equal documents and its members by index and id. */
  private record Equal(int group, List<Member> members) {
    Member first() {
      return members.getFirst();
    }
  }

  private Equal equal(int group, Map<Integer, Member> members) {
    return new Equal(
        group,
        IntStream.of(groups.members(group)).mapToObj(members::get).sorted(Member.BY_ID).toList());
  }

  private void stars(List<Equal> equals, Map<Integer, NearValue> near, ClusterSink sink) {
    int[] weights = equals.stream().mapToInt(equal -> equal.members().size()).toArray();
    List<NearValue> values =
        equals.stream().map(equal -> near.get(groups.first(equal.group()))).toList();
    int[] centres =
        Stars.centres(
            weights,
            (a, b) -> {
              task.ensureNotCancelled();
              return options.rule().holds(values.get(a), values.get(b));
            });
    Map<Integer, List<Equal>> byCentre = new TreeMap<>();
    for (int i = 0; i < centres.length; i++) {
      byCentre.computeIfAbsent(centres[i], centre -> new ArrayList<>()).add(equals.get(i));
    }
    byCentre.forEach((centre, cluster) -> emit(cluster, equals.get(centre).first(), sink));
  }

  /**
   * Gives a cluster of several documents to the sink.
   *
   * @param centre the canonical member where no field decides; {@code null} for the first one
   */
  private void emit(List<Equal> equals, Member centre, ClusterSink sink) {
    List<Member> members =
        equals.stream().flatMap(equal -> equal.members().stream()).sorted(Member.BY_ID).toList();
    if (members.size() < 2) {
      return;
    }
    equals.forEach(equal -> IntStream.of(groups.members(equal.group())).forEach(clustered::add));
    long[] fingerprints =
        equals.stream().mapToLong(equal -> groups.keys()[equal.group()]).distinct().toArray();
    Member canonical =
        options
            .canonical()
            .map(rule -> canonical(members, rule.order()))
            .orElse(centre == null ? members.getFirst() : centre);
    String id = withIndex ? canonical.index() + "/" + canonical.id() : canonical.id();
    sink.accept(
        new FoundCluster(id, members.size(), Diameter.of(fingerprints), canonical, members));
  }

  private static Member canonical(List<Member> members, ClusterOptions.Order order) {
    Comparator<Long> values =
        order == ClusterOptions.Order.ASC ? Comparator.naturalOrder() : Comparator.reverseOrder();
    return members.stream()
        .min(
            Comparator.comparing(Member::order, Comparator.nullsLast(values))
                .thenComparing(Member.BY_ID))
        .orElseThrow();
  }
}
