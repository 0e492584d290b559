package io.simhash.core.minhash;

import java.util.Set;
import org.elasticsearch.test.ESTestCase;

public class SetOverlapTests extends ESTestCase {

  /** Two sets of 4 and 5 elements with 2 common: Jaccard 2/7. */
  public void testTextbookExample() {
    SetOverlap overlap = SetOverlap.of(Set.of(1, 2, 3, 4), Set.of(3, 4, 5, 6, 7));
    assertEquals(new SetOverlap(4, 5, 2), overlap);
    assertEquals(2.0 / 7, overlap.jaccard(), 0);
    assertEquals(2.0 / 4, overlap.containment(), 0);
    assertEquals(
        "of the smaller set, in either order",
        2.0 / 4,
        SetOverlap.of(Set.of(3, 4, 5, 6, 7), Set.of(1, 2, 3, 4)).containment(),
        0);
  }

  public void testEqualAndDisjointSets() {
    assertEquals(1.0, SetOverlap.of(Set.of("a", "b"), Set.of("b", "a")).jaccard(), 0);
    assertEquals(1.0, SetOverlap.of(Set.of("a"), Set.of("b", "a")).containment(), 0);
    assertEquals(0.0, SetOverlap.of(Set.of("a"), Set.of("b")).jaccard(), 0);
  }

  public void testEmptySetsAreLikeNothing() {
    assertEquals(0.0, SetOverlap.of(Set.of(), Set.of()).jaccard(), 0);
    assertEquals(0.0, SetOverlap.of(Set.of(), Set.of("a")).jaccard(), 0);
    assertEquals(0.0, SetOverlap.of(Set.of(), Set.of("a")).containment(), 0);
    assertEquals(0.0, SetOverlap.of(Set.of("a"), Set.of()).containment(), 0);
  }

  public void testCountsMustBePossible() {
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> new SetOverlap(2, 5, 3));
    assertEquals("sets of [2] and [5] elements cannot have [3] in common", e.getMessage());
    expectThrows(IllegalArgumentException.class, () -> new SetOverlap(2, 5, -1));
  }
}
