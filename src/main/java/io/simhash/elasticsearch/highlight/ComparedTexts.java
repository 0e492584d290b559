package io.simhash.elasticsearch.highlight;

import io.simhash.lucene.search.QueryWithTexts;
import io.simhash.lucene.search.SharedPassagesQuery;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;

/** The texts that the clauses of a query compare documents with; not those of {@code must_not}. */
final class ComparedTexts extends QueryVisitor {

  private final List<String> texts = new ArrayList<>();
  private int minLength = Integer.MAX_VALUE;
  private boolean any;

  private ComparedTexts() {}

  static ComparedTexts of(Query query) {
    ComparedTexts found = new ComparedTexts();
    query.visit(found);
    return found;
  }

  /**
   * Whether there is a query with texts, or one that matches nothing in this index: that may have
   * been one whose texts or fields are missing here.
   */
  boolean isAny() {
    return any;
  }

  /** The values of all texts. */
  List<String> texts() {
    return texts;
  }

  /** The least {@code min_length} of the {@code shared_passages} queries, or else {@code other}. */
  int minLength(int other) {
    return minLength == Integer.MAX_VALUE ? other : minLength;
  }

  @Override
  public void visitLeaf(Query query) {
    any |= query instanceof SharedPassagesQuery || query instanceof MatchNoDocsQuery;
    if (query instanceof SharedPassagesQuery passages) {
      texts.addAll(passages.texts());
      minLength = Math.min(minLength, passages.rule().minLength());
    }
  }

  @Override
  public QueryVisitor getSubVisitor(Occur occur, Query parent) {
    if (parent instanceof QueryWithTexts query) {
      any = true;
      texts.addAll(query.texts());
    }
    return occur == Occur.MUST_NOT ? QueryVisitor.EMPTY_VISITOR : this;
  }
}
