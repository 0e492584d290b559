package io.simhash.lucene.ansj;

import java.util.Arrays;
import org.ansj.domain.AnsjItem;
import org.ansj.domain.NumNatureAttr;
import org.ansj.domain.Term;
import org.ansj.domain.TermNatures;
import org.ansj.library.DATDictionary;
import org.ansj.util.MathUtil;

/**
 * The words that ansj has loaded, and the weights of their pairs, in arrays: 24 MB of heap, 17 MB
 * for the hash table of 403,185 pairs.
 *
 * <p>The words are a trie in a double array. An item is a word or the beginning of one: its
 * continuation by a character is the item {@code base + character} if that has it as its parent.
 * The item of a single character is the character itself.
 */
final class CoreDictionary {

  /** The root of the trie, and the item of a character that no word begins with. */
  static final int UNKNOWN = 0;

  /** The first of the states of an item: it begins words but is none. */
  static final int PREFIX = 1;

  /** A word that begins longer words. */
  static final int WORD_AND_PREFIX = 2;

  /** A word that begins no other. */
  static final int WORD = 3;

  /** A letter: a run of them is a word. */
  static final int LETTER = 4;

  /** A digit: a run of them is a word. */
  static final int DIGIT = 5;

  private final int length = DATDictionary.arrayLength;

  /** The items of a run of letters and of a run of digits, and those around a text. */
  final int letters = length;

  final int digits = length + 1;
  final int begin = length + 2;
  final int end = length + 3;

  /** The first of 65,536 items for characters by themselves, which are in no pair. */
  private final int singles = length + 4;

  private final int items = singles + Character.MAX_VALUE + 1;

  /** The base in the upper 32 bits, the parent in the next 29, the state in 3; 0 is no item. */
  private final long[] trie = new long[length];

  private final TermNatures[] natures = new TermNatures[items];

  /** The weight of an item before any item with which it makes no pair. */
  private final double[] weights = new double[items];

  /** A hash table with linear probing, two fifths full; 0 is an empty slot. */
  private final long[] pairs = new long[1 << 20];

  private final double[] pairWeights = new double[pairs.length];

  /** Copies ansj's dictionaries, which must have been loaded. */
  CoreDictionary() {
    Arrays.fill(natures, TermNatures.NULL);
    for (int item = 1; item < length; item++) {
      AnsjItem source = DATDictionary.getItem(item);
      int parent = Math.max(UNKNOWN, source.getCheck());
      trie[item] = (long) source.getBase() << 32 | (long) parent << 3 | source.getStatus();
      if (source.getStatus() >= WORD_AND_PREFIX) {
        natures[item] = source.termNatures;
        addPairs(item, source);
      }
    }
    natures[letters] = TermNatures.EN;
    natures[digits] = TermNatures.M_ALB;
    natures[begin] = TermNatures.BEGIN;
    addPairs(begin, AnsjItem.BEGIN);
    System.arraycopy(natures, 0, natures, singles, items - singles);
    for (int item = 0; item < items; item++) {
      weights[item] = weight(new Term("", 0, natures[item]), AnsjItem.NULL);
    }
  }

  private void addPairs(int item, AnsjItem source) {
    if (source.bigramEntryMap != null) {
      Term from = new Term("", 0, source);
      for (int next : source.bigramEntryMap.keySet()) {
        boolean last = next == AnsjItem.END.getIndex();
        long pair = pair(item, last ? end : next);
        int slot = slot(pair);
        pairs[slot] = pair;
        pairWeights[slot] = weight(from, last ? AnsjItem.END : DATDictionary.getItem(next));
      }
    }
  }

  private static double weight(Term from, AnsjItem to) {
    return MathUtil.compuScore(from, new Term("", 0, to), null);
  }

  private static long pair(int from, int to) {
    return (long) from << 32 | to;
  }

  /** The slot of a pair, or the empty one in which it belongs. */
  private int slot(long pair) {
    int slot = (int) (pair * 0x9E3779B97F4A7C15L >>> 44);
    while (pairs[slot] != pair && pairs[slot] != 0) {
      slot = slot + 1 & pairs.length - 1;
    }
    return slot;
  }

  /** The item of {@code item} and one more character, or {@link #UNKNOWN}. */
  int next(int item, char character) {
    int next = base(trie[item]) + character;
    return next < length && state(next) != 0 && parent(trie[next]) == item ? next : UNKNOWN;
  }

  private static int base(long item) {
    return (int) (item >>> 32);
  }

  private static int parent(long item) {
    return (int) item >>> 3;
  }

  /** {@link #PREFIX} to {@link #DIGIT}, or 0 if it is not in the dictionary. */
  int state(int item) {
    return (int) trie[item] & 7;
  }

  /** The item of a character as a word that makes no pairs. */
  int single(char character) {
    return singles + character;
  }

  /** The nature of a word. */
  String type(int item) {
    return natures[item].nature.natureStr;
  }

  /** Whether a word is a number or a unit. */
  NumNatureAttr number(int item) {
    return natures[item].numAttr;
  }

  /** The weight of a word that another one follows: the more often it does, the smaller. */
  double weight(int from, int to) {
    int slot = slot(pair(from, to));
    return pairs[slot] == 0 ? weights[from] : pairWeights[slot];
  }
}
