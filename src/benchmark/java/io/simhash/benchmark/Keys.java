package io.simhash.benchmark;

import java.util.function.IntUnaryOperator;

/**
 * The order in which the keys of queries are asked: families of {@link Planted}, or documents. Each
 * is asked once before one is asked again, and each row begins elsewhere.
 *
 * @param number how many there are
 * @param start where the order begins
 * @param key the key at a position in [0, number)
 */
record Keys(int number, int start, IntUnaryOperator key) {

  private static final int[] STRIDES = {7919, 104_729, 3};

  static Keys all(int number, int start) {
    return new Keys(number, start, position -> position);
  }

  /** The key of query n. */
  int at(int n) {
    long position = Integer.toUnsignedLong(start) + (long) n * stride();
    return key.applyAsInt((int) Math.floorMod(position, (long) number));
  }

  /** The key so many places after a key in the order of the numbers. */
  int after(int key, int places) {
    return (key + places) % number;
  }

  private int stride() {
    for (int stride : STRIDES) {
      if (number % stride != 0) {
        return stride;
      }
    }
    return 1;
  }
}
