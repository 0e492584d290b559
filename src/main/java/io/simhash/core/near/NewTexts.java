package io.simhash.core.near;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.text.LetterRuns;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

/**
 * The option {@code min_new}: which texts of a ranked list have enough that is new, by the shingles
 * that none of the kept texts before them has.
 *
 * <p>Cost: linear in the shingles of the texts; for a text that is not kept also in the shingles
 * that it shares with each kept text. Memory: at most 40 bytes a shingle.
 */
public final class NewTexts {

  /** The maximum number of shingles that are compared, but for one text's: .1 seconds. */
  public static final int MAX_SHINGLES = 1_000_000;

  /** The maximum number of shared shingles that are counted, of some 2 ns each. */
  private static final long MAX_SHARED = 50_000_000;

  /** Odd. Shingles that were sent before it was drawn do not come into one slot by choice. */
  private static final long FACTOR = new SecureRandom().nextLong() | 1;

  private final double minNew;
  private final List<long[]> texts;
  private final int[] same;

  /** How many texts have {@link #MAX_SHINGLES} together, if all have more. */
  private final int comparable;

  /** A hash table: the first place of the chain of each key; 0 for none. */
  private final int[] firsts;

  private final long[] keys;

  /** The kept text of each place, and the next place of the same key. */
  private final int[] owners;

  private final int[] next;
  private int used;

  /** How many shingles of the current text each kept text has. */
  private final int[] shared;

  private final double[] containment;
  private long countedShared;

  /**
   * @param minNew the smallest share of new shingles of a text that is kept
   * @param texts the distinct hashes of the shingles of each text; a text without any is kept
   * @param same a number for each text: only texts with equal ones are compared
   */
  public NewTexts(double minNew, List<long[]> texts, int[] same) {
    this.minNew = minNew;
    this.texts = List.copyOf(texts);
    this.same = same;
    int[] lengths = texts.stream().mapToInt(text -> text.length).toArray();
    this.comparable = comparable(lengths);
    int total = Arrays.stream(lengths, 0, comparable).sum();
    this.owners = new int[total + 1];
    this.next = new int[total + 1];
    // A power of two, at least a third more than there are shingles.
    this.firsts = new int[2 * Integer.highestOneBit(total + total / 3 + 1)];
    this.keys = new long[firsts.length];
    this.shared = new int[texts.size()];
    this.containment = new double[texts.size()];
  }

  /** How many texts of these numbers of shingles are compared. */
  private static int comparable(int[] lengths) {
    int total = 0;
    int count = 0;
    while (count < lengths.length && total < MAX_SHINGLES) {
      total += lengths[count++];
    }
    return count;
  }

  /** The heap of a comparison of texts with these numbers of shingles, and of the texts. */
  public static long bytes(int[] lengths) {
    long texts = (long) Long.BYTES * Arrays.stream(lengths).asLongStream().sum();
    return texts + 40L * Arrays.stream(lengths, 0, comparable(lengths)).sum();
  }

  /** Requires a value of the option. */
  public static double requireMinNew(double minNew) {
    if (minNew > 0 && minNew <= 1) {
      return minNew;
    }
    throw invalid("[min_new] must be above [0] and at most [1] but was [%s]", minNew);
  }

  /** The group of a text: only documents of one group are compared. */
  int group(int position) {
    return same[position];
  }

  /** Whether a text may be compared; otherwise it is kept, and so are those after it. */
  boolean mayCompare(int position) {
    return position < comparable && countedShared < MAX_SHARED;
  }

  /**
   * The position of the kept text that has most of a text's shingles, of equal ones the best; the
   * text's own if it has enough that is new. Texts are compared in the order of the list.
   */
  int best(int position) {
    long[] text = keys(position);
    long fresh = Arrays.stream(text).filter(key -> firsts[slot(key)] == 0).count();
    if (text.length == 0 || (double) fresh / text.length >= minNew) {
      return position;
    }
    Arrays.fill(shared, 0);
    for (long key : text) {
      for (int place = firsts[slot(key)]; place != 0; place = next[place]) {
        shared[owners[place]]++;
        countedShared++;
      }
    }
    int best = 0;
    for (int kept = 1; kept < position; kept++) {
      best = shared[kept] > shared[best] ? kept : best;
    }
    containment[position] = (double) shared[best] / text.length;
    return best;
  }

  /** Keeps a text: its shingles are no longer new. */
  void keep(int position) {
    for (long key : keys(position)) {
      int slot = slot(key);
      keys[slot] = key;
      owners[++used] = position;
      next[used] = firsts[slot];
      firsts[slot] = used;
    }
  }

  /** The shingles of a text as keys, which are different where {@code same} is. */
  private long[] keys(int position) {
    long part = LetterRuns.mixed(same[position] * FACTOR);
    return Arrays.stream(texts.get(position)).map(shingle -> shingle ^ part).toArray();
  }

  /** The slot of a key in the table, or the one where it can be put. */
  private int slot(long key) {
    int slot = (int) (key * FACTOR >>> Long.numberOfLeadingZeros(firsts.length - 1));
    while (firsts[slot] != 0 && keys[slot] != key) {
      slot = slot + 1 & firsts.length - 1;
    }
    return slot;
  }

  /** The share of a text's shingles that the text has which {@link #best} gave; 0 if it is kept. */
  public double containment(int position) {
    return containment[position];
  }
}
