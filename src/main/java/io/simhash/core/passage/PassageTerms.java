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
    int behind = 0;
    int to = 0;
    for (int v = 0; v < text.values(); v++) {
      behind = Math.max(behind, text.valueStart(v));
      for (int from = text.valueStart(v); from < text.valueEnd(v); from++) {
        while (to < text.valueEnd(v) && text.units(from, to) < minUnits) {
          to++;
        }
        if (text.units(from, to) < minUnits) {
          break;
        }
        while (behind < to && windows.exists(behind) && windows.end(behind) <= to) {
          counts.add(windows.term(behind++));
        }
        if (counts.distinct > 0) {
          required = Math.min(required, counts.distinct);
        }
        counts.remove(windows.term(from));
      }
      counts.clear();
      to = text.valueEnd(v) + 1;
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

    void clear() {
      Arrays.fill(counts, 0);
      distinct = 0;
    }
  }
}
