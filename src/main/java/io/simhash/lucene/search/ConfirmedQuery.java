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
 * Keeps those matches of another query that the documents' own texts confirm: the exact Jaccard
 * similarity and containment of the shingles, where fingerprints and signatures only estimate.
 *
 * <p>Scores are the other query's. The text is read after every cheaper check, also of the clauses
 * beside this one, and costs about a millisecond for each document that is left: use it behind a
 * query that leaves few.
 *
 * <p>Two queries are equal if they confirm by the same field, whatever source reads it; such a
 * query is never cached, for its source belongs to one search.
 */
public final class ConfirmedQuery extends Query {

  private final Query in;
  private final Confirmation confirmation;
  private final TextSource source;

  /**
   * @param in finds the documents to confirm
   * @param confirmation what they must pass
   * @param source reads their texts
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
    return new ConfirmedWeight(this, in.createWeight(searcher, scoreMode, boost));
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
    return 31 * classHash() + Objects.hash(in, confirmation);
  }

  @Override
  public String toString(String defaultField) {
    return "confirmed(" + in.toString(defaultField) + "," + confirmation + ")";
  }
}
