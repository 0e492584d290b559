package io.simhash.elasticsearch.shard;

import java.util.List;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BaseBroadcastResponse;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardResponse;
import org.elasticsearch.action.support.broadcast.TransportBroadcastAction;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ProjectState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.routing.SearchShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.transport.TransportService;

/**
 * An action that counts all documents of its indices, on one copy of every shard, see {@link
 * ShardThreads}. It needs indices that can be read, and refuses aliases with a filter.
 *
 * @param <R> the request
 * @param <A> the answer
 * @param <S> the request to a shard
 * @param <T> the answer of a shard
 */
public abstract class TransportCountShardsAction<
        R extends BroadcastRequest<R>,
        A extends BaseBroadcastResponse,
        S extends BroadcastShardRequest,
        T extends BroadcastShardResponse>
    extends TransportBroadcastAction<R, A, S, T> {

  /** The indices of this node. */
  protected final IndicesService indices;

  private final ProjectResolver projects;

  /**
   * @param threads the name of the threads, for messages
   */
  protected TransportCountShardsAction(
      ActionType<A> type,
      ClusterService cluster,
      TransportService transport,
      ActionFilters filters,
      IndexNameExpressionResolver resolver,
      IndicesService indices,
      ProjectResolver projects,
      Writeable.Reader<S> shardRequest,
      String threads) {
    super(
        type.name(),
        cluster,
        transport,
        filters,
        resolver,
        in -> TransportAction.localOnly(),
        shardRequest,
        new ShardThreads(transport.getThreadPool(), threads));
    this.indices = indices;
    this.projects = projects;
  }

  /** The index of a shard on this node. */
  protected IndexService index(ShardId shard) {
    return indices.indexServiceSafe(shard.getIndex());
  }

  @Override
  protected final List<SearchShardRouting> shards(ClusterState state, R request, String[] names) {
    ProjectState project = projects.getProjectState(state);
    FilteredAliases.requireNone(indexNameExpressionResolver, project, request.indices(), names);
    return clusterService.operationRouting().searchShards(project, names, null, null);
  }

  @Override
  protected final ClusterBlockException checkGlobalBlock(ClusterState state, R request) {
    return state.blocks().globalBlockedException(projects.getProjectId(), ClusterBlockLevel.READ);
  }

  @Override
  protected final ClusterBlockException checkRequestBlock(
      ClusterState state, R request, String[] names) {
    return state
        .blocks()
        .indicesBlockedException(projects.getProjectId(), ClusterBlockLevel.READ, names);
  }
}
