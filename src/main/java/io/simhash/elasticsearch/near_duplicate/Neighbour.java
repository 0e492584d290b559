package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import io.simhash.core.passage.Containment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A near-duplicate of an arriving document.
 *
 * @param value the value of the arriving document
 * @param other the value of the near-duplicate; {@code null} if only passages are compared
 * @param containment how much passages share; {@code null} for too little
 * @param write the write that was found; {@code null} if it is not known to be in its index
 */
record Neighbour(
    Place place,
    NearValue value,
    NearValue other,
    Containment containment,
    Tagged tagged,
    Write write) {

  /** The distance, the similarity and the containment, as far as there are any. */
  private Map<String, Object> nearness() {
    Map<String, Object> nearness =
        new LinkedHashMap<>(other == null ? Map.of() : value.nearness(other));
    if (containment != null) {
      nearness.put("containment", Math.round(containment.share() * 1e6) / 1e6);
      nearness.put("relation", containment.isOfQuery() ? "within" : "contains");
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
