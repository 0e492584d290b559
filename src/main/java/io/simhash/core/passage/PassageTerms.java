package io.simhash.core.passage;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The terms of a query's text that are looked up, and which of them a document must have that
 * shares a passage of a length with it.
 *
 * <p>Each passage of the text that is just long enough has the terms of the windows that lie in it,
 * and a document with the passage has all of them. So no document is missed, also where shingles
 * repeat. A passage without a term that is looked up is not found. Immutable.
 *
 * <p>Just long enough are the shortest passages from each letter on, and the shortest up to each
 * letter. In text of several scripts these are not the same. Each window in a longer passage is in
 * one of them: in the shortest passage from the window's first letter on or, where the longer
 * passage ends before that one, in the shortest passage up to the end of the longer one.
 */
public final class PassageTerms {

  /** A window whose term is not looked up. */
  private static final int FREQUENT = -1;

  private final int[] terms;
  private final int required;
  private final int omitted;

  /** The numbers of the terms of all windows, without repetition of the one before. */
  private final int[] sequence;

  /** The first and the last place in the sequence of each passage, both ascending. */
  private final int[] first;

  private final int[] last;

  /**
   * For each letter the smallest end of a window that begins there or later and whose term is
   * looked up; {@link Integer#MAX_VALUE} where there is none. A passage from the letter on has a
   * term that is looked up if it reaches this end.
   */
  final int[] nearestTermEnd;

  /**
   * The terms of a text.
   *
   * @param windows the windows of the text
   * @param minUnits the units of a passage, at least {@link Winnowing#requireLength}
   * @param all the terms of the text, see {@link Winnowing.Windows#distinctTerms}
   * @param frequent which of them are not looked up
   */
  public static PassageTerms of(
      PassageText text, Winnowing.Windows windows, int minUnits, int[] all, boolean[] frequent) {
    return new Builder(text, windows, all, frequent).build(minUnits);
  }

  private PassageTerms(Builder made) {
    this.nearestTermEnd = made.nearestTermEnd;
    this.terms = made.terms;
    this.required = made.passages == 0 ? 0 : made.required;
    this.omitted = made.all.length - made.terms.length;
    this.sequence = Arrays.copyOf(made.sequence, made.length);
    this.first = Arrays.copyOf(made.first, made.passages);
    this.last = Arrays.copyOf(made.last, made.passages);
  }

  /**
   * The terms to look up, ascending: all of the text but the omitted ones. A term's number is its
   * index.
   */
  public int[] terms() {
    return terms;
  }

  /**
   * How many of the terms a document must have at least; 0 if no passage of the text is long enough
   * and has a term that is looked up.
   */
  public int required() {
    return required;
  }

  /** How many terms of the text are not looked up. */
  public int omitted() {
    return omitted;
  }

  /**
   * Whether a document may have one of the passages.
   *
   * @param common the numbers of the terms that the document has
   */
  public boolean mayHavePassage(BitSet common) {
    int missing = -1;
    int place = 0;
    for (int p = 0; p < first.length; p++) {
      for (; place <= last[p]; place++) {
        if (sequence[place] != FREQUENT && common.get(sequence[place]) == false) {
          missing = place;
        }
      }
      if (missing < first[p]) {
        return true;
      }
    }
    return false;
  }

  /** Goes through the windows of a text once. */
  private static final class Builder {

    private final PassageText text;
    private final Winnowing.Windows windows;
    private final int[] all;

    /** The number of each term of the text; {@link #FREQUENT} if it is not looked up. */
    private final int[] numbers;

    private final int[] terms;
    private final int[] sequence;

    /** The place in the sequence of the window that begins with each letter. */
    private final int[] places;

    private final int[] first;
    private final int[] last;
    private final int[] nearestTermEnd;

    /** How often each term is in the passage of the sequence that was read last, and its ends. */
    private final int[] counts;

    private int countedFrom;
    private int countedTo;

    /** The different terms in it that are looked up. */
    private int distinct;

    private int length;
    private int passages;
    private int required = Integer.MAX_VALUE;

    Builder(PassageText text, Winnowing.Windows windows, int[] all, boolean[] frequent) {
      this.text = text;
      this.windows = windows;
      this.all = all;
      this.numbers = new int[all.length];
      int[] lookedUp = new int[all.length];
      int count = 0;
      for (int t = 0; t < all.length; t++) {
        numbers[t] = frequent[t] ? FREQUENT : count;
        if (frequent[t] == false) {
          lookedUp[count++] = all[t];
        }
      }
      this.terms = Arrays.copyOf(lookedUp, count);
      this.sequence = new int[text.length()];
      this.places = new int[text.length()];
      this.first = new int[2 * text.length()];
      this.last = new int[2 * text.length()];
      this.counts = new int[count];
      this.nearestTermEnd = new int[text.length() + 1];
    }

    PassageTerms build(int minUnits) {
      for (int v = 0; v < text.values(); v++) {
        addSequence(text.valueStart(v), text.valueEnd(v));
        addPassages(text.valueStart(v), text.valueEnd(v), minUnits);
      }
      nearestTermEnd[text.length()] = Integer.MAX_VALUE;
      for (int i = text.length() - 1; i >= 0; i--) {
        boolean lookedUp = windows.exists(i) && sequence[places[i]] != FREQUENT;
        nearestTermEnd[i] = lookedUp ? windows.end(i) : nearestTermEnd[i + 1];
      }
      return new PassageTerms(this);
    }

    private void addSequence(int start, int end) {
      int before = -1;
      for (int i = start; i < end && windows.exists(i); i++) {
        if (windows.term(i) != before) {
          before = windows.term(i);
          sequence[length++] = numbers[Arrays.binarySearch(all, before)];
        }
        places[i] = length - 1;
      }
    }

    private void addPassages(int start, int end, int minUnits) {
      int from = start;
      int behind = start;
      for (int to = start; to <= end; to++) {
        while (behind < to && windows.exists(behind) && windows.end(behind) <= to) {
          behind++;
        }
        // The shortest passages from each letter on, then the shortest one up to this letter.
        for (; text.units(from, to) >= minUnits; from++) {
          add(places[from], places[behind - 1]);
          if (text.units(from + 1, to) < minUnits) {
            break;
          }
        }
      }
    }

    private void add(int from, int to) {
      if (passages > 0 && first[passages - 1] == from && last[passages - 1] == to) {
        return;
      }
      count(from, to);
      if (distinct > 0) {
        first[passages] = from;
        last[passages++] = to;
        required = Math.min(required, distinct);
      }
    }

    /**
     * Counts the terms of a part of the sequence; neither of its ends is before that end of the
     * part before.
     */
    private void count(int from, int to) {
      for (; countedTo <= to; countedTo++) {
        if (sequence[countedTo] != FREQUENT && counts[sequence[countedTo]]++ == 0) {
          distinct++;
        }
      }
      for (; countedFrom < from; countedFrom++) {
        if (sequence[countedFrom] != FREQUENT && --counts[sequence[countedFrom]] == 0) {
          distinct--;
        }
      }
    }
  }
}
