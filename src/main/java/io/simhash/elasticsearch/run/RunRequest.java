package io.simhash.elasticsearch.run;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.action.support.broadcast.BroadcastRequest;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.transport.RemoteClusterAware;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The indices that a run reads. Never sent to another node. */
public abstract class RunRequest extends BroadcastRequest<RunRequest> {

  protected RunRequest(String[] indices) {
    super(indices);
    for (String index : indices) {
      if (RemoteClusterAware.isRemoteIndexName(index)) {
        throw invalid("[index] must not name an index of another cluster but was [%s]", index);
      }
    }
  }

  /** Takes the option {@code query}; all documents if it is not set. */
  public static QueryBuilder query(OptionMap options) {
    if (options.has("query") == false) {
      return QueryBuilders.matchAllQuery();
    }
    Map<String, Object> query = options.map("query");
    try (XContentBuilder json = JsonXContent.contentBuilder().map(query)) {
      return QueryBuilders.wrapperQuery(BytesReference.bytes(json));
    } catch (IOException e) {
      throw invalid(e, "[query] must be a query but was [%s]", OptionMap.shown(query));
    }
  }

  @Override
  public Task createTask(
      long id, String type, String action, TaskId parent, Map<String, String> headers) {
    return new CancellableTask(id, type, action, getDescription(), parent, headers);
  }

  @Override
  public final void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }
}
