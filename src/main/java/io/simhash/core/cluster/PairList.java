package io.simhash.core.cluster;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Pairs of elements in the order in which they came, 8 bytes each. */
public final class PairList implements PairConsumer {

  private long[] pairs = new long[16];
  private int size;

  @Override
  public void accept(int a, int b) {
    if (size == pairs.length) {
      pairs = Arrays.copyOf(pairs, Math.multiplyExact(size, 2));
    }
    pairs[size++] = (long) a << Integer.SIZE | b;
  }

  /** The number of pairs. */
  public int size() {
    return size;
  }

  /** Removes all pairs. */
  public void clear() {
    size = 0;
  }

  /** The first element of a pair. */
  public int first(int pair) {
    return (int) (pairs[pair] >>> Integer.SIZE);
  }

  /** The second element of a pair. */
  public int second(int pair) {
    return (int) pairs[pair];
  }

  /** The elements of all pairs, each once. */
  public int[] elements() {
    return IntStream.range(0, size)
        .flatMap(pair -> IntStream.of(first(pair), second(pair)))
        .distinct()
        .toArray();
  }

  /** Gives every pair to another consumer. */
  public void forEach(PairConsumer consumer) {
    for (int i = 0; i < size; i++) {
      consumer.accept(first(i), second(i));
    }
  }
}
