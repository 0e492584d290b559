package io.simhash.core.cluster;

import io.simhash.core.base.UnionFind;
import io.simhash.core.minhash.Bands;
import io.simhash.core.minhash.Signature;
import io.simhash.core.near.NearRule;
import io.simhash.core.near.NearValue;
import io.simhash.core.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Joins elements with similar signatures. Two elements that have equal bands are in several groups
 * of {@link BandJoin}; they are a candidate in one group, whose two bands are the first ones that
 * they share. The elements of groups are gathered until there is a batch; then their heads are
 * read, and the whole signatures of elements whose head agrees with another head of the group.
 */
final class CandidatePairs {

  /** The elements whose heads, and whose signatures, are read at a time, 6 MB. */
  static final int BATCH = 10_000;

  private final ElementReader reader;
  private final NearRule.Similar rule;
  private final BandRows rows;
  private final JoinedSets joined;
  private final Runnable check;
  private final int batch;
  private final long[] fingerprints;
  private final BitSet withoutFingerprint;

  /** The components that differ at most in two heads that agree. */
  private final int maxDifferent;

  /** The groups that wait, and the number of their elements. */
  private final List<Group> waiting = new ArrayList<>();

  private int gathered;

  /**
   * Elements that agree in some bands, each once, with the bands of each.
   *
   * @param firstBand the first band that a candidate pair shares
   * @param secondBand the second band that it shares, or {@link BandJoin#ANY}
   * @param split if it is not 0, a candidate pair has one element before this place, one from it
   */
  private record Group(int[] elements, BandRows rows, int firstBand, int secondBand, int split) {

    /** The elements at some places. */
    Group of(int[] places, int splitOfThese) {
      int[] some = IntStream.of(places).map(place -> elements[place]).toArray();
      return new Group(some, rows.of(places), firstBand, secondBand, splitOfThese);
    }

    int size() {
      return elements.length;
    }

    /** Whether two elements, by their places, agree in these bands first. */
    boolean agree(int a, int b) {
      return secondBand == BandJoin.ANY
          ? rows.isFirstEqual(a, b, firstBand)
          : rows.areFirstEqual(a, b, 1 << firstBand | 1 << secondBand);
    }
  }

  /** Compares two elements of a group, by their places in it. */
  @FunctionalInterface
  private interface PlaceTest {
    boolean test(int a, int b);
  }

  /**
   * @param batch the elements whose values are read at a time, 2 or more
   */
  CandidatePairs(
      ElementReader reader,
      NearRule.Similar rule,
      BandRows rows,
      JoinedSets joined,
      Runnable check,
      int batch) {
    this.reader = reader;
    this.rule = rule;
    this.rows = rows;
    this.joined = joined;
    this.check = check;
    this.batch = batch;
    this.fingerprints = reader.fingerprints();
    this.withoutFingerprint = reader.withoutFingerprint();
    Bands bands = reader.bands();
    this.maxDifferent = Signature.headComponents(bands.hashes()) - rule.minHead(bands);
  }

  /** Takes a group of {@link BandJoin}. */
  void accept(int[] elements, int firstBand, int secondBand) {
    int bands = secondBand == BandJoin.ANY ? 1 << firstBand : 1 << firstBand | 1 << secondBand;
    BandRows ofGroup = rows.of(elements);
    int ofAll = -1;
    for (int place = 0; place < elements.length; place++) {
      ofAll &= ofGroup.equal(0, place);
    }
    if ((ofAll & Integer.highestOneBit(bands) * 2 - 1) != bands) {
      return; // All pairs are candidates in another group.
    }
    Group group = undecided(new Group(elements, ofGroup, firstBand, secondBand, 0), (a, b) -> true);
    if (group.size() > batch) {
      compareBlocks(group);
      return;
    }
    if (gathered + group.size() > batch) {
      compareWaiting();
    }
    if (group.size() > 0) {
      waiting.add(group);
      gathered += group.size();
    }
  }

  /** Decides all pairs that have been taken. */
  void flush() {
    compareWaiting();
    joined.flush();
  }

  private void compareWaiting() {
    compare(waiting);
    waiting.clear();
    gathered = 0;
  }

