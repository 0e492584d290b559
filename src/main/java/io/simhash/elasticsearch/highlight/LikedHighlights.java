package io.simhash.elasticsearch.highlight;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.query.NearQueryBuilder;
import io.simhash.elasticsearch.query.NearRequests;
import java.util.HashMap;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.TransportSearchAction;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;
import org.elasticsearch.tasks.Task;

/**
 * The option {@code like} of the highlighter {@code shared_passages}: the hits of a search are
 * compared with the texts of stored documents. It becomes the field's {@code highlight_query},
 * which is resolved once, as the caller, before shards are searched.
 */
public final class LikedHighlights implements MappedActionFilter {

  private final NearRequests requests;

  /**
   * A filter of searches.
   *
   * @param requests the requests that this node has received
   */
  public LikedHighlights(NearRequests requests) {
    this.requests = requests;
  }

  @Override
  public String actionName() {
    return TransportSearchAction.NAME;
  }

  @Override
  public <Request extends ActionRequest, Response extends ActionResponse> void apply(
      Task task,
      String action,
      Request request,
      ActionListener<Response> listener,
      ActionFilterChain<Request, Response> chain) {
    if (request instanceof SearchRequest search
        && search.source() != null
        && search.source().highlighter() != null) {
      resolve(search.source().highlighter());
    }
    chain.proceed(task, action, request, listener);
  }

  private void resolve(HighlightBuilder highlight) {
    for (HighlightBuilder.Field field : highlight.fields()) {
      String type =
          field.highlighterType() == null ? highlight.highlighterType() : field.highlighterType();
      Map<String, Object> options = options(field, highlight);
      if (SharedPassagesHighlighter.NAME.equals(type) && options.containsKey("like")) {
        resolve(field, options, highlight);
      }
    }
  }

  /** Elasticsearch takes empty options for none. */
  private static Map<String, Object> options(
      HighlightBuilder.Field field, HighlightBuilder highlight) {
    Map<String, Object> all = highlight.options() == null ? Map.of() : highlight.options();
    return field.options() == null || field.options().isEmpty() ? all : field.options();
  }

  /** A request that comes again, as to another cluster, has the query already. */
  private void resolve(
      HighlightBuilder.Field field, Map<String, Object> options, HighlightBuilder highlight) {
    boolean hasQuery = field.highlightQuery() != null;
    if (hasQuery && SharedPassagesHighlighter.RESOLVED.equals(options.get("like"))) {
      return;
    }
    if (hasQuery || highlight.highlightQuery() != null) {
      throw invalid("the highlighter [shared_passages] takes [options.like] or [highlight_query]");
    }
    if (Regex.isSimpleMatchPattern(field.name())) {
      throw invalid(
          "the highlighter [shared_passages] with [options.like] takes the name of one field but"
              + " was given [%s]",
          field.name());
    }
    OptionMap like = new OptionMap(new HashMap<>(Map.of("like", options.get("like"))));
    field.highlightQuery(NearQueryBuilder.textsOf(field.name(), like, requests));
    Map<String, Object> resolved = new HashMap<>(options);
    resolved.put("like", SharedPassagesHighlighter.RESOLVED);
    field.options(resolved);
  }
}
