package io.simhash.elasticsearch.stats;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.shard.TransportCountShardsAction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.action.support.broadcast.BroadcastShardOperationFailedException;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.transport.TransportService;

/**
 * Counts the {@code simhash} fields of indices, on one copy of every shard. The counts of a shard
 * are added to those of the others when it answers. A shard that cannot answer is reported and not
 * counted.
 */
public final class TransportStatsAction
    extends TransportCountShardsAction<
        StatsRequest, StatsResponse, ShardStats.Request, ShardStats.Response> {

  /** The action, which the index privilege {@code monitor} covers. */
  public static final ActionType<StatsResponse> TYPE =
      new ActionType<>("indices:monitor/simhash/stats");

  /** Called by Elasticsearch. */
  @Inject
  public TransportStatsAction(
      ClusterService cluster,
      TransportService transport,
      ActionFilters filters,
      IndexNameExpressionResolver resolver,
      IndicesService indices,
      ProjectResolver projects) {
    super(
        TYPE,
        cluster,
        transport,
        filters,
        resolver,
        indices,
        projects,
        ShardStats.Request::new,
        "simhash_stats");
  }

  @Override
  protected void doExecuteForked(
      Task task, StatsRequest request, ActionListener<StatsResponse> listener) {
    new AsyncBroadcastAction(task, request, listener) {
      @Override
      protected void onOperation(ShardRouting shard, int index, ShardStats.Response response) {
        request.add(response.fields);
        super.onOperation(shard, index, new ShardStats.Response(shard.shardId(), Map.of()));
      }
    }.start();
  }

  @Override
  protected ShardStats.Request newShardRequest(
      int shards, ShardRouting shard, StatsRequest request) {
    return new ShardStats.Request(shard.shardId(), request);
  }

  @Override
  protected ShardStats.Response readShardResponse(StreamInput in) throws IOException {
    return new ShardStats.Response(in);
  }

  @Override
  protected ShardStats.Response shardOperation(ShardStats.Request request, Task task)
      throws IOException {
    CancellableTask stats = (CancellableTask) task;
    // It may have waited for other shards.
    stats.ensureNotCancelled();
    IndexService index = index(request.shardId());
    ShardStatsReader reader =
        new ShardStatsReader(
            index,
            request.shardId().id(),
            indices.getFieldFilter().apply(index.index().getName()),
            stats::ensureNotCancelled);
    return new ShardStats.Response(request.shardId(), reader.read(request.fields));
  }

  @Override
  protected StatsResponse newResponse(
      StatsRequest request, AtomicReferenceArray<?> answers, ClusterState state) {
    List<DefaultShardOperationFailedException> failures = new ArrayList<>();
    for (int shard = 0; shard < answers.length(); shard++) {
      if (answers.get(shard) instanceof BroadcastShardOperationFailedException failure) {
        // A mistake in the request, not a shard that is not available.
        if (ExceptionsHelper.unwrapCause(failure) instanceof IllegalArgumentException mistake) {
          throw mistake;
        }
        failures.add(new DefaultShardOperationFailedException(failure));
      }
    }
    if (failures.isEmpty() && answers.length() > 0) {
      requireMapped(request);
    }
    return new StatsResponse(answers.length(), failures, request.total());
  }

  private static void requireMapped(StatsRequest request) {
    for (String field : request.fields()) {
      if (Regex.isSimpleMatchPattern(field) == false
          && request.total().containsKey(field) == false) {
        throw invalid(
            "[fields] must name fields of type [simhash] but [%s] is not mapped in %s",
            field, List.of(request.indices()));
      }
    }
  }
}
