package io.simhash.lucene.search;

import java.util.List;
import java.util.Objects;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/**
 * A query and the texts that it compares documents with, for a highlighter; rewritten to the query.
 */
public final class QueryWithTexts extends Query {

  private final Query query;
  private final List<String> texts;

  public QueryWithTexts(Query query, List<String> texts) {
    this.query = Objects.requireNonNull(query, "query");
    this.texts = List.copyOf(texts);
  }

  /** The values of its text. */
  public List<String> texts() {
    return texts;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) {
    return query;
  }

  @Override
  public void visit(QueryVisitor visitor) {
    query.visit(visitor.getSubVisitor(Occur.MUST, this));
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other)
        && query.equals(((QueryWithTexts) other).query)
        && texts.equals(((QueryWithTexts) other).texts);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), query, texts);
  }

  @Override
  public String toString(String defaultField) {
    return query.toString(defaultField);
  }
}
