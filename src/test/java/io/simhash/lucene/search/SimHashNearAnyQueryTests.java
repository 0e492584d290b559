package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.search.QueryUtils;

/**
 * A query for several fingerprints matches, scores and names what single near queries match, by
 * blocks and by scan.
 */
public class SimHashNearAnyQueryTests extends SimHashNearTestCase {

  private static final AnyCosts BY_BLOCKS = new AnyCosts(0, 0, 0);
  private static final AnyCosts BY_SCAN = new AnyCosts(1e9, 1e9, 0);

  private static SimHashNearAnyQuery any(
      List<QueryFingerprint> fingerprints, NearRule rule, DistanceScore score, AnyCosts costs) {
    return new SimHashNearAnyQuery(FIELD, fingerprints, rule, score, costs, Cancellation.NONE);
  }

  private static SimHashNearQuery single(
      QueryFingerprint fingerprint, NearRule rule, DistanceScore score) {
    return new SimHashNearQuery(
        FIELD, fingerprint.fingerprint(), fingerprint.signature(), rule, score, Optional.empty());
  }

  private static QueryFingerprint named(String name, long fingerprint) {
    return new QueryFingerprint(name, fingerprint, Optional.empty(), Optional.empty());
  }

  public void testEqualsBruteForceAtEveryDistance() throws IOException {
    for (FingerprintSets set : FingerprintSets.values()) {
      long centre = random().nextLong();
      writer.deleteAll();
      addRandomly(set, centre, atLeast(600));
      List<QueryFingerprint> fingerprints = new ArrayList<>();
      for (int i = 0; i < 1 + random().nextInt(20); i++) {
        fingerprints.add(named("n" + i, i == 0 ? centre : set.next(random(), centre)));
      }
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        Query one = new TermQuery(new Term("id", "" + random().nextInt(600)));
        for (int distance = 0; distance <= 16; distance++) {
          Set<Integer> expected = new TreeSet<>();
          for (QueryFingerprint each : fingerprints) {
            expected.addAll(
                docs(searcher, new BruteForceNearQuery(FIELD, each.fingerprint(), distance)));
          }
          for (AnyCosts costs : List.of(BY_BLOCKS, BY_SCAN, AnyCosts.MEASURED)) {
            String name = set + " at " + distance + " " + costs;
            NearRule rule = NearRule.ofDistance(distance);
            Query actual = any(fingerprints, rule, DistanceScore.RECIPROCAL, costs);
            assertEquals(name, expected, docs(searcher, actual));
            Set<Integer> narrowed = docs(searcher, one);
            narrowed.retainAll(expected);
            assertEquals(name, narrowed, docs(searcher, and(actual, one)));
          }
        }
      }
    }
  }

  public void testScoresAndNamesEqualThoseOfSingleQueriesWithSignatures() throws IOException {
    long[] text = random().longs(30).toArray();
    for (int i = 0; i < 300; i++) {
      long[] changed = text.clone();
      for (int j = random().nextInt(31); j > 0; j--) {
        changed[j - 1] = random().nextLong();
      }
      Optional<Signature> signature =
          random().nextInt(5) == 0 ? Optional.empty() : Optional.of(textSignature(changed));
      add("" + i, FingerprintSets.CLUSTERED.next(random(), 0), signature);
    }
    List<QueryFingerprint> fingerprints = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Optional<Signature> signature =
          i % 3 == 0 ? Optional.empty() : Optional.of(textSignature(text));
      long fingerprint = FingerprintSets.CLUSTERED.next(random(), 0);
      fingerprints.add(new QueryFingerprint("n" + i, fingerprint, signature, Optional.empty()));
    }
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (NearRule rule :
          List.of(
              NearRule.of(null, null, false),
              NearRule.of(null, .4, false),
              NearRule.of(7, null, false),
              NearRule.of(64, .7, false))) {
        for (DistanceScore score : DistanceScore.values()) {
          List<Query> singles = new ArrayList<>();
          fingerprints.forEach(each -> singles.add(single(each, rule, score)));
          Map<String, Float> expected = hits(searcher, new DisjunctionMaxQuery(singles, 0));
          for (AnyCosts costs : List.of(BY_BLOCKS, BY_SCAN)) {
            SimHashNearAnyQuery query = any(fingerprints, rule, score, costs);
            assertSameHits(query + " " + costs, expected, hits(searcher, query));
            assertNames(searcher, query, rule);
          }
        }
      }
    }
  }

  /** A value whose distances and similarities to others vary; some have no signature, or prefix. */
  private static NearValue randomValue() {
    int components = List.of(64, 64, 16, 0).get(random().nextInt(4));
    double shared = random().nextDouble();
    long[] minima = new long[components];
    Arrays.setAll(minima, i -> random().nextDouble() < shared ? i : random().nextLong());
    long fingerprint = 0;
    for (int bit = random().nextInt(25); bit > 0; bit--) {
      fingerprint |= 1L << random().nextInt(64);
    }
    return new NearValue(
        fingerprint,
        components == 0
            ? Optional.empty()
            : Optional.of(Signature.of(Optional.of(Shingling.AUTO_CHARACTERS), minima)));
  }

  /**
   * A scan compares many documents at a time, or one after the other where another clause leaves
   * few: both find what the rule decides.
   */
  public void testScanOfManyDocumentsAndOfFew() throws IOException {
    NearRule rule =
        random().nextBoolean() ? NearRule.of(null, null, false) : NearRule.of(20, .3, false);
    Map<String, NearValue> documents = new TreeMap<>();
    for (int i = 0; i < 1_500; i++) {
      NearValue value = randomValue();
      String id = (random().nextInt(20) == 0 ? "few" : "many") + i;
      if (random().nextInt(10) == 0) {
        Document without = new Document();
        without.add(new StringField("id", id, Field.Store.YES));
        writer.addDocument(without);
      } else {
        add(id, value.fingerprint(), value.signature());
        documents.put(id, value);
      }
    }
    List<QueryFingerprint> fingerprints = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      NearValue value = randomValue();
      fingerprints.add(
          new QueryFingerprint("n" + i, value.fingerprint(), value.signature(), Optional.empty()));
    }
    Map<String, Float> expected = new TreeMap<>();
    documents.forEach(
        (id, value) -> {
          float best = best(value, fingerprints, rule);
          if (best > 0) {
            expected.put(id, best);
          }
        });
    assertTrue("some of each", expected.size() > 100 && expected.size() < documents.size());
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      Query scan = any(fingerprints, rule, DistanceScore.RECIPROCAL, BY_SCAN);
      assertEquals(expected, hits(searcher, scan));
      for (String prefix : List.of("few", "many")) {
        Query filtered =
            new BooleanQuery.Builder()
                .add(scan, BooleanClause.Occur.MUST)
                .add(new PrefixQuery(new Term("id", prefix)), BooleanClause.Occur.FILTER)
                .build();
        Map<String, Float> some = new TreeMap<>(expected);
        some.keySet().removeIf(id -> id.startsWith(prefix) == false);
        assertEquals(some, hits(searcher, filtered));
      }
    }
  }

  private static float best(NearValue value, List<QueryFingerprint> fingerprints, NearRule rule) {
    float best = 0;
    for (QueryFingerprint each : fingerprints) {
      NearValue other = new NearValue(each.fingerprint(), each.signature());
      if (rule.holds(value, other)) {
        best = Math.max(best, 1f / (1 + value.distance(other)));
      }
    }
    return best;
  }

  /** The names of a hit are those of the single queries that match it, with their scores. */
  private static void assertNames(IndexSearcher searcher, SimHashNearAnyQuery query, NearRule rule)
      throws IOException {
    Map<Integer, Map<String, Float>> expected = new TreeMap<>();
    for (QueryFingerprint each : query.fingerprints()) {
      Query single = single(each, rule, query.score());
      for (ScoreDoc hit : searcher.search(single, Integer.MAX_VALUE).scoreDocs) {
        expected.computeIfAbsent(hit.doc, doc -> new TreeMap<>()).put(each.name(), hit.score);
      }
    }
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      SimHashNearAnyQuery.Neighbours neighbours = query.neighbours(leaf);
      for (int doc = 0; doc < leaf.reader().maxDoc(); doc++) {
        Map<String, Float> names = expected.getOrDefault(leaf.docBase + doc, Map.of());
        assertEquals(names, neighbours.of(doc));
      }
    }
  }

  public void testADocumentIsNotItsOwnNeighbourButThatOfOthers() throws IOException {
    add("a", 0b1);
    add("b", 0b11);
    writer.updateDocument(new Term("id", "none"), List.of());
    List<QueryFingerprint> fingerprints = new ArrayList<>();
    for (String id : List.of("a", "b")) {
      Optional<Term> document = Optional.of(new Term("id", id));
      long fingerprint = id.equals("a") ? 0b1 : 0b11;
      fingerprints.add(new QueryFingerprint("of " + id, fingerprint, Optional.empty(), document));
    }
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (AnyCosts costs : List.of(BY_BLOCKS, BY_SCAN)) {
        for (int distance = 0; distance <= 1; distance++) {
          NearRule rule = NearRule.ofDistance(distance);
          Query query = any(fingerprints, rule, DistanceScore.RECIPROCAL, costs);
          Map<String, Float> expected = distance == 0 ? Map.of() : Map.of("a", .5f, "b", .5f);
          assertSameHits(costs + " " + distance, expected, hits(searcher, query));
        }
      }
    }
  }

  /** More candidates than are held at a time, and a bucket that is far above the average. */
  public void testMoreCandidatesThanAreHeldAtATime() throws IOException {
    for (int i = 0; i < 3_000; i++) {
      add("" + i, random().nextInt(50));
    }
    List<QueryFingerprint> fingerprints = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      fingerprints.add(named("n" + i, 25 + i));
    }
    NearRule rule = NearRule.ofDistance(0);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      Set<Integer> expected = new TreeSet<>();
      for (int i = 25; i < 50; i++) {
        expected.addAll(docs(searcher, new BruteForceNearQuery(FIELD, i, 0)));
      }
      // Three blocks are equal in all: 400 * 3,000 pairs for each wide block.
      for (AnyCosts costs : List.of(BY_BLOCKS, new AnyCosts(0, 1, .3))) {
        Query query = any(fingerprints, rule, DistanceScore.RECIPROCAL, costs);
        assertEquals(expected, docs(searcher, query));
      }
      NearRule three = NearRule.ofDistance(3);
      Query far = any(fingerprints.subList(0, 360), three, DistanceScore.LINEAR, BY_BLOCKS);
      Query scan = any(fingerprints.subList(0, 360), three, DistanceScore.LINEAR, BY_SCAN);
      assertEquals(hits(searcher, scan), hits(searcher, far));
    }
  }

  public void testIsAQuery() throws IOException {
    // Without deletions: QueryUtils takes every document that a scorer visits for a hit.
    for (int i = 0; i < 300; i++) {
      add("" + i, FingerprintSets.CLUSTERED.next(random(), 0));
    }
    List<QueryFingerprint> fingerprints = List.of(named("a", 0), named("b", 7));
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (AnyCosts costs : List.of(BY_BLOCKS, BY_SCAN)) {
        SimHashNearAnyQuery query =
            any(fingerprints, NearRule.ofDistance(6), DistanceScore.COSINE, costs);
        QueryUtils.check(random(), query, searcher);
        QueryUtils.checkEqual(query, query.with(s -> () -> {}));
        QueryUtils.checkUnequal(
            query, any(fingerprints, NearRule.ofDistance(7), DistanceScore.COSINE, costs));
        QueryUtils.checkUnequal(
            query,
            any(fingerprints.subList(0, 1), NearRule.ofDistance(6), DistanceScore.COSINE, costs));
      }
    }
    SimHashNearAnyQuery query =
        new SimHashNearAnyQuery(
            FIELD, fingerprints, NearRule.ofDistance(3), DistanceScore.RECIPROCAL);
    assertEquals("simhash:simhash_near(2 fingerprints~3,reciprocal)", query.toString("x"));
  }

  public void testExplanation() throws IOException {
    add("near", 0b111);
    add("far", -1);
    List<QueryFingerprint> fingerprints = List.of(named("a", 0), named("b", 0b11));
    Query query = any(fingerprints, NearRule.ofDistance(3), DistanceScore.RECIPROCAL, BY_SCAN);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      Explanation near = explain(searcher, query, "near");
      assertEquals("neighbour of several fingerprints, max of:", near.getDescription());
      assertEquals(.5f, near.getValue().floatValue(), 0);
      assertEquals("neighbour of [a]", near.getDetails()[0].getDescription());
      assertEquals("neighbour of [b]", near.getDetails()[1].getDescription());
      Explanation far = explain(searcher, query, "far");
      assertFalse(far.isMatch());
      assertEquals("no neighbour of any of 2 fingerprints", far.getDescription());
    }
  }

  public void testWhatIsRefused() {
    assertRefused(
        "the query must have 1 to [1000] fingerprints but had [0]",
        () -> new SimHashNearAnyQuery(FIELD, List.of(), NearRule.ofDistance(3), null));
    assertRefused(
        "the query must have different names but had [a] twice",
        () ->
            new SimHashNearAnyQuery(
                FIELD, List.of(named("a", 1), named("a", 2)), NearRule.ofDistance(3), null));
  }
}
