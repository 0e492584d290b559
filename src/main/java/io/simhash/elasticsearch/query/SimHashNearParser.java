package io.simhash.elasticsearch.query;

import io.simhash.core.base.OptionMap;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.search.SimHashNearQuery;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.xcontent.XContentParser;

/** Reads a {@code simhash_near} query; every mistake becomes a sentence and a 400. */
final class SimHashNearParser {

  private static final List<String> TARGETS = List.of("fingerprint", "like", "text", "document");

  private SimHashNearParser() {}

  static SimHashNearQueryBuilder parse(XContentParser parser, PipelineFingerprints pipelines)
      throws IOException {
    return Clauses.parse(parser, SimHashNearQueryBuilder.NAME, options -> read(options, pipelines));
  }

  private static SimHashNearQueryBuilder read(OptionMap options, PipelineFingerprints pipelines) {
    String field = Clauses.field(options, "");
    Target target = target(options);
    int maxDistance =
        options.has("max_distance")
            ? options.integer("max_distance")
            : SimHashNearQuery.DEFAULT_MAX_DISTANCE;
    DistanceScore score =
        options.has("score")
            ? options.constant("score", DistanceScore.class)
            : DistanceScore.RECIPROCAL;
    MinHashClause minHash = minHash(options);
    boolean ignoreUnmapped = options.has("ignore_unmapped") && options.bool("ignore_unmapped");
    ConfirmClause confirm = Clauses.confirm(options);
    SimHashNearQueryBuilder query =
        new SimHashNearQueryBuilder(
            field, target, maxDistance, score, minHash, confirm, ignoreUnmapped, pipelines);
    return Clauses.finish(options, query);
  }

  private static Target target(OptionMap options) {
    String given = Clauses.requireOne(options, TARGETS, "");
    Clauses.requireCompany(options, "include", "like");
    Clauses.requireCompany(options, "pipeline", "document");
    return switch (given) {
      case "fingerprint" -> new Target.Given(fingerprint(options.any(given)));
      case "like" -> {
        DocumentReference document = DocumentReference.from(options.object(given));
        yield new Target.Like(document, options.has("include") && options.bool("include"));
      }
      case "text" -> new Target.Text(options.string(given));
      default -> {
        Clauses.requireCompany(options, "document", "pipeline");
        yield new Target.Document(options.map(given), options.string("pipeline"));
      }
    };
  }

  private static long fingerprint(Object value) {
    try {
      return Fingerprint.parseValue(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[fingerprint] cannot be read: " + e.getMessage(), e);
    }
  }

  private static MinHashClause minHash(OptionMap options) {
    Clauses.requireCompany(options, "mu", "minhash");
    if (options.has("minhash") == false) {
      return null;
    }
    OptionMap minHash = options.object("minhash");
    String field = Clauses.field(minHash, "minhash.");
    MemberSet members = Clauses.members(minHash, "minhash.");
    double minSimilarity = minHash.has("min_similarity") ? minHash.number("min_similarity") : 0;
    minHash.requireEmpty();
    double mu = options.has("mu") ? options.number("mu") : MinHashClause.DEFAULT_MU;
    return new MinHashClause(field, members, minSimilarity, mu);
  }
}
