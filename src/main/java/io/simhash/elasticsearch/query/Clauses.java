package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.core.shingle.Shingling;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/** What both queries are typed of; every mistake becomes a sentence and a 400. */
final class Clauses {

  private static final List<String> MEMBERS = List.of("values", "like", "text");

  private Clauses() {}

  /** Reads a query's object, and puts the query's name before what is wrong with it. */
  static <Q> Q parse(XContentParser parser, String name, Function<OptionMap, Q> read)
      throws IOException {
    XContentLocation location = parser.getTokenLocation();
    OptionMap options = new OptionMap(parser.mapOrdered());
    try {
      return read.apply(options);
    } catch (IllegalArgumentException e) {
      throw new ParsingException(location, "[" + name + "] " + e.getMessage(), e);
    }
  }

  static String field(OptionMap options, String prefix) {
    if (options.has("field") == false) {
      throw new IllegalArgumentException("[" + prefix + "field] is needed");
    }
    return options.string("field");
  }

  /** Takes what every query has, and refuses what nobody took. */
  static <Q extends QueryBuilder> Q finish(OptionMap options, Q query) {
    float boost = options.has("boost") ? (float) options.number("boost") : 1;
    String name = options.has("_name") ? options.string("_name") : null;
    options.requireEmpty();
    if (Float.isFinite(boost) == false) {
      throw new IllegalArgumentException("[boost] must be finite but was [" + boost + "]");
    }
    query.boost(boost);
    query.queryName(name);
    return query;
  }

  /** One of {@code values}, {@code like} and {@code text}. */
  static MemberSet members(OptionMap options, String prefix) {
    String given = requireOne(options, MEMBERS, prefix);
    return switch (given) {
      case "values" -> {
        List<String> values = options.strings(given);
        TextLimit.require(prefix + given, values.stream().mapToLong(String::length).sum());
        yield new MemberSet.Values(values);
      }
      case "like" -> new MemberSet.Like(DocumentReference.from(options.object(given)));
      default -> {
        String text = options.string(given);
        TextLimit.require(prefix + given, text.length());
        yield new MemberSet.Text(text);
      }
    };
  }

  /** The last word; {@code null} where none is asked for. */
  static ConfirmClause confirm(OptionMap options) {
    if (options.has("confirm") == false) {
      return null;
    }
    OptionMap confirm = options.object("confirm");
    String field = field(confirm, "confirm.");
    if (confirm.has("min_similarity") == false && confirm.has("min_containment") == false) {
      throw new IllegalArgumentException(
          "[confirm] needs [min_similarity] or [min_containment] or both");
    }
    double similarity = confirm.has("min_similarity") ? confirm.number("min_similarity") : 0;
    double containment = confirm.has("min_containment") ? confirm.number("min_containment") : 0;
    Shingling shingling =
        confirm.has("shingle")
            ? Shingling.readWithDefault(confirm.object("shingle"), ConfirmClause.DEFAULT_SHINGLING)
            : ConfirmClause.DEFAULT_SHINGLING;
    List<String> texts = confirm.has("text") ? confirm.stringOrStrings("text") : null;
    confirm.requireEmpty();
    return new ConfirmClause(field, similarity, containment, shingling, texts);
  }

  /** The name of the one that is there. */
  static String requireOne(OptionMap options, List<String> names, String prefix) {
    List<String> given = names.stream().filter(options::has).toList();
    if (given.size() != 1) {
      throw new IllegalArgumentException(
          "exactly one of "
              + names.stream().map(prefix::concat).toList()
              + " is needed but there were "
              + given.stream().map(prefix::concat).toList());
    }
    return given.get(0);
  }

  static void requireCompany(OptionMap options, String name, String company) {
    if (options.has(name) && options.has(company) == false) {
      throw new IllegalArgumentException("[" + name + "] needs [" + company + "]");
    }
  }
}
