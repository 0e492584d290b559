package io.simhash.elasticsearch.clusters;

import io.simhash.core.base.UnionFind;
import io.simhash.core.cluster.ClusterMaker;
import io.simhash.core.cluster.EqualGroups;
import io.simhash.elasticsearch.clusters.ClustersResponse.FoundCluster;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;

/**
 * Describes the clusters of a run, lists them, and writes their ids into documents. The members of
 * a few are read at a time.
 */
final class ClusterWriter {

  private final ClusterOptions options;
  private final boolean withIndex;
  private final EqualGroups groups;
  private final BitSet withoutFingerprint;
  private final RunReader reader;
  private final Reservation memory;
  private final ClusterMaker maker;
  private final ClusterTask task;
  private final ClustersResponse.Largest found;
  private final Optional<UpdateSink> update;

  /** The documents that are in a cluster. */
  private final BitSet clustered = new BitSet();

  /**
   * @param withIndex whether the ids of clusters start with an index
   * @param found takes the clusters
   * @param update takes the ids of documents; empty if none are to be written
   */
  ClusterWriter(
      ClusterOptions options,
      boolean withIndex,
      EqualGroups groups,
      RunReader reader,
      Reservation memory,
      ClusterTask task,
      ClustersResponse.Largest found,
      Optional<UpdateSink> update) {
    this.options = options;
    this.withIndex = withIndex;
    this.groups = groups;
    this.withoutFingerprint = reader.withoutFingerprint();
    this.reader = reader;
    this.memory = memory;
    this.task = task;
    this.found = found;
    this.update = update;
    this.maker =
        new ClusterMaker(
            reader,
            groups::size,
            options.rule(),
            options.confirmRule(),
            options.linkage(),
            this::check);
  }

  /** Lists and writes every cluster of at least two documents, then writes the other documents. */
  void run(UnionFind sets) {
    maker.forEachBatch(
        sets,
        RunReader.BATCH,
        batch -> {
          check();
          try (Reservation part = memory.part()) {
            batch.forEach(set -> part.add(maker.bytes(set.length)));
            write(batch, part);
          }
        });
    update.ifPresent(this::writeOthers);
  }

  private void check() {
    long written = update.map(sink -> sink.updated + sink.unchanged).orElse(0L);
    task.writing(found.clusters(), found.clustered(), written);
  }

  private void write(List<int[]> batch, Reservation part) {
    Map<Integer, List<RunDocument>> members =
        reader.members(batch.stream().flatMapToInt(IntStream::of).toArray(), part);
    List<int[]> sets =
        batch.stream()
            .map(set -> byFirstMember(set, members))
            .filter(set -> set.length > 0)
            .toList();
    maker.clusters(sets).forEach(cluster -> write(cluster, members));
  }

  private static int[] byFirstMember(int[] set, Map<Integer, List<RunDocument>> members) {
    return IntStream.of(set)
        .filter(members::containsKey)
        .boxed()
        .sorted(Comparator.comparing(group -> members.get(group).getFirst(), RunDocument.BY_ID))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Lists and writes a cluster, if it has several documents. */
  private void write(ClusterMaker.Cluster cluster, Map<Integer, List<RunDocument>> byGroup) {
    List<RunDocument> members =
        IntStream.of(cluster.elements())
            .boxed()
            .flatMap(group -> byGroup.get(group).stream())
            .sorted(RunDocument.BY_ID)
            .toList();
    if (members.size() < 2) {
      return;
    }
    check();
    IntStream.of(cluster.elements())
        .forEach(group -> IntStream.of(groups.members(group)).forEach(clustered::set));
    RunDocument canonical =
        options
            .canonical()
            .map(by -> canonical(members, by.order()))
            .orElse(byGroup.get(cluster.centre()).getFirst());
    String id = id(canonical);
    List<RunDocument> first = members.stream().limit(FoundCluster.MEMBERS_LISTED).toList();
    found.accept(new FoundCluster(id, members.size(), diameter(cluster), canonical, first));
    update.ifPresent(sink -> members.forEach(member -> sink.update(member, id)));
  }

  private static RunDocument canonical(List<RunDocument> members, ClusterOptions.Order order) {
    Comparator<BigDecimal> byValue =
        order == ClusterOptions.Order.ASC ? Comparator.naturalOrder() : Comparator.reverseOrder();
    return Collections.min(
        members, Comparator.comparing(RunDocument::order, Comparator.nullsLast(byValue)));
  }

  private String id(RunDocument member) {
    return withIndex ? member.index() + "/" + member.id() : member.id();
  }

  private int diameter(ClusterMaker.Cluster cluster) {
    long[] fingerprints =
        IntStream.of(cluster.elements())
            .filter(group -> withoutFingerprint.get(group) == false)
            .mapToLong(group -> groups.keys()[group])
            .distinct()
            .toArray();
    return fingerprints.length == 0 ? 0 : ClusterMaker.diameter(fingerprints, this::check);
  }

  /**
   * Writes the documents that are in no cluster, also those without a value: their own id, or
   * nothing where they have an id and are to have none.
   */
  private void writeOthers(UpdateSink sink) {
    boolean single = options.update().single();
    QueryBuilder query =
        single
            ? options.query()
            : QueryBuilders.boolQuery()
                .filter(options.query())
                .filter(QueryBuilders.existsQuery(options.update().field()));
    reader.forEachOther(
        query,
        clustered,
        memory,
        member -> {
          check();
          sink.update(member, single ? id(member) : null);
        });
    sink.end();
    check();
  }
}
