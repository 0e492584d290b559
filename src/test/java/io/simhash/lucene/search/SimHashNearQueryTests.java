package io.simhash.lucene.search;

import io.simhash.core.block.Blocks;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.tests.search.QueryUtils;

public class SimHashNearQueryTests extends SimHashNearTestCase {

  public void testScoresAndOrder() throws IOException {
    addRandomly(FingerprintSets.EVERY_DISTANCE, 0, 500);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (DistanceScore score : DistanceScore.values()) {
        Query query = new SimHashNearQuery(FIELD, 0, 40, score);
        TopDocs top = searcher.search(query, 50);
        List<LeafReaderContext> leaves = searcher.getLeafContexts();
        for (ScoreDoc hit : top.scoreDocs) {
          LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(hit.doc, leaves));
          var values = leaf.reader().getSortedNumericDocValues(FIELD);
          assertTrue(values.advanceExact(hit.doc - leaf.docBase));
          assertEquals(
              BruteForceNearQuery.score(score, 0, values.nextValue()), hit.score, Math.ulp(1f));
        }
        for (int i = 1; i < top.scoreDocs.length; i++) {
          assertTrue(top.scoreDocs[i - 1].score >= top.scoreDocs[i].score);
        }
      }
    }
  }

  public void testIsAWellBehavedLuceneQuery() throws IOException {
    // Without deletions: QueryUtils takes every document that a scorer visits for a hit.
    for (int i = 0; i < 300; i++) {
      add("" + i, FingerprintSets.CLUSTERED.next(random(), 0));
    }
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (int distance : new int[] {0, 3, 7, 10, 64}) {
        if (distance <= 10) {
          QueryUtils.check(random(), near(0, distance, BLOCKS_FORCED), searcher);
        }
        QueryUtils.check(random(), near(0, distance, SCAN_FORCED), searcher);
        QueryUtils.check(
            random(),
            near(0, distance, DistanceScore.COSINE, check(new long[] {1, 2}, 0, .85)),
            searcher);
      }
    }
  }

  public void testComposesWithOtherClauses() throws IOException {
    addRandomly(FingerprintSets.CLUSTERED, 0, 2000);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (int i = 0; i < 20; i++) {
        Query id = new TermQuery(new Term("id", "" + random().nextInt(2000)));
        Query expected = and(new BruteForceNearQuery(FIELD, 0, 5), id);
        assertEquals(docs(searcher, expected), docs(searcher, and(near(0, 5, BLOCKS_FORCED), id)));
        assertEquals(docs(searcher, expected), docs(searcher, and(near(0, 5, SCAN_FORCED), id)));
      }
    }
  }

  public void testSignatureCheckMixesAndExcludes() throws IOException {
    long[] set = {1, 2, 3};
    long[] other = {7, 8, 9};
    add("same", 0, set);
    add("other", 0, other);
    add("none", 1);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      double ofOther = similarity(signature(set), signature(other));
      Map<String, Float> mixed =
          Map.of("same", 1f, "other", (float) (.8 + .2 * ofOther), "none", .4f);
      assertSameHits("mixed", mixed, hits(searcher, near(0, 3, check(set, 0, .8))));
      assertEquals(Set.of("same"), hits(searcher, near(0, 3, check(set, .5, .8))).keySet());
      SignatureCheck empty = new SignatureCheck("tags", Optional.empty(), 0, .8);
      Map<String, Float> byDistance = Map.of("same", .8f, "other", .8f, "none", .4f);
      assertSameHits("empty", byDistance, hits(searcher, near(0, 3, empty)));
    }
  }

  public void testExplainsTheSignatureCheck() throws IOException {
    add("same", 1, 1, 2, 3);
    add("other", 0, 7, 8, 9);
    add("none", 0);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Query query = near(0, 3, check(new long[] {1, 2, 3}, .5, .75));
      Explanation same = explain(searcher, query, "same");
      assertTrue(same.isMatch());
      assertEquals(.75 * .5 + .25, same.getValue().doubleValue(), 1e-6);
      assertEquals(
          "neighbour, computed as boost * (mu * s + (1 - mu) * J) with s = 1 / (1 + H)"
              + " and mu = 0.75 from:",
          same.getDescription());
      assertEquals(1, same.getDetails()[0].getValue());
      assertEquals(1.0, same.getDetails()[1].getValue());
      assertEquals(
          "J, Jaccard similarity estimated from the signatures in [tags]",
          same.getDetails()[1].getDescription());
      for (String id : List.of("other", "none")) {
        Explanation excluded = explain(searcher, query, id);
        assertFalse(excluded.isMatch());
        assertEquals(
            "similarity " + excluded.getDetails()[1].getValue() + " is below min_similarity 0.5",
            excluded.getDescription());
      }
      assertTrue(explain(searcher, near(0, 3, check(new long[] {1}, 0, .5)), "none").isMatch());
    }
  }

  public void testExplainsMatchAndMiss() throws IOException {
    add("near", 0x0000_0000_0000_0003L);
    add("far", -1L);
    Document without = new Document();
    without.add(new StringField("id", "none", Field.Store.YES));
    writer.addDocument(without);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Explanation near = explain(searcher, near(0, 3), "near");
      assertTrue(near.isMatch());
      assertEquals(
          "neighbour, computed as boost * s with s = 1 / (1 + H) from:", near.getDescription());
      assertEquals(1 / 3f, near.getValue().floatValue(), 1e-6);
      assertEquals(2, near.getDetails()[0].getValue());
      assertEquals(
          "H, Hamming distance of 0000000000000003 in [simhash] from 0000000000000000;"
              + " equal blocks [0, 1, 2]",
          near.getDetails()[0].getDescription());
      Explanation none = explain(searcher, near(0, 3), "none");
      assertFalse(none.isMatch());
      assertEquals(
          "there is neither a distance nor a similarity: one of the two has no fingerprint",
          none.getDescription());
      Explanation far = explain(searcher, near(0, 3), "far");
      assertFalse(far.isMatch());
      assertEquals("Hamming distance 64 is above max_distance 3", far.getDescription());
    }
  }

  /** The last detail of a match says how a search finds the neighbours in the segment. */
  public void testExplainsHowNeighboursAreFound() throws IOException {
    add("near", 1);
    add("far", -1);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      for (BlockCosts costs : List.of(BLOCKS_FORCED, SCAN_FORCED)) {
        Explanation near = explain(searcher, near(0, 3, costs), "near");
        Explanation how = near.getDetails()[near.getDetails().length - 1];
        assertEquals(2, how.getValue());
        assertEquals(
            "documents in the segment, searched by bands in 0 segments: 0 candidates; by blocks in "
                + (costs == BLOCKS_FORCED
                    ? "1 segments: 4 look-ups, 3 candidates; by scan in 0 segments: 0"
                    : "0 segments: 0 look-ups, 0 candidates; by scan in 1 segments: 2")
                + " fingerprints; one by one in 0 segments",
            how.getDescription());
      }
    }
  }

  public void testRewritesToNothingWithAReason() throws IOException {
    writer.addDocument(new Document());
    try (IndexReader reader = writer.getReader()) {
      Query rewritten = near(0, 3).rewrite(new IndexSearcher(reader));
      assertTrue(rewritten instanceof MatchNoDocsQuery);
      assertTrue(rewritten.toString(), rewritten.toString().contains("signature in [simhash]"));
    }
    try (MultiReader empty = new MultiReader()) {
      assertTrue(near(0, 3).rewrite(new IndexSearcher(empty)) instanceof MatchNoDocsQuery);
    }
  }

  public void testEqualsHashCodeToString() {
    QueryUtils.check(near(1, 3));
    QueryUtils.checkEqual(near(1, 3), near(1, 3));
    QueryUtils.checkUnequal(near(1, 3), near(2, 3));
    assertNotEquals(near(1, 3).hashCode(), near(2, 3).hashCode());
    assertNotEquals(
        check(new long[] {1}, .5, 1).hashCode(), check(new long[] {2}, .5, 1).hashCode());
    QueryUtils.checkUnequal(near(1, 3), near(1, 4));
    QueryUtils.checkUnequal(
        near(1, 3), new SimHashNearQuery("other", 1, 3, DistanceScore.RECIPROCAL));
    QueryUtils.checkUnequal(near(1, 3), new SimHashNearQuery(FIELD, 1, 3, DistanceScore.LINEAR));
    QueryUtils.checkUnequal(near(1, 3), near(1, 3, SCAN_FORCED));
    Query checked = near(1, 3, check(new long[] {1}, .5, .85));
    QueryUtils.checkEqual(checked, near(1, 3, check(new long[] {1}, .5, .85)));
    QueryUtils.checkUnequal(near(1, 3), checked);
    QueryUtils.checkUnequal(checked, near(1, 3, check(new long[] {2}, .5, .85)));
    QueryUtils.checkUnequal(checked, near(1, 3, check(new long[] {1}, .6, .85)));
    QueryUtils.checkUnequal(checked, near(1, 3, check(new long[] {1}, .5, .8)));
    SignatureCheck other = new SignatureCheck("other", Optional.empty(), .5, .85);
    QueryUtils.checkUnequal(
        near(1, 3, new SignatureCheck("tags", Optional.empty(), .5, .85)), near(1, 3, other));
    QueryUtils.checkUnequal(
        near(1, 3, new SignatureCheck("other", Optional.of(signature(1)), .5, .85)),
        near(1, 3, other));
    assertNotEquals(check(new long[] {1}, .5, .85), "no check");
    assertEquals(
        "simhash:simhash_near(0000000000000001~3,reciprocal,tags>=0.5,mu=0.85)",
        checked.toString("body"));
    assertEquals("simhash_near(0000000000000001~3,reciprocal)", near(1, 3).toString(FIELD));
  }

  public void testRefusesWhatCannotWork() {
    assertRefused("[max_distance] must be in [0, 64] but was [65]", () -> near(0, 65));
    assertRefused("[max_distance] must be in [0, 64] but was [-1]", () -> near(0, -1));
    long[] set = {1};
    assertRefused("[mu] must be in [0, 1] but was [1.5]", () -> check(set, 0, 1.5));
    assertRefused(
        "[min_similarity] must be in [0, 1] but was [NaN]", () -> check(set, Double.NaN, .5));
    Optional<Signature> none = Optional.empty();
    expectThrows(NullPointerException.class, () -> new SignatureCheck(null, none, .5, .5));
    expectThrows(NullPointerException.class, () -> new SignatureCheck("tags", null, .5, .5));
    NearValue value = ofFingerprint(1);
    NearRule rule = NearRule.ofDistance(3);
    DistanceScore score = DistanceScore.RECIPROCAL;
    assertNeeded("field", () -> new SimHashNearQuery(null, value, rule, score, Optional.empty()));
    assertNeeded("value", () -> new SimHashNearQuery(FIELD, null, rule, score, Optional.empty()));
    assertNeeded("rule", () -> new SimHashNearQuery(FIELD, value, null, score, Optional.empty()));
    assertNeeded("score", () -> new SimHashNearQuery(FIELD, value, rule, null, Optional.empty()));
    assertNeeded("minHash", () -> new SimHashNearQuery(FIELD, value, rule, score, null));
  }

  private static void assertNeeded(String argument, ThrowingRunnable action) {
    assertEquals(argument, expectThrows(NullPointerException.class, action).getMessage());
  }

  /** Equal checks have equal hash codes, also where one was given -0: they are keys of a cache. */
  public void testMinusZeroIsZero() {
    Optional<Signature> none = Optional.empty();
    SignatureCheck zero = new SignatureCheck("tags", none, 0.0, 0.0);
    for (SignatureCheck same :
        List.of(
            new SignatureCheck("tags", none, -0.0, 0.0),
            new SignatureCheck("tags", none, 0.0, -0.0))) {
      assertEquals(zero, same);
      assertEquals(zero.hashCode(), same.hashCode());
    }
  }

  /**
   * Fingerprints alone need no second phase. Signatures are compared after them: 5 for these, 50
   * for signatures.
   */
  public void testMatchCost() throws IOException {
    add("same", 0, new long[] {1, 2});
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Query query = near(0, 3, check(new long[] {1, 2}, 1, .8));
      assertEquals(1, searcher.search(query, 1).scoreDocs.length);
      assertNull(scorer(searcher, near(0, 3)).twoPhaseIterator());
      // A check that excludes no document is left to the score.
      Query scoring = near(0, 3, check(new long[] {1, 2}, 0, .8));
      assertNull(scorer(searcher, scoring).twoPhaseIterator());
      assertEquals(5 + 50, scorer(searcher, query).twoPhaseIterator().matchCost(), 0);
    }
  }

  private static Scorer scorer(IndexSearcher searcher, Query query) throws IOException {
    return query
        .createWeight(searcher, ScoreMode.TOP_SCORES, 1)
        .scorer(searcher.getIndexReader().leaves().get(0));
  }

  public void testIsCacheableUnlessSignaturesWereUpdated() throws IOException {
    add("a", 0, 1, 2);
    Query query = near(0, 3, check(new long[] {1}, 0, .5));
    assertCacheableUnlessUpdated(writer, query, "a", "tags");
  }

  /** Cannot come from {@code SimHashFields}, but a segment can hold anything. */
  public void testABlockTermWithoutAFingerprintIsNoMatch() throws IOException {
    add("a", 0);
    Document document = new Document();
    for (IndexableField field : SimHashFields.of(FIELD, ofFingerprint(0))) {
      if (field.name().equals(FIELD) == false) {
        document.add(field);
      }
    }
    writer.addDocument(document);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      assertEquals(Set.of("a"), hits(searcher, near(0, 3, BLOCKS_FORCED)).keySet());
    }
  }

  /** Caches of results decide by these names which users may share a result. */
  public void testNamesAllFieldsThatItReads() {
    Set<String> fields =
        new TreeSet<>(
            Set.of(FIELD, FIELD + ".sub_blocks", FIELD + ".signature", FIELD + "._bands"));
    for (int block = 0; block < Blocks.COUNT; block++) {
      fields.add(FIELD + ".block_" + block);
    }
    assertEquals(fields, named(near(1, 3)));
    fields.add("tags");
    assertEquals(fields, named(near(1, 3, check(new long[] {1, 2}, .5, .8))));
  }

  public void testVisitsAsALeafWhereItsFieldIsWanted() {
    for (String wanted : List.of(FIELD, "other")) {
      Set<Query> visited = new HashSet<>();
      QueryVisitor visitor =
          new QueryVisitor() {
            @Override
            public boolean acceptField(String field) {
              return field.equals(wanted);
            }

            @Override
            public void visitLeaf(Query query) {
              visited.add(query);
            }
          };
      near(1, 3).visit(visitor);
      assertEquals(wanted.equals(FIELD) ? Set.of(near(1, 3)) : Set.of(), visited);
    }
  }
}
