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

  /** The object that is written into the target field. */
  Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("id", place.id());
    map.put("index", place.index());
    map.putAll(value.nearness(other));
    return map;
  }

  /** The near-duplicate as error sentences show it. */
  String shown() {
    return value.nearness(other).entrySet().stream()
        .map(each -> each.getKey() + " [" + each.getValue() + "]")
        .collect(
            Collectors.joining(
                " and ", "[" + place.id() + "] in [" + place.index() + "], at ", ""));
  }
}
