package io.simhash.elasticsearch.retriever;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import io.simhash.elasticsearch.near.NearDecision;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/** Reads the object of the retriever, with the options that every retriever has. */
final class CollapseParser {

  private static final ObjectParser<CollapseParser, RetrieverParserContext> PARSER =
      new ObjectParser<>(
          NearDuplicateCollapse.NAME,
          (typed, name, value) -> typed.options.put(name, value),
          CollapseParser::new);

  static {
    PARSER.declareNamedObject(
        (typed, value) -> typed.inner = value,
        (parser, context, name) -> {
          RetrieverBuilder inner = parser.namedObject(RetrieverBuilder.class, name, context);
          context.trackRetrieverUsage(inner);
          return inner;
        },
        new ParseField("retriever"));
    PARSER.declareObjectArray(
        (typed, value) -> typed.filters = value,
        (parser, context) ->
            AbstractQueryBuilder.parseTopLevelQuery(parser, context::trackQueryUsage),
        RetrieverBuilder.PRE_FILTER_FIELD);
    PARSER.declareString((typed, value) -> typed.name = value, RetrieverBuilder.NAME_FIELD);
    PARSER.declareFloat((typed, value) -> typed.minScore = value, RetrieverBuilder.MIN_SCORE_FIELD);
  }

  private final Map<String, Object> options = new LinkedHashMap<>();
  private RetrieverBuilder inner;
  private List<QueryBuilder> filters = List.of();
  private String name;
  private Float minScore;

  private CollapseParser() {}

  /**
   * Every mistake in the retriever's own options becomes a sentence that begins with its name.
   *
   * @param cancellation see the constructor of {@link NearDuplicateCollapse}
   */
  static NearDuplicateCollapse parse(
      XContentParser parser, RetrieverParserContext context, Supplier<Runnable> cancellation)
      throws IOException {
    XContentLocation location = parser.getTokenLocation();
    CollapseParser typed = PARSER.apply(parser, context);
    try {
      return typed.build(cancellation);
    } catch (IllegalArgumentException e) {
      throw new ParsingException(
          location, "[" + NearDuplicateCollapse.NAME + "] " + e.getMessage(), e);
    }
  }

  private NearDuplicateCollapse build(Supplier<Runnable> cancellation) {
    if (inner == null) {
      throw invalid("[retriever] is needed");
    }
    OptionMap map = new OptionMap(options);
    NearDecision decision = NearDecision.from(map);
    int window =
        map.has("rank_window_size")
            ? map.integer("rank_window_size")
            : NearDuplicateCollapse.DEFAULT_WINDOW;
    map.requireEmpty();
    NearDuplicateCollapse collapse =
        new NearDuplicateCollapse(inner, decision, window, cancellation);
    collapse.getPreFilterQueryBuilders().addAll(filters);
    collapse.retrieverName(name);
    collapse.minScore(minScore);
    return collapse;
  }
}
