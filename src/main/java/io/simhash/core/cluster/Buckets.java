package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;
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

  /**
   * Gives the elements of a bucket that have an equal second value too, where they are two or more,
   * in ascending order.
   *
   * @param second the second value of each element
   */
  void forEachEqual(char[] second, Consumer<int[]> consumer) {
    long[] sorted = {};
    // The last bucket that had a second value. Most buckets have no value twice.
    int[] lastBuckets = new int[VALUES];
    Arrays.fill(lastBuckets, -1);
    for (int value = 0; value < VALUES; value++) {
      int start = starts[value];
      int size = starts[value + 1] - start;
      boolean hasEqual = false;
      for (int i = start; i < start + size; i++) {
        hasEqual |= lastBuckets[second[elements[i]]] == value;
        lastBuckets[second[elements[i]]] = value;
      }
      if (hasEqual == false) {
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
