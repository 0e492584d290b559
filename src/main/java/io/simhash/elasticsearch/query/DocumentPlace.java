package io.simhash.elasticsearch.query;

import java.util.Comparator;
import java.util.Set;
import org.elasticsearch.index.mapper.IndexFieldMapper;
import org.elasticsearch.index.mapper.RoutingFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;

/**
 * The index and the routing of documents: with an id they name one document.
 *
 * @param index an index; in a reference also an alias or a data stream
 * @param routing the routing value; {@code null} for none
 */
record DocumentPlace(String index, String routing) implements Comparable<DocumentPlace> {

  private static final Comparator<DocumentPlace> ORDER =
      Comparator.comparing(DocumentPlace::index)
          .thenComparing(DocumentPlace::routing, Comparator.nullsFirst(Comparator.naturalOrder()));

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

  @Override
  public int compareTo(DocumentPlace other) {
    return ORDER.compare(this, other);
  }
}
