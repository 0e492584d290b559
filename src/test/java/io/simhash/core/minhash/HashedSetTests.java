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
}
