package io.simhash.core.passage;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The terms of a query's text, and how many of them a document must have that shares a passage of a
 * length with it.
 *
 * <p>Each passage of the text that is just long enough has the terms of the windows that lie in it.
 * A document with the passage has all of them. The number required is the smallest number of
 * distinct terms of such a passage: no document is missed, also where shingles repeat.
 *
 * <p>Just long enough are the shortest passages from each letter on, and the shortest up to each
 * letter. In text of several scripts these are not the same. Each window in a longer passage is in
 * one of them: in that from its first letter on or, where the longer passage ends before that, in
 * the one up to the end of the longer passage.
 *
 * @param terms the terms to look up, ascending
 * @param required how many of them a document must have, at least 1; 0 if no passage of the text is
 *     long enough
 * @param omitted the number of terms that are not looked up because they are frequent
 */
public record PassageTerms(int[] terms, int required, int omitted) {

  /**
   * The terms of a text. A passage of which all terms are frequent is not found.
   *
   * @param minUnits the units of a passage, at least those of {@link Winnowing#requireLength}
   * @param all the terms of the text, see {@link Winnowing#terms}
   * @param frequent which of them are not looked up
   */
  public static PassageTerms of(
      PassageText text, Winnowing winnowing, int minUnits, int[] all, boolean[] frequent) {
    Winnowing.Windows windows = winnowing.windows(text);
    BitSet rare = new BitSet(all.length);
    for (int t = 0; t < all.length; t++) {
      rare.set(t, frequent[t] == false);
    }
    Counts counts = new Counts(all, rare);
    int required = Integer.MAX_VALUE;
    for (int v = 0; v < text.values(); v++) {
      int from = text.valueStart(v);
      int next = from;
      for (int to = from; to <= text.valueEnd(v); to++) {
        while (next < to && windows.exists(next) && windows.end(next) <= to) {
          counts.add(windows.term(next++));
        }
        for (; text.units(from, to) >= minUnits; from++) {
          required = counts.least(required);
          if (text.units(from + 1, to) < minUnits) {
            break;
          }
          counts.remove(windows.term(from));
        }
      }
      counts.clear();
    }
    int[] lookedUp = rare.stream().map(t -> all[t]).toArray();
    return new PassageTerms(
        lookedUp, required == Integer.MAX_VALUE ? 0 : required, all.length - lookedUp.length);
  }

  /** How often each term is in a part of the text; frequent ones are not counted. */
  private static final class Counts {

    private final int[] terms;
    private final BitSet rare;
    private final int[] counts;
    private int distinct;

    Counts(int[] terms, BitSet rare) {
      this.terms = terms;
      this.rare = rare;
      this.counts = new int[terms.length];
    }

    void add(int term) {
      int place = Arrays.binarySearch(terms, term);
      if (counts[place]++ == 0 && rare.get(place)) {
        distinct++;
      }
    }

    void remove(int term) {
      int place = Arrays.binarySearch(terms, term);
      if (--counts[place] == 0 && rare.get(place)) {
        distinct--;
      }
    }

    /** The number of distinct rare terms, if there are any and fewer than {@code least}. */
    int least(int least) {
      return distinct > 0 ? Math.min(distinct, least) : least;
    }

    void clear() {
      Arrays.fill(counts, 0);
      distinct = 0;
    }
  }
}
