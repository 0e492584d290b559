package io.simhash.core.cluster;

import java.util.Arrays;
import java.util.function.Consumer;

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

  /** The first place of a bucket in the order; for 65,536 the number of elements. */
  int start(int value) {
    return starts[value];
  }

  /** The element at a place of the order. */
  int element(int place) {
    return elements[place];
  }

  /**
   * Gives the elements of a bucket that have an equal second value too, where they are two or more,
   * in ascending order.
   *
   * @param second the second value of each element
   */
  void forEachEqual(char[] second, Consumer<int[]> consumer) {
    long[] sorted = {};
    for (int value = 0; value < VALUES; value++) {
      int start = starts[value];
      int size = starts[value + 1] - start;
      if (size < 2) {
        continue;
      }
      sorted = sorted.length < size ? new long[size] : sorted;
      for (int i = 0; i < size; i++) {
        int element = elements[start + i];
        sorted[i] = (long) second[element] << Integer.SIZE | element;
      }
      Arrays.sort(sorted, 0, size);
      for (int from = 0, to; from < size; from = to) {
        to = from + 1;
        while (to < size && sorted[to] >>> Integer.SIZE == sorted[from] >>> Integer.SIZE) {
          to++;
        }
        if (to - from > 1) {
          consumer.accept(Arrays.stream(sorted, from, to).mapToInt(each -> (int) each).toArray());
        }
      }
    }
  }
}
