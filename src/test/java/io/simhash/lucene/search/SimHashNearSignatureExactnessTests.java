package io.simhash.lucene.search;

import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignaturePrefix;
import io.simhash.core.near.NearRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.tests.search.QueryUtils;

/**
 * Near queries with signatures find and score the same documents as brute force: segments where all
 * documents, some or none have a signature, or have one with other parameters; every way to type
 * the rule; every score; with and without a second field; by blocks and by scan.
 */
public class SimHashNearSignatureExactnessTests extends SimHashNearTestCase {

  /** A document, of which a part may be absent. */
  private record Model(Long fingerprint, Optional<Signature> signature, long[] tags) {}

  /** The options of a query as a user types them. */
  private record Typed(Integer maxDistance, Double minSimilarity, boolean confirmed) {

    NearRule rule() {
      return NearRule.of(maxDistance, minSimilarity, confirmed);
    }

    /**
     * Whether a document is a neighbour, as the documentation says it.
     *
     * @param agreements positions in which the prefixes agree
     */
    boolean holds(int distance, Optional<Double> similarity, int agreements) {
      if (maxDistance != null && minSimilarity == null) {
        return distance <= maxDistance;
      }
      if (similarity.isEmpty()) {
        return minSimilarity == null && distance <= 12;
      }
      double min = minSimilarity != null ? minSimilarity : confirmed ? .40 : .53;
      return distance <= (maxDistance == null ? 24 : maxDistance)
          && similarity.get() >= min
          && (distance <= 12 || agreements >= SignaturePrefix.minAgreements(min));
    }
  }

  private static final List<Typed> TYPED =
      List.of(
          new Typed(null, null, false),
          new Typed(null, null, true),
          new Typed(null, .3, false),
          new Typed(null, 0.0, false),
          new Typed(10, .5, false),
          new Typed(64, .7, false),
          new Typed(10, null, false),
          new Typed(64, null, false));

  private final Map<String, Model> models = new TreeMap<>();
  private final long[] text = new long[30];
  private long fingerprint;
  private Signature signature;

  @Override
  boolean mergesSegments() {
    return false;
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    Arrays.setAll(text, i -> random().nextLong());
    fingerprint = random().nextLong();
    signature = textSignature(text);
  }

  /** The query's text after some changes: of its 30 elements all to none are left. */
  private long[] changed() {
    long[] changed = text.clone();
    for (int i = random().nextInt(text.length + 1); i > 0; i--) {
      changed[i - 1] = random().nextLong();
    }
    return changed;
  }

  private Optional<Signature> randomSignature(int percentWith, int percentOther) {
    long[] changed = changed();
    if (random().nextInt(100) >= percentWith) {
      return Optional.empty();
    }
    if (random().nextInt(5) == 0) {
      // Similar signatures whose prefixes say that they are not.
      long[] minima = withOtherPrefix(MIN_HASH.minima(text), random().nextInt(33));
      return Optional.of(Signature.of(Optional.of(Shingling.AUTO_CHARACTERS), minima));
    }
    List<Signature> others = otherSignatures(changed);
    return Optional.of(
        random().nextInt(100) < percentOther
            ? others.get(random().nextInt(others.size()))
            : textSignature(changed));
  }

  /** One segment, or more; some documents have no fingerprint. */
  private void addSegment(int documents, int percentWith, int percentOther) throws IOException {
    for (int i = 0; i < documents; i++) {
      String id = "" + models.size();
      long[] tags = random().nextInt(4) == 0 ? new long[0] : changed();
      if (random().nextInt(15) == 0) {
        Document without = new Document();
        without.add(new StringField("id", id, Field.Store.YES));
        writer.addDocument(without);
        models.put(id, new Model(null, Optional.empty(), new long[0]));
      } else {
        long near = FingerprintSets.atDistance(random(), fingerprint, random().nextInt(30));
        Optional<Signature> stored = randomSignature(percentWith, percentOther);
        add(id, near, stored, tags);
        models.put(id, new Model(near, stored, tags));
      }
    }
    writer.flush();
  }

  private void addSegments() throws IOException {
    addSegment(80, 70, 30);
    addSegment(50, 100, 0);
    addSegment(50, 0, 0);
    addSegment(30, 100, 100);
    for (int i = random().nextInt(3); i > 0; i--) {
      addSegment(1 + random().nextInt(40), random().nextInt(101), random().nextInt(101));
    }
  }

  private void deleteSome() throws IOException {
    for (String id : List.copyOf(models.keySet())) {
      if (random().nextInt(12) == 0) {
        writer.deleteDocuments(new Term("id", id));
        models.remove(id);
      }
    }
  }

  /** The expected hits, from the definitions. */
  private Map<String, Float> expected(
      Typed typed, boolean signed, DistanceScore score, Optional<SignatureCheck> check) {
    Map<String, Float> expected = new TreeMap<>();
    models.forEach(
        (id, model) -> {
          if (model.fingerprint() == null) {
            return;
          }
          int distance = Long.bitCount(model.fingerprint() ^ fingerprint);
          Optional<Double> similarity =
              model
                  .signature()
                  .filter(stored -> signed && stored.parameters().equals(signature.parameters()))
                  .map(stored -> similarity(signature, stored));
          double second = model.tags().length == 0 ? 0 : second(model.tags());
          int agreements =
              model.signature().map(stored -> prefixAgreements(signature, stored)).orElse(0);
          if (typed.holds(distance, similarity, agreements)
              && second >= check.map(SignatureCheck::minSimilarity).orElse(0.0)) {
            double s =
                score == DistanceScore.SIMILARITY && similarity.isPresent()
                    ? similarity.get()
                    : BruteForceNearQuery.score(score, fingerprint, model.fingerprint());
            double mu = check.map(SignatureCheck::mu).orElse(1.0);
            expected.put(id, (float) (mu * s + (1 - mu) * second));
          }
        });
    return expected;
  }

