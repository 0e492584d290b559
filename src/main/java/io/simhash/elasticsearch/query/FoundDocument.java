package io.simhash.elasticsearch.query;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.search.SearchHit;

/**
 * A document that {@link DocumentLookup} has found.
 *
 * @param place the concrete index that holds it, and the routing that it was indexed with
 * @param id the document's id
 * @param fields the values that were read, by the names of the fields
 */
record FoundDocument(DocumentPlace place, String id, Map<String, List<Object>> fields) {

  /** Copies the values of a hit, which is released with its response. */
  static FoundDocument of(SearchHit hit) {
    DocumentField routing = hit.field(RoutingFieldMapper.NAME);
    return new FoundDocument(
        new DocumentPlace(hit.getIndex(), routing == null ? null : routing.getValue()),
        hit.getId(),
        hit.getDocumentFields().entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Map.Entry::getKey, field -> List.copyOf(field.getValue().getValues()))));
  }

  /** The field's values; none if the document has none, or none that the caller may see. */
  List<Object> values(String field) {
    return fields.getOrDefault(field, List.of());
  }

  /** {@link #values} as strings. */
  List<String> strings(String field) {
    return values(field).stream().map(Object::toString).toList();
  }
}
