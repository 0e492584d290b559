package io.simhash.lucene.search;

import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.DistanceScore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.document.BinaryDocValuesField;
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
import org.apache.lucene.util.BytesRef;

/** Near queries in a field with signatures: readable cases, and the manners of a Lucene query. */
public class SimHashNearSignatureTests extends SimHashNearTestCase {

  private static final long[] TEXT_SET = {1, 2, 3, 4, 5, 6, 7, 8};
  private static final Optional<Signature> SIGNATURE = Optional.of(textSignature(TEXT_SET));
  private static final Optional<Signature> NONE = Optional.empty();
  private static final NearRule DEFAULT = NearRule.of(null, null);

  /** Seven of nine shingles are common. */
  private static final Optional<Signature> SIMILAR =
      Optional.of(textSignature(1, 2, 3, 4, 5, 6, 7, 18));

  private static final Optional<Signature> UNRELATED =
      Optional.of(textSignature(21, 22, 23, 24, 25, 26));

  private static final double SIMILARITY = similarity(SIGNATURE.get(), SIMILAR.get());

  private static NearValue value(long fingerprint, Optional<Signature> signature) {
    return new NearValue(fingerprint, signature);
  }

  private void add(String id, long fingerprint, Optional<Signature> signature) throws IOException {
    add(id, Optional.of(value(fingerprint, signature)));
  }

  /** A fingerprint at so many bits from 0. */
  private static long bits(int count) {
    return count == 64 ? -1 : (1L << count) - 1;
  }

  private static SimHashNearQuery near(NearRule rule) {
    return near(rule, DistanceScore.RECIPROCAL);
  }

  private static SimHashNearQuery near(NearRule rule, DistanceScore score) {
    return near(value(0, SIGNATURE), rule, score, BlockCandidates.Costs.MEASURED);
  }

  private void addExamples() throws IOException {
    assertTrue(SIMILARITY > .51 && SIMILARITY < 1);
    assertEquals(0, similarity(SIGNATURE.get(), UNRELATED.get()), .1);
    add("same", bits(0), SIGNATURE);
    add("similar", bits(24), SIMILAR);
    add("other bits", bits(64), SIGNATURE);
    add("template", bits(3), UNRELATED);
    add("near without", bits(12), NONE);
    add("far without", bits(13), NONE);
    add("near other", bits(12), Optional.of(otherSignatures(TEXT_SET).get(0)));
    add("far other", bits(13), Optional.of(otherSignatures(TEXT_SET).get(1)));
    add("short", Optional.of(ofSignature(SIMILAR.get())));
    add("none", Optional.empty());
  }

  private Set<String> found(Query query) throws IOException {
    IndexReader reader = reader();
    return hits(newSearcher(reader), query).keySet();
  }

  /** Equal components and one equal band, which hardly happens: most unrelated texts share none. */
  public void testNeighboursShareTwoBands() throws IOException {
    long[] minima = new MinHash(TEXT.bands().hashes()).minima(TEXT_SET);
    for (int bands = 0; bands <= 2; bands++) {
      long[] others = withOtherBands(minima);
      System.arraycopy(minima, 0, others, 0, bands * TEXT.bands().rows());
      Signature other = TEXT.signature(others);
      assertEquals(1, similarity(SIGNATURE.get(), other), 0);
      add(bands + " bands", bits(64), Optional.of(other));
    }
    IndexSearcher searcher = new IndexSearcher(reader());
    NearRule rule = NearRule.of(null, .44);
    assertMiss(searcher, rule, "0 bands", "0 indexed bands are shared, fewer than 2");
    assertMiss(searcher, rule, "1 bands", "1 indexed bands are shared, fewer than 2");
    assertEquals(Set.of("2 bands"), found(near(NearRule.of(null, .44))));
    Set<String> all = Set.of("0 bands", "1 bands", "2 bands");
    assertEquals(all, found(near(NearRule.of(null, .43))));
  }

  /**
   * Same fingerprint and same signature, where either side may have no signature or one with other
   * parameters, beside documents and in segments of every kind.
   */
  public void testTheIdenticalDocumentIsAlwaysFound() throws IOException {
    long fingerprint = random().nextLong();
    List<Optional<Signature>> stored = new ArrayList<>(List.of(SIGNATURE, NONE));
    otherSignatures(TEXT_SET).forEach(other -> stored.add(Optional.of(other)));
    for (Optional<Signature> one : stored) {
      for (Optional<Signature> beside : stored) {
        writer.deleteAll();
        add("identical", fingerprint, one);
        add("beside", ~fingerprint, beside);
        try (IndexReader reader = writer.getReader()) {
          IndexSearcher searcher = newSearcher(reader);
          for (NearRule rule : List.of(DEFAULT, NearRule.toConfirm(null, null, .5))) {
            for (Optional<Signature> asked : stored) {
              DistanceScore score = DistanceScore.values()[random().nextInt(4)];
              BlockCandidates.Costs costs = random().nextBoolean() ? BLOCKS_FORCED : SCAN_FORCED;
              NearValue value = value(fingerprint, asked);
              Query query = near(value, rule, score, costs);
              String name = query + " of " + asked + " in " + one + " beside " + beside;
              assertEquals(name, (Float) 1f, hits(searcher, query).get("identical"));
            }
          }
        }
      }
    }
  }

