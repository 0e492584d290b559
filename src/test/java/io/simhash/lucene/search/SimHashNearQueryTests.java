package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DocIdSetIterator;
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
import org.apache.lucene.store.Directory;
import org.apache.lucene.tests.index.RandomIndexWriter;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SimHashNearQueryTests extends LuceneTestCase {

  private static final String FIELD = "simhash";
  private static final MinHash MIN_HASH = new MinHash(64, 8, 0);

  /** Documents from which on blocks answer distances up to 4. */
  private static final int LARGE_SEGMENT = 9000;

  private Directory directory;
  private RandomIndexWriter writer;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    directory = newDirectory();
    writer = new RandomIndexWriter(random(), directory);
  }

  @Override
  public void tearDown() throws Exception {
    writer.close();
    directory.close();
    super.tearDown();
  }

  private static Query near(long fingerprint, int maxDistance) {
    return new SimHashNearQuery(FIELD, fingerprint, maxDistance, DistanceScore.RECIPROCAL, null);
  }

  private void add(String id, long fingerprint) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    SimHashFields.of(FIELD, fingerprint).forEach(document::add);
    writer.addDocument(document);
  }

  private void addRandomly(FingerprintSets set, long centre, int documents) throws IOException {
    for (int i = 0; i < documents; i++) {
      if (random().nextInt(10) == 0) {
        Document without = new Document();
        without.add(new StringField("id", "" + i, Field.Store.YES));
        writer.addDocument(without);
      } else {
        add("" + i, set.next(random(), centre));
      }
      if (random().nextInt(200) == 0) {
        writer.flush();
      }
      if (i > 0 && random().nextInt(20) == 0) {
        writer.deleteDocuments(new Term("id", "" + random().nextInt(i)));
      }
    }
  }

  private static Set<Integer> hits(IndexSearcher searcher, Query query) throws IOException {
    Set<Integer> documents = new TreeSet<>();
    for (ScoreDoc hit : searcher.search(query, Integer.MAX_VALUE).scoreDocs) {
      documents.add(hit.doc);
    }
    return documents;
  }

  public void testEqualsBruteForceAtEveryDistanceOnEverySet() throws IOException {
    for (FingerprintSets set : FingerprintSets.values()) {
      long centre = random().nextLong();
      writer.deleteAll();
      // Small segments are scanned; the next two tests are for the blocks.
      addRandomly(set, centre, atLeast(1000));
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        for (int distance = 0; distance <= 64; distance++) {
          long query = random().nextBoolean() ? centre : set.next(random(), centre);
          assertEquals(
              set + " at " + distance,
              hits(searcher, new BruteForceNearQuery(FIELD, query, distance)),
              hits(searcher, near(query, distance)));
        }
      }
    }
  }

  /** Small segments would be scanned: here the blocks must answer, at every distance. */
  public void testBlocksMissNoNeighbourAtAnyDistance() throws IOException {
    for (FingerprintSets set : FingerprintSets.values()) {
      long centre = random().nextLong();
      writer.deleteAll();
      addRandomly(set, centre, 600);
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = new IndexSearcher(reader);
        // Beyond 16 the probes are so many that one distance must do.
        for (int i = 0; i <= 16; i++) {
          int distance = i < 16 ? i : 16 + random().nextInt(49);
          Set<Integer> candidates = new TreeSet<>();
          for (LeafReaderContext leaf : reader.leaves()) {
            Optional<BlockCandidates> found =
                BlockCandidates.find(
                    leaf.reader(), FIELD, centre, new ProbePlan(distance), Long.MAX_VALUE);
            if (found.isPresent()) {
              addAll(candidates, found.get().iterator(leaf.reader().maxDoc()), leaf.docBase);
            } else {
              assertNull(leaf.reader().terms(FIELD + ".block_0"));
            }
          }
          Set<Integer> expected = hits(searcher, new BruteForceNearQuery(FIELD, centre, distance));
          assertTrue(set + " at " + distance, candidates.containsAll(expected));
        }
      }
    }
  }

  /** In a segment that is large enough the query itself goes by blocks, whatever leads it. */
  public void testEqualsBruteForceWhereBlocksAnswer() throws IOException {
    long centre = addLargeSegment();
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      LeafReader leaf = reader.leaves().get(0).reader();
      Query some = new TermQuery(new Term("id", "0"));
      // Up to 3 the nine near documents, in four blocks each, always cost less than a scan.
      for (int distance = 0; distance <= 3; distance++) {
        ProbePlan plan = new ProbePlan(distance);
        assertTrue(BlockCandidates.find(leaf, FIELD, centre, plan, LARGE_SEGMENT).isPresent());
        Query expected = new BruteForceNearQuery(FIELD, centre, distance);
        Query near = near(centre, distance);
        assertEquals(hits(searcher, expected), hits(searcher, near));
        assertEquals(hits(searcher, and(expected, some)), hits(searcher, and(near, some)));
      }
    }
  }

  /** As with field-level security that grants the parent field alone. */
  public void testScansWhereABlockCannotBeSeen() throws IOException {
    long centre = addLargeSegment();
    try (IndexReader reader = writer.getReader()) {
      Query expected = new BruteForceNearQuery(FIELD, centre, 3);
      for (int block = 0; block < 4; block++) {
        LeafReader hiding = hiding(reader.leaves().get(0).reader(), FIELD + ".block_" + block);
        IndexSearcher searcher = new IndexSearcher(hiding);
        assertEquals(hits(searcher, expected), hits(searcher, near(centre, 3)));
      }
    }
  }

  /** One segment, some of it around a centre. */
  private long addLargeSegment() throws IOException {
    long centre = random().nextLong();
    for (int i = 0; i < LARGE_SEGMENT; i++) {
      boolean near = i % 1000 == 0;
      add("" + i % 10, near ? FingerprintSets.SPREAD.next(random(), centre) : random().nextLong());
    }
    writer.forceMerge(1);
    return centre;
  }

  private static LeafReader hiding(LeafReader reader, String field) {
    return new FilterLeafReader(reader) {
      @Override
      public Terms terms(String name) throws IOException {
        return name.equals(field) ? null : super.terms(name);
      }

      @Override
      public CacheHelper getCoreCacheHelper() {
        return null;
      }

      @Override
      public CacheHelper getReaderCacheHelper() {
        return null;
      }
    };
  }

  private static void addAll(Set<Integer> documents, DocIdSetIterator iterator, int docBase)
      throws IOException {
    while (iterator.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
      documents.add(docBase + iterator.docID());
    }
  }

  public void testScoresAndOrder() throws IOException {
    addRandomly(FingerprintSets.EVERY_DISTANCE, 0, 500);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (DistanceScore score : DistanceScore.values()) {
        Query query = new SimHashNearQuery(FIELD, 0, 40, score, null);
        TopDocs top = searcher.search(query, 50);
        List<LeafReaderContext> leaves = searcher.getLeafContexts();
        for (ScoreDoc hit : top.scoreDocs) {
          LeafReaderContext leaf =
              leaves.get(org.apache.lucene.index.ReaderUtil.subIndex(hit.doc, leaves));
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
        QueryUtils.check(random(), near(0, distance), searcher);
        QueryUtils.check(
            random(),
            new SimHashNearQuery(
                FIELD, 0, distance, DistanceScore.COSINE, opinion(new long[] {1, 2}, 0, .85)),
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
        assertEquals(
            hits(searcher, and(new BruteForceNearQuery(FIELD, 0, 5), id)),
            hits(searcher, and(near(0, 5), id)));
      }
    }
  }

  private static Query and(Query... queries) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    for (Query query : queries) {
      all.add(query, BooleanClause.Occur.FILTER);
    }
    return all.build();
  }

  private SecondOpinion opinion(long[] set, double minSimilarity, double mu) {
    return new SecondOpinion("tags", MIN_HASH, MIN_HASH.signature(set), minSimilarity, mu);
  }

  private void add(String id, long fingerprint, long[] set) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    SimHashFields.of(FIELD, fingerprint).forEach(document::add);
    if (set.length > 0) {
      document.add(MinHashFields.of("tags", MIN_HASH.signature(set)));
    }
    writer.addDocument(document);
  }

  public void testSecondOpinionBlendsAndDrops() throws IOException {
    add("same", 0, new long[] {1, 2, 3});
    add("other", 0, new long[] {7, 8, 9});
    add("none", 1, new long[0]);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      double similarityOfOther =
          MIN_HASH.similarity(
              MIN_HASH.signature(new long[] {1, 2, 3}), MIN_HASH.signature(new long[] {7, 8, 9}));
      SecondOpinion blend = opinion(new long[] {1, 2, 3}, 0, .8);
      TopDocs top =
          searcher.search(new SimHashNearQuery(FIELD, 0, 3, DistanceScore.RECIPROCAL, blend), 10);
      assertEquals(3, top.scoreDocs.length);
      assertEquals(1f, top.scoreDocs[0].score, 0);
      assertEquals((float) (.8 + .2 * similarityOfOther), top.scoreDocs[1].score, 1e-6);
      assertEquals(.4f, top.scoreDocs[2].score, 1e-6);

      SecondOpinion strict = opinion(new long[] {1, 2, 3}, .5, .8);
      Query query = new SimHashNearQuery(FIELD, 0, 3, DistanceScore.RECIPROCAL, strict);
      assertEquals(1, searcher.search(query, 10).scoreDocs.length);
      Explanation dropped = explain(searcher, query, "other");
      assertFalse(dropped.isMatch());
      assertTrue(dropped.getDescription(), dropped.getDescription().contains("min_similarity 0.5"));

      SecondOpinion empty = new SecondOpinion("tags", MIN_HASH, null, 0, .8);
      for (ScoreDoc hit :
          searcher.search(new SimHashNearQuery(FIELD, 0, 0, DistanceScore.LINEAR, empty), 10)
              .scoreDocs) {
        assertEquals(.8f, hit.score, 1e-6);
      }
    }
  }

  private static Explanation explain(IndexSearcher searcher, Query query, String id)
      throws IOException {
    TopDocs found = searcher.search(new TermQuery(new Term("id", id)), 1);
    return searcher.explain(query, found.scoreDocs[0].doc);
  }

  public void testExplainsMatchAndMiss() throws IOException {
    add("near", 0x0000_0000_0000_0003L);
    add("far", -1L);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      Explanation near = explain(searcher, near(0, 3), "near");
      assertTrue(near.isMatch());
      assertEquals(1 / 3f, near.getValue().floatValue(), 1e-6);
      assertEquals(2, near.getDetails()[0].getValue());
      assertEquals(
          "H, Hamming distance of 0000000000000003 in [simhash] from 0000000000000000;"
              + " equal blocks [0, 1, 2]",
          near.getDetails()[0].getDescription());
      Explanation far = explain(searcher, near(0, 3), "far");
      assertFalse(far.isMatch());
      assertEquals("Hamming distance 64 is above max_distance 3", far.getDescription());
    }
  }

  public void testRewritesToNothingWithAReason() throws IOException {
    writer.addDocument(new Document());
    try (IndexReader reader = writer.getReader()) {
      Query rewritten = near(0, 3).rewrite(new IndexSearcher(reader));
      assertTrue(rewritten instanceof MatchNoDocsQuery);
      assertTrue(rewritten.toString(), rewritten.toString().contains("[simhash]"));
    }
    try (MultiReader empty = new MultiReader()) {
      assertTrue(near(0, 3).rewrite(new IndexSearcher(empty)) instanceof MatchNoDocsQuery);
    }
  }

  public void testEqualsHashCodeToString() {
    QueryUtils.check(near(1, 3));
    QueryUtils.checkEqual(near(1, 3), near(1, 3));
    QueryUtils.checkUnequal(near(1, 3), near(2, 3));
    QueryUtils.checkUnequal(near(1, 3), near(1, 4));
    QueryUtils.checkUnequal(
        near(1, 3), new SimHashNearQuery("other", 1, 3, DistanceScore.RECIPROCAL, null));
    QueryUtils.checkUnequal(
        near(1, 3), new SimHashNearQuery(FIELD, 1, 3, DistanceScore.LINEAR, null));
    Query opinion =
        new SimHashNearQuery(
            FIELD, 1, 3, DistanceScore.RECIPROCAL, opinion(new long[] {1}, .5, .85));
    QueryUtils.checkEqual(
        opinion,
        new SimHashNearQuery(
            FIELD, 1, 3, DistanceScore.RECIPROCAL, opinion(new long[] {1}, .5, .85)));
    QueryUtils.checkUnequal(near(1, 3), opinion);
    QueryUtils.checkUnequal(
        opinion,
        new SimHashNearQuery(
            FIELD, 1, 3, DistanceScore.RECIPROCAL, opinion(new long[] {2}, .5, .85)));
    assertEquals(
        "simhash:simhash_near(0000000000000001~3,reciprocal,tags>=0.5,mu=0.85)",
        opinion.toString("body"));
    assertEquals("simhash_near(0000000000000001~3,reciprocal)", near(1, 3).toString(FIELD));
  }

  public void testRefusesWhatCannotWork() {
    assertEquals(
        "[max_distance] must be in [0, 64] but was [65]",
        expectThrows(IllegalArgumentException.class, () -> near(0, 65)).getMessage());
    assertEquals(
        "[max_distance] must be in [0, 64] but was [-1]",
        expectThrows(IllegalArgumentException.class, () -> near(0, -1)).getMessage());
    assertEquals(
        "[mu] must be in [0, 1] but was [1.5]",
        expectThrows(IllegalArgumentException.class, () -> opinion(new long[] {1}, 0, 1.5))
            .getMessage());
    assertEquals(
        "[min_similarity] must be in [0, 1] but was [NaN]",
        expectThrows(IllegalArgumentException.class, () -> opinion(new long[] {1}, Double.NaN, .5))
            .getMessage());
  }

  /** Where the light blocks suffice, an overfull bucket is not even among the candidates. */
  public void testLeavesAnOverfullBucketAlone() throws IOException {
    for (int i = 0; i < 5000; i++) {
      add("" + i, i % 10 == 0 ? random().nextLong() : random().nextLong() >>> 16);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReaderContext leaf = reader.leaves().get(0);
      BlockCandidates found =
          BlockCandidates.find(leaf.reader(), FIELD, 0x1234_5678_9abcL, new ProbePlan(2), 5000)
              .orElseThrow();
      assertTrue("candidates " + found.cost(), found.cost() < 100);
    }
  }

  private static Optional<BlockCandidates> find(
      LeafReader leaf, long fingerprint, int distance, long scanCost) throws IOException {
    return BlockCandidates.find(leaf, FIELD, fingerprint, new ProbePlan(distance), scanCost);
  }

  /** A look-up costs 300 doc values, a candidate 100: neither one more than the scan. */
  public void testBlocksAreTakenUpToTheCostOfAScan() throws IOException {
    for (int i = 0; i < 10; i++) {
      add("" + i, 0);
    }
    add("by a wide probe", 0x0001_0001_0001_0001L);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      assertEquals(10, find(leaf, 0, 0, 1300).orElseThrow().cost());
      assertFalse(find(leaf, 0, 0, 1299).isPresent());
      assertEquals(0, find(leaf, -1, 0, 400).orElseThrow().cost());
      assertFalse(find(leaf, -1, 0, 300).isPresent());
      // 20 look-ups, 10 documents in each of 4 buckets, and one more by the wide probe.
      assertEquals(41, find(leaf, 0, 4, 10_100).orElseThrow().cost());
      assertFalse(find(leaf, 0, 4, 10_000).isPresent());
    }
  }

  /** What cannot score enough is left out, what just can is kept. */
  public void testLeavesOutWhatCannotCompete() throws IOException {
    for (int bits = 0; bits <= 4; bits++) {
      add("" + bits, (1L << bits) - 1);
    }
    add("opposite", -1L);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      float[] least = {0, 1 / 5f, 1 / 3f, Math.nextUp(1 / 3f), 1, Math.nextUp(1f)};
      int[] left = {6, 5, 3, 2, 1, 0};
      for (int i = 0; i < least.length; i++) {
        Scorer scorer = scorer(searcher, near(0, 64));
        assertEquals(1f, scorer.getMaxScore(DocIdSetIterator.NO_MORE_DOCS), 0);
        scorer.setMinCompetitiveScore(least[i]);
        int count = 0;
        float lowest = 1;
        while (scorer.iterator().nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
          count++;
          lowest = Math.min(lowest, scorer.score());
        }
        assertEquals(left[i], count);
        assertTrue(lowest >= Math.min(1, least[i]));
        assertEquals(i == 0 ? 1 / 65f : lowest, lowest, 0);
      }
    }
  }

  /** Signatures are compared after fingerprints, and after what costs less beside the query. */
  public void testTellsWhatVerifyingCosts() throws IOException {
    add("same", 0, new long[] {1, 2});
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = new IndexSearcher(reader);
      SecondOpinion strict = opinion(new long[] {1, 2}, 1, .8);
      Query query = new SimHashNearQuery(FIELD, 0, 3, DistanceScore.RECIPROCAL, strict);
      assertEquals(1, searcher.search(query, 1).scoreDocs.length);
      assertEquals(5, scorer(searcher, near(0, 3)).twoPhaseIterator().matchCost(), 0);
      assertEquals(105, scorer(searcher, query).twoPhaseIterator().matchCost(), 0);
    }
  }

  private static Scorer scorer(IndexSearcher searcher, Query query) throws IOException {
    return query
        .createWeight(searcher, ScoreMode.TOP_SCORES, 1)
        .scorer(searcher.getIndexReader().leaves().get(0));
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
