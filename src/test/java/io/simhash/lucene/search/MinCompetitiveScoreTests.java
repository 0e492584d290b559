package io.simhash.lucene.search;

import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.HashedSet;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.shingle.Shingling;
import io.simhash.core.simhash.DistanceScore;
import io.simhash.lucene.document.MinHashFields;
import io.simhash.lucene.document.SimHashFields;
import io.simhash.lucene.text.TextShingles;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TopScoreDocCollectorManager;

/**
 * Top hits are the same whether or not documents that cannot be among them are skipped: every
 * scorer, by {@code setMinCompetitiveScore}, over more than 1,000 hits.
 */
public class MinCompetitiveScoreTests extends SimHashNearTestCase {

  private static final Bands BANDS = new Bands(64, 32);
  private static final TextShingles CHARACTERS =
      new TextShingles(new Shingling(Shingling.Unit.CHARACTER, 3), null);

  private final long[] centre = new long[40];

  @Override
  public void setUp() throws Exception {
    super.setUp();
    Arrays.setAll(centre, i -> random().nextLong());
    for (int i = 0; i < 2500; i++) {
      long[] set = centre.clone();
      for (int j = random().nextInt(set.length); j > 0; j--) {
        set[j] = random().nextLong();
      }
      Document document = new Document();
      document.add(new StringField("id", "" + i, Field.Store.YES));
      long fingerprint = FingerprintSets.CLUSTERED.next(random(), 0);
      SimHashFields.of(FIELD, fingerprint).forEach(document::add);
      if (i % 5 > 0) {
        SimHashFields.of(FIELD, textSignature(set)).forEach(document::add);
      }
      List<String> bands = BANDS.terms(MIN_HASH.minima(set));
      MinHashFields.of("tags", signature(set), bands).forEach(document::add);
      // Two texts in three pass.
      document.add(new StoredField("text", "abcdefgh".substring(i % 3 == 0 ? 6 : 0)));
      writer.addDocument(document);
    }
  }

  private static Query simHash(DistanceScore score, SignatureCheck check, BlockCosts costs) {
    return new SimHashNearQuery(
        FIELD,
        0,
        Optional.empty(),
        NearRule.ofDistance(12),
        score,
        Optional.ofNullable(check),
        costs);
  }

  /** Documents with a signature need a similarity, others a smaller distance. */
  private Query signed(DistanceScore score, SignatureCheck check, BlockCosts costs) {
    NearRule rule = new NearRule(13, .25, 12);
    Optional<Signature> signature = Optional.of(textSignature(centre));
    return new SimHashNearQuery(
        FIELD, 0, signature, rule, score, Optional.ofNullable(check), costs);
  }

  private Query minHash(double minSimilarity, MatchingBands bands) {
    return new MinHashNearQuery("tags", signature(centre), minSimilarity, bands);
  }

  private static Query confirmed(Query in) {
    HashedSet shingles = CHARACTERS.hashes(List.of("abcdefgh"));
    TextSource source =
        segment -> {
          StoredFields fields = segment.reader().storedFields();
          return doc -> List.of(fields.document(doc).get("text"));
        };
    return new ConfirmedQuery(in, new Confirmation("text", CHARACTERS, shingles, .5, 0), source);
  }

  private void assertSameTopHits(Query query) throws IOException {
    assertSameTopHits(query, true);
  }

  private void assertSameTopHits(Query query, boolean skips) throws IOException {
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (Query boosted : List.of(query, new BoostQuery(query, 3))) {
        for (int size : new int[] {1, 10, 100, 5000}) {
          String name = boosted + " top " + size;
          TopDocs all = search(searcher, boosted, size, Integer.MAX_VALUE);
          TopDocs competitive = search(searcher, boosted, size, 1);
          assertTrue(name + " of " + all.totalHits, all.totalHits.value() > 1000);
          if (skips && size < 100) {
            String totals = competitive.totalHits + " of " + all.totalHits;
            assertTrue(
                name + " skips: " + totals, competitive.totalHits.value() < all.totalHits.value());
          }
          assertEquals(name, all.scoreDocs.length, competitive.scoreDocs.length);
          for (int i = 0; i < all.scoreDocs.length; i++) {
            assertEquals(name, all.scoreDocs[i].doc, competitive.scoreDocs[i].doc);
            assertEquals(name, all.scoreDocs[i].score, competitive.scoreDocs[i].score, 0);
          }
        }
      }
    }
  }

  private static TopDocs search(IndexSearcher searcher, Query query, int size, int threshold)
      throws IOException {
    return searcher.search(query, new TopScoreDocCollectorManager(size, null, threshold));
  }

  public void testSimHashNear() throws IOException {
    for (DistanceScore score : DistanceScore.values()) {
      assertSameTopHits(simHash(score, null, BLOCKS_FORCED));
      assertSameTopHits(simHash(score, null, SCAN_FORCED));
    }
  }

  public void testSimHashNearWithSignatures() throws IOException {
    for (DistanceScore score : DistanceScore.values()) {
      // Only distances are skipped, which decide nothing of a score by similarity.
      boolean skips = score != DistanceScore.SIMILARITY;
      assertSameTopHits(signed(score, null, BLOCKS_FORCED), skips);
      assertSameTopHits(signed(score, null, SCAN_FORCED), skips);
      assertSameTopHits(signed(score, check(centre, 0, .85), SCAN_FORCED), skips);
    }
  }

  public void testSimHashNearWithSignatureCheck() throws IOException {
    for (double minSimilarity : new double[] {0, .2}) {
      for (double mu : new double[] {.3, .85, 1}) {
        SignatureCheck check = check(centre, minSimilarity, mu);
        // Only distances are skipped, which decide little of the score if mu is small.
        assertSameTopHits(simHash(DistanceScore.RECIPROCAL, check, SCAN_FORCED), mu > .5);
      }
    }
  }

  public void testMinHashNearWithoutBands() throws IOException {
    assertSameTopHits(minHash(0, null));
    assertSameTopHits(minHash(.2, null));
  }

  public void testMinHashNearWithBands() throws IOException {
    List<String> terms = BANDS.terms(MIN_HASH.minima(centre));
    assertSameTopHits(minHash(0, new MatchingBands(terms, 1)));
    assertSameTopHits(minHash(.2, new MatchingBands(terms, 2)));
  }

  public void testConfirmed() throws IOException {
    assertSameTopHits(confirmed(simHash(DistanceScore.RECIPROCAL, null, SCAN_FORCED)));
    assertSameTopHits(confirmed(minHash(0, null)));
  }
}
