package io.simhash.lucene.search;

import io.simhash.core.block.ProbePlan;
import io.simhash.lucene.document.SimHashFields;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.FilterLeafReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;

/** Segments in which a bucket has many more documents than the others. */
public class OverfullBucketTests extends SimHashNearTestCase {

  private static final int BUCKET = 20_000;

  /** Only candidates cost: every overfull bucket is split. */
  private static final BlockCosts SPLIT = costs(0, 1);

  private static BlockCosts costs(double lookUp, double candidate) {
    BlockCosts.Reading reading = new BlockCosts.Reading(1, candidate);
    return new BlockCosts(lookUp, reading, reading);
  }

  private static BlockCosts.Budget budget(int distance, BlockCosts costs) {
    ProbePlan plan = new ProbePlan(distance);
    BlockCosts.Reading reading = new BlockCosts.Reading(1e9, costs.full().candidate());
    return new BlockCosts.Budget(costs, reading, plan, 100_000, Long.MAX_VALUE);
  }

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
      BlockCandidates candidates = find(leaf.reader(), query, distance, SPLIT);
      Set<Integer> docs = new HashSet<>();
      Arrays.stream(candidates.docs(), 0, candidates.size()).forEach(docs::add);
      SortedNumericDocValues values = DocValues.getSortedNumeric(leaf.reader(), FIELD);
      for (int doc = values.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = values.nextDoc()) {
        if (Long.bitCount(values.nextValue() ^ query) <= distance) {
          assertTrue("distance " + distance, docs.contains(doc));
        }
      }
    }
  }

  private static BlockCandidates find(LeafReader leaf, long query, int distance, BlockCosts costs)
      throws IOException {
    return BlockCandidates.find(
            leaf, near(query, distance, costs), budget(distance, costs), () -> {})
        .orElseThrow();
  }

  public void testFewCandidatesOfAnOverfullBucket() throws IOException {
    long centre = random().nextLong();
    addSkewed(centre, 1, BUCKET);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      // 3 bits: 4 look-ups in each of 4 blocks, 18,000 documents in 4,096 buckets of sub-blocks.
      long split = find(leaf, centre, 3, BlockCosts.MEASURED).size();
      long whole = find(without(leaf), centre, 3, BlockCosts.MEASURED).size();
      assertTrue("" + whole, whole > 15_000);
      assertTrue("" + split, split < whole / 5);
      // 7 bits: 17 values of each block, of which one is overfull, and 52 of its sub-blocks.
      assertTrue(find(leaf, centre, 7, BlockCosts.MEASURED).size() < 8_000);
      assertTrue(find(without(leaf), centre, 7, BlockCosts.MEASURED).size() > 15_000);
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
      Optional<OverfullBucket.Level> level = level(leaf, centre);
      int value = (int) (centre >>> 48);
      assertTrue(level.get().find(0, value, bucket, budget(3, BlockCosts.MEASURED)).isPresent());
      // The plan for 16 bits has 1,691 look-ups of 350 ns, more than 2,700 candidates of 35.
      assertFalse(level.get().find(0, value, bucket, budget(16, BlockCosts.MEASURED)).isPresent());
      assertTrue(level.get().find(0, value, bucket, budget(16, SPLIT)).isPresent());
      assertFalse("not overfull", level.get().find(0, value, 1_000, budget(3, SPLIT)).isPresent());
      assertFalse("64 bits", level.get().find(0, value, bucket, budget(64, SPLIT)).isPresent());
    }
  }

  private static String hex(long centre) {
    return String.format(Locale.ROOT, "%016x", centre).substring(0, 4);
  }

  private static Optional<OverfullBucket.Level> level(LeafReader leaf, long query)
      throws IOException {
    List<Terms> blocks = new ArrayList<>();
    for (int block = 0; block < 4; block++) {
      blocks.add(leaf.terms(SimHashFields.blockField(FIELD, block)));
    }
    return OverfullBucket.Level.of(leaf, near(query, 3), blocks);
  }

  /** As with field-level security, or with documents that lack the terms. */
  public void testTheLevelIsNotUsedUnlessAllDocumentsHaveIt() throws IOException {
    for (int i = 0; i < 30; i++) {
      addWithSubBlocks("" + i, i);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = reader.leaves().get(0).reader();
      assertTrue(level(leaf, 0).isPresent());
      assertFalse(level(without(leaf), 0).isPresent());
    }
    add("without", 7);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      assertFalse(level(reader.leaves().get(0).reader(), 0).isPresent());
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
