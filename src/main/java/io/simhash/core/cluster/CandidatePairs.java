package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import io.simhash.core.near.ConfirmRule;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Joins elements that are neighbours. The elements of buckets that are not connected yet are
 * gathered until there is a batch; then their values are read, and the pairs of each bucket are
 * compared by the rule. Those that it calls neighbours are gathered again where the texts confirm
 * them.
 */
final class CandidatePairs {

  /** The elements whose values are read at a time, 6 MB. */
  static final int BATCH = 10_000;

  /** The pairs whose texts are read at a time; see {@link TextPairs} for the memory they take. */
  private static final int CONFIRMED_AT_A_TIME = 1_000;

  private final ElementReader reader;
  private final NearRule rule;
  private final long[] fingerprints;
  private final BitSet withoutFingerprint;

  /** The check of neighbours by their texts; {@code null} for none. */
  private final TextPairs texts;

  private final UnionFind sets;
  private final Runnable check;
  private final int batch;

  /** In all buckets the elements agree in a pair of bands: by its group, and its place in that. */
  private BandPairs plan;

  private int group;
  private int pair;

  /** The elements of the buckets that wait, and their number. */
  private final List<int[]> buckets = new ArrayList<>();

  private int gathered;

  private long compared;

  /**
   * @param batch the elements whose values are read at a time, 2 or more
   */
  CandidatePairs(
      ElementReader reader,
      NearRule rule,
      Optional<ConfirmRule> confirm,
      UnionFind sets,
      Runnable check,
      int batch) {
    this.reader = reader;
    this.rule = rule;
    this.fingerprints = reader.fingerprints();
    this.withoutFingerprint = reader.withoutFingerprint();
    this.texts =
        confirm
            .map(
                exact ->
                    new TextPairs(
                        reader,
                        exact,
                        CONFIRMED_AT_A_TIME,
                        pair -> sets.connected(pair.a(), pair.b()) == false,
                        pair -> sets.union(pair.a(), pair.b()),
                        check))
            .orElse(null);
    this.sets = sets;
    this.check = check;
    this.batch = batch;
  }

  /** The number of pairs that were compared by the rule. */
  long compared() {
    return compared;
  }

  /** Sets the pair of bands in which the elements of the next buckets agree. */
  void start(BandPairs ofPlan, int ofGroup, int ofPair) {
    plan = ofPlan;
    group = ofGroup;
    pair = ofPair;
  }

  /** Takes elements that agree in the pair of bands. */
  void accept(int[] bucket) {
    int[] undecided = undecided(bucket);
    if (undecided.length > batch) {
      compareBlocks(undecided);
      return;
    }
    if (gathered + undecided.length > batch) {
      compare();
    }
    if (undecided.length > 0) {
      buckets.add(undecided);
      gathered += undecided.length;
    }
  }

  /** Decides all pairs that have been taken. */
  void flush() {
    compare();
    if (texts != null) {
      texts.flush();
    }
  }

  /** The elements that may still be joined with another one. Only their values are read. */
  private int[] undecided(int[] bucket) {
    long[] sorted = byRoot(bucket, sets);
    int[] found = new int[bucket.length];
    int size = 0;
    for (int from = 0, to; from < sorted.length; from = to) {
      to = from + 1;
      while (to < sorted.length && root(sorted[to]) == root(sorted[from])) {
        to++;
      }
      for (int i = from; i < to; i++) {
        check.run();
        int element = bucket[place(sorted[i])];
        if (hasOther(element, bucket, sorted, 0, from)
            || hasOther(element, bucket, sorted, to, sorted.length)) {
          found[size++] = element;
        }
      }
    }
    return Arrays.copyOf(found, size);
  }

  private boolean hasOther(int element, int[] bucket, long[] sorted, int from, int to) {
    for (int i = from; i < to; i++) {
      int other = bucket[place(sorted[i])];
      if (isWithinDistance(element, other) && isConfirmable(element, other)) {
        return true;
      }
    }
    return false;
  }

  private boolean isWithinDistance(int a, int b) {
    return rule.limitsDistance() == false
        || withoutFingerprint.get(a)
        || withoutFingerprint.get(b)
        || Fingerprint.distance(fingerprints[a], fingerprints[b]) <= rule.maxDistance();
  }

  private boolean isConfirmable(int a, int b) {
    return texts == null || texts.mayHaveText(a) && texts.mayHaveText(b);
  }

  private boolean isUndecided(int a, int b) {
    return sets.connected(a, b) == false && isConfirmable(a, b);
  }

  private void compare() {
    if (gathered > 0) {
      Map<Integer, NearValue> read =
          reader.near(buckets.stream().flatMapToInt(IntStream::of).toArray());
      buckets.forEach(bucket -> compare(bucket, bucket.length, read));
      buckets.clear();
      gathered = 0;
    }
  }

