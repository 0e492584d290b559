package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A near-duplicate of a document.
 *
 * @param distance the Hamming distance of the fingerprints
 * @param similarity the similarity of the signatures, or {@link NearRule#NO_SIMILARITY}
 */
record Neighbour(String id, String index, int distance, double similarity) {

  static Neighbour of(String id, String index, NearValue value, NearValue other) {
    return new Neighbour(id, index, value.distance(other), value.similarity(other));
  }

  /** The object that is written into the target field. */
  Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", id);
    map.put("index", index);
    map.put("distance", distance);
    if (similarity != NearRule.NO_SIMILARITY) {
      map.put("similarity", similarity);
    }
    return map;
  }

  /** The near-duplicate as error sentences show it. */
  String shown() {
    return "["
        + id
        + "] in ["
        + index
        + "], at distance ["
        + distance
        + (similarity == NearRule.NO_SIMILARITY ? "]" : "] and similarity [" + similarity + "]");
  }
}
