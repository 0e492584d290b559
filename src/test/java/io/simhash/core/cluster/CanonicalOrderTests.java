package io.simhash.core.cluster;

import java.util.Arrays;
import java.util.List;
import org.elasticsearch.test.ESTestCase;

public class CanonicalOrderTests extends ESTestCase {

  public void testTheFirstOfEqualValuesAndNoneLast() {
    List<Long> values = Arrays.asList(null, 5L, 2L, 7L, 2L, 7L);
    assertEquals(2, CanonicalOrder.ASC.first(values));
    assertEquals(3, CanonicalOrder.DESC.first(values));
    assertEquals(0, CanonicalOrder.ASC.first(Arrays.asList(null, null)));
    assertEquals(0, CanonicalOrder.DESC.first(List.of(1L)));
  }

  public void testNames() {
    assertEquals("asc", CanonicalOrder.ASC.toString());
    assertEquals("desc", CanonicalOrder.DESC.toString());
  }
}
