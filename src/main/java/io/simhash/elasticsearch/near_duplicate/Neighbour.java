package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.near_duplicate.ComparedIndices.Place;
import io.simhash.elasticsearch.near_duplicate.ComparedIndices.Write;
import io.simhash.elasticsearch.near_duplicate.RecentDocuments.RecentDocument;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A near-duplicate of an arriving document.
 *
 * @param place where it is
 * @param nearness the Hamming {@code distance} of the fingerprints and the {@code similarity} of
 *     the signatures, as far as both documents have them
 * @param cluster the value of its {@code cluster_field}; {@code null} without one
 * @param write identifies the write that was found; {@code null} if the document is not known to be
 *     in its index
 * @param recent the document, if it is one of the {@link RecentDocuments}; otherwise {@code null}
 */
record Neighbour(
    Place place, Map<String, Object> nearness, String cluster, Write write, RecentDocument recent) {

  Neighbour(
      Place place,
      NearValue value,
      NearValue other,
      String cluster,
      Write write,
      RecentDocument recent) {
    this(place, new LinkedHashMap<>(), cluster, write, recent);
    int distance = value.distance(other);
    if (distance != NearRule.NO_DISTANCE) {
      nearness.put("distance", distance);
    }
    double similarity = value.similarity(other);
    if (similarity != NearRule.NO_SIMILARITY) {
      nearness.put("similarity", similarity);
    }
  }

  /** A document that has arrived on this node shortly before. */
  static Neighbour recent(NearValue value, RecentDocument recent) {
    return new Neighbour(
        recent.place(), value, recent.value(), recent.cluster(), recent.write(), recent);
  }

  /** The object that is written into the target field. */
  Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", place.id());
    map.put("index", place.index());
    map.putAll(nearness);
    return map;
  }

  /** The near-duplicate as error sentences show it. */
  String shown() {
    return nearness.entrySet().stream()
        .map(each -> each.getKey() + " [" + each.getValue() + "]")
        .collect(
            Collectors.joining(
                " and ", "[" + place.id() + "] in [" + place.index() + "], at ", ""));
  }
}
