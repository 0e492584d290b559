package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;
import java.util.Arrays;

/**
 * Elements 0 to n - 1 sorted by a value of 16 bits: those with one value, its bucket, are beside
 * each other, in ascending order. 4 bytes an element.
 */
final class Buckets {

  private static final int VALUES = 1 << Character.SIZE;

  private final int[] elements;
  private final int[] starts;

  private Buckets(int[] elements, int[] starts) {
    this.elements = elements;
    this.starts = starts;
  }

  /** Sorts elements by their values. */
  static Buckets of(char[] values) {
    int[] starts = new int[VALUES + 1];
    for (char value : values) {
      starts[value + 1]++;
    }
    for (int value = 0; value < VALUES; value++) {
      starts[value + 1] += starts[value];
    }
    int[] next = starts.clone();
    int[] elements = new int[values.length];
    for (int element = 0; element < values.length; element++) {
      elements[next[values[element]]++] = element;
    }
    return new Buckets(elements, starts);
  }

  /** Sorts fingerprints by the value of one of {@link Blocks}. */
  static Buckets of(long[] fingerprints, int block) {
    char[] values = new char[fingerprints.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (char) Blocks.value(fingerprints[i], block);
    }
    return of(values);
  }

  /** The first place of a bucket in the order; for 65,536 the number of elements. */
  int start(int value) {
    return starts[value];
  }

  /** The elements of a bucket, ascending. */
  int[] bucket(int value) {
    return Arrays.copyOfRange(elements, starts[value], starts[value + 1]);
  }

  /** The element at a place of the order. */
  int element(int place) {
    return elements[place];
  }

  /** Values of the elements in the order of the places. */
  long[] sorted(long[] values) {
    long[] sorted = new long[values.length];
    Arrays.setAll(sorted, place -> values[elements[place]]);
    return sorted;
  }
}
