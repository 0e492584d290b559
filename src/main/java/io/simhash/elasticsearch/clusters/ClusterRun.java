package io.simhash.elasticsearch.clusters;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.UnionFind;
import io.simhash.core.cluster.NeighbourJoin;
import io.simhash.core.near.NearRule;
import io.simhash.elasticsearch.clusters.ShardQuestion.Part;
import io.simhash.elasticsearch.run.PointInTime;
import io.simhash.elasticsearch.run.Reservation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * One run, on one thread, which waits for its searches: reads the values of all documents, joins
 * neighbours ({@link NeighbourJoin}), then lists and writes the clusters ({@link ClusterWriter}).
 *
 * @param withIndex whether the ids of clusters start with an index: unless one index was typed, so
 *     that ids do not change when an alias or a wildcard gets a second one
 * @param child makes requests children of the task
 * @param client for what must also happen after the task was cancelled
 */
record ClusterRun(
    ClusterTask task,
    ClustersRequest request,
    boolean withIndex,
    Client child,
    Client client,
    ThreadPool threads) {

  /**
   * @param listed takes the clusters of the response
   * @return the body of the response. If it is stored with the task it has counts only: who may
   *     read tasks need not be allowed to read documents
   */
  Map<String, Object> run(Reservation listed) {
    long start = System.nanoTime();
    task.ensureNotCancelled();
    ClusterOptions options = request.options;
    ClusterFields fields = options.fields();
    boolean countsOnly = request.getShouldStoreResult();
    LargestClusters found = new LargestClusters(countsOnly ? 0 : options.size(), listed);
    UpdateSink update = fields.update() == null ? null : new UpdateSink(child, task, fields);
    Map<String, Object> body = new LinkedHashMap<>();
    try (Reservation memory = listed.part();
        PointInTime pointInTime = new PointInTime(child, client, threads, request)) {
      NumberedDocuments documents = read(pointInTime, memory);
      NearRule rule = options.rule(documents.hasSignatures());
      task.reading(documents.size);
      task.pairing(0, 0, 0);
      ClusterElements elements =
          new ClusterElements(
              pointInTime,
              fields,
              documents,
              documents.equal(),
              fields.confirm() != null
                  && documents.similar
                  && DocumentsAggregation.areOfTexts(pointInTime, fields, documents.header),
              memory,
              ClusterCost.TEXT_BYTES);
      ClusterElements reader = confirmsEqual(elements) ? elements : elements.withEqualTexts();
      NeighbourJoin join = new NeighbourJoin(reader, rule, options.confirmRule(), task::pairing);
      UnionFind sets = join.run();
      ClusterWriter writer =
          new ClusterWriter(options, rule, withIndex, reader, task, found, update);
      try {
        writer.run(sets);
      } catch (RuntimeException e) {
        throw update == null || update.updated == 0 ? e : partlyWritten(e);
      }
      body.put("took", (System.nanoTime() - start) / 1_000_000);
      body.put("documents", documents.size);
      body.put("incomparable_signatures", documents.incomparable);
      body.put("candidates", join.compared());
      body.put("clusters_found", found.clusters);
      body.put("clustered_documents", found.clustered);
      body.put("stories", documents.matched - found.clustered + found.clusters);
    }
    if (update != null) {
      body.put("update", update.body(countsOnly));
    }
    if (countsOnly == false) {
      body.put("clusters", found.list());
    }
    return body;
  }

  /** Whether documents with equal values need not be confirmed by their texts. */
  private boolean confirmsEqual(ClusterElements elements) {
    return request
        .options
        .confirmRule()
        .map(rule -> elements.ofTexts() && rule.sureEstimate(elements.bands().hashes()) <= 1)
        .orElse(true);
  }

  private NumberedDocuments read(PointInTime pointInTime, Reservation memory) {
    ClusterOptions options = request.options;
    ClusterFields fields = options.fields();
    DocumentsAggregation.requireMapped(pointInTime, fields, request.indices());
    long count =
        pointInTime.count(
            QueryBuilders.boolQuery()
                .filter(options.query())
                .filter(QueryBuilders.existsQuery(fields.near().field())));
    if (count > options.maxDocuments()) {
      throw invalid("%s", ClusterCost.tooMany(count, options.maxDocuments()));
    }
    task.reading(count);
    boolean confirmed = fields.confirm() != null;
    boolean same = fields.same().isEmpty() == false;
    memory.add(ClusterCost.heap(count, confirmed, same));
    memory.remove(ClusterCost.ofSearches(count, confirmed, same)); // they account for it themselves
    // Also where signatures are not compared, confirm cuts texts as most of them do.
    boolean withSignatures = confirmed || options.rule(true) instanceof NearRule.Similar;
    NumberedDocuments documents = new NumberedDocuments((int) count, withSignatures);
    Part part = withSignatures ? Part.VALUE : Part.FINGERPRINT;
    Map<String, Long> matched;
    try (Reservation values = memory.part()) {
      matched =
          new DocumentsAggregation(fields, ShardQuestion.ofAll(part))
              .ask(
                  pointInTime,
                  options.query(),
                  (shard, doc, in) -> {
                    documents.add(shard, doc, in);
                    values.reach(documents.bytesOfSame());
                  });
      documents.keep(options.rule(documents.hasSignatures()) instanceof NearRule.Similar);
    }
    documents.matched = matched.values().stream().mapToLong(Long::longValue).sum();
    if (fields.update() != null) {
      UpdateSink.requireWritable(child, task, fields, matched.keySet());
    }
    return documents;
  }

  /** Whatever ends a run that has written, the failure says that what has been written stays. */
  private RuntimeException partlyWritten(RuntimeException e) {
    String message =
        e.getMessage()
            + ": some ids have been written to ["
            + request.options.fields().update()
            + "] and the others have not; refresh the index and run it again to complete them";
    return e instanceof TaskCancelledException
        ? new TaskCancelledException(message)
        : new ElasticsearchStatusException("{}", ExceptionsHelper.status(e), e, message);
  }
}