  /** Compares a bucket that is too large: half a batch with itself, and with each other half. */
  private void compareBlocks(int[] bucket) {
    int half = batch / 2;
    int[] left = bucket;
    while (left.length > 0) {
      int[] one = Arrays.copyOf(left, Math.min(half, left.length));
      compare(one, one.length, reader.near(one));
      for (int from = one.length; from < left.length; from += half) {
        int size = Math.min(half, left.length - from);
        int[] both = Arrays.copyOf(one, one.length + size);
        System.arraycopy(left, from, both, one.length, size);
        compare(both, one.length, reader.near(both));
      }
      left = undecided(Arrays.copyOfRange(left, one.length, left.length));
    }
  }

  /**
   * Compares the pairs of elements that share no earlier pair of bands.
   *
   * @param first where this is less than all, only the first so many with the others
   * @param read their values; a document that the caller may not read any more has none
   */
  private void compare(int[] elements, int first, Map<Integer, NearValue> read) {
    int[] known = IntStream.of(elements).filter(read::containsKey).toArray();
    int split =
        first == elements.length
            ? 0
            : (int) IntStream.of(elements).limit(first).filter(read::containsKey).count();
    NearValue[] values = IntStream.of(known).mapToObj(read::get).toArray(NearValue[]::new);
    PackedSignatures signatures =
        new PackedSignatures(
            plan, Arrays.stream(values).map(value -> value.signature().orElseThrow()).toList());
    int[] row = new int[known.length];
    forEachPair(
        known,
        sets,
        check,
        (one, others, from) -> {
          int count = others(one, split, others, from, row);
          count = signatures.firstShared(one, row, count, group, pair);
          compared += count;
          for (int i = 0; i < count; i++) {
            int other = row[i];
            // The rule again: it has other conditions too.
            if (signatures.similarity(one, other) >= rule.minSimilarity()
                && isUndecided(known[one], known[other])
                && rule.holds(values[one], values[other])) {
              join(known[one], known[other]);
            }
          }
        });
  }

  /** Writes the places of the elements that one is compared with into the row. */
  private static int others(int one, int split, long[] others, int from, int[] row) {
    int count = 0;
    for (int i = from; i < others.length; i++) {
      int other = place(others[i]);
      row[count] = other;
      count += split == 0 || one < split != other < split ? 1 : 0;
    }
    return count;
  }

  /** Takes two elements that the rule calls neighbours by their fingerprints. */
  void acceptNeighbours(int a, int b) {
    if (isUndecided(a, b)) {
      compared++;
      join(a, b);
    }
  }

  /** Joins neighbours, or keeps them until there are enough to compare their texts. */
  private void join(int a, int b) {
    if (texts == null) {
      sets.union(a, b);
    } else {
      texts.add(a, b);
    }
  }

  /**
   * Takes an element, by its place, and others of different sets, see {@link #place}: those {@code
   * from} an index to the end.
   */
  @FunctionalInterface
  interface RowConsumer {
    void accept(int place, long[] others, int from);
  }

  /**
   * Gives every pair of elements that are in different sets, each pair once, by their places.
   *
   * <p>The consumer may join sets meanwhile, which saves later pairs: the sets are read again after
   * 1, 2, 4, … elements have been paired with all others. Elements that are all in one set take
   * linear time, others as many steps as they have pairs of different sets.
   *
   * @param elements each once
   * @param check called once for each element; ends the work by throwing
   */
  static void forEachPair(int[] elements, UnionFind sets, Runnable check, RowConsumer rows) {
    long[] left = byRoot(elements, sets);
    for (int count = 1; left.length > 1 && root(left[0]) != root(left[left.length - 1]); ) {
      int paired = Math.min(count, left.length - 1);
      pair(left, paired, check, rows);
      left = Arrays.copyOfRange(left, paired, left.length);
      sort(left, elements, sets);
      count *= 2;
    }
  }

  /** Pairs the first elements with those behind them that had a different root. */
  private static void pair(long[] sorted, int count, Runnable check, RowConsumer rows) {
    int next = 0;
    for (int i = 0; i < count; i++) {
      check.run();
      while (next < sorted.length && root(sorted[next]) == root(sorted[i])) {
        next++;
      }
      rows.accept(place(sorted[i]), sorted, next);
    }
  }

  /** The root of each element in the upper half, its place in the lower half; sorted. */
  static long[] byRoot(int[] elements, UnionFind sets) {
    long[] sorted = new long[elements.length];
    Arrays.setAll(sorted, place -> place);
    sort(sorted, elements, sets);
    return sorted;
  }

  private static void sort(long[] places, int[] elements, UnionFind sets) {
    for (int i = 0; i < places.length; i++) {
      int place = place(places[i]);
      places[i] = (long) sets.find(elements[place]) << Integer.SIZE | place;
    }
    Arrays.sort(places);
  }

  static int root(long sorted) {
    return (int) (sorted >>> Integer.SIZE);
  }

  static int place(long sorted) {
    return (int) sorted;
  }
}
