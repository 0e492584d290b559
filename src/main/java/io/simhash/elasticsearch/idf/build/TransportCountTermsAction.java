package io.simhash.elasticsearch.idf.build;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.broadcast.TransportBroadcastAction;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ProjectState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.routing.SearchShardRouting;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/**
 * Runs {@link CountTermsAction} on one copy of each shard, on the threads of searches. All shards
 * answer or the request fails: counts of some would be a model of another index.
 */
public final class TransportCountTermsAction
    extends TransportBroadcastAction<
        CountTermsRequest, CountTermsResponse, CountTermsShardRequest, CountTermsShardResponse> {

  private final IndicesService indices;
  private final ProjectResolver projects;

  /** Called by Elasticsearch. */
  @Inject
  public TransportCountTermsAction(
      ClusterService cluster,
      TransportService transport,
      ActionFilters filters,
      IndexNameExpressionResolver resolver,
      IndicesService indices,
      ProjectResolver projects) {
    super(
        CountTermsAction.NAME,
        cluster,
        transport,
        filters,
        resolver,
        CountTermsRequest::new,
        CountTermsShardRequest::new,
        transport.getThreadPool().executor(ThreadPool.Names.SEARCH));
    this.indices = indices;
    this.projects = projects;
  }

  @Override
  protected List<SearchShardRouting> shards(
      ClusterState state, CountTermsRequest request, String[] concreteIndices) {
    ProjectState project = projects.getProjectState(state);
    requireNoFilter(project, request, concreteIndices);
    return clusterService.operationRouting().searchShards(project, concreteIndices, null, null);
  }

  private void requireNoFilter(
      ProjectState project, CountTermsRequest request, String[] concreteIndices) {
    Set<ResolvedExpression> names =
        indexNameExpressionResolver.resolveExpressionsIgnoringRemotes(
            project.metadata(), request.indices());
    for (String index : concreteIndices) {
      String[] aliases =
          indexNameExpressionResolver.filteringAliases(project.metadata(), index, names);
      if (aliases != null && aliases.length > 0) {
        throw new IllegalArgumentException(
            "[index] must not be an alias with a filter, whose terms cannot be told from the"
                + " index's, but was ["
                + aliases[0]
                + "]");
      }
    }
  }

  @Override
  protected ClusterBlockException checkGlobalBlock(ClusterState state, CountTermsRequest request) {
    return state.blocks().globalBlockedException(projects.getProjectId(), ClusterBlockLevel.READ);
  }

  @Override
  protected ClusterBlockException checkRequestBlock(
      ClusterState state, CountTermsRequest request, String[] concreteIndices) {
    return state
        .blocks()
        .indicesBlockedException(projects.getProjectId(), ClusterBlockLevel.READ, concreteIndices);
  }

  @Override
  protected CountTermsShardRequest newShardRequest(
      int shards, ShardRouting shard, CountTermsRequest request) {
    return new CountTermsShardRequest(shard.shardId(), request);
  }

  @Override
  protected CountTermsShardResponse readShardResponse(StreamInput in) throws IOException {
    return new CountTermsShardResponse(in);
  }

  @Override
  protected CountTermsShardResponse shardOperation(CountTermsShardRequest request, Task task)
      throws IOException {
    CancellableTask cancellable = (CancellableTask) task;
    ShardTerms terms =
        new ShardTerms(
            indices.indexServiceSafe(request.shardId().getIndex()),
            request.shardId().id(),
            cancellable::ensureNotCancelled);
    return new CountTermsShardResponse(request.shardId(), terms.count(request.count()));
  }

  @Override
  protected CountTermsResponse newResponse(
      CountTermsRequest request, AtomicReferenceArray<?> answers, ClusterState state) {
    ShardCounts all = ShardCounts.unmapped();
    for (int shard = 0; shard < answers.length(); shard++) {
      if (answers.get(shard) instanceof CountTermsShardResponse answer) {
        all = all.and(answer.counts());
      } else {
        Exception failure = (Exception) answers.get(shard);
        throw ExceptionsHelper.convertToRuntime((Exception) ExceptionsHelper.unwrapCause(failure));
      }
    }
    return new CountTermsResponse(answers.length(), all);
  }
}
