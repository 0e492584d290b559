package io.simhash.lucene.search;

import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Weight;

/**
 * Matches the documents of another query whose texts pass a {@link Confirmation}: the exact Jaccard
 * similarity and containment of the shingles, which fingerprints and signatures only estimate.
 *
 * <p>Scores are those of the other query. The text is read after every cheaper check, also after
 * the other clauses of a search, and costs about a millisecond a document: use it around a query
 * that matches few.
 *
 * <p>Equality ignores the source of the texts. The query is never cached, because its source
 * belongs to one search.
 */
public final class ConfirmedQuery extends Query {

  private final Query in;
  private final Confirmation confirmation;
  private final TextSource source;

  /**
   * @param in the query whose matches are confirmed
   * @param confirmation the check of a document's texts
   * @param source reads the texts
   */
  public ConfirmedQuery(Query in, Confirmation confirmation, TextSource source) {
    this.in = Objects.requireNonNull(in, "in");
    this.confirmation = Objects.requireNonNull(confirmation, "confirmation");
    this.source = Objects.requireNonNull(source, "source");
  }

  Confirmation confirmation() {
    return confirmation;
  }

  TextSource source() {
    return source;
  }

  @Override
  public Query rewrite(IndexSearcher searcher) throws IOException {
    Query rewritten = in.rewrite(searcher);
    if (rewritten instanceof MatchNoDocsQuery) {
      return rewritten;
    }
    return rewritten == in ? this : new ConfirmedQuery(rewritten, confirmation, source);
  }

  @Override
  public Weight createWeight(IndexSearcher searcher, ScoreMode scoreMode, float boost)
      throws IOException {
    return new ConfirmedWeight(this, searcher.createWeight(in, scoreMode, boost));
  }

  @Override
  public void visit(QueryVisitor visitor) {
    in.visit(visitor.getSubVisitor(BooleanClause.Occur.MUST, this));
  }

  @Override
  public boolean equals(Object other) {
    return sameClassAs(other) && equalsTo(getClass().cast(other));
  }

  private boolean equalsTo(ConfirmedQuery that) {
    return in.equals(that.in) && confirmation.equals(that.confirmation);
  }

  @Override
  public int hashCode() {
    return Objects.hash(classHash(), in, confirmation);
  }

  @Override
  public String toString(String defaultField) {
    return "confirmed(" + in.toString(defaultField) + "," + confirmation + ")";
  }
}
