package io.simhash.lucene.search;

import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.IndexSearcher;

/** Segments in which a bucket has many more documents than the others. */
public class OverfullBucketTests extends SimHashNearTestCase {

  private static final int BUCKET = 20_000;

  /** Only candidates cost, and a scan far more: every overfull bucket is split. */
  private static final BlockCandidates.Costs SPLIT = new BlockCandidates.Costs(0, 1, 1e9, 1e9);

  private void addWithSubBlocks(String id, long fingerprint) throws IOException {
    Document document = new Document();
    document.add(new StringField("id", id, Field.Store.YES));
    SimHashFields.of(FIELD, ofFingerprint(fingerprint)).forEach(document::add);
    SimHashFields.ofSubBlocks(FIELD, fingerprint).forEach(document::add);
    writer.addDocument(document);
  }

  /**
   * Documents of which ten in eleven have the same value in one block. Some are around the centre,
   * at distances of 0 to 20, in the overfull bucket and outside of it.
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
    addSkewed(centre, block, 4_000);
    if (random().nextBoolean()) {
      writer.flush();
    }
    addSkewed(centre, block, 1_000);
    IndexSearcher searcher = newSearcher(reader());
    for (int distance = 0; distance <= 16; distance++) {
      for (int near : new int[] {0, 1, random().nextInt(12)}) {
        long query = FingerprintSets.atDistance(random(), centre, near);
        Set<Integer> expected = docs(searcher, new BruteForceNearQuery(FIELD, query, distance));
        for (BlockCandidates.Costs costs : List.of(SPLIT, BlockCandidates.Costs.MEASURED)) {
          assertEquals(
              "at " + distance + ", " + costs,
              expected,
              docs(searcher, near(query, distance, costs)));
        }
      }
    }
  }

  private static long candidates(LeafReader leaf, long query, int distance) throws IOException {
    return FoundTerm.documents(
        new BlockCandidates(leaf, FIELD, query, distance, BlockCandidates.Costs.MEASURED, () -> {})
            .lookUp());
  }

  public void testFewCandidatesOfAnOverfullBucket() throws IOException {
    long centre = random().nextLong();
    addSkewed(centre, 1, BUCKET);
    writer.forceMerge(1);
    IndexReader reader = reader();
    LeafReader leaf = reader.leaves().get(0).reader();
    // 3 bits: 1 look-up in each of 4 blocks, 18,000 documents in 4,096 buckets of sub-blocks.
    long whole = candidates(without(leaf), centre, 3);
    assertTrue("" + whole, whole > 15_000);
    assertTrue(candidates(leaf, centre, 3) < whole / 5);
    // 7 bits: 17 values of each block, of which one is overfull, and 52 of its sub-blocks.
    assertTrue(candidates(leaf, centre, 7) < 8_000);
    assertTrue(candidates(without(leaf), centre, 7) > 15_000);
    // 16 bits: the look-ups of sub-blocks cost more than all documents.
    assertEquals(candidates(without(leaf), centre, 20), candidates(leaf, centre, 20));
  }

  /** Otherwise documents would be missed. */
  public void testTheLevelIsNotUsedUnlessAllDocumentsHaveIt() throws IOException {
    for (int i = 0; i < 1_500; i++) {
      addWithSubBlocks("" + i, i);
    }
    add("without", 7);
    writer.forceMerge(1);
    IndexReader reader = reader();
    LeafReader leaf = reader.leaves().get(0).reader();
    assertEquals(candidates(without(leaf), 7, 3), candidates(leaf, 7, 3));
    IndexSearcher searcher = newSearcher(reader);
    assertTrue(hits(searcher, near(7, 3, SPLIT)).containsKey("without"));
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
