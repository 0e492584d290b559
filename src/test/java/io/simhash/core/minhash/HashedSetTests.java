package io.simhash.core.minhash;

import io.simhash.core.minhash.HashedSet.SetOverlap;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;

public class HashedSetTests extends ESTestCase {

  private static HashedSet of(Set<Long> hashes) {
    return HashedSet.of(hashes.stream().mapToLong(Long::longValue));
  }

  private static Set<Long> random(int max) {
    Set<Long> hashes = new HashSet<>();
    for (int i = between(0, max); i > 0; i--) {
      hashes.add(randomBoolean() ? between(-20, 20) : randomLong());
    }
    return hashes;
  }

  public void testDistinctAndAscending() {
    HashedSet set = HashedSet.of(LongStream.of(3, -1, 3, Long.MIN_VALUE, 0, Long.MAX_VALUE, -1));
    assertArrayEquals(new long[] {Long.MIN_VALUE, -1, 0, 3, Long.MAX_VALUE}, set.toArray());
    assertEquals(5, set.size());
    assertFalse(set.isEmpty());
    assertTrue(HashedSet.of(LongStream.empty()).isEmpty());
    assertEquals("5 hashes", set.toString());
    assertEquals(104, set.bytes());
  }

  /** The merge counts what the intersection of two sets of objects has. */
  public void testOverlapIsThatOfSetsOfObjects() {
    for (int round = 0; round < 200; round++) {
      Set<Long> a = random(60);
      Set<Long> b = random(60);
      int common = (int) a.stream().filter(b::contains).count();
      assertEquals(new SetOverlap(a.size(), b.size(), common), of(a).overlap(of(b)));
      assertEquals(new SetOverlap(a.size(), a.size(), a.size()), of(a).overlap(of(a)));
      assertEquals(a.equals(b), of(a).equals(of(b)));
      assertEquals(of(a), of(a));
      assertEquals(of(a).hashCode(), of(a).hashCode());
    }
  }

  /** A set is part of the keys of caches: what callers do with their arrays must not change it. */
  public void testKeepsNoArrayOfItsCallers() {
    long[] hashes = {1, 2, 3};
    HashedSet set = HashedSet.of(LongStream.of(hashes));
    hashes[0] = 7;
    set.toArray()[1] = 7;
    assertEquals(HashedSet.of(LongStream.of(1, 2, 3)), set);
    assertNotEquals(set, "other");
  }

  /** Two sets of 4 and 5 elements with 2 common: Jaccard 2/7. */
  public void testTextbookExample() {
    SetOverlap overlap = overlap(LongStream.of(1, 2, 3, 4), LongStream.of(3, 4, 5, 6, 7));
    assertEquals(new SetOverlap(4, 5, 2), overlap);
    assertEquals(2.0 / 7, overlap.jaccard(), 0);
    assertEquals(2.0 / 4, overlap.containment(), 0);
    assertEquals("in either order", 2.0 / 4, new SetOverlap(5, 4, 2).containment(), 0);
  }

  private static SetOverlap overlap(LongStream a, LongStream b) {
    return HashedSet.of(a).overlap(HashedSet.of(b));
  }

  public void testEqualAndDisjointSets() {
    assertEquals(1.0, overlap(LongStream.of(1, 2), LongStream.of(2, 1)).jaccard(), 0);
    assertEquals(1.0, overlap(LongStream.of(1), LongStream.of(2, 1)).containment(), 0);
    assertEquals(0.0, overlap(LongStream.of(1), LongStream.of(2)).jaccard(), 0);
  }

  public void testEmptySetsAreLikeNothing() {
    assertEquals(0.0, new SetOverlap(0, 0, 0).jaccard(), 0);
    assertEquals(0.0, new SetOverlap(0, 1, 0).jaccard(), 0);
    assertEquals(0.0, new SetOverlap(0, 1, 0).containment(), 0);
    assertEquals(0.0, new SetOverlap(1, 0, 0).containment(), 0);
  }
}
