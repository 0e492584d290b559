package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A near-duplicate of an arriving document.
 *
 * @param place where it is
 * @param distance the Hamming distance of the fingerprints, or {@link NearRule#NO_DISTANCE}
 * @param similarity the similarity of the signatures, or {@link NearRule#NO_SIMILARITY}
 * @param cluster the value of its {@code cluster_field}; {@code null} without one
 * @param write identifies the write that was found; {@code null} if the document is not known to be
 *     in its index
 * @param recent the document, if it is one of the {@link RecentDocuments}; otherwise {@code null}
 */
record Neighbour(
    Place place,
    int distance,
    double similarity,
    String cluster,
    Place.Write write,
    RecentDocument recent) {

  /** A document that a search has found. */
  static Neighbour stored(
      Place place, NearValue value, NearValue other, String cluster, Place.Write write) {
    return new Neighbour(
        place, value.distance(other), value.similarity(other), cluster, write, null);
  }

  /** A document that has arrived on this node shortly before. */
  static Neighbour recent(NearValue value, NearValue other, RecentDocument recent) {
    return new Neighbour(
        recent.place(),
        value.distance(other),
        value.similarity(other),
        recent.cluster(),
        recent.write(),
        recent);
  }

  /** How near it is, in [0, 1]. */
  double score(NearRule rule) {
    return rule.score(distance, similarity);
  }

  /** The object that is written into the target field. */
  Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", place.id());
    map.put("index", place.index());
    if (distance != NearRule.NO_DISTANCE) {
      map.put("distance", distance);
    }
    if (similarity != NearRule.NO_SIMILARITY) {
      map.put("similarity", similarity);
    }
    return map;
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
    return "[" + place.id() + "] in [" + place.index() + "], at " + String.join(" and ", known);
  }
}
