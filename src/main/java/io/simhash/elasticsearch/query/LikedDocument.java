package io.simhash.elasticsearch.query;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;

/**
 * A document that {@link DocumentLookup} has found in a concrete index, and the values that were
 * read of it by the names of the fields.
 */
record LikedDocument(Location place, String id, Map<String, DocumentField> fields) {

  /** The index, alias or data stream and the routing of documents, {@code null} for none. */
  record Location(String index, String routing) {

    /** Matches documents of this concrete index and routing by their ids. */
    QueryBuilder documents(Set<String> ids) {
      BoolQueryBuilder documents =
          QueryBuilders.boolQuery()
              .filter(QueryBuilders.termQuery(IndexFieldMapper.NAME, index))
              .filter(QueryBuilders.idsQuery().addIds(ids.toArray(String[]::new)));
      return routing == null
          ? documents.mustNot(QueryBuilders.existsQuery(RoutingFieldMapper.NAME))
          : documents.filter(QueryBuilders.termQuery(RoutingFieldMapper.NAME, routing));
    }
  }

  /** Copies the values of a hit, which is released with its response. */
  static LikedDocument of(SearchHit hit) {
    DocumentField routing = hit.field(RoutingFieldMapper.NAME);
    return new LikedDocument(
        new Location(hit.getIndex(), routing == null ? null : routing.getValue()),
        hit.getId(),
        Map.copyOf(hit.getDocumentFields()));
  }

  /** The field's values; none if the document has none, or none that the caller may see. */
  List<Object> values(String field) {
    DocumentField found = fields.get(field);
    return found == null ? List.of() : found.getValues();
  }

  /** {@link #values} as strings. */
  List<String> strings(String field) {
    return values(field).stream().map(Object::toString).toList();
  }
}
