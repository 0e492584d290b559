package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.lucene.search.MinHashNearQuery;
import java.io.IOException;
import org.elasticsearch.xcontent.XContentParser;

/** Reads a {@code minhash_near} query; every mistake becomes a sentence and a 400. */
final class MinHashNearParser {

  private MinHashNearParser() {}

  static MinHashNearQueryBuilder parse(XContentParser parser) throws IOException {
    return Clauses.parse(parser, MinHashNearQueryBuilder.NAME, MinHashNearParser::read);
  }

  private static MinHashNearQueryBuilder read(OptionMap options) {
    String field = Clauses.field(options, "");
    Clauses.requireCompany(options, "include", "like");
    MemberSet members = Clauses.members(options, "");
    boolean include = options.has("include") && options.bool("include");
    double minSimilarity =
        options.has("min_similarity")
            ? options.number("min_similarity")
            : MinHashNearQuery.DEFAULT_MIN_SIMILARITY;
    Integer minMatchingBands =
        options.has("min_matching_bands") ? options.integer("min_matching_bands") : null;
    ConfirmClause confirm = Clauses.confirm(options);
    boolean ignoreUnmapped = options.has("ignore_unmapped") && options.bool("ignore_unmapped");
    MinHashNearQueryBuilder query =
        new MinHashNearQueryBuilder(
            field, members, include, minSimilarity, minMatchingBands, confirm, ignoreUnmapped);
    return Clauses.finish(options, query);
  }
}
