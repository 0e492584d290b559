package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;

/** Segments in which a bucket has many more documents than the others. */
public class OverfullBucketTests extends SimHashNearTestCase {

  private static final int BUCKET = 20_000;

  /** Only candidates cost: every overfull bucket is split. */
  private static final BlockCosts SPLIT = new BlockCosts(0, 1);

  private void addWithSubBlocks(String id, long fingerprint) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    SimHashFields.of(FIELD, fingerprint).forEach(document::add);
    SimHashFields.ofSubBlocks(FIELD, fingerprint).forEach(document::add);
    writer.addDocument(document);
  }

  /**
   * 20,000 documents whose block has one value, 2,000 others. Some are around the centre, at
   * distances of 0 to 20, in the overfull bucket and outside of it.
   *
   * @param block the overfull block
   */
  private void addSkewed(long centre, int block, int documents) throws IOException {
    long blockMask = 0xffffL << (3 - block) * 16;
    for (int i = 0; i < documents; i++) {
      long fingerprint =
          i % 20 == 0
              ? FingerprintSets.atDistance(random(), centre, random().nextInt(21))
              : random().nextLong();
      if (i % 11 != 0) {
        fingerprint = fingerprint & ~blockMask | centre & blockMask;
      }
      addWithSubBlocks("" + i, fingerprint);
      if (i % 17 == 0) {
        writer.deleteDocuments(new Term("id", "" + random().nextInt(i + 1)));
      }
    }
  }

  /** Every neighbour is found, in several segments with deletions, at every distance. */
  public void testEqualsBruteForceAtEveryDistance() throws IOException {
    long centre = random().nextLong();
    int block = random().nextInt(4);
    addSkewed(centre, block, BUCKET);
    if (random().nextBoolean()) {
      writer.flush();
    }
    addSkewed(centre, block, 2_200);
    try (IndexReader reader = writer.getReader()) {
      IndexSearcher searcher = newSearcher(reader);
      for (int distance = 0; distance <= 16; distance++) {
        for (int near : new int[] {0, 1, random().nextInt(12)}) {
          long query = FingerprintSets.atDistance(random(), centre, near);
          BruteForceNearQuery expected = new BruteForceNearQuery(FIELD, query, distance);
          for (BlockCosts costs : List.of(SPLIT, BlockCosts.MEASURED)) {
            assertEquals(
                "at " + distance + ", " + costs,
                docs(searcher, expected),
                docs(searcher, near(query, distance, costs)));
          }
          assertCandidatesHaveEveryNeighbour(reader, query, distance);
        }
      }
    }
  }

  /** The same where no scan is cheaper, so that the candidates are those of sub-blocks. */
  private static void assertCandidatesHaveEveryNeighbour(
      IndexReader reader, long query, int distance) throws IOException {
    for (LeafReaderContext leaf : reader.leaves()) {
      DocIdSetIterator candidates =
          find(leaf.reader(), query, distance, SPLIT).iterator(leaf.reader().maxDoc());
      NumericDocValues values = SimHashNearWeight.fingerprints(leaf.reader(), FIELD);
      int candidate = candidates.nextDoc();
      for (int doc = values.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = values.nextDoc()) {
        if (Long.bitCount(values.longValue() ^ query) <= distance) {
          candidate = candidate < doc ? candidates.advance(doc) : candidate;
          assertEquals("distance " + distance, doc, candidate);
        }
      }
    }
  }

  private static BlockCandidates find(LeafReader leaf, long query, int distance, BlockCosts costs)
      throws IOException {
    return BlockCandidates.find(
            leaf, near(query, distance, costs), new ProbePlan(distance), Long.MAX_VALUE)
        .orElseThrow();
  }

  public void testFewCandidatesOfAnOverfullBucket() throws IOException {
    long centre = random().nextLong();
    addSkewed(centre, 1, BUCKET);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      // 3 bits: 4 look-ups in each of 4 blocks, 18,000 documents in 4,096 buckets of sub-blocks.
      long split = find(leaf, centre, 3, BlockCosts.MEASURED).cost();
      long whole = find(without(leaf), centre, 3, BlockCosts.MEASURED).cost();
      assertTrue("" + whole, whole > 15_000);
      assertTrue("" + split, split < whole / 5);
      // 7 bits: 17 values of each block, of which one is overfull, and 52 of its sub-blocks.
      assertTrue(find(leaf, centre, 7, BlockCosts.MEASURED).cost() < 8_000);
      assertTrue(find(without(leaf), centre, 7, BlockCosts.MEASURED).cost() > 15_000);
      // 16 bits: 1,691 look-ups of 300 and 7,000 candidates of 100 against 18,000 of 100.
      assertTrue(find(leaf, centre, 16, BlockCosts.MEASURED).cost() > 0);
    }
  }

  public void testABucketIsSplitOnlyWhereThatIsCheaper() throws IOException {
    long centre = random().nextLong();
    addSkewed(centre, 0, 3_000);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      int bucket = leaf.docFreq(new Term(FIELD + ".block_0", hex(centre)));
      assertTrue(bucket > 2_000);
      Optional<OverfullBucket.Level> level = level(leaf);
      int value = (int) (centre >>> 48);
      assertTrue(level.get().find(centre, 0, value, bucket, 3, BlockCosts.MEASURED).isPresent());
      // The plan for 16 bits has 1,691 look-ups of 300, more than 2,700 candidates of 100.
      assertFalse(level.get().find(centre, 0, value, bucket, 16, BlockCosts.MEASURED).isPresent());
      assertTrue(level.get().find(centre, 0, value, bucket, 16, SPLIT).isPresent());
      assertFalse("not overfull", level.get().find(centre, 0, value, 1_000, 3, SPLIT).isPresent());
      assertFalse("64 bits", level.get().find(centre, 0, value, bucket, 64, SPLIT).isPresent());
    }
  }

  private static String hex(long centre) {
    return String.format(java.util.Locale.ROOT, "%016x", centre).substring(0, 4);
  }

  private static Optional<OverfullBucket.Level> level(LeafReader leaf) throws IOException {
    List<Terms> blocks = new ArrayList<>();
    for (int block = 0; block < 4; block++) {
      blocks.add(leaf.terms(SimHashFields.blockField(FIELD, block)));
    }
    return OverfullBucket.Level.of(leaf, FIELD, blocks);
  }

  /** As with field-level security, or with documents that lack the terms. */
  public void testTheLevelIsNotUsedUnlessAllDocumentsHaveIt() throws IOException {
    for (int i = 0; i < 30; i++) {
      addWithSubBlocks("" + i, i);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      assertTrue(level(leaf).isPresent());
      assertFalse(level(without(leaf)).isPresent());
    }
    add("without", 7);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      assertFalse(level(reader.leaves().get(0).reader()).isPresent());
    }
  }

  /** The segment without its sub-blocks. */
  private static LeafReader without(LeafReader reader) {
    return new FilterLeafReader(reader) {
      @Override
      public Terms terms(String field) throws IOException {
        return field.endsWith(".sub_blocks") ? null : super.terms(field);
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
}
