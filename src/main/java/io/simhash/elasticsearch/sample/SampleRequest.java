package io.simhash.elasticsearch.sample;

import static io.simhash.core.base.Errors.invalid;
import static org.elasticsearch.rest.RestRequest.Method.GET;
import static org.elasticsearch.rest.RestRequest.Method.POST;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.elasticsearch.option.NearOptions;
import io.simhash.elasticsearch.option.RequestBody;
import io.simhash.elasticsearch.run.RunAction;
import io.simhash.elasticsearch.run.RunRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.logging.HeaderWarning;
import org.elasticsearch.common.lucene.search.function.CombineFunction;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.functionscore.RandomScoreFunctionBuilder;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.action.RestCancellableNodeClient;
import org.elasticsearch.rest.action.RestToXContentListener;

/** A request that reads a random sample of the documents of indices. */
public abstract class SampleRequest extends RunRequest {

  /** The maximum number of hits of a search by default. */
  public static final int MAX_SAMPLE = 10_000;

  public final String field;
  public final QueryBuilder query;
  public final int sampleSize;

  /**
   * @param query the documents that are sampled
   */
  protected SampleRequest(String[] indices, String field, QueryBuilder query, int sampleSize) {
    super(indices);
    if (field == null || field.isBlank()) {
      throw invalid("[field] is needed");
    }
    this.field = new NearOptions(field, null, null, true).requireOneField().field();
    this.query = query;
    this.sampleSize = Ranges.require("sample_size", sampleSize, 1, MAX_SAMPLE);
  }

  final void warnOfNoDocument() {
    HeaderWarning.addWarning(
        "[{}] has no value in any document of {} that matches and that you may read",
        field,
        List.of(indices()));
  }

  @Override
  public final String getDescription() {
    return "sample by [" + field + "] of " + List.of(indices());
  }

  /** A query that scores the documents of another one by random numbers. */
  public static QueryBuilder inRandomOrder(QueryBuilder query, long seed) {
    RandomScoreFunctionBuilder random =
        new RandomScoreFunctionBuilder().seed(seed).setField(SeqNoFieldMapper.NAME);
    return QueryBuilders.functionScoreQuery(query, random).boostMode(CombineFunction.REPLACE);
  }

  /**
   * {@code GET} and {@code POST} of {@code {index}/_simhash/name}, with options in the address and
   * a query in the body; {@code field} and {@code same} may be in both places. Closing the
   * connection cancels the request.
   */
  static final class Handler extends BaseRestHandler {

    private final String name;
    private final ActionType<RunAction.Response> type;
    private final Reader reader;

    Handler(String name, ActionType<RunAction.Response> type, Reader reader) {
      this.name = name;
      this.type = type;
      this.reader = reader;
    }

    /** Takes the other options, those in the body from {@code options}. */
    interface Reader {
      SampleRequest read(
          String[] indices, String field, QueryBuilder query, OptionMap options, RestRequest rest);
    }

    @Override
    public String getName() {
      return "simhash_" + name;
    }

    @Override
    public List<Route> routes() {
      String path = "/{index}/_simhash/" + name;
      return List.of(new Route(GET, path), new Route(POST, path));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest rest, NodeClient client)
        throws IOException {
      OptionMap options = new OptionMap(options(rest));
      String[] indices = Strings.splitStringByCommaToArray(rest.param("index"));
      String field = options.string("field", null);
      SampleRequest request = reader.read(indices, field, RunRequest.query(options), options, rest);
      options.requireEmpty();
      request.indicesOptions(IndicesOptions.fromRequest(rest, request.indicesOptions()));
      return channel ->
          new RestCancellableNodeClient(client, rest.getHttpChannel())
              .execute(type, request, new RestToXContentListener<>(channel));
    }

    private static Map<String, Object> options(RestRequest rest) throws IOException {
      Map<String, Object> options =
          rest.hasContent() ? RequestBody.read(rest) : new LinkedHashMap<>();
      put(options, "field", rest.param("field"));
      put(options, "same", rest.hasParam("same") ? List.of(rest.param("same").split(",")) : null);
      return options;
    }

    private static void put(Map<String, Object> options, String name, Object inAddress) {
      if (inAddress != null && options.put(name, inAddress) != null) {
        throw invalid("[%s] must be in the address or in the body but was in both", name);
      }
    }
  }
}
