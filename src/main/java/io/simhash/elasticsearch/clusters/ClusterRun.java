package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.cluster.EqualGroups;
import io.simhash.core.cluster.NeighbourJoin;
import io.simhash.core.cluster.UnionFind;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.query.QueryBuilders;

/**
 * One run, on one thread, which waits for its searches: reads the fingerprints of all documents,
 * joins neighbours ({@link NeighbourJoin}), then lists and writes the clusters ({@link
 * ClusterWriter}).
 *
 * <p>Documents with equal fingerprints and equal signatures are one element of the work.
 */
final class ClusterRun {

  private final ClusterTask task;
  private final ClustersRequest request;
  private final ClusterOptions options;
  private final IndexNames names;
  private final Client child;
  private final Client client;
  private final CircuitBreaker breaker;
  private final LongSupplier clock;

  /**
   * @param child makes requests children of the task
   * @param client for what must also happen after the task was cancelled
   * @param clock milliseconds that only increase
   */
  ClusterRun(
      ClusterTask task,
      ClustersRequest request,
      IndexNames names,
      Client child,
      Client client,
      CircuitBreaker breaker,
      LongSupplier clock) {
    this.task = task;
    this.request = request;
    this.options = request.options;
    this.names = names;
    this.child = child;
    this.client = client;
    this.breaker = breaker;
    this.clock = clock;
  }

  /**
   * Runs it.
   *
   * @param listed takes the clusters of the response
   */
  ClustersResponse run(Reservation listed) {
    long start = System.nanoTime();
    task.ensureNotCancelled();
    names.requireOther(options.dest(), request.indices());
    try (Reservation memory = new Reservation(breaker);
        PointInTime pointInTime = new PointInTime(child, client, request, clock)) {
      Documents documents = read(pointInTime, memory);
      EqualGroups groups = equal(documents);
      Values values = new Values(pointInTime, options.fields(), documents);
      GroupReader reader = new GroupReader(pointInTime, options, documents, groups, values);
      RunProgress progress = new RunProgress(task, pointInTime::touch, documents.size());
      NeighbourJoin join =
          new NeighbourJoin(
              groups.keys(),
              reader.withoutFingerprint(),
              reader,
              options.rule(),
              options.confirmRule(),
              progress);
      UnionFind sets = join.run();
      Clustered clustered = new Clustered(documents);
      Outputs outputs = new Outputs(task, progress, options, child, pointInTime, clustered, listed);
      ClusterWriter writer =
          new ClusterWriter(
              options,
              names.isOneIndex(request.typed()) == false,
              groups,
              reader,
              values,
              memory,
              clustered,
              progress);
      outputs.sayingWhatIsLeft(() -> writer.run(sets, outputs));
      long took = (System.nanoTime() - start) / 1_000_000;
      return new ClustersResponse(took, documents.size(), join.compared(), outputs);
    }
  }

  /**
   * The documents that are one element of the work. Where texts confirm neighbours, only equal
   * signatures tell that texts are equal: a document without one is alone.
   */
  private EqualGroups equal(Documents documents) {
    long[] hashes = documents.hashes();
    if (options.confirm() == null) {
      return hashes.length == 0
          ? EqualGroups.of(documents.fingerprints())
          : EqualGroups.of(documents.fingerprints(), hashes);
    }
    long[] texts = new long[documents.size()];
    Arrays.setAll(texts, i -> documents.isSigned(i) ? hashes[i] : i);
    return EqualGroups.of(documents.fingerprints(), texts);
  }

  private Documents read(PointInTime pointInTime, Reservation memory) {
    ShardQuestion question = ShardQuestion.fingerprints(options.fields(), options.rule());
    if (pointInTime.isMapped(options.fields()) == false) {
      throw invalid(
          "[field] must name a field of type [simhash] but [%s] is not mapped in %s",
          options.field(), List.of(request.indices()));
    }
    long count =
        pointInTime.count(
            QueryBuilders.boolQuery()
                .filter(options.query())
                .filter(QueryBuilders.existsQuery(options.field())));
    if (count > options.maxDocuments()) {
      throw invalid(
          "the documents to cluster must be at most [max_documents] [%s] but were [%s]",
          options.maxDocuments(), count);
    }
    memory.reserve(count, options.rule().usesSignatures() ? NeighbourJoin.BAND_GROUP : 0);
    memory.add(options.confirm() == null ? 0 : Reservation.TEXT_BYTES);
    Documents documents = Documents.of(pointInTime.ask(question, options.query()));
    task.report(new ClusterStatus(ClusterStatus.Phase.PAIRING, documents.size(), 0, 0, 0, 0, 0));
    return documents;
  }
}
