package io.simhash.benchmark;

import io.simhash.core.block.Blocks;
import io.simhash.core.simhash.Fingerprint;
import java.util.List;

/** The queries that are compared, as JSON. */
final class Queries {

  static final String NONE = "{\"match_none\": {}}";

  private static final String SCRIPT =
      "{\"lang\": \"simhash\", \"source\": \"%s\","
          + " \"params\": {\"field\": \"fp\", \"fingerprint\": \"%s\"%s}}";

  private Queries() {}

  static String term(String group) {
    return "{\"term\": {\"group\": \"" + group + "\"}}";
  }

  static String radius(long fingerprint, int maxDistance) {
    return near(fingerprint(fingerprint) + ", \"max_distance\": " + maxDistance);
  }

  /** The options typed are a fingerprint and a signature: the default query. */
  static String similar(long fingerprint, String signature) {
    return near(fingerprint(fingerprint) + ", \"signature\": \"" + signature + "\"");
  }

  /** The default query, whose neighbours are confirmed by their texts. */
  static String confirmed(long fingerprint, String signature, String text) {
    return near(
        fingerprint(fingerprint)
            + ", \"signature\": \""
            + signature
            + "\", \"confirm\": {\"field\": \"content\", \"text\": \""
            + text
            + "\"}");
  }

  /** The default query for a text that is too short for a fingerprint. */
  static String signature(String signature) {
    return near("\"signature\": \"" + signature + "\"");
  }

  /** The default query for the neighbours of a document and itself. */
  static String like(String field, String index, int id, String more) {
    return near(
        field,
        "\"like\": {\"_index\": \"%s\", \"_id\": \"%s\"}, \"include\": true%s"
            .formatted(index, id, more));
  }

  static final String CONFIRM = ", \"confirm\": {}";

  private static String near(String options) {
    return near("fp", options);
  }

  private static String near(String field, String options) {
    return "{\"simhash_near\": {\"field\": \"" + field + "\", " + options + "}}";
  }

  private static String fingerprint(long fingerprint) {
    return "\"fingerprint\": \"" + Fingerprint.toHex(fingerprint) + "\"";
  }

  static String minhash(List<String> tags, String more) {
    return "{\"minhash_near\": {\"field\": \"set\", \"values\": [%s]%s}}"
        .formatted(Indices.quoted(tags), more);
  }

  /** The search that users write by hand: documents that share a block, scored by a script. */
  static String stock(long fingerprint) {
    StringBuilder blocks = new StringBuilder();
    for (int block = 0; block < Blocks.COUNT; block++) {
      blocks
          .append(block == 0 ? "" : ", ")
          .append("{\"term\": {\"fp.block_" + block + "\": \"")
          .append(Blocks.term(Blocks.value(fingerprint, block)))
          .append("\"}}");
    }
    return "{\"script_score\": {\"query\": {\"bool\": {\"should\": ["
        + blocks
        + "]}}, \"script\": "
        + SCRIPT.formatted("reciprocal", Fingerprint.toHex(fingerprint), "")
        + ", \"min_score\": 0.25}}";
  }

  static String scriptScan(long fingerprint, int maxDistance) {
    return "{\"bool\": {\"filter\": {\"script\": {\"script\": "
        + SCRIPT.formatted(
            "hamming", Fingerprint.toHex(fingerprint), ", \"max_distance\": " + maxDistance)
        + "}}}}";
  }

  static String knn(long fingerprint, int maxDistance) {
    return """
        {"knn": {"field": "fp", "query_vector": "%s", "k": 10, "num_candidates": 10, "similarity": %s}}"""
        .formatted(Fingerprint.toHex(fingerprint), maxDistance);
  }

  static String moreLikeThis(String index, int id) {
    return """
        {"more_like_this": {"fields": ["content"], "include": true,
          "like": {"_index": "%s", "_id": "%s"}}}"""
        .formatted(index, id)
        .replace('\n', ' ');
  }
}
