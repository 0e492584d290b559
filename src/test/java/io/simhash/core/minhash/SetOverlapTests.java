package io.simhash.core.minhash;

import io.simhash.core.minhash.HashedSet.SetOverlap;
import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;

public class SetOverlapTests extends ESTestCase {

  /** Two sets of 4 and 5 elements with 2 common: Jaccard 2/7. */
  public void testTextbookExample() {
    SetOverlap overlap = of(LongStream.of(1, 2, 3, 4), LongStream.of(3, 4, 5, 6, 7));
    assertEquals(new SetOverlap(4, 5, 2), overlap);
    assertEquals(2.0 / 7, overlap.jaccard(), 0);
    assertEquals(2.0 / 4, overlap.containment(), 0);
    assertEquals("in either order", 2.0 / 4, new SetOverlap(5, 4, 2).containment(), 0);
  }

  private static SetOverlap of(LongStream a, LongStream b) {
    return HashedSet.of(a).overlap(HashedSet.of(b));
  }

  public void testEqualAndDisjointSets() {
    assertEquals(1.0, of(LongStream.of(1, 2), LongStream.of(2, 1)).jaccard(), 0);
    assertEquals(1.0, of(LongStream.of(1), LongStream.of(2, 1)).containment(), 0);
    assertEquals(0.0, of(LongStream.of(1), LongStream.of(2)).jaccard(), 0);
  }

  public void testEmptySetsAreLikeNothing() {
    assertEquals(0.0, new SetOverlap(0, 0, 0).jaccard(), 0);
    assertEquals(0.0, new SetOverlap(0, 1, 0).jaccard(), 0);
    assertEquals(0.0, new SetOverlap(0, 1, 0).containment(), 0);
    assertEquals(0.0, new SetOverlap(1, 0, 0).containment(), 0);
  }

  public void testCountsMustBePossible() {
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> new SetOverlap(2, 5, 3));
    assertEquals("sets of [2] and [5] elements cannot have [3] in common", e.getMessage());
    expectThrows(IllegalArgumentException.class, () -> new SetOverlap(2, 5, -1));
  }
}
