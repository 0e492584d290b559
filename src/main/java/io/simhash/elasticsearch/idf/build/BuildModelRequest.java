package io.simhash.elasticsearch.idf.build;

import io.simhash.core.base.OptionMap;
import io.simhash.core.idf.IdfModel;
import io.simhash.elasticsearch.idf.Limits;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.UntypedActionRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;

/** From which field of which indices a model is built. Never leaves its node. */
public final class BuildModelRequest extends UntypedActionRequest
    implements IndicesRequest.Replaceable {

  /** The documents that a term must stand in, where no number is named. */
  public static final int DEFAULT_MIN_DF = 2;

  private final TimeValue masterTimeout;
  private final TimeValue ackTimeout;
  private final String name;
  private final String field;
  private final int minDf;
  private final int maxTerms;
  private String[] indices;

  /**
   * Reads {@code {"index": …, "field": …, "min_df": 2, "max_terms": 50000}}.
   *
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
  public BuildModelRequest(
      TimeValue masterTimeout, TimeValue ackTimeout, String name, Map<String, Object> body) {
    Limits.requireName(name);
    OptionMap options = new OptionMap(body);
    if (options.has("index") == false || options.has("field") == false) {
      throw new IllegalArgumentException("a model is built from [index] and [field]");
    }
    this.masterTimeout = masterTimeout;
    this.ackTimeout = ackTimeout;
    this.name = name;
    this.indices = indices(body.get("index"), options);
    this.field = options.string("field");
    this.minDf = count(options, "min_df", DEFAULT_MIN_DF, IdfModel.MAX_DOCUMENTS);
    this.maxTerms = count(options, "max_terms", Limits.DEFAULT_TERMS, Limits.MAX_TERMS);
    options.requireEmpty();
  }

  private static String[] indices(Object given, OptionMap options) {
    List<String> names =
        given instanceof List<?>
            ? options.strings("index")
            : List.of(Strings.splitStringByCommaToArray(options.string("index")));
    if (names.isEmpty() || names.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException("[index] must name at least one index");
    }
    return names.toArray(String[]::new);
  }

  private static int count(OptionMap options, String name, int absent, int most) {
    int count = options.has(name) ? options.integer(name) : absent;
    if (count < 1 || count > most) {
      throw new IllegalArgumentException(
          "[" + name + "] must be in [1, " + most + "] but was [" + count + "]");
    }
    return count;
  }

  TimeValue masterTimeout() {
    return masterTimeout;
  }

  TimeValue ackTimeout() {
    return ackTimeout;
  }

  String name() {
    return name;
  }

  String field() {
    return field;
  }

  int minDf() {
    return minDf;
  }

  int maxTerms() {
    return maxTerms;
  }

  @Override
  public String[] indices() {
    return indices;
  }

  @Override
  public IndicesRequest indices(String... replaced) {
    indices = replaced;
    return this;
  }

  @Override
  public IndicesOptions indicesOptions() {
    return CountTermsRequest.OPTIONS;
  }

  @Override
  public boolean includeDataStreams() {
    return true;
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
  public ActionRequestValidationException validate() {
    return null;
  }

  @Override
  public void writeTo(StreamOutput out) {
    TransportAction.localOnly();
  }
}
