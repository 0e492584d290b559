package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A near-duplicate of an arriving document.
 *
 * @param value the value of the arriving document
 * @param other the value of the near-duplicate
 * @param write the write that was found; {@code null} if it is not known to be in its index
 */
record Neighbour(Place place, NearValue value, NearValue other, Tagged tagged, Write write) {

  /** The distance and the similarity, as far as both have them. */
  private Map<String, Object> nearness() {
    Map<String, Object> nearness = new LinkedHashMap<>();
    int distance = value.distance(other);
    if (distance != NearValue.NO_DISTANCE) {
      nearness.put("distance", distance);
    }
    double similarity = value.similarity(other);
    if (similarity != NearValue.NO_SIMILARITY) {
      nearness.put("similarity", similarity);
    }
    return nearness;
  }

  /** The object that is written into the target field. */
  Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", place.id());
    map.put("index", place.index());
    map.putAll(nearness());
    return map;
  }

  /** The near-duplicate as error sentences show it. */
  String shown() {
    return nearness().entrySet().stream()
        .map(each -> each.getKey() + " [" + each.getValue() + "]")
        .collect(
            Collectors.joining(
                " and ", "[" + place.id() + "] in [" + place.index() + "], at ", ""));
  }
}
