package io.simhash.elasticsearch.idf.build;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.idf.store.ModelChange;
import io.simhash.elasticsearch.idf.store.ModelLimits;
import io.simhash.elasticsearch.idf.store.TransportChangeModelAction;
import io.simhash.elasticsearch.idf.store.TransportCheckNodesAction;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/**
 * Builds an IDF model from an index's document frequencies and stores it, with the caller's rights
 * and as children of its own task.
 *
 * <p>Callers without {@code read} on the index or without the right to store a model are refused
 * before any shard is read: {@link TransportCheckNodesAction} comes first.
 */
public final class TransportBuildModelAction
    extends TransportAction<TransportBuildModelAction.Request, ModelChange.Response> {

  /** The action, which the index privilege {@code read} covers. */
  public static final ActionType<ModelChange.Response> TYPE =
      new ActionType<>("indices:data/read/simhash/idf/build");

  private static final int DEFAULT_MIN_DF = 2;
  private static final int DEFAULT_MAX_TERMS = 50_000;

  /** The field to count, its indices, and the model to store. Never sent to another node. */
  public static final class Request extends BroadcastRequest<Request> {

    final String field;
    final int minDf;
    final int maxTerms;
    private final String name;
    private final Function<IdfModel, ModelChange.Request> put;

    /**
     * Reads {@code {"index": …, "field": …, "min_df": 2, "max_terms": 50000}}.
     *
     * @throws IllegalArgumentException naming the option, what it allows and what it was
     */
    public Request(
        TimeValue masterTimeout, TimeValue ackTimeout, String name, Map<String, Object> body) {
      ModelLimits.requireName(name);
      OptionMap options = new OptionMap(body);
      if (options.has("index") == false || options.has("field") == false) {
        throw invalid("[index] and [field] are required to build a model");
      }
      this.name = name;
      this.put = model -> new ModelChange.Request(masterTimeout, ackTimeout, name, model);
      this.indices =
          body.get("index") instanceof List<?>
              ? options.strings("index").toArray(String[]::new)
              : Strings.splitStringByCommaToArray(options.string("index"));
      if (indices.length == 0 || List.of(indices).stream().anyMatch(String::isBlank)) {
        throw invalid("[index] must name at least one index");
      }
      this.field = options.string("field");
      this.minDf =
          Ranges.require(
              "min_df", options.integer("min_df", DEFAULT_MIN_DF), 1, IdfModel.MAX_DOCUMENTS);
      this.maxTerms =
          Ranges.require(
              "max_terms",
              options.integer("max_terms", DEFAULT_MAX_TERMS),
              1,
              ModelLimits.MAX_TERMS);
      options.requireEmpty();
    }

    @Override
    public Task createTask(
        long id, String type, String action, TaskId parent, Map<String, String> headers) {
      return new CancellableTask(id, type, action, getDescription(), parent, headers);
    }

    @Override
    public String getDescription() {
      return "build IDF model [" + name + "] from [" + field + "] of " + List.of(indices);
    }

    @Override
    public void writeTo(StreamOutput out) {
      TransportAction.localOnly();
    }
  }

  private final NodeClient client;
  private final ClusterService cluster;

  /** Called by Elasticsearch. */
  @Inject
  public TransportBuildModelAction(
      ActionFilters filters,
      TransportService transport,
      ClusterService cluster,
      NodeClient client) {
    super(
        TYPE.name(),
        filters,
        transport.getTaskManager(),
        transport.getThreadPool().executor(ThreadPool.Names.MANAGEMENT));
    this.client = client;
    this.cluster = cluster;
  }

  @Override
  protected void doExecute(
      Task task, Request request, ActionListener<ModelChange.Response> listener) {
    Client child = new ParentTaskAssigningClient(client, cluster.localNode(), task);
    ActionListener<IdfModel> store =
        listener.delegateFailureAndWrap(
            (l, model) ->
                child.execute(TransportChangeModelAction.PUT, request.put.apply(model), l));
    child.execute(
        TransportCheckNodesAction.TYPE,
        new TransportCheckNodesAction.Request(),
        store.delegateFailureAndWrap(
            (l, nodes) -> new ModelBuild(request, child, ModelBuild.TERMS_PER_SLICE, l).start()));
  }
}
