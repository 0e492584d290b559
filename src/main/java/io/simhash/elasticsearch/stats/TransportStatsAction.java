package io.simhash.elasticsearch.stats;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.elasticsearch.compat.Project;
import io.simhash.elasticsearch.format.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.DefaultShardOperationFailedException;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BaseBroadcastResponse;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardOperationFailedException;
import org.elasticsearch.action.support.broadcast.BroadcastShardRequest;
import org.elasticsearch.action.support.broadcast.BroadcastShardResponse;
import org.elasticsearch.action.support.broadcast.TransportBroadcastAction;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.routing.ShardIterator;
import org.elasticsearch.cluster.routing.ShardRouting;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.common.util.concurrent.ThrottledTaskRunner;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.rest.action.RestActions;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Counts the {@code simhash} fields of indices, on one copy of every shard, with all documents: an
 * alias with a filter is refused. The counts of a shard are added to those of the others when it
 * answers. A shard that cannot answer is reported and not counted.
 */
public final class TransportStatsAction
    extends TransportBroadcastAction<
        TransportStatsAction.Request,
        TransportStatsAction.Response,
        TransportStatsAction.ShardRequest,
        TransportStatsAction.ShardResponse> {

  /** The action, which the index privilege {@code monitor} covers. */
  public static final ActionType<Response> TYPE = new ActionType<>("indices:monitor/simhash/stats");

  /** The maximum number of shards of a node that are counted at the same time. */
  static final int MAX_SHARDS = 2;

  /** The newest format that this version of the plugin reads, see {@link WireFormat}. */
  private static final int NEWEST_FORMAT = 1;

  /** The format that this version of the plugin writes. */
  private static final int WRITTEN_FORMAT = 1;

  /**
   * The indices and fields to count, and the counts of the shards that have answered. Never sent to
   * another node.
   */
  public static final class Request extends BroadcastRequest<Request> {

    /** The maximum number of fields, of 4 MB each. */
    static final int MAX_FIELDS = 16;

    private final List<String> fields;
    private final Map<String, FieldStats> total = new TreeMap<>();

    /**
     * Counts fields.
     *
     * @param fields names or patterns with {@code *}
     * @throws IllegalArgumentException if there is none, or an empty one
     */
    public Request(String[] indices, List<String> fields) {
      super(indices);
      if (fields.isEmpty() || fields.stream().anyMatch(String::isBlank)) {
        throw invalid("[fields] must name at least one field, and no empty one");
      }
      this.fields = fields;
    }

    /**
     * Adds the counts of a shard as soon as it has answered, so that memory does not grow with the
     * number of shards.
     */
    private synchronized void add(Map<String, FieldStats> shard) {
      for (Map.Entry<String, FieldStats> field : shard.entrySet()) {
        total.computeIfAbsent(field.getKey(), name -> new FieldStats()).addAll(field.getValue());
        requireFew(total.size());
      }
    }

    /**
     * Requires a number of fields that memory is bounded for.
     *
     * @throws IllegalArgumentException if there are more than {@link #MAX_FIELDS}
     */
    static void requireFew(int fields) {
      if (fields > MAX_FIELDS) {
        throw invalid("[fields] must match at most [%s] fields but matches more", MAX_FIELDS);
      }
    }

    private synchronized Map<String, FieldStats> total() {
      return total;
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new CancellableTask(id, type, action, getDescription(), parent, headers);
    }

    @Override
    public String getDescription() {
      return "statistics of " + fields + " in " + List.of(indices());
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }
  }

  /** The counts of each field, and the shards that they are from. Never sent to another node. */
  public static final class Response extends BaseBroadcastResponse implements ToXContentObject {

    final Map<String, FieldStats> fields;

    Response(
        int shards,
        List<DefaultShardOperationFailedException> failures,
        Map<String, FieldStats> fields) {
      super(shards, shards - failures.size(), failures.size(), failures);
      this.fields = fields;
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder.startObject();
      RestActions.buildBroadcastShardsHeader(builder, params, this);
      builder.startObject("fields");
      for (Map.Entry<String, FieldStats> field : fields.entrySet()) {
        field.getValue().toXContent(builder.field(field.getKey()), params);
      }
      return builder.endObject().endObject();
    }
  }

  /** The request to one shard. */
  static final class ShardRequest extends BroadcastShardRequest {

    private final List<String> fields;

    ShardRequest(ShardId shard, Request request) {
      super(shard, request);
      this.fields = request.fields;
    }

    ShardRequest(StreamInput in) throws IOException {
      super(in);
      WireFormat.read(in, "a request of statistics", NEWEST_FORMAT);
      fields = in.readStringCollectionAsList();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeVInt(WRITTEN_FORMAT);
      out.writeStringCollection(fields);
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new CancellableTask(id, type, action, "fields " + fields, parent, headers);
    }
  }

  /** The counts of one shard by field. */
  static final class ShardResponse extends BroadcastShardResponse {

    private final Map<String, FieldStats> fields;

    ShardResponse(ShardId shard, Map<String, FieldStats> fields) {
      super(shard);
      this.fields = fields;
    }

    ShardResponse(StreamInput in) throws IOException {
      super(in);
      fields = in.readMap(FieldStats::new);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      out.writeMap(fields, StreamOutput::writeWriteable);
    }
  }

  private final IndicesService indices;

  /** Called by Elasticsearch. */
  @Inject
  public TransportStatsAction(
      ClusterService cluster,
      TransportService transport,
      ActionFilters filters,
      IndexNameExpressionResolver resolver,
      IndicesService indices) {
    super(
        TYPE.name(),
        cluster,
        transport,
        filters,
        resolver,
        in -> TransportAction.localOnly(),
        ShardRequest::new,
        threads(transport.getThreadPool()));
    this.indices = indices;
  }

  /**
   * At most {@link #MAX_SHARDS} threads of the pool {@code generic}, so that counting any number of
   * shards takes no thread from searches; other shards wait. A task runs with the rights of its
   * caller.
   */
  static Executor threads(ThreadPool pool) {
    ThrottledTaskRunner throttled =
        new ThrottledTaskRunner("simhash_stats", MAX_SHARDS, pool.generic());
    return task -> {
      Runnable ofCaller = pool.getThreadContext().preserveContext(task);
      throttled.enqueueTask(
          ActionListener.wrap(
              next -> {
                try (next) {
                  ofCaller.run();
                }
              },
              // The pool takes every task until the node stops.
              stopped -> {}));
    };
  }

  @Override
  protected void doExecuteForked(Task task, Request request, ActionListener<Response> listener) {
    new AsyncBroadcastAction(task, request, listener) {
      @Override
      protected void onOperation(ShardRouting shard, int index, ShardResponse response) {
        request.add(response.fields);
        super.onOperation(shard, index, new ShardResponse(shard.shardId(), Map.of()));
      }
    }.start();
  }

  @Override
  protected List<ShardIterator> shards(ClusterState state, Request request, String[] names) {
    Project project = new Project(state);
    requireNoFilter(project, request.indices(), names);
    return project.shards(clusterService.operationRouting(), names);
  }

  /** Requires that no index is named by aliases with a filter only. */
  private void requireNoFilter(Project project, String[] names, String[] indexNames) {
    project
        .filteredAliases(indexNameExpressionResolver, List.of(indexNames), names)
        .findFirst()
        .ifPresent(
            alias -> {
              throw invalid(
                  "[index] must not be an alias with a filter, because all documents of its index"
                      + " would be counted, but was [%s]",
                  alias);
            });
  }

  @Override
  protected ClusterBlockException checkGlobalBlock(ClusterState state, Request request) {
    return new Project(state).globalBlock(ClusterBlockLevel.READ);
  }

  @Override
  protected ClusterBlockException checkRequestBlock(
      ClusterState state, Request request, String[] names) {
    return state.blocks().indicesBlockedException(ClusterBlockLevel.READ, names);
  }

  @Override
  protected ShardRequest newShardRequest(int shards, ShardRouting shard, Request request) {
    return new ShardRequest(shard.shardId(), request);
  }

  @Override
  protected ShardResponse readShardResponse(StreamInput in) throws IOException {
    return new ShardResponse(in);
  }

  @Override
  protected ShardResponse shardOperation(ShardRequest request, Task task) throws IOException {
    CancellableTask stats = (CancellableTask) task;
    // It may have waited for other shards.
    stats.ensureNotCancelled();
    IndexService index = indices.indexServiceSafe(request.shardId().getIndex());
    ShardStatsReader reader =
        new ShardStatsReader(
            index,
            request.shardId().id(),
            indices.getFieldFilter().apply(index.index().getName()),
            stats::ensureNotCancelled);
    return new ShardResponse(request.shardId(), reader.read(request.fields));
  }

  @Override
  protected Response newResponse(
      Request request, AtomicReferenceArray<?> answers, ClusterState state) {
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
    return new Response(answers.length(), failures, request.total());
  }

  private static void requireMapped(Request request) {
    for (String field : request.fields) {
      if (Regex.isSimpleMatchPattern(field) == false
          && request.total().containsKey(field) == false) {
        throw invalid(
            "[fields] must name fields of type [simhash] but [%s] is not mapped in %s",
            field, List.of(request.indices()));
      }
    }
  }
}
