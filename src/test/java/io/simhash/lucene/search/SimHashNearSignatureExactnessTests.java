package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.Thresholds;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.core.simhash.Fingerprint;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.memory.MemoryIndex;
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
 * documents, some or none have a signature, or have one with other parameters; bands and heads that
 * do not agree; values without a fingerprint on either side; every way to type the rule; every
 * score; by blocks and by scan; where security hides the bands; in a memory index.
 */
public class SimHashNearSignatureExactnessTests extends SimHashNearTestCase {

  /** The options of a query as a user types them. */
  private record Typed(Integer maxDistance, Double minSimilarity, boolean confirmed) {

    NearRule rule(boolean signed) {
      return confirmed
          ? NearRule.toConfirm(maxDistance, minSimilarity, .5, signed)
          : NearRule.of(maxDistance, minSimilarity, signed);
    }

    boolean bySimilarity(boolean signed) {
      return minSimilarity != null || maxDistance == null && signed;
    }

    /** Whether a document is a neighbour by similarity, as the documentation says it. */
    boolean isSimilar(OptionalLong distance, Signature asked, Signature stored) {
      double min = minSimilarity != null ? minSimilarity : confirmed ? .44 : .51;
      Bands bands = asked.parameters().bands();
      return similarity(asked, stored) >= min
          && distance.orElse(0) <= (maxDistance == null ? 64 : maxDistance)
          && (min < .44
              || equalInHead(asked, stored) >= Thresholds.head(min, bands)
                  && asked.sharedBands(stored.stored(), 0) >= Math.min(2, bands.bands()));
    }

    boolean isWithin(OptionalLong distance) {
      return distance.isPresent()
          && distance.getAsLong() <= (maxDistance == null ? 12 : maxDistance);
    }
  }

  private static final List<Typed> TYPED =
      List.of(
          new Typed(null, null, false),
          new Typed(null, null, true),
          new Typed(null, .3, false),
          new Typed(10, .5, false),
          new Typed(64, .7, false),
          new Typed(20, .1, false),
          new Typed(10, null, false),
          new Typed(30, null, true));

  private final Map<String, Optional<NearValue>> models = new TreeMap<>();
  private final long[] text = new long[30];
  private NearValue both;

  @Override
  boolean mergesSegments() {
    return false;
  }

  @Override
  public void setUp() throws Exception {
    super.setUp();
    Arrays.setAll(text, i -> random().nextLong());
    both = new NearValue(random().nextLong(), Optional.of(textSignature(text)));
  }

  private long fingerprint() {
    return both.fingerprint().getAsLong();
  }

  private Signature signature() {
    return both.signature().get();
  }

  /** The value of a text: with a fingerprint, a signature, or both; one with other parameters. */
  private List<NearValue> asked() {
    List<Signature> others = otherSignatures(text);
    Signature other = others.get(random().nextInt(others.size()));
    return List.of(
        both,
        ofFingerprint(fingerprint()),
        ofSignature(signature()),
        new NearValue(fingerprint(), Optional.of(other)));
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
    if (random().nextInt(8) == 0) {
      // Equal bands, and a head that differs.
      long[] minima = new MinHash(TEXT.bands().hashes()).minima(text);
      for (int i = 768 + random().nextInt(256); i < 1024; i++) {
        minima[i] ^= 1;
      }
      return Optional.of(TEXT.signature(minima));
    }
    if (random().nextInt(5) == 0) {
      // Equal components, and few bands.
      long[] minima = new MinHash(TEXT.bands().hashes()).minima(text);
      long[] others = withOtherBands(minima);
      System.arraycopy(minima, 0, others, 0, random().nextInt(4) * TEXT.bands().rows());
      return Optional.of(TEXT.signature(others));
    }
    List<Signature> others = otherSignatures(changed);
    return Optional.of(
        random().nextInt(100) < percentOther
            ? others.get(random().nextInt(others.size()))
            : textSignature(changed));
  }

