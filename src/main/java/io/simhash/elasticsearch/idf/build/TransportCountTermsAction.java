package io.simhash.elasticsearch.idf.build;

import io.simhash.elasticsearch.shard.ShardThreads;
import io.simhash.elasticsearch.shard.TransportCountShardsAction;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BaseBroadcastResponse;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.project.ProjectResolver;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.TransportService;

/**
 * Counts the documents of each term of a field on one copy of every shard, see {@link
 * ShardThreads}. If a shard cannot answer, the request fails: the other shards alone would give the
 * counts of another index.
 */
public final class TransportCountTermsAction
    extends TransportCountShardsAction<
        TransportCountTermsAction.Request,
        TransportCountTermsAction.Response,
        ShardCount.Request,
        ShardCount.Response> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<Response> TYPE =
      new ActionType<>("indices:data/read/simhash/idf/build/count");

  /** The indices, and the terms to count in them. Never sent to another node. */
  static final class Request extends BroadcastRequest<Request> {

    final ShardCount.Terms terms;

    Request(String[] indices, ShardCount.Terms terms) {
      super(indices);
      this.terms = terms;
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new CancellableTask(id, type, action, terms.toString(), parent, headers);
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }
  }

  /** The counts of all shards. Never sent to another node. */
  static final class Response extends BaseBroadcastResponse {

    final List<ShardCount.Counts> shards;

    Response(List<ShardCount.Counts> shards) {
      super(shards.size(), shards.size(), 0, List.of());
      this.shards = shards;
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }
  }

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
        TYPE,
        cluster,
        transport,
        filters,
        resolver,
        indices,
        projects,
        ShardCount.Request::new,
        "simhash_idf_build");
  }

  @Override
  protected ShardCount.Request newShardRequest(int shards, ShardRouting shard, Request request) {
    return new ShardCount.Request(shard.shardId(), request);
  }

  @Override
  protected ShardCount.Response readShardResponse(StreamInput in) throws IOException {
    return new ShardCount.Response(in);
  }

  @Override
  protected ShardCount.Response shardOperation(ShardCount.Request request, Task task)
      throws IOException {
    CancellableTask build = (CancellableTask) task;
    // It may have waited for the shards of other builds.
    build.ensureNotCancelled();
    ShardTermCounter counter =
        new ShardTermCounter(
            index(request.shardId()), request.shardId().id(), build::ensureNotCancelled);
    return new ShardCount.Response(request.shardId(), counter.count(request.terms));
  }

  @Override
  protected Response newResponse(
      Request request, AtomicReferenceArray<?> answers, ClusterState state) {
    List<ShardCount.Counts> shards = new ArrayList<>();
    for (int shard = 0; shard < answers.length(); shard++) {
      if (answers.get(shard) instanceof Exception failure) {
        throw ExceptionsHelper.convertToRuntime((Exception) ExceptionsHelper.unwrapCause(failure));
      }
      shards.add(((ShardCount.Response) answers.get(shard)).counts);
    }
    return new Response(shards);
  }
}