  /** The elements that may still be joined with another one. Only their values are read. */
  private Group undecided(Group group, PlaceTest test) {
    int[] elements = group.elements;
    long[] sorted = byRoot(elements, joined.sets());
    BitSet found = new BitSet(elements.length);
    for (int from = 0, to; from < sorted.length; from = to) {
      to = from + 1;
      while (to < sorted.length && root(sorted[to]) == root(sorted[from])) {
        to++;
      }
      for (int i = from; i < to; i++) {
        check.run();
        findOther(group, test, sorted, i, 0, from, found);
        findOther(group, test, sorted, i, to, sorted.length, found);
      }
    }
    return group.of(found.stream().toArray(), found.get(0, group.split).cardinality());
  }

  private void findOther(
      Group group, PlaceTest test, long[] sorted, int own, int from, int to, BitSet found) {
    int place = place(sorted[own]);
    for (int i = from; i < to && found.get(place) == false; i++) {
      int other = place(sorted[i]);
      // An earlier one that has found none was compared with this one.
      if ((i > own || found.get(other))
          && isCandidate(group, place, other)
          && test.test(place, other)) {
        found.set(place);
        found.set(other);
      }
    }
  }

  private boolean isCandidate(Group group, int placeA, int placeB) {
    // The cheapest first: of a split group half of the pairs are of one part.
    if (group.split > 0 && placeA < group.split == placeB < group.split
        || group.agree(placeA, placeB) == false) {
      return false;
    }
    int a = group.elements[placeA];
    int b = group.elements[placeB];
    return isWithinDistance(a, b) && joined.areConfirmable(a, b);
  }

  private boolean isWithinDistance(int a, int b) {
    return rule.limitsDistance() == false
        || withoutFingerprint.get(a)
        || withoutFingerprint.get(b)
        || Fingerprint.distance(fingerprints[a], fingerprints[b]) <= rule.maxDistance();
  }

  /** Compares a group that is too large: half a batch with itself, and with each other half. */
  private void compareBlocks(Group group) {
    int half = batch / 2;
    Group left = group;
    while (left.size() > 0) {
      int size = Math.min(half, left.size());
      compare(List.of(left.of(IntStream.range(0, size).toArray(), 0)));
      for (int from = size; from < left.size(); from += half) {
        IntStream others = IntStream.range(from, Math.min(from + half, left.size()));
        compare(
            List.of(left.of(IntStream.concat(IntStream.range(0, size), others).toArray(), size)));
      }
      left = undecided(left.of(IntStream.range(size, left.size()).toArray(), 0), (a, b) -> true);
    }
  }

  /** Reads the heads of groups, then the whole signatures that are left, and joins neighbours. */
  private void compare(List<Group> groups) {
    if (groups.isEmpty()) {
      return;
    }
    Map<Integer, byte[]> heads = reader.heads(elements(groups));
    List<Group> agreeing =
        groups.stream()
            .map(group -> undecided(group, agreeing(group, heads)))
            .filter(group -> group.size() > 0)
            .toList();
    if (agreeing.isEmpty() == false) {
      Map<Integer, NearValue> values = reader.near(elements(agreeing));
      agreeing.forEach(group -> join(group, agreeing(group, heads), values));
    }
  }

  private static int[] elements(List<Group> groups) {
    return groups.stream().flatMapToInt(group -> IntStream.of(group.elements)).distinct().toArray();
  }

  /** Whether heads agree; a document that the caller may not read any more has none. */
  private PlaceTest agreeing(Group group, Map<Integer, byte[]> heads) {
    byte[][] ofPlaces = IntStream.of(group.elements).mapToObj(heads::get).toArray(byte[][]::new);
    return (a, b) ->
        ofPlaces[a] != null
            && ofPlaces[b] != null
            && Signature.different(ofPlaces[a], ofPlaces[b]) <= maxDifferent;
  }

  private void join(Group group, PlaceTest agreeing, Map<Integer, NearValue> values) {
    NearValue[] ofPlaces =
        IntStream.of(group.elements).mapToObj(values::get).toArray(NearValue[]::new);
    forEachPair(
        group.elements,
        joined.sets(),
        check,
        (one, others, from) -> {
          for (int i = from; i < others.length; i++) {
            int other = place(others[i]);
            if (isCandidate(group, one, other)
                && agreeing.test(one, other)
                && ofPlaces[one] != null
                && ofPlaces[other] != null
                && joined.compares(group.elements[one], group.elements[other])
                && rule.holds(ofPlaces[one], ofPlaces[other])) {
              double similarity = ofPlaces[one].similarity(ofPlaces[other]);
              joined.join(group.elements[one], group.elements[other], similarity);
            }
          }
        });
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
