package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.MinHash;
import io.simhash.core.minhash.Signature;
import io.simhash.core.minhash.SignatureParameters;
import io.simhash.core.minhash.Thresholds;
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
import org.apache.lucene.search.Weight;
import org.apache.lucene.tests.search.QueryUtils;
import org.apache.lucene.util.BytesRef;

/** Near queries in a field with signatures: readable cases, and the manners of a Lucene query. */
public class SimHashNearSignatureTests extends SimHashNearTestCase {

  private static final long[] TEXT_SET = {1, 2, 3, 4, 5, 6, 7, 8};
  private static final Optional<Signature> SIGNATURE = Optional.of(textSignature(TEXT_SET));
  private static final Optional<Signature> NONE = Optional.empty();
  private static final NearRule DEFAULT = NearRule.of(null, null, true);

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
    NearRule rule = new NearRule.Similar(.44, 64);
    assertMiss(searcher, rule, "0 bands", "0 bands are shared, fewer than 2");
    assertMiss(searcher, rule, "1 bands", "1 bands are shared, fewer than 2");
    assertEquals(Set.of("2 bands"), found(near(rule)));
    Set<String> all = Set.of("0 bands", "1 bands", "2 bands");
    assertEquals(all, found(near(new NearRule.Similar(.43, 64))));
  }

  /**
   * All bands are equal, and the similarity is .83; of the 256 components of the head many are not.
   */
  public void testHeadsOfNeighboursAgree() throws IOException {
    long[] minima = new MinHash(TEXT.bands().hashes()).minima(TEXT_SET);
    for (int equal : new int[] {129, 130}) {
      long[] others = minima.clone();
      for (int i = 768 + equal; i < 1024; i++) {
        others[i] ^= 1;
      }
      add(equal + " equal", bits(64), Optional.of(TEXT.signature(others)));
    }
    IndexSearcher searcher = new IndexSearcher(reader());
    assertMiss(
        searcher, DEFAULT, "129 equal", "129 components of the head are equal, fewer than 130");
    assertEquals(Set.of("130 equal"), found(near(DEFAULT)));
    Set<String> all = Set.of("129 equal", "130 equal");
    assertEquals(all, found(near(new NearRule.Similar(.44, 64))));
    assertEquals(all, found(near(new NearRule.Similar(.51, 0, 64))));
    assertEquals(Set.of(), found(near(new NearRule.Similar(.6, 64))));
  }

  /** A profile shows it: heads of documents with two bands, and of these the whole signatures. */
  public void testReportsWhatIsCompared() throws IOException {
    long[] minima = new MinHash(TEXT.bands().hashes()).minima(TEXT_SET);
    add("same", 0, SIGNATURE);
    long[] otherHead = minima.clone();
    for (int i = 768; i < 1024; i++) {
      otherHead[i] ^= 1;
    }
    add("other head", 0, Optional.of(TEXT.signature(otherHead)));
    add("other parameters", 0, Optional.of(otherSignatures(TEXT_SET).getLast()));
    add("unsigned", 0, NONE);
    writer.forceMerge(1);
    IndexReader reader = reader();
    assertEquals(
        "by bands (1 segment, 72 postings); compared heads: 2, whole signatures: 1",
        report(reader, near(DEFAULT)));
    assertEquals(
        "one by one (1 segment, 4 documents); compared heads: 2, whole signatures: 2",
        report(reader, near(new NearRule.Similar(.3, 64))));
    assertEquals(
        "by scan (1 segment, 4 fingerprints)", report(reader, near(new NearRule.Radius(12))));
  }

  private static String report(IndexReader reader, Query query) throws IOException {
    List<Query> made = new ArrayList<>();
    IndexSearcher searcher =
        new IndexSearcher(reader) {
          @Override
          public Weight createWeight(Query query, ScoreMode scoreMode, float boost)
              throws IOException {
            made.add(query);
            return super.createWeight(query, scoreMode, boost);
          }
        };
    searcher.setQueryCache(null);
    searcher.search(query, 10);
    made.removeIf(each -> each instanceof SearchReport == false);
    assertEquals(1, made.size());
    return made.getFirst().toString(FIELD);
  }

  /** Of signatures with one band, equal ones share as many as there are. */
  public void testTheReasonWhereThereIsOneBand() throws IOException {
    SignatureParameters oneBand = new SignatureParameters(TEXT.shingling(), new Bands(320, 1, 2));
    long[] minima = new MinHash(320).minima(TEXT_SET);
    add("same", 0, Optional.of(oneBand.signature(minima)));
    long[] others = minima.clone();
    for (int i = 64; i < 200; i++) {
      others[i] ^= 1;
    }
    add("other head", 0, Optional.of(oneBand.signature(others)));
    IndexSearcher searcher = new IndexSearcher(reader());
    NearRule rule = new NearRule.Similar(.43, 2, 64);
    Query query =
        near(
            value(0, Optional.of(oneBand.signature(minima))),
            rule,
            DistanceScore.SIMILARITY,
            BlockCandidates.Costs.MEASURED);
    int threshold = Thresholds.head(.43, oneBand.bands());
    assertTrue("" + threshold, threshold > 120);
    assertMiss(
        "120 components of the head are equal, fewer than " + threshold,
        explain(searcher, query, "other head"));
    assertEquals(Set.of("same"), found(query));
  }

  /**
   * Same fingerprint and same signature, where either side may have no signature or one with other
   * parameters, beside documents and in segments of every kind: a query with a signature finds what
   * it can be compared with, one without finds all.
   */
  public void testTheIdenticalDocument() throws IOException {
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
          for (Optional<Signature> asked : stored) {
            boolean signed = asked.isPresent();
            for (NearRule rule :
                List.of(
                    NearRule.of(null, null, signed), NearRule.toConfirm(null, null, .5, signed))) {
              DistanceScore score = DistanceScore.values()[random().nextInt(4)];
              BlockCandidates.Costs costs = random().nextBoolean() ? BLOCKS_FORCED : SCAN_FORCED;
              NearValue value = value(fingerprint, asked);
              Query query = near(value, rule, score, costs);
              String name = query + " of " + asked + " in " + one + " beside " + beside;
              Float expected = signed && asked.equals(one) == false ? null : (Float) 1f;
              assertEquals(name, expected, hits(searcher, query).get("identical"));
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
        "neighbour, computed as boost * s with s = similarity, or 1 / (1 + H) within a radius"
            + " from:",
        similar.getDescription());
    assertEquals(24, similar.getDetails()[0].getValue());
    assertEquals(SIMILARITY, similar.getDetails()[1].getValue().doubleValue(), 1e-12);
    assertEquals(
        "similarity, estimated Jaccard similarity of the signatures in [simhash.signature]",
        similar.getDetails()[1].getDescription());
    assertEquals(24, similar.getDetails()[2].getValue().intValue(), 20);
    assertEquals("bands that are equal, of 24", similar.getDetails()[2].getDescription());
    assertEquals(equalInHead(SIGNATURE.get(), SIMILAR.get()), similar.getDetails()[3].getValue());
    assertEquals(
        "components of the head that are equal, of which neighbours have at least 130",
        similar.getDetails()[3].getDescription());
    assertTrue(explain(searcher, near(DEFAULT), "other bits").isMatch());
    assertMiss(
        searcher,
        new NearRule.Similar(.51, 23),
        "similar",
        "Hamming distance 24 is above max_distance 23");
    double unrelated = similarity(SIGNATURE.get(), UNRELATED.get());
    String low = "similarity " + unrelated + " is below min_similarity 0.51";
    assertMiss(searcher, DEFAULT, "template", low);
    for (String id : List.of("near without", "near other", "far other", "none")) {
      assertMiss(
          searcher,
          DEFAULT,
          id,
          "there is no similarity: the signatures cannot be compared, or one of the two has none");
    }
    assertEquals(
        "similarity unknown: no signature to compare in [simhash.signature]",
        explain(searcher, near(DEFAULT), "near other").getDetails()[1].getDescription());
    Explanation shortText = explain(searcher, near(DEFAULT), "short");
    assertEquals(SIMILARITY, shortText.getValue().doubleValue(), 1e-6);
    assertEquals(
        "neighbour, computed as boost * s with s = similarity, as H is unknown from:",
        shortText.getDescription());
    assertEquals(
        "H unknown: no fingerprint in [simhash] of the document",
        shortText.getDetails()[0].getDescription());
  }

  /** A signature that decides nothing is not read, nor explained. */
  public void testExplainsARadius() throws IOException {
    addExamples();
    IndexSearcher searcher = new IndexSearcher(reader());
    NearRule radius = new NearRule.Radius(12);
    for (String id : List.of("same", "near without", "near other")) {
      Explanation match = explain(searcher, near(radius, DistanceScore.SIMILARITY), id);
      assertTrue(id, match.isMatch());
      // The distance, and how a search finds the neighbours.
      assertEquals(2, match.getDetails().length);
      assertEquals(
          "neighbour, computed as boost * s with s = similarity, or 1 / (1 + H) within a radius"
              + " from:",
          match.getDescription());
      assertEquals(
          1 / (1.0 + match.getDetails()[0].getValue().intValue()),
          match.getValue().doubleValue(),
          1e-6);
    }
    String far = "Hamming distance 13 is above max_distance 12";
    assertMiss(searcher, radius, "far without", far);
    assertMiss(searcher, radius, "far other", far);
    String none = "there is no distance: one of the two has no fingerprint";
    assertMiss(searcher, radius, "short", none);
    assertMiss(searcher, radius, "none", none);
    assertEquals(Set.of("same", "template", "near without", "near other"), found(near(radius)));
  }

  private static void assertMiss(IndexSearcher searcher, NearRule rule, String id, String reason)
      throws IOException {
    Explanation miss = explain(searcher, near(rule), id);
    assertFalse(id, miss.isMatch());
    assertEquals(reason, miss.getDescription());
    if (rule instanceof NearRule.Radius) {
      assertEquals(1, miss.getDetails().length);
    } else {
      boolean compared = miss.getDetails()[1].getDescription().startsWith("similarity, ");
      assertEquals(compared ? 4 : 2, miss.getDetails().length);
    }
  }

  public void testEqualsHashCodeToString() {
    SimHashNearQuery query = near(DEFAULT);
    QueryUtils.check(query);
    QueryUtils.checkEqual(query, near(new NearRule.Similar(.51, 64)));
    QueryUtils.checkUnequal(query, near(new NearRule.Similar(.44, 64)));
    QueryUtils.checkUnequal(query, near(new NearRule.Similar(.51, 23)));
    QueryUtils.checkUnequal(query, near(new NearRule.Similar(.51, 3, 64)));
    QueryUtils.checkUnequal(query, near(new NearRule.Radius(12)));
    QueryUtils.checkUnequal(query, near(DEFAULT, DistanceScore.SIMILARITY));
    List<Optional<Signature>> others = new ArrayList<>(List.of(NONE, SIMILAR));
    otherSignatures(TEXT_SET).forEach(other -> others.add(Optional.of(other)));
    for (Optional<Signature> other : others) {
      for (DistanceScore score : DistanceScore.values()) {
        NearRule radius = new NearRule.Radius(3);
        Query withOther = withSignature(other, radius, score);
        // The signature decides nothing: two such queries are one key of the cache.
        QueryUtils.checkEqual(near(radius, score), withOther);
        QueryUtils.checkUnequal(near(DEFAULT, score), withSignature(other, DEFAULT, score));
      }
    }
    assertEquals(
        "simhash_near(0000000000000000~J>=0.51,2 bands,reciprocal)", query.toString(FIELD));
  }

  private static Query withSignature(
      Optional<Signature> signature, NearRule rule, DistanceScore score) {
    return near(value(0, signature), rule, score, BlockCandidates.Costs.MEASURED);
  }

  public void testIsCacheableUnlessSignaturesWereUpdated() throws IOException {
    for (String updated : List.of(".signature", ".signature_rest")) {
      writer.deleteAll();
      // Without their terms, as Lucene updates the doc values of no other fields.
      Document document = new Document();
      document.add(new StringField("id", "a", Field.Store.NO));
      document.add(
          new BinaryDocValuesField(FIELD + ".signature", new BytesRef(SIGNATURE.get().head())));
      document.add(
          new BinaryDocValuesField(
              FIELD + ".signature_rest", new BytesRef(SIGNATURE.get().rest())));
      writer.addDocument(document);
      assertCacheableUnlessUpdated(writer, near(DEFAULT), "a", FIELD + updated);
    }
  }

  /** A fingerprint costs 5 and a signature 50. */
  public void testMatchCost() throws IOException {
    add("a", Optional.of(value(0, SIGNATURE)));
    assertMatchCost(5 + 50, near(DEFAULT));
    assertMatchCost(5, near(new NearRule.Radius(3), DistanceScore.SIMILARITY));
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
