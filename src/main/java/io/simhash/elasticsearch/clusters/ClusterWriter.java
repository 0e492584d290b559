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
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.sort.SortOrder;

/**
 * Describes the clusters of a run, lists them, and writes them into documents. The members of a few
 * are read at a time.
 *
 * @param rule decides which documents are neighbours
 * @param withIndex whether the ids of clusters start with an index
 * @param found takes the clusters
 * @param update takes the values of documents; empty if none are to be written
 */
record ClusterWriter(
    ClusterOptions options,
    NearRule rule,
    boolean withIndex,
    ClusterElements reader,
    Reservation memory,
    ClusterTask task,
    LargestClusters found,
    Optional<UpdateSink> update) {

  private static final long BYTES_OF_ENTRY = 48;

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
          try (Reservation part = memory.part()) {
            batch.forEach(set -> part.add(maker.bytes(set.length)));
            write(maker, batch, part, clustered);
          }
        });
    update.ifPresent(sink -> writeOthers(sink, clustered));
  }

  private void check() {
    long written = update.map(sink -> sink.updated + sink.unchanged).orElse(0L);
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
    Map<ClusterDocument, NearValue> near = near(members, part);
    maker.clusters(sets).forEach(cluster -> write(cluster, members, near, clustered));
  }

  /** The values that the tags of members are computed of; none if no tags are written. */
  private Map<ClusterDocument, NearValue> near(
      Map<Integer, List<ClusterDocument>> members, Reservation part) {
    Map<ClusterDocument, NearValue> near = new IdentityHashMap<>();
    if (update.isPresent() && options.update().target() != null) {
      long documents = members.values().stream().mapToLong(List::size).sum();
      part.add(ClusterMaker.SIGNATURE_BYTES * members.size() + BYTES_OF_ENTRY * documents);
      int[] elements = members.keySet().stream().mapToInt(Integer::intValue).toArray();
      reader
          .near(elements)
          .forEach(
              (element, value) -> members.get(element).forEach(member -> near.put(member, value)));
    }
    return near;
  }

  private static int[] byFirstMember(int[] set, Map<Integer, List<ClusterDocument>> members) {
    return IntStream.of(set)
        .filter(members::containsKey)
        .boxed()
        .sorted(Comparator.comparing(group -> members.get(group).getFirst(), ClusterDocument.BY_ID))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Lists and writes a cluster, if it has several documents. */
  private void write(
      ClusterMaker.Cluster cluster,
      Map<Integer, List<ClusterDocument>> byGroup,
      Map<ClusterDocument, NearValue> near,
      BitSet clustered) {
    List<ClusterDocument> members =
        IntStream.of(cluster.elements())
            .boxed()
            .flatMap(group -> byGroup.get(group).stream())
            .sorted(ClusterDocument.BY_ID)
            .toList();
    if (members.size() < 2) {
      return;
    }
    check();
    IntStream.of(cluster.elements())
        .flatMap(group -> IntStream.of(reader.groups().members(group)))
        .forEach(clustered::set);
    ClusterDocument canonical =
        options.canonical() == null
            ? byGroup.get(cluster.centre()).getFirst()
            : canonical(members, options.canonical().order());
    String id = id(canonical);
    List<ClusterDocument> first = members.stream().limit(FoundCluster.MEMBERS_LISTED).toList();
    found.accept(new FoundCluster(id, members.size(), diameter(cluster), canonical, first));
    update.ifPresent(
        sink ->
            members.forEach(
                member ->
                    sink.update(
                        member, id, member == canonical ? null : tag(canonical, member, near))));
  }

  /** The canonical document as the processor {@code near_duplicate} names one. */
  private static Map<String, Object> tag(
      ClusterDocument canonical, ClusterDocument member, Map<ClusterDocument, NearValue> near) {
    Map<String, Object> tag = new HashMap<>();
    tag.put("id", canonical.id());
    tag.put("index", canonical.index());
    // A document that the caller may not read any more has no value.
    if (near.containsKey(canonical) && near.containsKey(member)) {
      tag.putAll(near.get(member).nearness(near.get(canonical)));
    }
    return tag;
  }

  private static ClusterDocument canonical(List<ClusterDocument> members, SortOrder order) {
    Comparator<BigDecimal> byValue =
        order == SortOrder.ASC ? Comparator.naturalOrder() : Comparator.reverseOrder();
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
  private void writeOthers(UpdateSink sink, BitSet clustered) {
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
          sink.update(member, single ? id(member) : null, null);
        });
    sink.end();
    check();
  }
}
