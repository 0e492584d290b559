package io.simhash.elasticsearch.sample;

import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.elasticsearch.option.StoredValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;

/**
 * A document that a search of an estimate has found, as the caller may see it.
 *
 * @param value empty if there is none, or none that can be read: it has no neighbours
 * @param same the values of each field that must be equal
 */
record FoundDocument(Optional<NearValue> value, List<Set<Object>> same) {

  /** Lets a search read what {@link #of} takes. */
  static SearchSourceBuilder ask(SearchSourceBuilder source, EstimateRequest request) {
    request.same.names().forEach(source::docValueField);
    return StoredValue.ask(source, request.field);
  }

  static FoundDocument of(SearchHit hit, EstimateRequest request) {
    return new FoundDocument(
        StoredValue.of(hit, request.field),
        request.same.names().stream()
            .map(hit::field)
            .map(field -> field == null ? Set.of() : new HashSet<>(field.getValues()))
            .toList());
  }

  boolean isNear(FoundDocument other, NearRule rule) {
    return same.equals(other.same)
        && value.isPresent()
        && other.value.isPresent()
        && rule.holds(value.get(), other.value.get());
  }

  /** The documents with the same values; also those that have others besides. */
  static QueryBuilder having(List<Set<Object>> same, EstimateRequest request) {
    BoolQueryBuilder all = QueryBuilders.boolQuery();
    for (int i = 0; i < same.size(); i++) {
      String name = request.same.names().get(i);
      same.get(i).forEach(value -> all.filter(QueryBuilders.termQuery(name, value)));
      if (same.get(i).isEmpty()) {
        all.mustNot(QueryBuilders.existsQuery(name));
      }
    }
    return all;
  }
}
