package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.shingle.Shingling;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.util.BytesRef;

public class MinHashNearQueryTests extends NearQueryTestCase {

  private static final String FIELD = "body";
  private static final Bands BANDS = new Bands(64, 16, 2);

  private final Map<String, long[]> sets = new TreeMap<>();

  private static Signature signature(Optional<Shingling> shingling, Bands bands, long... set) {
    return new SignatureParameters(shingling, bands).ofElements(set).orElseThrow();
  }

  private static Signature signature(long... set) {
    return signature(Optional.empty(), BANDS, set);
  }

  private static Query near(long[] set, double minSimilarity, int minBands) {
    return new MinHashNearQuery(FIELD, signature(set), minSimilarity, minBands);
  }

  /** Caches of results decide by these names which users may share a result. */
  public void testNamesAllFieldsThatItReads() {
    for (int minBands : new int[] {0, 1}) {
      assertEquals(Set.of(FIELD, FIELD + "._bands"), named(near(new long[] {1, 2}, .5, minBands)));
    }
  }

  private void add(String id, long... set) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    if (set.length > 0) {
      MinHashFields.of(FIELD, signature(set)).forEach(document::add);
      sets.put(id, set);
    }
    writer.addDocument(document);
  }

  /** Sets from equal to unrelated; some documents without a set, some deleted. */
  private void addRandomly(long[] centre, int documents) throws IOException {
    for (int i = 0; i < documents; i++) {
      long[] set = random().nextInt(10) == 0 ? new long[0] : centre.clone();
      for (int changes = random().nextInt(centre.length);
          set.length > 0 && changes > 0;
          changes--) {
        set[random().nextInt(set.length)] = random().nextLong();
      }
      add("" + i, set);
      if (random().nextInt(15) == 0) {
        String deleted = "" + random().nextInt(i + 1);
        writer.deleteDocuments(new Term("id", deleted));
        sets.remove(deleted);
      }
      if (random().nextInt(100) == 0) {
        writer.flush();
      }
    }
  }

  /** The bands that two sets share, some of them by chance. */
  private static long sharedBands(long[] a, long[] b) {
    Signature first = signature(a);
    Signature second = signature(b);
    return IntStream.range(0, BANDS.indexed())
        .filter(band -> first.band(band) == second.band(band))
        .count();
  }

  /** What the query must find, by looking at every set. */
  private Map<String, Float> byBruteForce(long[] query, double minSimilarity, int minBands) {
    Map<String, Float> found = new TreeMap<>();
    sets.forEach(
        (id, set) -> {
          long equalBands = sharedBands(query, set);
          double similarity = similarity(signature(query), signature(set));
          if (similarity >= minSimilarity && equalBands >= minBands) {
            found.put(id, (float) similarity);
          }
        });
    return found;
  }

  public void testEqualsBruteForce() throws IOException {
    long[] centre = random().longs(30).toArray();
    addRandomly(centre, atLeast(800));
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (double minSimilarity : new double[] {0, .2, .3, .5, .8, 1}) {
        for (int minBands : new int[] {0, 1, 2, 5, 16}) {
          String name = minSimilarity + " with " + minBands + " bands";
          Map<String, Float> expected = byBruteForce(centre, minSimilarity, minBands);
          Map<String, Float> actual = hits(searcher, near(centre, minSimilarity, minBands));
          assertSameHits(name, expected, actual);
        }
      }
    }
  }

  /** Signatures with other parameters are no error and never match, also if bands agree. */
  public void testDocumentsWithOtherParametersNeverMatch() throws IOException {
    long[] set = {1, 2, 3, 4, 5};
    add("same", set);
    List<Signature> others =
        List.of(
            signature(Optional.of(Shingling.AUTO_CHARACTERS), BANDS, set),
            signature(Optional.empty(), new Bands(65, 16, 2), set),
            signature(Optional.empty(), new Bands(64, 8, 2), set));
    for (int i = 0; i < others.size(); i++) {
      Document document = new Document();
      document.add(new StringField("id", "other" + i, Field.Store.YES));
      MinHashFields.of(FIELD, others.get(i)).forEach(document::add);
      writer.addDocument(document);
    }
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (double minSimilarity : new double[] {0, .5, 1}) {
        for (int minBands : new int[] {0, 1, 16}) {
          Query query = near(set, minSimilarity, minBands);
          assertSameHits(query.toString(), Map.of("same", 1f), hits(searcher, query));
          for (int i = 0; i < others.size(); i++) {
            Explanation other = explain(searcher, query, "other" + i);
            assertFalse(other.isMatch());
            assertEquals("no signature to compare in [body]", other.getDescription());
          }
        }
      }
      for (Signature other : others) {
        Query query = new MinHashNearQuery(FIELD, other, 0, 0);
        assertEquals(query.toString(), 1, hits(searcher, query).size());
      }
    }
  }

  /** Documents that cannot reach the score are excluded, those that just reach it are not. */
  public void testMinCompetitiveScoreIsInclusive() throws IOException {
    long[] set = {1, 2, 3};
    add("same", set);
    add("unrelated", 7, 8, 9);
    add("none");
    writer.forceMerge(1);
    assertEquals(0, similarity(signature(set), signature(sets.get("unrelated"))), .2);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      assertSameHits("all", byBruteForce(set, 0, 0), hits(searcher, near(set, 0, 0)));
      float[] minScores = {0, .5f, 2, Math.nextUp(2f)};
      int[] left = {2, 1, 1, 0};
      for (int i = 0; i < minScores.length; i++) {
        Weight weight = near(set, 0, 0).createWeight(searcher, ScoreMode.TOP_SCORES, 2);
        Scorer scorer = weight.scorer(reader.leaves().get(0));
        assertEquals(2f, scorer.getMaxScore(DocIdSetIterator.NO_MORE_DOCS), 0);
        assertEquals(50, scorer.twoPhaseIterator().matchCost(), 0);
        scorer.setMinCompetitiveScore(minScores[i]);
        int count = 0;
        while (scorer.iterator().nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          count++;
        }
        assertEquals("at " + minScores[i], left[i], count);
      }
    }
  }

  public void testIsCacheableUnlessSignaturesWereUpdated() throws IOException {
    Document document = new Document();
    document.add(new StringField("id", "a", Field.Store.YES));
    document.add(new BinaryDocValuesField(FIELD, new BytesRef(signature(1).stored())));
    writer.addDocument(document);
    assertCacheableUnlessUpdated(writer, near(new long[] {1, 2}, .5, 0), "a", FIELD);
  }

  public void testIsAWellBehavedLuceneQuery() throws IOException {
    long[] centre = random().longs(30).toArray();
    // Without deletions: QueryUtils takes every document that a scorer visits for a hit.
    for (int i = 0; i < 200; i++) {
      long[] set = centre.clone();
      Arrays.fill(set, 0, i % 30, i);
      add("" + i, set);
    }
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (int minBands : new int[] {0, 1, 3}) {
        QueryUtils.check(random(), near(centre, .3, minBands), searcher);
        QueryUtils.check(random(), new BoostQuery(near(centre, .5, minBands), 3), searcher);
      }
    }
  }

  public void testExplainsMatchAndMiss() throws IOException {
    long[] set = {1, 2, 3, 4, 5};
    add("same", set);
    add("other", 7, 8, 9);
    add("none");
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Explanation same = explain(searcher, new BoostQuery(near(set, .5, 2), 2), "same");
      assertTrue(same.isMatch());
      assertTrue(explain(searcher, near(set, 1, 2), "same").isMatch());
      assertEquals(2f, same.getValue().floatValue(), 0);
      assertEquals("similar, computed as boost * J from:", same.getDescription());
      assertEquals(1.0, same.getDetails()[0].getValue());
      assertEquals(
          "J, Jaccard similarity estimated from the signatures in [body]",
          same.getDetails()[0].getDescription());
      assertEquals(16, same.getDetails()[1].getValue());
      assertEquals("bands that agree, of 16 indexed ones", same.getDetails()[1].getDescription());
      Explanation bands = explain(searcher, near(set, 0, 2), "other");
      assertFalse(bands.isMatch());
      assertEquals("0 bands agree, fewer than min_matching_bands 2", bands.getDescription());
      Explanation scanned = explain(searcher, near(set, .5, 0), "other");
      assertFalse(scanned.isMatch());
      double low = similarity(signature(set), signature(7, 8, 9));
      assertEquals("similarity " + low + " is below min_similarity 0.5", scanned.getDescription());
      Explanation none = explain(searcher, near(set, 0, 0), "none");
      assertFalse(none.isMatch());
      assertEquals("no signature to compare in [body]", none.getDescription());
    }
  }

  public void testRewritesToNothingWithAReason() throws IOException {
    add("none");
    try (IndexReader reader = writer.getReader();
        MultiReader empty = new MultiReader()) {
      Query rewritten = near(new long[] {1}, 0, 0).rewrite(new IndexSearcher(reader));
      assertTrue(rewritten instanceof MatchNoDocsQuery);
      assertTrue(rewritten.toString(), rewritten.toString().contains("a signature in [body]"));
      assertTrue(
          near(new long[] {1}, 0, 1).rewrite(new IndexSearcher(empty)) instanceof MatchNoDocsQuery);
    }
  }

  public void testEqualsHashCodeToString() {
    Query query = near(new long[] {1, 2}, .5, 2);
    QueryUtils.check(query);
    QueryUtils.checkEqual(query, near(new long[] {2, 1}, .5, 2));
    QueryUtils.checkUnequal(query, near(new long[] {1, 3}, .5, 2));
    QueryUtils.checkUnequal(query, near(new long[] {1, 2}, .6, 2));
    QueryUtils.checkEqual(near(new long[] {1}, 0.0, 0), near(new long[] {1}, -0.0, 0));
    QueryUtils.checkUnequal(query, near(new long[] {1, 2}, .5, 1));
    QueryUtils.checkUnequal(query, near(new long[] {1, 2}, .5, 0));
    Signature signature = signature(1, 2);
    Query scan = near(new long[] {1, 2}, .5, 0);
    QueryUtils.checkEqual(scan, new MinHashNearQuery(FIELD, signature, .5, 0));
    QueryUtils.checkUnequal(scan, new MinHashNearQuery("b", signature, .5, 0));
    Signature other = signature(Optional.of(Shingling.AUTO_CHARACTERS), BANDS, 1, 2);
    QueryUtils.checkUnequal(scan, new MinHashNearQuery(FIELD, other, .5, 0));
    assertEquals("body:minhash_near(J>=0.5,bands>=0)", scan.toString("title"));
    assertEquals("minhash_near(J>=0.5,bands>=2)", query.toString(FIELD));
  }
}