  /** One segment, or more; some documents have no fingerprint, or no value. */
  private void addSegment(int documents, int percentWith, int percentOther) throws IOException {
    for (int i = 0; i < documents; i++) {
      String id = "" + models.size();
      Optional<Signature> stored = randomSignature(percentWith, percentOther);
      long near = FingerprintSets.atDistance(random(), fingerprint(), random().nextInt(30));
      Optional<NearValue> value =
          random().nextInt(15) == 0
              ? stored.map(SimHashNearTestCase::ofSignature)
              : Optional.of(new NearValue(near, stored));
      add(id, value);
      models.put(id, value);
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
      Typed typed, boolean signed, NearValue asked, DistanceScore score) {
    Map<String, Float> expected = new TreeMap<>();
    models.forEach(
        (id, model) -> {
          OptionalLong stored = model.map(NearValue::fingerprint).orElse(OptionalLong.empty());
          OptionalLong distance =
              stored.isPresent() && asked.fingerprint().isPresent()
                  ? OptionalLong.of(Fingerprint.distance(stored.getAsLong(), fingerprint()))
                  : OptionalLong.empty();
          Optional<Signature> own = asked.signature();
          Optional<Signature> comparable =
              model
                  .flatMap(NearValue::signature)
                  .filter(s -> own.isPresent() && s.parameters().equals(own.get().parameters()));
          if (typed.bySimilarity(signed)) {
            comparable
                .filter(other -> typed.isSimilar(distance, own.get(), other))
                .ifPresent(
                    other -> {
                      boolean bySimilarity =
                          distance.isEmpty() || score == DistanceScore.SIMILARITY;
                      expected.put(
                          id,
                          bySimilarity
                              ? (Float) (float) similarity(own.get(), other)
                              : (Float) ofDistance(score, stored.getAsLong()));
                    });
          } else if (typed.isWithin(distance)) {
            expected.put(id, ofDistance(score, stored.getAsLong()));
          }
        });
    return expected;
  }

  private float ofDistance(DistanceScore score, long stored) {
    return BruteForceNearQuery.score(score, fingerprint(), stored);
  }

  private void assertExact(
      IndexSearcher searcher,
      Typed typed,
      NearValue asked,
      DistanceScore score,
      BlockCandidates.Costs costs)
      throws IOException {
    boolean signed = asked.signature().isPresent();
    SimHashNearQuery query = near(asked, typed.rule(signed), score, costs);
    String name = query + " of " + asked + " by " + costs;
    Map<String, Float> expected = expected(typed, signed, asked, score);
    assertSameHits(name, expected, hits(searcher, query));
    // One of the documents alone, so that another clause leads.
    String id = new ArrayList<>(models.keySet()).get(random().nextInt(models.size()));
    Query filtered =
        new BooleanQuery.Builder()
            .add(query, BooleanClause.Occur.MUST)
            .add(new TermQuery(new Term("id", id)), BooleanClause.Occur.FILTER)
            .build();
    Map<String, Float> one = new TreeMap<>(expected);
    one.keySet().retainAll(List.of(id));
    assertSameHits(name, one, hits(searcher, filtered));
  }

  private interface Check {
    void on(IndexSearcher searcher) throws IOException;
  }

  private static boolean hasSignatures(LeafReaderContext leaf) {
    return leaf.reader().getFieldInfos().fieldInfo(FIELD + ".signature") != null;
  }

  private void search(Check check) throws IOException {
    IndexReader reader = reader();
    List<LeafReaderContext> leaves = reader.leaves();
    assertTrue(leaves.stream().anyMatch(l -> hasSignatures(l)));
    assertFalse(leaves.stream().allMatch(l -> hasSignatures(l)));
    check.on(newSearcher(reader));
  }

  public void testByScan() throws IOException {
    addSegments();
    deleteSome();
    search(
        searcher -> {
          for (Typed typed : TYPED) {
            for (NearValue asked : asked()) {
              for (DistanceScore score : DistanceScore.values()) {
                assertExact(searcher, typed, asked, score, SCAN_FORCED);
              }
            }
          }
        });
  }

  /** Beyond 12 bits the look-ups are too many for a test. */
  private static boolean isByBlocks(NearRule rule) {
    return rule instanceof NearRule.Radius radius && radius.maxDistance() <= 12;
  }

  /** One score for each rule, at random. */
  public void testByBlocks() throws IOException {
    addSegments();
    deleteSome();
    search(
        searcher -> {
          for (Typed typed : TYPED) {
            for (NearValue asked : asked()) {
              DistanceScore score = DistanceScore.values()[random().nextInt(4)];
              if (isByBlocks(typed.rule(asked.signature().isPresent()))) {
                assertExact(searcher, typed, asked, score, BLOCKS_FORCED);
              }
            }
          }
        });
  }

  /** A reader without the band terms compares all documents, and finds the same ones. */
  public void testWhereBandsAreHidden() throws IOException {
    addSegments();
    deleteSome();
    assertExactWhereHidden(FIELD + "._bands");
  }

  /** Without the heads there are no signatures; without the rests only those that have none. */
  public void testWhereSignaturesAreHidden() throws IOException {
    addSegments();
    deleteSome();
    models.replaceAll((id, model) -> model.flatMap(value -> unsigned(value, false)));
    assertExactWhereHidden(FIELD + ".signature_rest");
    models.replaceAll((id, model) -> model.flatMap(value -> unsigned(value, true)));
    assertExactWhereHidden(FIELD + ".signature");
  }

  /** A value without its signature, if that has a rest or always. */
  private static Optional<NearValue> unsigned(NearValue value, boolean always) {
    return NearValue.of(
        value.fingerprint(),
        value.signature().filter(s -> always == false && s.rest().length == 0));
  }

  private void assertExactWhereHidden(String field) throws IOException {
    try (IndexReader all = writer.getReader();
        IndexReader reader = hiding(all, field)) {
      IndexSearcher searcher = newSearcher(reader);
      for (Typed typed : TYPED) {
        for (NearValue asked : asked()) {
          DistanceScore score = DistanceScore.values()[random().nextInt(4)];
          assertExact(searcher, typed, asked, score, BlockCandidates.Costs.MEASURED);
        }
        assertExact(searcher, typed, true, asked());
      }
    }
  }

  /** One value: some segments are large for it. Several: all are small. */
  public void testOfSeveralValues() throws IOException {
    addSegments();
    deleteSome();
    search(
        searcher -> {
          List<List<NearValue>> lists =
              List.of(
                  asked(),
                  List.of(both),
                  List.of(both, ofSignature(textSignature(changed()))),
                  List.of(ofFingerprint(fingerprint()), ofFingerprint(fingerprint())));
          for (Typed typed : TYPED) {
            for (List<NearValue> values : lists) {
              boolean signed = values.stream().anyMatch(value -> value.signature().isPresent());
              assertExact(searcher, typed, signed, values);
            }
          }
        });
  }

  private void assertExact(
      IndexSearcher searcher, Typed typed, boolean signed, List<NearValue> values)
      throws IOException {
    Query query = new SimHashNearAnyQuery(FIELD, values, typed.rule(signed), s -> () -> {});
    Map<String, Float> best = new TreeMap<>();
    for (NearValue value : values) {
      expected(typed, signed, value, DistanceScore.SIMILARITY)
          .forEach((id, score) -> best.merge(id, score, Math::max));
    }
    assertSameHits(query + " of " + values, best, hits(searcher, query));
  }

  /** As a percolator searches in a document: it says nothing of how many values there are. */
  public void testInAMemoryIndex() throws IOException {
    addSegments();
    Map<String, MemoryIndex> documents = new TreeMap<>();
    models.forEach(
        (id, model) -> {
          List<IndexableField> fields = new ArrayList<>();
          model.ifPresent(value -> fields.addAll(SimHashFields.of(FIELD, value)));
          documents.put(id, MemoryIndex.fromDocument(fields, new KeywordAnalyzer()));
        });
    for (Typed typed : TYPED) {
      for (NearValue asked : asked()) {
        NearRule rule = typed.rule(asked.signature().isPresent());
        Query query = near(asked, rule, DistanceScore.RECIPROCAL, BlockCandidates.Costs.MEASURED);
        Query any = new SimHashNearAnyQuery(FIELD, List.of(asked), rule, s -> () -> {});
        Map<String, Float> expected =
            expected(typed, asked.signature().isPresent(), asked, DistanceScore.RECIPROCAL);
        documents.forEach(
            (id, document) -> {
              String name = query + " of " + asked + " in " + models.get(id);
              assertEquals(name, expected.getOrDefault(id, 0f), document.search(query), 1e-6f);
              assertEquals(name, expected.containsKey(id), document.search(any) > 0);
            });
      }
    }
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
              NearValue asked = asked().get(random().nextInt(4));
              NearRule rule = typed.rule(asked.signature().isPresent());
              Query query = near(asked, rule, score, SCAN_FORCED);
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
    // Without deletions: QueryUtils takes every document that a scorer visits for a hit. Few
    // documents, for each of which it makes several scorers, and few look-ups for each of these.
    addSegment(20, 70, 30);
    addSegment(12, 100, 0);
    addSegment(12, 0, 0);
    addSegment(8, 100, 100);
    search(
        searcher -> {
          for (Typed typed : TYPED) {
            for (NearValue asked : asked()) {
              DistanceScore score = DistanceScore.values()[random().nextInt(4)];
              NearRule rule = typed.rule(asked.signature().isPresent());
              boolean blocks = isByBlocks(rule) && random().nextBoolean();
              BlockCandidates.Costs costs = blocks ? BLOCKS_FORCED : SCAN_FORCED;
              QueryUtils.check(random(), near(asked, rule, score, costs), searcher);
            }
            NearRule rule = typed.rule(true);
            QueryUtils.check(
                random(), new SimHashNearAnyQuery(FIELD, asked(), rule, s -> () -> {}), searcher);
          }
        });
  }
}
