package io.simhash.core.base;

import java.util.stream.IntStream;
import org.elasticsearch.test.ESTestCase;

public class UnionFindTests extends ESTestCase {

  public void testAnElementIsAloneAtFirst() {
    UnionFind sets = new UnionFind(3);
    assertEquals(3, sets.elements());
    for (int element = 0; element < 3; element++) {
      assertEquals(element, sets.find(element));
      assertEquals(1, sets.size(element));
    }
  }

  public void testNoElement() {
    assertEquals(0, new UnionFind(0).elements());
    IllegalArgumentException e =
        expectThrows(IllegalArgumentException.class, () -> new UnionFind(-1));
    assertEquals("[elements] must be at least [0] but was [-1]", e.getMessage());
  }

  public void testTheRootOfTheLargerSetStays() {
    UnionFind sets = new UnionFind(5);
    sets.union(4, 3);
    assertEquals(3, sets.find(4));
    sets.union(0, 4);
    assertEquals(3, sets.find(0));
    assertEquals(1, sets.find(1));
  }

  /** A chain of a million, joined from its end, has short paths. */
  public void testLongChain() {
    int elements = 1_000_000;
    UnionFind sets = new UnionFind(elements);
    for (int i = elements - 1; i > 0; i--) {
      sets.union(i - 1, i);
    }
    assertEquals(elements, sets.size(0));
  }

  /** Random unions against numbers that are rewritten at each union. */
  public void testRandomUnions() {
    int elements = between(1, 200);
    UnionFind sets = new UnionFind(elements);
    int[] component = IntStream.range(0, elements).toArray();
    for (int i = 0; i < elements; i++) {
      int a = between(0, elements - 1);
      int b = between(0, elements - 1);
      int from = component[a];
      int to = component[b];
      sets.union(a, b);
      component = IntStream.of(component).map(c -> c == from ? to : c).toArray();
    }
    for (int a = 0; a < elements; a++) {
      int mine = component[a];
      assertEquals(IntStream.of(component).filter(c -> c == mine).count(), sets.size(a));
      for (int b = 0; b < elements; b++) {
        assertEquals(mine == component[b], sets.connected(a, b));
      }
    }
  }
}
