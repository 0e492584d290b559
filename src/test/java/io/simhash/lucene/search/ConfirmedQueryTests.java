package io.simhash.lucene.search;

import io.simhash.core.minhash.HashedSet;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.text.TextLimit;
import io.simhash.lucene.compat.SupplierWeight;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.ScorerSupplier;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;
import org.apache.lucene.tests.search.QueryUtils;

public class ConfirmedQueryTests extends NearQueryTestCase {

  private static final TextShingles CHARACTERS =
      new TextShingles(new Shingling(Shingling.Unit.CHARACTER, 3), null);

  private static ConfirmedQuery.Confirmation confirmation(
      String text, double similarity, double containment) {
    HashedSet shingles = CHARACTERS.hashes(List.of(text));
    return new ConfirmedQuery.Confirmation(
        "text", CHARACTERS, shingles, new ConfirmRule(similarity, containment), Optional.empty());
  }

  private Query confirmed(Query in, String text, double similarity, double containment) {
    return new ConfirmedQuery(in, confirmation(text, similarity, containment), stored());
  }

  private void add(String id, String... texts) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    document.add(new StringField("parity", "" + id.length() % 2, Field.Store.NO));
    document.add(new NumericDocValuesField("length", id.length()));
    for (String text : texts) {
      document.add(new StoredField("text", text));
    }
    writer.addDocument(document);
  }

  private static Set<String> ids(IndexSearcher searcher, Query query) throws IOException {
    return hits(searcher, query).keySet();
  }

  public void testWhatIsQuotedWholeIsContained() throws IOException {
    add("same", "abcdefgh");
    add("quoting", "0123456789abcdefgh9876543210");
    add("part", "bcdef");
    add("parts", "abcd", "efgh");
    add("other", "zyxwvuts");
    add("empty", "...");
    add("none");
    IndexSearcher searcher = newSearcher(reader());
    Query all = new MatchAllDocsQuery();
    String text = "ABC-DEF-gh";
    assertEquals(
        Set.of("same", "quoting", "part", "parts"), ids(searcher, confirmed(all, text, 0, 1)));
    assertEquals(Set.of("same", "parts"), ids(searcher, confirmed(all, text, 1, 0)));
    // 3 of 6 shingles of the query's are in "part".
    assertEquals(Set.of("same", "part", "parts"), ids(searcher, confirmed(all, text, .5, 0)));
    assertEquals(Set.of("same", "parts"), ids(searcher, confirmed(all, text, .51, 1)));
    assertEquals(
        "every text with a shingle reaches minima of 0",
        Set.of("same", "quoting", "part", "parts", "other"),
        ids(searcher, confirmed(all, text, 0, 0)));
  }

  public void testEqualsBruteForce() throws IOException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < atLeast(200); i++) {
      StringBuilder text = new StringBuilder("the quick brown fox jumps over the lazy dog");
      for (int changes = random().nextInt(30); changes > 0; changes--) {
        text.setCharAt(random().nextInt(text.length()), (char) ('a' + random().nextInt(26)));
      }
      // At least four characters, so that there is a letter.
      texts.add(text.substring(random().nextInt(20), 23 + random().nextInt(text.length() - 23)));
      add("" + i, texts.get(i));
    }
    String query = texts.get(random().nextInt(texts.size()));
    IndexSearcher searcher = newSearcher(reader());
    for (double[] min : new double[][] {{0, 0}, {.3, 0}, {0, .5}, {.2, .4}, {1, 1}}) {
      Set<String> expected = new TreeSet<>();
      for (int i = 0; i < texts.size(); i++) {
        Set<String> a = windows(query);
        Set<String> b = windows(texts.get(i));
        double smaller = Math.min(a.size(), b.size());
        double both = a.size() + b.size();
        a.retainAll(b);
        if (a.size() / (both - a.size()) >= min[0] && a.size() / smaller >= min[1]) {
          expected.add("" + i);
        }
      }
      Query all = new MatchAllDocsQuery();
      assertEquals(expected, ids(searcher, confirmed(all, query, min[0], min[1])));
    }
  }

  private static Set<String> windows(String text) {
    String letters = text.replace(" ", "");
    Set<String> windows = new HashSet<>();
    for (int i = 0; i < Math.max(1, letters.length() - 2); i++) {
      windows.add(letters.substring(i, Math.min(letters.length(), i + 3)));
    }
    windows.remove("");
    return windows;
  }

  /** Clauses that need no text are checked first, in any order of the clauses. */
  public void testTheTextIsReadLast() throws IOException {
    for (int i = 1; i <= 40; i++) {
      add("x".repeat(i), "abcdefgh");
    }
    IndexSearcher searcher = newSearcher(reader(), false);
    Query even = new TermQuery(new Term("parity", "0"));
    Query lengths = NumericDocValuesField.newSlowRangeQuery("length", 5, 10);
    Query both =
        new BooleanQuery.Builder()
            .add(confirmed(even, "abcdefgh", .5, 0), BooleanClause.Occur.MUST)
            .add(lengths, BooleanClause.Occur.FILTER)
            .build();
    read.clear();
    assertEquals(3, ids(searcher, both).size());
    assertEquals("6, 8 and 10", 3, read.size());
  }

  public void testScoresAreTheOtherQuerys() throws IOException {
    add("a", "abcdefgh");
    add("b", "zzzzzzzz");
    IndexSearcher searcher = newSearcher(reader());
    Query in = new BoostQuery(new ConstantScoreQuery(new MatchAllDocsQuery()), 7);
    Query query = new BoostQuery(confirmed(in, "abcdefgh", .5, 0), 2);
    ScoreDoc[] found = searcher.search(query, 10).scoreDocs;
    assertEquals(1, found.length);
    assertEquals(14f, found[0].score, 0);
  }

  public void testIsAWellBehavedLuceneQuery() throws IOException {
    for (int i = 0; i < 100; i++) {
      add("" + i, "abcdefgh".substring(0, 3 + i % 5));
    }
    IndexSearcher searcher = newSearcher(reader());
    Query digits = new TermQuery(new Term("parity", "0"));
    QueryUtils.check(random(), confirmed(digits, "abcdefgh", .5, 0), searcher);
    QueryUtils.check(random(), confirmed(new MatchAllDocsQuery(), "abcdefgh", .5, .5), searcher);
  }

  public void testExplainsBothNumbers() throws IOException {
    add("part", "bcdef");
    add("none");
    add("longest", "x".repeat(TextLimit.MAX_DOCUMENT));
    add("long", "x".repeat(TextLimit.MAX_DOCUMENT / 2), "y".repeat(600_000));
    IndexSearcher searcher = new IndexSearcher(reader());
    Query all = new MatchAllDocsQuery();
    Explanation match = explain(searcher, confirmed(all, "abcdefgh", .5, 1), "part");
    assertTrue(match.isMatch());
    assertEquals("confirmed by the text, computed as its score from:", match.getDescription());
    assertEquals(.5, match.getDetails()[1].getValue());
    assertEquals(
        "exact Jaccard similarity, 3 common shingles of 6 in the query's text and 3 in [text]",
        match.getDetails()[1].getDescription());
    assertEquals(1.0, match.getDetails()[2].getValue());
    assertEquals(
        "exact containment of the smaller set in the other one",
        match.getDetails()[2].getDescription());
    Explanation dropped = explain(searcher, confirmed(all, "abcdefgh", .6, 0), "part");
    assertFalse(dropped.isMatch());
    assertEquals(
        "not confirmed by the text: min_similarity 0.6, min_containment 0.0",
        dropped.getDescription());
    assertEquals(.5, dropped.getDetails()[1].getValue());
    String sentence = "not confirmed: no text, or more than 1000000 characters, in [text]";
    for (String id : List.of("none", "long")) {
      assertMiss(sentence, explain(searcher, confirmed(all, "abcdefgh", 0, 0), id));
    }
    assertEquals(Set.of("part", "longest"), ids(searcher, confirmed(all, "abcdefgh", 0, 0)));
    assertTrue(explain(searcher, confirmed(all, "abcdefgh", 0, 0), "longest").isMatch());
    Query other = new TermQuery(new Term("id", "other"));
    assertFalse(explain(searcher, confirmed(other, "abcdefgh", 0, 0), "part").isMatch());
    Query nothing = new MatchNoDocsQuery("nothing");
    assertFalse(explain(searcher, confirmed(nothing, "abcdefgh", 0, 0), "part").isMatch());
  }

  public void testRewritesWithWhatIsInside() throws IOException {
    add("a", "abc");
    IndexSearcher searcher = new IndexSearcher(reader());
    Query all = new MatchAllDocsQuery();
    assertTrue(
        searcher.rewrite(confirmed(new MatchNoDocsQuery(""), "abc", 0, 0))
            instanceof MatchNoDocsQuery);
    Query query = confirmed(all, "abc", .5, 0);
    assertSame(query, query.rewrite(searcher));
    Query one = new BooleanQuery.Builder().add(all, BooleanClause.Occur.MUST).build();
    assertEquals(query, searcher.rewrite(confirmed(one, "abc", .5, 0)));
  }

  /** The searcher makes the inner weight, so that caches and profiles see the inner query. */
  public void testTheSearcherMakesTheInnerWeight() throws IOException {
    add("a", "abcdefgh");
    IndexReader reader = reader();
    Query in = new TermQuery(new Term("id", "a"));
    List<Query> weights = new ArrayList<>();
    IndexSearcher searcher =
        new IndexSearcher(reader) {
          @Override
          public Weight createWeight(Query query, ScoreMode mode, float boost) throws IOException {
            weights.add(query);
            return super.createWeight(query, mode, boost);
          }
        };
    Query query = confirmed(in, "abcdefgh", .5, 0);
    assertEquals(Set.of("a"), ids(searcher, query));
    assertEquals(List.of(query, in), weights);
  }

  /** Visitors, as those of highlighters, see the inner query. */
  public void testVisitsTheInnerQuery() {
    Term term = new Term("id", "a");
    Set<Term> terms = new HashSet<>();
    confirmed(new TermQuery(term), "abc", .5, 0).visit(QueryVisitor.termCollector(terms));
    assertEquals(Set.of(term), terms);
  }

  public void testMaxScoreIsThatOfTheInnerScorer() throws IOException {
    add("a", "abcdefgh");
    IndexReader reader = reader();
    IndexSearcher searcher = new IndexSearcher(reader);
    Query in = new ConstantScoreQuery(new TermQuery(new Term("id", "a")));
    Weight weight =
        confirmed(in, "abcdefgh", .5, 0).createWeight(searcher, ScoreMode.TOP_SCORES, 7);
    Scorer scorer = weight.scorer(reader.leaves().get(0));
    assertEquals(7f, scorer.getMaxScore(DocIdSetIterator.NO_MORE_DOCS), 0);
    assertEquals(DocIdSetIterator.NO_MORE_DOCS, scorer.advanceShallow(0));
    assertTrue(scorer.twoPhaseIterator().matchCost() >= 1_000_000);
  }

  /** The inner scorer learns that nothing else contributes to the score. */
  public void testPassesTheTopLevelScoringClauseOn() throws IOException {
    add("a", "abcdefgh");
    IndexReader reader = reader();
    List<String> calls = new ArrayList<>();
    ScorerSupplier inner =
        new ScorerSupplier() {
          @Override
          public Scorer get(long leadCost) {
            throw new AssertionError();
          }

          @Override
          public long cost() {
            return 77;
          }

          @Override
          public void setTopLevelScoringClause() {
            calls.add("top");
          }
        };
    Query all = new MatchAllDocsQuery();
    Weight weight =
        new SupplierWeight(all) {
          @Override
          public Explanation explain(LeafReaderContext context, int doc) {
            throw new AssertionError();
          }

          @Override
          public ScorerSupplier scorerSupplier(LeafReaderContext context) {
            return inner;
          }

          @Override
          public boolean isCacheable(LeafReaderContext context) {
            return true;
          }
        };
    ConfirmedQuery query = (ConfirmedQuery) confirmed(all, "abc", .5, 0);
    ConfirmedQuery.ConfirmedWeight confirmed = query.new ConfirmedWeight(weight);
    ScorerSupplier outer = confirmed.scorerSupplier(reader.leaves().get(0));
    outer.setTopLevelScoringClause();
    assertEquals(List.of("top"), calls);
    assertEquals(77, outer.cost());
    assertFalse(confirmed.isCacheable(reader.leaves().get(0)));
  }

  public void testEqualsHashCodeToString() {
    Query all = new MatchAllDocsQuery();
    Query query = confirmed(all, "abcd", .5, .9);
    QueryUtils.check(query);
    QueryUtils.checkEqual(query, confirmed(all, "ABCD", .5, .9));
    QueryUtils.checkUnequal(query, confirmed(all, "abce", .5, .9));
    assertNotEquals(query.hashCode(), confirmed(all, "abce", .5, .9).hashCode());
    QueryUtils.checkUnequal(query, confirmed(all, "abcd", .4, .9));
    QueryUtils.checkUnequal(query, confirmed(all, "abcd", .5, .8));
    QueryUtils.checkUnequal(query, confirmed(new MatchNoDocsQuery(), "abcd", .5, .9));
    assertEquals("confirmed(*:*,text,jaccard>=0.5,containment>=0.9)", query.toString());
  }
}
