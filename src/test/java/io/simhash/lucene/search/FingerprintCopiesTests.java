package io.simhash.lucene.search;

import io.simhash.core.simhash.DistanceScore;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;

/** Copies of fingerprints: when they are made, what they cost, and that nothing else changes. */
public class FingerprintCopiesTests extends SimHashNearTestCase {

  /** Counts the bytes in use, up to a limit. */
  private static final class CountingMemory implements FingerprintCopies.Memory {
    private final AtomicLong used = new AtomicLong();
    private final long limit;

    CountingMemory(long limit) {
      this.limit = limit;
    }

    @Override
    public boolean reserve(long bytes) {
      assertTrue(bytes > 0);
      if (used.addAndGet(bytes) <= limit) {
        return true;
      }
      used.addAndGet(-bytes);
      return false;
    }

    @Override
    public void release(long bytes) {
      assertTrue(used.addAndGet(-bytes) >= 0);
    }
  }

  private final CountingMemory memory = new CountingMemory(Long.MAX_VALUE);
  private final FingerprintCopies copies = new FingerprintCopies(memory);

  /** By scan and by blocks, before the copies are made and with them, with deletions and holes. */
  public void testFindsTheSameAsBruteForce() throws IOException {
    for (FingerprintSets set : FingerprintSets.values()) {
      long centre = random().nextLong();
      writer.deleteAll();
      addRandomly(set, centre, atLeast(1000));
      try (IndexReader reader = writer.getReader()) {
        IndexSearcher searcher = newSearcher(reader);
        searcher.setQueryCache(null);
        for (int distance = 0; distance <= 64; distance += distance < 24 ? 1 : 8) {
          // 0 is what a copy has for a document without a fingerprint.
          long fingerprint = random().nextInt(4) == 0 ? 0 : set.next(random(), centre);
          var expected = docs(searcher, new BruteForceNearQuery(FIELD, fingerprint, distance));
          for (BlockCosts costs : new BlockCosts[] {SCAN_FORCED, BLOCKS_FORCED}) {
            if (distance <= 12 || costs == SCAN_FORCED) {
              SimHashNearQuery query = near(fingerprint, distance, costs).with(copies);
              assertEquals(set + " at " + distance, expected, docs(searcher, query));
            }
          }
        }
        for (LeafReaderContext leaf : reader.leaves()) {
          assertEquals(
              leaf.reader().getSortedNumericDocValues(FIELD) != null,
              copies.get(leaf.reader(), FIELD).isPresent());
        }
      }
    }
  }

  private static LeafReader segment(IndexReader reader) {
    assertEquals(1, reader.leaves().size());
    return reader.leaves().get(0).reader();
  }

  private Optional<FingerprintCopy> wanted(LeafReader leaf) throws IOException {
    return copies.getOrMake(leaf, FIELD, () -> {});
  }

  public void testTheSecondScanMakesTheCopyAndClosingDropsIt() throws IOException {
    for (int i = 0; i < 100; i++) {
      add("" + i, i);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = segment(reader);
      assertFalse(wanted(leaf).isPresent());
      assertEquals(0, memory.used.get());
      FingerprintCopy copy = wanted(leaf).orElseThrow();
      assertSame(copy, wanted(leaf).orElseThrow());
      assertSame(copy, copies.get(leaf, FIELD).orElseThrow());
      assertTrue(copy.isFull());
      assertEquals(FingerprintCopy.bytes(leaf.maxDoc()), memory.used.get());
      assertEquals(1, copies.segments());
    }
    writer.deleteAll();
    writer.commit();
    writer.getReader().close();
    assertEquals(0, memory.used.get());
    assertEquals(0, copies.segments());
  }

  public void testFewFingerprintsAreNotCopied() throws IOException {
    for (int i = 0; i < 9; i++) {
      writer.addDocument(new Document());
    }
    for (int i = 0; i < 2; i++) {
      add("" + i, i);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      assertFalse(wanted(segment(reader)).isPresent());
      assertFalse("2 of 11", wanted(segment(reader)).isPresent());
    }
    add("third", 3);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      assertFalse(wanted(segment(reader)).isPresent());
      assertTrue("3 of 12", wanted(segment(reader)).isPresent());
    }
  }

  public void testWithoutMemoryDocValuesAreRead() throws IOException {
    CountingMemory small = new CountingMemory(FingerprintCopy.bytes(10) - 1);
    FingerprintCopies none = new FingerprintCopies(small);
    for (int i = 0; i < 10; i++) {
      add("" + i, i);
    }
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      for (int i = 0; i < 3; i++) {
        IndexSearcher searcher = new IndexSearcher(reader);
        SimHashNearQuery all = near(0, 64, SCAN_FORCED).with(none);
        assertEquals(10, docs(searcher, all).size());
        assertFalse(none.get(segment(reader), FIELD).isPresent());
        assertEquals(0, small.used.get());
      }
    }
  }

  /** Memory that was taken for a copy is returned if the search is cancelled meanwhile. */
  public void testACancelledSearchKeepsNoMemory() throws IOException {
    add("a", 1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = segment(reader);
      assertFalse(wanted(leaf).isPresent());
      expectThrows(
          IllegalStateException.class,
          () ->
              copies.getOrMake(
                  leaf,
                  FIELD,
                  () -> {
                    throw new IllegalStateException("cancelled");
                  }));
      assertEquals(0, memory.used.get());
      assertTrue(wanted(leaf).isPresent());
    }
  }

  public void testThreadsShareOneCopy() throws Exception {
    addRandomly(FingerprintSets.RANDOM, 0, 300);
    writer.forceMerge(1);
    try (IndexReader reader = writer.getReader()) {
      LeafReader leaf = segment(reader);
      CountDownLatch start = new CountDownLatch(1);
      Thread[] threads = new Thread[4];
      for (int i = 0; i < threads.length; i++) {
        threads[i] =
            new Thread(
                () -> {
                  try {
                    start.await();
                    for (int j = 0; j < 20; j++) {
                      wanted(leaf);
                    }
                  } catch (Exception e) {
                    throw new AssertionError(e);
                  }
                });
        threads[i].start();
      }
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertTrue(wanted(leaf).isPresent());
      assertEquals(FingerprintCopy.bytes(leaf.maxDoc()), memory.used.get());
    }
  }

  /** Copies are no part of a query: the query cache must find the same query without them. */
  public void testAQueryWithCopiesIsEqualToOneWithout() {
    SimHashNearQuery query = new SimHashNearQuery(FIELD, 1, 3, DistanceScore.RECIPROCAL);
    assertEquals(query, query.with(copies));
    assertEquals(query.hashCode(), query.with(copies).hashCode());
  }
}
