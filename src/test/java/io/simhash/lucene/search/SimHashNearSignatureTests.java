package io.simhash.lucene.search;

import static java.util.Collections.disjoint;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.MinHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.tests.search.QueryUtils;

/** Near queries in a field with signatures: readable cases, and the manners of a Lucene query. */
public class SimHashNearSignatureTests extends SimHashNearTestCase {

  private static final long[] TEXT = {1, 2, 3, 4, 5, 6, 7, 8};
  private static final Optional<Signature> SIGNATURE = Optional.of(textSignature(TEXT));
  private static final Optional<Signature> NONE = Optional.empty();
  private static final NearRule DEFAULT = NearRule.of(null, null, false);

  /** Seven of nine shingles are common. */
  private static final Optional<Signature> SIMILAR =
      Optional.of(textSignature(1, 2, 3, 4, 5, 6, 7, 18));

  private static final Optional<Signature> UNRELATED =
      Optional.of(textSignature(21, 22, 23, 24, 25, 26));

  private static final double SIMILARITY = similarity(SIGNATURE.get(), SIMILAR.get());

  /** A fingerprint at so many bits from 0. */
  private static long bits(int count) {
    return (1L << count) - 1;
  }

  /** Caches of results decide by these names which users may share a result. */
  public void testNamesTheSignatureOnlyIfItIsRead() {
    Set<String> signature = Set.of(FIELD + ".signature", FIELD + ".signature._prefix");
    assertTrue(named(near(DEFAULT)).containsAll(signature));
    assertTrue(
        named(near(NearRule.ofDistance(3), DistanceScore.SIMILARITY)).containsAll(signature));
    assertTrue(disjoint(named(near(NearRule.ofDistance(3))), signature));
  }

  private static SimHashNearQuery near(NearRule rule) {
    return near(rule, DistanceScore.RECIPROCAL);
  }

  private static SimHashNearQuery near(NearRule rule, DistanceScore score) {
    return near(0, SIGNATURE, rule, score, Optional.empty(), BlockCosts.MEASURED);
  }

  private void addExamples() throws IOException {
    assertTrue(SIMILARITY > .53 && SIMILARITY < 1);
    assertEquals(0, similarity(SIGNATURE.get(), UNRELATED.get()), .1);
    add("same", bits(0), SIGNATURE);
    add("similar", bits(24), SIMILAR);
    add("too far", bits(25), SIGNATURE);
    add("template", bits(3), UNRELATED);
    add("near without", bits(12), NONE);
    add("far without", bits(13), NONE);
    add("near other", bits(12), Optional.of(otherSignatures(TEXT).get(0)));
    add("far other", bits(13), Optional.of(otherSignatures(TEXT).get(1)));
  }

  private Set<String> found(Query query) throws IOException {
    try (IndexReader reader = writer.getReader()) {
      return hits(newSearcher(reader), query).keySet();
    }
  }

  public void testByDefaultTheSignatureDecidesWhereThereIsOne() throws IOException {
    addExamples();
    assertEquals(Set.of("same", "similar", "near without", "near other"), found(near(DEFAULT)));
    Query fingerprintOnly =
        near(0, NONE, DEFAULT, DistanceScore.RECIPROCAL, Optional.empty(), BlockCosts.MEASURED);
    assertEquals(Set.of("same", "template", "near without", "near other"), found(fingerprintOnly));
  }

  public void testMaxDistanceAloneIgnoresSignatures() throws IOException {
    addExamples();
    assertEquals(
        Set.of("same", "template", "near without", "near other"),
        found(near(NearRule.of(12, null, false))));
  }

  public void testMinSimilarityLeavesOutDocumentsWithoutASignature() throws IOException {
    addExamples();
    assertEquals(Set.of("same", "similar"), found(near(NearRule.of(null, .5, false))));
    assertEquals(Set.of("same"), found(near(NearRule.of(12, .5, false))));
    assertEquals(Set.of("same", "similar", "too far"), found(near(NearRule.of(64, .5, false))));
    assertEquals(Set.of("same", "template"), found(near(NearRule.of(12, 0.0, false))));
  }

