package io.simhash.elasticsearch.query;

import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.elasticsearch.profile.Options;
import io.simhash.lucene.search.SimHashNearQuery;
import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.ParsingException;
import org.elasticsearch.xcontent.XContentLocation;
import org.elasticsearch.xcontent.XContentParser;

/** Reads a {@code simhash_near} query; every mistake becomes a sentence and a 400. */
final class SimHashNearParser {

  private static final List<String> TARGETS = List.of("fingerprint", "like", "text", "document");
  private static final List<String> MEMBERS = List.of("values", "like", "text");

  private SimHashNearParser() {}

  static SimHashNearQueryBuilder parse(XContentParser parser, PipelineFingerprints pipelines)
      throws IOException {
    XContentLocation location = parser.getTokenLocation();
    Options options = new Options(parser.mapOrdered());
    try {
      return read(options, pipelines);
    } catch (IllegalArgumentException e) {
      String message = "[" + SimHashNearQueryBuilder.NAME + "] " + e.getMessage();
      throw new ParsingException(location, message, e);
    }
  }

  private static SimHashNearQueryBuilder read(Options options, PipelineFingerprints pipelines) {
    if (options.has("field") == false) {
      throw new IllegalArgumentException("[field] is needed");
    }
    String field = options.string("field");
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
    float boost = options.has("boost") ? (float) options.number("boost") : 1;
    String name = options.has("_name") ? options.string("_name") : null;
    options.requireEmpty();
    if (Float.isFinite(boost) == false) {
      throw new IllegalArgumentException("[boost] must be finite but was [" + boost + "]");
    }
    return new SimHashNearQueryBuilder(
            field, target, maxDistance, score, minHash, ignoreUnmapped, pipelines)
        .boost(boost)
        .queryName(name);
  }

  private static Target target(Options options) {
    String given = requireOne(options, TARGETS, "");
    requireCompany(options, "include", "like");
    requireCompany(options, "pipeline", "document");
    return switch (given) {
      case "fingerprint" -> new Target.Given(fingerprint(options.any(given)));
      case "like" -> {
        DocumentReference document = DocumentReference.from(options.object(given));
        yield new Target.Like(document, options.has("include") && options.bool("include"));
      }
      case "text" -> new Target.Text(options.string(given));
      default -> {
        requireCompany(options, "document", "pipeline");
        yield new Target.Document(options.anyObject(given), options.string("pipeline"));
      }
    };
  }

  private static long fingerprint(Object value) {
    try {
      return value instanceof Number number
          ? Fingerprint.parse(number)
          : Fingerprint.parse(value.toString());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[fingerprint] cannot be read: " + e.getMessage(), e);
    }
  }

  private static MinHashClause minHash(Options options) {
    requireCompany(options, "mu", "minhash");
    if (options.has("minhash") == false) {
      return null;
    }
    Options minHash = options.object("minhash");
    if (minHash.has("field") == false) {
      throw new IllegalArgumentException("[minhash.field] is needed");
    }
    String field = minHash.string("field");
    MemberSet members = members(minHash);
    double minSimilarity = minHash.has("min_similarity") ? minHash.number("min_similarity") : 0;
    minHash.requireEmpty();
    double mu = options.has("mu") ? options.number("mu") : MinHashClause.DEFAULT_MU;
    return new MinHashClause(field, members, minSimilarity, mu);
  }

  private static MemberSet members(Options minHash) {
    String given = requireOne(minHash, MEMBERS, "minhash.");
    return switch (given) {
      case "values" -> new MemberSet.Values(minHash.strings(given));
      case "like" -> new MemberSet.Like(DocumentReference.from(minHash.object(given)));
      default -> new MemberSet.Text(minHash.string(given));
    };
  }

  /** The name of the one that is there. */
  private static String requireOne(Options options, List<String> names, String prefix) {
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

  private static void requireCompany(Options options, String name, String company) {
    if (options.has(name) && options.has(company) == false) {
      throw new IllegalArgumentException("[" + name + "] needs [" + company + "]");
    }
  }
}
