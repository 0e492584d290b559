package io.simhash.core.cluster;

import io.simhash.core.minhash.HashedSet;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Compares the texts of pairs of elements, with at most two answers of {@link ElementReader#texts}
 * in memory: one is kept until all pairs with its elements have been compared, the others are read
 * one after the other. Where all texts fit into one answer, each is read once.
 */
final class TextPairs {

  private final Texts reader;
  private final Undecided undecided;
  private final Comparison comparison;

  /** Reads the texts of some elements, see {@link ElementReader#texts}. */
  @FunctionalInterface
  interface Texts {
    Map<Integer, HashedSet> read(int[] elements);
  }

  /** Whether a pair has to be compared at all; asked before its texts are read, and after that. */
  @FunctionalInterface
  interface Undecided {
    boolean test(int a, int b);
  }

  /** Takes a pair and the shingles of both texts. */
  @FunctionalInterface
  interface Comparison {
    void accept(int a, HashedSet first, int b, HashedSet second);
  }

  TextPairs(Texts reader, Undecided undecided, Comparison comparison) {
    this.reader = reader;
    this.undecided = undecided;
    this.comparison = comparison;
  }

  /** Compares every pair, in any order. */
  void compare(PairList pairs) {
    PairList left = undecided(pairs);
    while (left.size() > 0) {
      Map<Integer, HashedSet> kept = reader.read(left.elements());
      PairList oneRead = new PairList();
      PairList noneRead = new PairList();
      left.forEach(
          (a, b) -> {
            if (kept.containsKey(a) && kept.containsKey(b)) {
              compare(a, kept, b, kept);
            } else if (kept.containsKey(a)) {
              oneRead.accept(a, b);
            } else if (kept.containsKey(b)) {
              oneRead.accept(b, a);
            } else {
              noneRead.accept(a, b);
            }
          });
      compareOneRead(kept, oneRead);
      left = undecided(noneRead);
    }
  }

  /** Compares pairs whose first element's text has been read already. */
  private void compareOneRead(Map<Integer, HashedSet> kept, PairList pairs) {
    PairList left = undecided(pairs);
    while (left.size() > 0) {
      Map<Integer, HashedSet> others = reader.read(seconds(left));
      PairList rest = new PairList();
      left.forEach(
          (a, b) -> {
            if (others.containsKey(b)) {
              compare(a, kept, b, others);
            } else {
              rest.accept(a, b);
            }
          });
      left = undecided(rest);
    }
  }

  private void compare(int a, Map<Integer, HashedSet> ofA, int b, Map<Integer, HashedSet> ofB) {
    if (undecided.test(a, b)) {
      comparison.accept(a, ofA.get(a), b, ofB.get(b));
    }
  }

  private PairList undecided(PairList pairs) {
    PairList left = new PairList();
    pairs.forEach(
        (a, b) -> {
          if (undecided.test(a, b)) {
            left.accept(a, b);
          }
        });
    return left;
  }

  private static int[] seconds(PairList pairs) {
    return IntStream.range(0, pairs.size()).map(pairs::second).distinct().toArray();
  }

  /** Pairs of elements in the order in which they came, 8 bytes each. */
  static final class PairList implements PairConsumer {

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
}