  public void testScoreBySimilarity() throws IOException {
    addExamples();
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      assertSameHits(
          "by default",
          Map.of(
              "same",
              1f,
              "similar",
              (float) SIMILARITY,
              "near without",
              1 / 13f,
              "near other",
              1 / 13f),
          hits(searcher, near(DEFAULT, DistanceScore.SIMILARITY)));
      // The signature decides the score also where it does not decide the match.
      float unrelated = (float) similarity(SIGNATURE.get(), UNRELATED.get());
      assertSameHits(
          "distance alone",
          Map.of("same", 1f, "template", unrelated),
          hits(searcher, near(NearRule.of(3, null, false), DistanceScore.SIMILARITY)));
    }
  }

  /**
   * Same fingerprint and same signature, where either side may have no signature or one with other
   * parameters, beside documents and in segments of every kind.
   */
  public void testTheIdenticalDocumentIsAlwaysFound() throws IOException {
    long fingerprint = random().nextLong();
    List<Optional<Signature>> stored = new ArrayList<>(List.of(SIGNATURE, NONE));
    otherSignatures(TEXT).forEach(other -> stored.add(Optional.of(other)));
    for (Optional<Signature> one : stored) {
      for (Optional<Signature> beside : stored) {
        writer.deleteAll();
        add("identical", fingerprint, one);
        add("beside", ~fingerprint, beside);
        try (IndexReader reader = writer.getReader()) {
          IndexSearcher searcher = newSearcher(reader);
          for (boolean confirmed : new boolean[] {false, true}) {
            for (Optional<Signature> asked : stored) {
              NearRule rule = NearRule.of(null, null, confirmed);
              DistanceScore score = DistanceScore.values()[random().nextInt(4)];
              BlockCosts costs = random().nextBoolean() ? BLOCKS_FORCED : SCAN_FORCED;
              Query query = near(fingerprint, asked, rule, score, Optional.empty(), costs);
              String name = query + " of " + asked + " in " + one + " beside " + beside;
              assertSameHits(name, Map.of("identical", 1f), hits(searcher, query));
            }
          }
        }
      }
    }
  }

  public void testExplains() throws IOException {
    addExamples();
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Explanation similar = explain(searcher, near(DEFAULT, DistanceScore.SIMILARITY), "similar");
      assertTrue(similar.isMatch());
      assertEquals(SIMILARITY, similar.getValue().doubleValue(), 1e-6);
      assertEquals(
          "neighbour, computed as boost * s with s = similarity, or 1 / (1 + H) without signatures"
              + " to compare from:",
          similar.getDescription());
      assertEquals(24, similar.getDetails()[0].getValue());
      assertEquals(SIMILARITY, similar.getDetails()[1].getValue().doubleValue(), 1e-12);
      assertEquals(
          "similarity, estimated Jaccard similarity of the signatures in [simhash.signature]",
          similar.getDetails()[1].getDescription());
      for (String id : List.of("near without", "near other")) {
        Explanation without = explain(searcher, near(DEFAULT), id);
        assertTrue(without.isMatch());
        assertEquals(
            "similarity unknown: no signature to compare in [simhash.signature]",
            without.getDetails()[1].getDescription());
      }
      assertMiss(searcher, DEFAULT, "too far", "Hamming distance 25 is above max_distance 24");
      double unrelated = similarity(SIGNATURE.get(), UNRELATED.get());
      String low = "similarity " + unrelated + " is below min_similarity 0.53";
      assertMiss(searcher, DEFAULT, "template", low);
      String alone =
          "Hamming distance 13 is above 12, the maximum where there is no signature to compare";
      assertMiss(searcher, DEFAULT, "far without", alone);
      assertMiss(searcher, DEFAULT, "far other", alone);
      NearRule min = NearRule.of(null, .5, false);
      assertMiss(searcher, min, "near without", "min_similarity 0.5 needs a signature");
      // A signature that decides nothing is not read, nor explained: the details are the distance
      // and how a search finds the neighbours.
      assertEquals(2, explain(searcher, near(NearRule.ofDistance(3)), "same").getDetails().length);
    }
  }

  private static void assertMiss(IndexSearcher searcher, NearRule rule, String id, String reason)
      throws IOException {
    Explanation miss = explain(searcher, near(rule), id);
    assertFalse(id, miss.isMatch());
    assertEquals(reason, miss.getDescription());
    assertEquals(2, miss.getDetails().length);
  }

  public void testEqualsHashCodeToString() {
    SimHashNearQuery query = near(DEFAULT);
    QueryUtils.check(query);
    QueryUtils.checkEqual(query, near(NearRule.of(null, null, false)));
    QueryUtils.checkUnequal(query, near(NearRule.of(null, null, true)));
    QueryUtils.checkUnequal(query, near(new NearRule(24, .53, 11)));
    QueryUtils.checkUnequal(query, near(new NearRule(23, .53, 12)));
    QueryUtils.checkUnequal(query, near(DEFAULT, DistanceScore.SIMILARITY));
    List<Optional<Signature>> others = new ArrayList<>(List.of(NONE, SIMILAR));
    otherSignatures(TEXT).forEach(other -> others.add(Optional.of(other)));
    for (Optional<Signature> other : others) {
      for (DistanceScore score : DistanceScore.values()) {
        NearRule distance = NearRule.ofDistance(3);
        Query withOther = withSignature(other, distance, score);
        if (score == DistanceScore.SIMILARITY) {
          QueryUtils.checkUnequal(near(distance, score), withOther);
        } else {
          // The signature decides nothing: two such queries are one key of the cache.
          QueryUtils.checkEqual(near(distance, score), withOther);
        }
        QueryUtils.checkUnequal(near(DEFAULT, score), withSignature(other, DEFAULT, score));
      }
    }
    assertEquals("simhash_near(0000000000000000~24,J>=0.53|12,reciprocal)", query.toString(FIELD));
  }

  private static Query withSignature(
      Optional<Signature> signature, NearRule rule, DistanceScore score) {
    return near(0, signature, rule, score, Optional.empty(), BlockCosts.MEASURED);
  }

  public void testIsCacheableUnlessSignaturesWereUpdated() throws IOException {
    // Without its term, as Lucene updates the doc values of no other fields.
    Document document = new Document();
    document.add(new StringField("id", "a", Field.Store.NO));
    document.add(MinHashFields.of(FIELD + ".signature", SIGNATURE.get()));
    writer.addDocument(document);
    assertCacheableUnlessUpdated(writer, near(DEFAULT), "a", FIELD + ".signature");
  }

  /** Signatures of 64 components cost 28, where they decide and the segment has any. */
  public void testMatchCost() throws IOException {
    add("a", 0, SIGNATURE, 1, 2, 3);
    assertMatchCost(5 + 28, near(DEFAULT));
    assertNoSecondPhase(near(NearRule.ofDistance(3), DistanceScore.SIMILARITY));
    SignatureCheck check = check(new long[] {1, 2, 3}, .5, .8);
    assertMatchCost(
        5 + 28 + 28,
        near(
            0,
            SIGNATURE,
            DEFAULT,
            DistanceScore.RECIPROCAL,
            Optional.of(check),
            BlockCosts.MEASURED));
    writer.deleteAll();
    add("a", 0, NONE);
    assertNoSecondPhase(near(DEFAULT));
  }

  private void assertMatchCost(float expected, Query query) throws IOException {
    try (IndexReader reader = writer.getReader()) {
      assertEquals(expected, scorer(reader, query).twoPhaseIterator().matchCost(), 0);
    }
  }

  /** The distance decides alone, and the iterator knows it. */
  private void assertNoSecondPhase(Query query) throws IOException {
    try (IndexReader reader = writer.getReader()) {
      assertNull(scorer(reader, query).twoPhaseIterator());
    }
  }

  private static Scorer scorer(IndexReader reader, Query query) throws IOException {
    return query
        .createWeight(new IndexSearcher(reader), ScoreMode.TOP_SCORES, 1)
        .scorer(reader.leaves().get(0));
  }

  /** Without signatures in a segment the smaller distance is searched, or nothing. */
  public void testASegmentWithoutSignaturesIsSearchedByTheFingerprintAlone() throws IOException {
    for (int i = 0; i < 100; i++) {
      add("" + i, random().nextLong(), NONE);
    }
    add("near", bits(12), NONE);
    add("far", bits(13), NONE);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      assertTrue(hits(searcher, near(DEFAULT)).containsKey("near"));
      assertFalse(hits(searcher, near(DEFAULT)).containsKey("far"));
      SimHashNearWeight alone =
          new SimHashNearWeight(
              near(NearRule.of(null, .5, false)), 1, () -> {}, new SearchReport());
      assertNull(alone.scorerSupplier(reader.leaves().get(0)));
    }
  }
}
