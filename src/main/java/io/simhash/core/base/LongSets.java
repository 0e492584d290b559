package io.simhash.core.base;

import java.util.Arrays;

/**
 * Sets of 64-bit numbers as sorted arrays: 8 bytes an element, and unlike a hash table no choice of
 * elements makes them slow.
 */
public final class LongSets {

  private LongSets() {}

  /** The distinct elements in ascending order. Sorts {@code elements} in place. */
  public static long[] of(long[] elements) {
    Arrays.sort(elements);
    int size = 0;
    for (long element : elements) {
      if (size == 0 || elements[size - 1] != element) {
        elements[size++] = element;
      }
    }
    return Arrays.copyOf(elements, size);
  }
}
