package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import io.simhash.core.passage.Containment;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.search.SearchHit;

/**
 * A near-duplicate of an arriving document.
 *
 * @param value {@code null} if only passages are compared
 * @param containment how much passages share; {@code null} for too little
 * @param write the write that was found; {@code null} if it is not known to be in its index
 */
record Neighbour(
    Place place, NearValue value, Containment containment, Tagged tagged, Write write) {

  /** A stored document, as far as the caller may see it. */
  static Neighbour of(SearchHit hit, NearDuplicateOptions options, Containment containment) {
    String cluster = options.clusterField() == null ? null : value(hit, options.clusterField());
    return new Neighbour(
        new Place(hit.getIndex(), hit.getId(), value(hit, RoutingFieldMapper.NAME)),
        StoredValue.of(hit, options.field()).orElse(null),
        containment,
        hit.hasSource()
            ? Tagged.of(
                XContentMapValues.extractValue(options.targetField(), hit.getSourceAsMap()),
                cluster)
            : new Tagged(null, cluster),
        new Write(
            hit.getShard().getShardId().getIndex().getUUID(),
            hit.getSeqNo(),
            hit.getPrimaryTerm()));
  }

  /** The first value of a field of a stored document; {@code null} for none. */
  private static String value(SearchHit hit, String field) {
    return values(hit, field).stream().findFirst().orElse(null);
  }

  static List<String> values(SearchHit hit, String field) {
    DocumentField values = hit.field(field);
    // A field without a value is absent, or there without one.
    return values == null ? List.of() : values.getValues().stream().map(Object::toString).toList();
  }

  /** The distance, the similarity and the containment, as far as there are any. */
  private Map<String, Object> nearness(NearValue arriving) {
    Map<String, Object> nearness =
        new LinkedHashMap<>(value == null ? Map.of() : arriving.nearness(value));
    if (containment != null) {
      nearness.put("containment", Math.round(containment.share() * 1e6) / 1e6);
      nearness.put("relation", containment.isOfQuery() ? "within" : "contains");
    }
    return nearness;
  }

  /** The object that is written into the target field of a document with a value. */
  Map<String, Object> tag(NearValue arriving) {
    Map<String, Object> tag = new LinkedHashMap<>();
    tag.put("id", place.id());
    tag.put("index", place.index());
    tag.putAll(nearness(arriving));
    return tag;
  }

  /** The near-duplicate as error sentences show it. */
  String shown(NearValue arriving) {
    return nearness(arriving).entrySet().stream()
        .map(each -> each.getKey() + " [" + each.getValue() + "]")
        .collect(
            Collectors.joining(
                " and ", "[" + place.id() + "] in [" + place.index() + "], at ", ""));
  }
}
