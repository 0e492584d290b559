package io.simhash.core.cluster;

import io.simhash.core.minhash.HashedSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which elements of a set are neighbours that their texts confirm: one bit for each pair. The texts
 * of all neighbours are compared, whatever cluster they come into, because the number of confirmed
 * neighbours decides which element is a centre.
 */
public final class ConfirmedNeighbours {

  /** The pairs whose texts are read at a time. */
  private static final int BATCH = 500_000;

  /** The heap of a pair in the lists of {@link TextPairs}. */
  private static final long PAIR_BYTES = 40;

  private final ElementReader reader;
  private final ConfirmRule confirm;
  private final Runnable check;
  private final Map<Integer, Place> places = new HashMap<>();
  private final PairList neighbours = new PairList();

  ConfirmedNeighbours(ElementReader reader, ConfirmRule confirm, Runnable check) {
    this.reader = reader;
    this.confirm = confirm;
    this.check = check;
  }

  /** The heap that a set takes: its bits and the pairs that are compared at a time. */
  public static long bytes(int elements) {
    long pairs = elements * (elements - 1L) / 2;
    return elements * 150L + pairs / Byte.SIZE + Math.min(BATCH, pairs) * PAIR_BYTES;
  }

  /** An element's place in its set. */
  private record Place(Bits bits, int place) {}

  /**
   * The neighbours of each set that are confirmed.
   *
   * @param sets the elements of each set
   * @param near whether elements of each set are neighbours before they are confirmed
   */
  List<Stars.Neighbours> of(List<int[]> sets, List<Stars.Neighbours> near) {
    List<Stars.Neighbours> confirmed = new ArrayList<>();
    for (int i = 0; i < sets.size(); i++) {
      int[] set = sets.get(i);
      Bits bits = new Bits(set.length);
      confirmed.add(
          (a, b) -> {
            check.run();
            return bits.get(a, b);
          });
      for (int b = 0; b < set.length; b++) {
        places.put(set[b], new Place(bits, b));
        for (int a = 0; a < b; a++) {
          if (near.get(i).test(a, b)) {
            add(set[a], set[b]);
          }
        }
      }
    }
    compare();
    return confirmed;
  }

  private void add(int a, int b) {
    neighbours.accept(a, b);
    if (neighbours.size() == BATCH) {
      compare();
    }
  }

  private void compare() {
    new TextPairs(reader::texts, (a, b) -> true, this::compare).compare(neighbours);
    neighbours.clear();
  }

  private void compare(int a, HashedSet first, int b, HashedSet second) {
    check.run();
    if (confirm.holds(first, second)) {
      places.get(a).bits().set(places.get(a).place(), places.get(b).place());
    }
  }

  /** One bit for each pair of different places. */
  private static final class Bits {

    private final long[][] rows;

    Bits(int places) {
      rows = new long[places][];
      for (int row = 0; row < places; row++) {
        rows[row] = new long[(row + Long.SIZE - 1) / Long.SIZE];
      }
    }

    void set(int a, int b) {
      int column = Math.min(a, b);
      rows[Math.max(a, b)][column / Long.SIZE] |= 1L << column;
    }

    boolean get(int a, int b) {
      int column = Math.min(a, b);
      return (rows[Math.max(a, b)][column / Long.SIZE] >>> column & 1) == 1;
    }
  }
}
