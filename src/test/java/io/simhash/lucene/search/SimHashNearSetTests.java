package io.simhash.lucene.search;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.minhash.Thresholds;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.tests.search.QueryUtils;

/** Near queries of values without a fingerprint, with every number of components and bands. */
public class SimHashNearSetTests extends NearQueryTestCase {

  private static final String FIELD = "body";
  private static final Bands BANDS = new Bands(64, 16, 2);
  private static final String NO_SIMILARITY =
      "there is no similarity: the signatures cannot be compared, or one of the two has none";

  /** Any similarity above 0. */
  private static final double ANY = Double.MIN_VALUE;

  private Bands bands = BANDS;
  private final Map<String, long[]> sets = new TreeMap<>();

  private static Signature signature(Optional<Shingling> shingling, Bands bands, long... set) {
    return new SignatureParameters(shingling, bands).ofElements(set).orElseThrow();
  }

  private Signature signature(long... set) {
    return signature(Optional.empty(), bands, set);
  }

  private Query near(long[] set, double minSimilarity, int minBands) {
    return near(FIELD, signature(set), minSimilarity, minBands);
  }

  private static SimHashNearQuery near(
      String field, Signature signature, double minSimilarity, int minBands) {
    NearRule rule = new NearRule.Similar(minSimilarity, minBands, 64);
    return new SimHashNearQuery(
        field, value(signature), rule, DistanceScore.SIMILARITY, s -> () -> {});
  }

  private static NearValue value(Signature signature) {
    return new NearValue(OptionalLong.empty(), Optional.of(signature));
  }

  private void add(String id, long... set) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    if (set.length > 0) {
      SimHashFields.of(FIELD, value(signature(set))).forEach(document::add);
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
  private long sharedBands(long[] a, long[] b) {
    Signature first = signature(a);
    Signature second = signature(b);
    return IntStream.range(0, bands.bands())
        .filter(band -> first.band(band) == second.band(band))
        .count();
  }

  /** What the query must find, by looking at every set. */
  private Map<String, Float> byBruteForce(long[] query, double minSimilarity, int minBands) {
    Map<String, Float> found = new TreeMap<>();
    sets.forEach(
        (id, set) -> {
          double similarity = similarity(signature(query), signature(set));
          boolean agree =
              minBands == 0
                  || sharedBands(query, set) >= Math.min(minBands, bands.bands())
                      && equalInHead(signature(query), signature(set))
                          >= Thresholds.head(minSimilarity, bands);
          if (similarity >= minSimilarity && agree) {
            found.put(id, (float) similarity);
          }
        });
    return found;
  }

  public void testEqualsBruteForce() throws IOException {
    long[] centre = random().longs(30).toArray();
    bands =
        RandomPicks.randomFrom(
            random(),
            List.of(
                BANDS,
                new Bands(64, 1, 2),
                new Bands(84, 6, 14),
                new Bands(100, 24, 1),
                new Bands(300, 20, 2),
                new Bands(2048, 24, 2)));
    addRandomly(centre, atLeast(800));
    IndexSearcher searcher = newSearcher(reader());
    for (double minSimilarity : new double[] {ANY, .2, .3, .5, .8, 1}) {
      for (int minBands : new int[] {0, 1, 2, 5, 24}) {
        String name = bands + ", " + minSimilarity + " with " + minBands + " bands";
        Map<String, Float> expected = byBruteForce(centre, minSimilarity, minBands);
        Map<String, Float> actual = hits(searcher, near(centre, minSimilarity, minBands));
        assertSameHits(name, expected, actual);
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
    IndexReader reader = reader();
    IndexSearcher searcher = new IndexSearcher(reader);
    assertSameHits("all", byBruteForce(set, ANY, 0), hits(searcher, near(set, ANY, 0)));
    int all = byBruteForce(set, ANY, 0).size();
    float[] minScores = {0, .5f, 2, Math.nextUp(2f)};
    int[] left = {all, 1, 1, 0};
    for (int i = 0; i < minScores.length; i++) {
      Weight weight = near(set, ANY, 0).createWeight(searcher, ScoreMode.TOP_SCORES, 2);
      Scorer scorer = weight.scorer(reader.leaves().get(0));
      assertEquals(2f, scorer.getMaxScore(DocIdSetIterator.NO_MORE_DOCS), 0);
      assertEquals(55, scorer.twoPhaseIterator().matchCost(), 0);
      scorer.setMinCompetitiveScore(minScores[i]);
      int count = 0;
      while (scorer.iterator().nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
        count++;
      }
      assertEquals("at " + minScores[i], left[i], count);
    }
  }

  public void testExplainsMatchAndMiss() throws IOException {
    long[] set = {1, 2, 3, 4, 5};
    add("same", set);
    add("similar", 1, 2, 3, 4, 7);
    add("none");
    double similarity = similarity(signature(set), signature(sets.get("similar")));
    IndexSearcher searcher = new IndexSearcher(reader());
    Explanation same = explain(searcher, new BoostQuery(near(set, .5, 2), 2), "same");
    assertTrue(same.isMatch());
    assertTrue(explain(searcher, near(set, 1, 2), "same").isMatch());
    assertEquals(2f, same.getValue().floatValue(), 0);
    assertEquals("H unknown: no fingerprint in the query", same.getDetails()[0].getDescription());
    assertEquals(1.0, same.getDetails()[1].getValue());
    assertEquals(16, same.getDetails()[2].getValue());
    assertEquals("bands that are equal, of 16", same.getDetails()[2].getDescription());
    assertEquals(64, same.getDetails()[3].getValue());
    assertEquals(
        "components of the head that are equal, of which neighbours have at least 40",
        same.getDetails()[3].getDescription());
    assertMiss(
        sharedBands(set, sets.get("similar")) + " bands are shared, fewer than 16",
        explain(searcher, near(set, .01, 16), "similar"));
    assertMiss(
        "similarity " + similarity + " is below min_similarity 1.0",
        explain(searcher, near(set, 1, 0), "similar"));
    assertMiss(NO_SIMILARITY, explain(searcher, near(set, ANY, 0), "none"));
  }

  public void testEqualsHashCodeToString() {
    Query query = near(new long[] {1, 2}, .5, 2);
    QueryUtils.check(query);
    QueryUtils.checkEqual(query, near(new long[] {2, 1}, .5, 2));
    QueryUtils.checkUnequal(query, near(new long[] {1, 3}, .5, 2));
    QueryUtils.checkUnequal(query, near(new long[] {1, 2}, .6, 2));
    QueryUtils.checkUnequal(query, near(new long[] {1, 2}, .5, 1));
    QueryUtils.checkUnequal(query, near(new long[] {1, 2}, .5, 0));
    QueryUtils.checkUnequal(query, near("b", signature(1, 2), .5, 2));
    Signature other = signature(Optional.of(Shingling.AUTO_CHARACTERS), BANDS, 1, 2);
    QueryUtils.checkUnequal(query, near(FIELD, other, .5, 2));
    assertEquals(
        "body:simhash_near(no fingerprint~J>=0.5,2 bands,similarity)", query.toString("title"));
  }
}
