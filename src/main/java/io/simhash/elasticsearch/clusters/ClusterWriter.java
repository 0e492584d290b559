package io.simhash.elasticsearch.clusters;

import io.simhash.core.base.UnionFind;
import io.simhash.core.cluster.ClusterMaker;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.clusters.LargestClusters.FoundCluster;
import io.simhash.elasticsearch.option.DocumentName;
import io.simhash.elasticsearch.run.Reservation;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.sort.SortOrder;

/**
 * Describes the clusters of a run, lists them, and writes them into documents. The members of a few
 * are read at a time.
 *
 * @param found takes the clusters
 * @param update takes the values of documents; {@code null} if none are to be written
 */
record ClusterWriter(
    ClusterOptions options,
    NearRule rule,
    boolean withIndex,
    ClusterElements reader,
    ClusterTask task,
    LargestClusters found,
    UpdateSink update) {

  /** Lists and writes every cluster of at least two documents, then writes the other documents. */
  void run(UnionFind sets) {
    ClusterMaker maker =
        new ClusterMaker(
            reader,
            reader.groups()::size,
            rule,
            options.confirmRule(),
            options.linkage(),
            this::check);
    BitSet clustered = new BitSet();
    maker.forEachBatch(
        sets,
        ClusterElements.BATCH,
        batch -> {
          check();
          try (Reservation part = reader.memory().part()) {
            batch.forEach(set -> part.add(maker.bytes(set.length)));
            write(maker, batch, part, clustered);
          }
        });
    if (update != null) {
      writeOthers(clustered);
    }
  }

  private void check() {
    long written = update == null ? 0 : update.updated + update.unchanged;
    task.writing(found.clusters, found.clustered, written);
  }

  /**
   * @param part takes the members
   * @param clustered takes the documents that are in a cluster
   */
  private void write(ClusterMaker maker, List<int[]> batch, Reservation part, BitSet clustered) {
    Map<Integer, List<ClusterDocument>> members =
        reader.members(batch.stream().flatMapToInt(IntStream::of).toArray(), part);
    List<int[]> sets =
        batch.stream()
            .map(set -> byFirstMember(set, members))
            .filter(set -> set.length > 0)
            .toList();
    Map<Integer, NearValue> near = Map.of();
    if (update != null && options.fields().target() != null) {
      part.add(ClusterMaker.SIGNATURE_BYTES * members.size());
      near = reader.near(sets.stream().flatMapToInt(IntStream::of).toArray());
    }
    for (ClusterMaker.Cluster cluster : maker.clusters(sets)) {
      write(cluster, members, near, clustered);
    }
  }

  private static int[] byFirstMember(int[] set, Map<Integer, List<ClusterDocument>> members) {
    return IntStream.of(set)
        .filter(members::containsKey)
        .boxed()
        .sorted(Comparator.comparing(group -> members.get(group).getFirst(), ClusterDocument.BY_ID))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /**
   * Lists and writes a cluster, if it has several documents.
   *
   * @param byElement the members of each element
   * @param near the values of elements that tags are computed of; none if no tags are written
   */
  private void write(
      ClusterMaker.Cluster cluster,
      Map<Integer, List<ClusterDocument>> byElement,
      Map<Integer, NearValue> near,
      BitSet clustered) {
    List<ClusterDocument> members =
        IntStream.of(cluster.elements())
            .boxed()
            .flatMap(element -> byElement.get(element).stream())
            .sorted(ClusterDocument.BY_ID)
            .toList();
    if (members.size() < 2) {
      return;
    }
    check();
    IntStream.of(cluster.elements())
        .flatMap(element -> IntStream.of(reader.groups().members(element)))
        .forEach(clustered::set);
    ClusterDocument canonical =
        options.fields().canonical() == null
            ? byElement.get(cluster.centre()).getFirst()
            : canonical(members);
    String id = id(canonical);
    List<ClusterDocument> first = members.stream().limit(FoundCluster.MEMBERS_LISTED).toList();
    found.accept(new FoundCluster(id, members.size(), diameter(cluster), canonical, first));
    if (update == null) {
      return;
    }
    int owner =
        IntStream.of(cluster.elements())
            .filter(element -> byElement.get(element).contains(canonical))
            .findFirst()
            .orElseThrow();
    for (int element : cluster.elements()) {
      for (ClusterDocument member : byElement.get(element)) {
        boolean isOriginal = member == canonical;
        update.update(
            member, id, isOriginal ? null : tag(canonical, near.get(element), near.get(owner)));
      }
    }
  }

  /**
   * The canonical document as the processor {@code near_duplicate} names one.
   *
   * @param value of a member, {@code null} if it is not known or the caller may not read it any
   *     more
   * @param other of the canonical document
   */
  private static Map<String, Object> tag(
      ClusterDocument canonical, NearValue value, NearValue other) {
    Map<String, Object> tag = new HashMap<>();
    tag.put("id", canonical.id());
    tag.put("index", canonical.index());
    if (value != null && other != null) {
      tag.putAll(value.nearness(other));
    }
    return tag;
  }

  private ClusterDocument canonical(List<ClusterDocument> members) {
    Comparator<BigDecimal> byValue =
        options.order() == SortOrder.ASC ? Comparator.naturalOrder() : Comparator.reverseOrder();
    return Collections.min(
        members, Comparator.comparing(ClusterDocument::order, Comparator.nullsLast(byValue)));
  }

  private String id(ClusterDocument member) {
    return new DocumentName(member.index(), member.id()).clusterId(withIndex);
  }

  private int diameter(ClusterMaker.Cluster cluster) {
    long[] fingerprints =
        IntStream.of(cluster.elements())
            .filter(reader::hasFingerprint)
            .mapToLong(group -> reader.fingerprints()[group])
            .distinct()
            .toArray();
    return fingerprints.length == 0 ? 0 : ClusterMaker.diameter(fingerprints, this::check);
  }

  /**
   * Writes the documents that are in no cluster, also those without a value: their own id, or
   * nothing where they have an id and are to have none.
   */
  private void writeOthers(BitSet clustered) {
    QueryBuilder query =
        options.single()
            ? options.query()
            : QueryBuilders.boolQuery()
                .filter(options.query())
                .filter(QueryBuilders.existsQuery(options.fields().update()));
    reader.forEachOther(
        query,
        clustered,
        member -> {
          check();
          update.update(member, options.single() ? id(member) : null, null);
        });
    update.end();
    check();
  }
}