  private double second(long[] tags) {
    return similarity(signature(text), signature(tags));
  }

  private List<Optional<SignatureCheck>> checks() {
    return List.of(
        Optional.empty(), Optional.of(check(text, 0, .7)), Optional.of(check(text, .3, .85)));
  }

  private SimHashNearQuery query(
      Typed typed,
      boolean signed,
      DistanceScore score,
      Optional<SignatureCheck> check,
      BlockCosts costs) {
    Optional<Signature> asked = signed ? Optional.of(signature) : Optional.empty();
    return near(fingerprint, asked, typed.rule(), score, check, costs);
  }

  private void assertExact(
      IndexSearcher searcher,
      Typed typed,
      boolean signed,
      DistanceScore score,
      Optional<SignatureCheck> check,
      BlockCosts costs)
      throws IOException {
    SimHashNearQuery query = query(typed, signed, score, check, costs);
    String name = query + (signed ? " signed " : " ") + costs;
    Map<String, Float> expected = expected(typed, signed, score, check);
    assertSameHits(name, expected, hits(searcher, query));
    SimHashNearWeight weight = new SimHashNearWeight(query, 1, () -> {}, new SearchReport());
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      SimHashNearWeight.Supplier supplier = weight.scorerSupplier(leaf);
      if (supplier != null) {
        assertEquals(name, costs == BLOCKS_FORCED, supplier.usesBlocks());
      }
    }
    // One of the documents alone, so that another clause leads.
    String id = List.copyOf(models.keySet()).get(random().nextInt(models.size()));
    Query both =
        new BooleanQuery.Builder()
            .add(query, BooleanClause.Occur.MUST)
            .add(new TermQuery(new Term("id", id)), BooleanClause.Occur.FILTER)
            .build();
    Map<String, Float> one = new TreeMap<>(expected);
    one.keySet().retainAll(List.of(id));
    assertSameHits(name, one, hits(searcher, both));
  }

  private interface Check {
    void on(IndexSearcher searcher) throws IOException;
  }

  private void search(Check check) throws IOException {
    try (IndexReader reader = writer.getReader()) {
      List<LeafReaderContext> leaves = reader.leaves();
      String field = FIELD + ".signature";
      assertTrue(leaves.stream().anyMatch(l -> SegmentSignatures.exist(l.reader(), field)));
      assertFalse(leaves.stream().allMatch(l -> SegmentSignatures.exist(l.reader(), field)));
      check.on(newSearcher(reader));
    }
  }

  public void testByScan() throws IOException {
    addSegments();
    deleteSome();
    search(
        searcher -> {
          for (Typed typed : TYPED) {
            for (boolean signed : new boolean[] {true, false}) {
              for (DistanceScore score : DistanceScore.values()) {
                for (Optional<SignatureCheck> check : checks()) {
                  assertExact(searcher, typed, signed, score, check, SCAN_FORCED);
                }
              }
            }
          }
        });
  }

  /** Look-ups at the greater distances are many: one score and check for each rule, at random. */
  public void testByBlocks() throws IOException {
    addSegments();
    deleteSome();
    search(
        searcher -> {
          for (Typed typed : TYPED) {
            for (boolean signed : new boolean[] {true, false}) {
              DistanceScore score = DistanceScore.values()[random().nextInt(4)];
              Optional<SignatureCheck> check = checks().get(random().nextInt(3));
              assertExact(searcher, typed, signed, score, check, BLOCKS_FORCED);
            }
          }
        });
  }

  /** For every document, whether it is a hit or not. */
  public void testExplanationsAgreeWithHits() throws IOException {
    addSegments();
    deleteSome();
    search(
        searcher -> {
          int[] documents =
              docs(searcher, new MatchAllDocsQuery()).stream().mapToInt(d -> d).toArray();
          assertEquals(models.size(), documents.length);
          for (Typed typed : TYPED) {
            for (DistanceScore score : DistanceScore.values()) {
              boolean signed = random().nextInt(4) > 0;
              Query query =
                  query(typed, signed, score, checks().get(random().nextInt(3)), SCAN_FORCED);
              Map<String, Float> hits = hits(searcher, query);
              for (int document : documents) {
                String id = searcher.storedFields().document(document).get("id");
                Explanation explanation = searcher.explain(query, document);
                String name = query + " of " + id + ": " + explanation;
                assertEquals(name, hits.containsKey(id), explanation.isMatch());
                if (explanation.isMatch()) {
                  assertEquals(name, hits.get(id), explanation.getValue().floatValue(), 0);
                }
              }
            }
          }
        });
  }

  public void testIsAWellBehavedLuceneQuery() throws IOException {
    // Without deletions: QueryUtils takes every document that a scorer visits for a hit.
    addSegments();
    search(
        searcher -> {
          for (Typed typed : TYPED) {
            DistanceScore score = DistanceScore.values()[random().nextInt(4)];
            Optional<SignatureCheck> check = checks().get(random().nextInt(3));
            boolean near = typed.rule().maxDistance() <= 12;
            BlockCosts costs = near && random().nextBoolean() ? BLOCKS_FORCED : SCAN_FORCED;
            QueryUtils.check(random(), query(typed, true, score, check, costs), searcher);
            QueryUtils.check(random(), query(typed, false, score, check, costs), searcher);
          }
        });
  }
}