  public void testExplains() throws IOException {
    addExamples();
    IndexSearcher searcher = new IndexSearcher(reader());
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
    assertEquals(TEXT.bands().indexed(), similar.getDetails()[2].getValue().intValue(), 20);
    assertEquals(
        "bands that are equal, of " + TEXT.bands().indexed() + " indexed",
        similar.getDetails()[2].getDescription());
    for (String id : List.of("near without", "near other")) {
      Explanation without = explain(searcher, near(DEFAULT), id);
      assertTrue(without.isMatch());
      assertEquals(
          "similarity unknown: no signature to compare in [simhash.signature]",
          without.getDetails()[1].getDescription());
    }
    assertTrue(explain(searcher, near(DEFAULT), "other bits").isMatch());
    assertMiss(
        searcher, NearRule.of(23, null), "similar", "Hamming distance 24 is above max_distance 23");
    double unrelated = similarity(SIGNATURE.get(), UNRELATED.get());
    String low = "similarity " + unrelated + " is below min_similarity 0.51";
    assertMiss(searcher, DEFAULT, "template", low);
    String alone = "Hamming distance 13 is above max_distance 12, without a signature to compare";
    assertMiss(searcher, DEFAULT, "far without", alone);
    assertMiss(searcher, DEFAULT, "far other", alone);
    assertMiss(
        searcher,
        DEFAULT,
        "none",
        "there is neither a distance nor a similarity: one of the two has no fingerprint");
    Explanation shortText = explain(searcher, near(DEFAULT), "short");
    assertEquals(SIMILARITY, shortText.getValue().doubleValue(), 1e-6);
    assertEquals(
        "neighbour, computed as boost * s with s = similarity, as H is unknown from:",
        shortText.getDescription());
    assertEquals(
        "H unknown: no fingerprint in [simhash] of the document",
        shortText.getDetails()[0].getDescription());
    // A signature that decides nothing is not read, nor explained: the details are the distance
    // and how a search finds the neighbours.
    assertEquals(2, explain(searcher, near(NearRule.ofDistance(3)), "same").getDetails().length);
  }

  private static void assertMiss(IndexSearcher searcher, NearRule rule, String id, String reason)
      throws IOException {
    Explanation miss = explain(searcher, near(rule), id);
    assertFalse(id, miss.isMatch());
    assertEquals(reason, miss.getDescription());
    boolean compared = miss.getDetails()[1].getDescription().startsWith("similarity, ");
    assertEquals(compared ? 3 : 2, miss.getDetails().length);
  }

  public void testEqualsHashCodeToString() {
    SimHashNearQuery query = near(DEFAULT);
    QueryUtils.check(query);
    QueryUtils.checkEqual(query, near(NearRule.of(null, null)));
    QueryUtils.checkUnequal(query, near(NearRule.toConfirm(null, null, .5)));
    QueryUtils.checkUnequal(query, near(new NearRule(24, 11, .51)));
    QueryUtils.checkUnequal(query, near(new NearRule(23, 12, .51)));
    QueryUtils.checkUnequal(query, near(DEFAULT, DistanceScore.SIMILARITY));
    List<Optional<Signature>> others = new ArrayList<>(List.of(NONE, SIMILAR));
    otherSignatures(TEXT_SET).forEach(other -> others.add(Optional.of(other)));
    for (Optional<Signature> other : others) {
      for (DistanceScore score : DistanceScore.values()) {
        NearRule distance = NearRule.ofDistance(3);
        Query withOther = withSignature(other, distance, score);
        // The signature decides nothing: two such queries are one key of the cache.
        QueryUtils.checkEqual(near(distance, score), withOther);
        QueryUtils.checkUnequal(near(DEFAULT, score), withSignature(other, DEFAULT, score));
      }
    }
    assertEquals(
        "simhash_near(0000000000000000~J>=0.51,2 bands|12,reciprocal)", query.toString(FIELD));
  }

  private static Query withSignature(
      Optional<Signature> signature, NearRule rule, DistanceScore score) {
    return near(value(0, signature), rule, score, BlockCandidates.Costs.MEASURED);
  }

  public void testIsCacheableUnlessSignaturesWereUpdated() throws IOException {
    // Without its term, as Lucene updates the doc values of no other fields.
    Document document = new Document();
    document.add(new StringField("id", "a", Field.Store.NO));
    document.add(
        new BinaryDocValuesField(FIELD + ".signature", new BytesRef(SIGNATURE.get().stored())));
    writer.addDocument(document);
    assertCacheableUnlessUpdated(writer, near(DEFAULT), "a", FIELD + ".signature");
  }

  /** A fingerprint costs 5 and a signature 50. */
  public void testMatchCost() throws IOException {
    add("a", Optional.of(value(0, SIGNATURE)));
    assertMatchCost(5 + 50, near(DEFAULT));
    assertMatchCost(5, near(NearRule.ofDistance(3), DistanceScore.SIMILARITY));
  }

  private void assertMatchCost(float expected, Query query) throws IOException {
    IndexReader reader = reader();
    Scorer scorer =
        query
            .createWeight(new IndexSearcher(reader), ScoreMode.TOP_SCORES, 1)
            .scorer(reader.leaves().get(0));
    assertEquals(expected, scorer.twoPhaseIterator().matchCost(), 0);
  }
}
