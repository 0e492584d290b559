package io.simhash.elasticsearch.query;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.highlight.SharedPassagesHighlighter;
import java.util.HashMap;
import java.util.Map;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.search.fetch.subphase.highlight.HighlightBuilder;

/**
 * The option {@code like} of the highlighter {@code shared_passages}: the hits of a search are
 * compared with the texts of stored documents. It becomes the field's {@code highlight_query},
 * which is resolved once, as the caller, before shards are searched.
 */
final class LikedHighlights {

  private LikedHighlights() {}

  static void resolve(SearchRequest search, NearRequests requests) {
    if (search.source() == null || search.source().highlighter() == null) {
      return;
    }
    HighlightBuilder highlight = search.source().highlighter();
    for (HighlightBuilder.Field field : highlight.fields()) {
      String type =
          field.highlighterType() == null ? highlight.highlighterType() : field.highlighterType();
      Map<String, Object> options = options(field, highlight);
      if (SharedPassagesHighlighter.NAME.equals(type) && options.containsKey("like")) {
        resolve(field, options, highlight, requests);
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
  private static void resolve(
      HighlightBuilder.Field field,
      Map<String, Object> options,
      HighlightBuilder highlight,
      NearRequests requests) {
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
    SharedPassages texts = SharedPassages.textsOf(field.name(), like);
    field.highlightQuery(new NearQueryBuilder(texts, new Resolver(() -> null, requests)));
    Map<String, Object> resolved = new HashMap<>(options);
    resolved.put("like", SharedPassagesHighlighter.RESOLVED);
    field.options(resolved);
  }
}
