package io.simhash.elasticsearch.query;

import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.QueryShardException;
import org.elasticsearch.index.query.SearchExecutionContext;

/** The fields of one index, and the sentences about those that a query cannot use. */
record ShardFields(SearchExecutionContext context) {

  /** The field's type; {@code null} if it is not mapped. */
  MappedFieldType find(String field) {
    return context.getFieldType(field);
  }

  /** A field of the type that a parameter asks for. */
  <T extends MappedFieldType> T require(
      Class<T> type, String typeName, String parameter, String field) {
    MappedFieldType found = find(field);
    if (found == null) {
      throw refuse(
          "["
              + parameter
              + "] must be mapped but ["
              + field
              + "] is not; with [ignore_unmapped] [true] such an index has no match");
    }
    if (type.isInstance(found) == false) {
      throw refuse(
          "["
              + parameter
              + "] must be of type ["
              + typeName
              + "] but ["
              + field
              + "] is of type ["
              + found.typeName()
              + "]");
    }
    return type.cast(found);
  }

  /**
   * Without a reader nothing is searched, only asked whether the query could stand here, as when
   * the filter of an alias is put; each search through that alias resolves it.
   */
  Query unresolved(String clauses) {
    if (context.getIndexReader() == null) {
      return new MatchNoDocsQuery("the query is not resolved yet");
    }
    throw refuse(clauses + " cannot be resolved in this place");
  }

  QueryShardException refuse(String sentence) {
    return new QueryShardException(context, sentence);
  }
}
