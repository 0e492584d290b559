package io.simhash.elasticsearch.ingest.duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A near-duplicate of a document.
 *
 * @param routing {@code null} for none; a shard does not know the ids of another one
 * @param distance the Hamming distance of the fingerprints, or {@link NearRule#NO_DISTANCE}
 * @param similarity the similarity of the signatures, or {@link NearRule#NO_SIMILARITY}
 */
record Neighbour(String index, String id, String routing, int distance, double similarity) {

  static Neighbour of(String index, String id, String routing, NearValue value, NearValue other) {
    return new Neighbour(index, id, routing, value.distance(other), value.similarity(other));
  }

  /** The object that is written into the target field. */
  Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", id);
    map.put("index", index);
    if (distance != NearRule.NO_DISTANCE) {
      map.put("distance", distance);
    }
    if (similarity != NearRule.NO_SIMILARITY) {
      map.put("similarity", similarity);
    }
    return map;
  }

  /** Whether it is the document of this index, id and routing. */
  boolean is(String otherIndex, String otherId, String otherRouting) {
    return index.equals(otherIndex) && id.equals(otherId) && Objects.equals(routing, otherRouting);
  }

  /** The near-duplicate as error sentences show it. */
  String shown() {
    List<String> known = new ArrayList<>();
    if (distance != NearRule.NO_DISTANCE) {
      known.add("distance [" + distance + "]");
    }
    if (similarity != NearRule.NO_SIMILARITY) {
      known.add("similarity [" + similarity + "]");
    }
    return "[" + id + "] in [" + index + "], at " + String.join(" and ", known);
  }
}
