package io.simhash.lucene.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.search.QueryUtils;

public class QueryWithTextsTests extends NearQueryTestCase {

  private static final Query A = new TermQuery(new Term("id", "a"));

  public void testSearchesAsTheQueryItself() throws IOException {
    for (String id : List.of("a", "b", "a")) {
      Document document = new Document();
      document.add(new StringField("id", id, Field.Store.YES));
      writer.addDocument(document);
    }
    IndexSearcher searcher = newSearcher(reader());
    Query query = new QueryWithTexts(A, List.of("text"));
    assertSame(A, query.rewrite(searcher));
    assertEquals(hits(searcher, A), hits(searcher, query));
    assertEquals(docs(searcher, A), docs(searcher, query));
    assertTrue(explain(searcher, query, "a").isMatch());
    Query inside = new BooleanQuery.Builder().add(new BoostQuery(query, 2), Occur.SHOULD).build();
    assertEquals(docs(searcher, A), docs(searcher, inside));
    Query nothing = new QueryWithTexts(new MatchNoDocsQuery(), List.of("text"));
    assertTrue(searcher.rewrite(nothing) instanceof MatchNoDocsQuery);
  }

  public void testVisitorsSeeBoth() {
    Set<Term> terms = new HashSet<>();
    Query query = new QueryWithTexts(A, List.of("text"));
    query.visit(QueryVisitor.termCollector(terms));
    assertEquals(Set.of(new Term("id", "a")), terms);
    List<Query> parents = new ArrayList<>();
    QueryVisitor visitor =
        new QueryVisitor() {
          @Override
          public QueryVisitor getSubVisitor(Occur occur, Query parent) {
            parents.add(parent);
            assertEquals(Occur.MUST, occur);
            return this;
          }
        };
    query.visit(visitor);
    assertEquals(List.of(query), parents);
  }

  public void testEqualsHashCodeToString() {
    Query query = new QueryWithTexts(A, List.of("one", "two"));
    QueryUtils.check(query);
    QueryUtils.checkEqual(query, new QueryWithTexts(A, List.of("one", "two")));
    QueryUtils.checkUnequal(query, new QueryWithTexts(A, List.of("one")));
    QueryUtils.checkUnequal(
        query, new QueryWithTexts(new MatchNoDocsQuery(), List.of("one", "two")));
    QueryUtils.checkUnequal(query, A);
    assertEquals("id:a", query.toString());
    assertEquals("a", query.toString("id"));
  }
}
