package io.simhash.core.cluster;

import io.simhash.core.block.Blocks;
import java.util.Arrays;

/**
 * Elements 0 to n - 1 sorted by a key of 16 bits, such as a band: the elements with one key are its
 * bucket, next to each other, in ascending order. 4 bytes an element.
 */
final class Buckets {

  private static final int KEYS = 1 << Character.SIZE;

  private final int[] elements;
  private final int[] starts;

  private Buckets(int[] elements, int[] starts) {
    this.elements = elements;
    this.starts = starts;
  }

  /** Sorts elements by their keys. */
  static Buckets of(char[] keys) {
    int[] starts = new int[KEYS + 1];
    for (char key : keys) {
      starts[key + 1]++;
    }
    for (int key = 0; key < KEYS; key++) {
      starts[key + 1] += starts[key];
    }
    int[] next = starts.clone();
    int[] elements = new int[keys.length];
    for (int element = 0; element < keys.length; element++) {
      elements[next[keys[element]]++] = element;
    }
    return new Buckets(elements, starts);
  }

  /** Sorts fingerprints by the value of one of {@link Blocks}. */
  static Buckets of(long[] fingerprints, int block) {
    char[] keys = new char[fingerprints.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (char) Blocks.value(fingerprints[i], block);
    }
    return of(keys);
  }

  /** The first place of a bucket in the order; for 65,536 the number of elements. */
  int start(int key) {
    return starts[key];
  }

  /** The elements of a bucket. */
  int[] bucket(int key) {
    return Arrays.copyOfRange(elements, starts[key], starts[key + 1]);
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
