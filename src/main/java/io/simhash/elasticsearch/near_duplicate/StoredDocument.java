package io.simhash.elasticsearch.near_duplicate;

import io.simhash.core.near.NearValue;
import io.simhash.core.passage.Containment;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.List;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.search.SearchHit;

/**
 * A hit of a search for near-duplicates, as far as the caller may see it.
 *
 * @param value {@code null} for none
 * @param tagged the tags and the cluster; {@code null} if they are not known
 * @param texts the texts whose passages are compared
 */
record StoredDocument(
    Place place, NearValue value, Tagged tagged, String cluster, Write write, List<String> texts) {

  static StoredDocument of(SearchHit hit, NearDuplicateOptions options) {
    String cluster = options.clusterField() == null ? null : value(hit, options.clusterField());
    return new StoredDocument(
        new Place(hit.getIndex(), hit.getId(), value(hit, RoutingFieldMapper.NAME)),
        StoredValue.of(hit, options.field()).orElse(null),
        hit.hasSource() == false
            ? null
            : Tagged.of(
                XContentMapValues.extractValue(options.targetField(), hit.getSourceAsMap()),
                cluster),
        cluster,
        new Write(
            hit.getShard().getShardId().getIndex().getUUID(), hit.getSeqNo(), hit.getPrimaryTerm()),
        options.passages() == null ? List.of() : values(hit, options.passages().field()));
  }

  /** The document as a neighbour of one with a value. */
  Neighbour neighbour(NearValue of, Containment containment) {
    Tagged known = tagged == null ? new Tagged(List.of(), cluster) : tagged;
    return new Neighbour(place, of, value, containment, known, write);
  }

  /** The first value of a field; {@code null} for none. */
  private static String value(SearchHit hit, String field) {
    return values(hit, field).stream().findFirst().orElse(null);
  }

  private static List<String> values(SearchHit hit, String field) {
    DocumentField values = hit.field(field);
    // A field without a value is absent, or there without one.
    return values == null ? List.of() : values.getValues().stream().map(Object::toString).toList();
  }
}
