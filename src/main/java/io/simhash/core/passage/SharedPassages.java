package io.simhash.core.passage;

import io.simhash.core.text.PassageText;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The passages that documents share with the text of a query.
 *
 * <p>A <em>shared passage</em> is a run of letters of one value that both texts have, with at least
 * a given number of units, see {@link PassageText}. It is maximal in a document if it cannot be
 * extended there to either side. All other text makes no difference to it.
 *
 * <p>Immutable and safe to share. Cost: one {@link SuffixAutomaton} of the query's text, once; then
 * linear in a document and the query's text.
 */
public final class SharedPassages {

  /** The most memory that the comparison needs for each character of the query's text. */
  public static final int BYTES_OF_CHARACTER = 150;

  /** Seeds of hash tables, on which no result depends. */
  private static final SecureRandom SEEDS = new SecureRandom();

  private final PassageText query;
  private final int minUnits;

  /** {@link PassageTerms#nearestTermEnd}; {@code null} if all passages count. */
  private final int[] nearestTermEnd;

  private final SuffixAutomaton automaton;
  private final int[] byLength;

  /**
   * @param minUnits the least units of a passage, at least 1
   * @param check runs every few thousand letters, and may throw to end the work
   */
  public SharedPassages(PassageText query, int minUnits, Runnable check) {
    this(query, minUnits, null, check);
  }

  /**
   * The same passages, but only those in which a window with a term that is looked up lies.
   *
   * @param terms the terms of the query's text; {@code null} if all passages count
   */
  public SharedPassages(PassageText query, int minUnits, PassageTerms terms, Runnable check) {
    this.query = query;
    this.minUnits = minUnits;
    this.nearestTermEnd = terms == null || terms.omitted() == 0 ? null : terms.nearestTermEnd;
    this.automaton = new SuffixAutomaton(query, SEEDS.nextLong(), check);
    this.byLength = automaton.byLength();
  }

  /**
   * A passage of a document, by the indices of letters.
   *
   * @param from its first letter in the document
   * @param to the index behind its last letter in the document
   * @param queryFrom its first letter in the query's text. If the passage is there several times,
   *     at the first of its places; a part of a maximal passage is at the first place of the whole
   */
  public record Passage(int from, int to, int queryFrom) {}

  /**
   * The units of two texts, and how many of them are in shared passages: each letter counts once,
   * however many passages it is a part of.
   */
  public record Coverage(int inQuery, int query, int inDocument, int document) {

    public boolean isAny() {
      return inDocument > 0;
    }

    /** The share of the query's text that is covered, in [0, 1]; 0 if it has no letters. */
    public double ofQuery() {
      return share(inQuery, query);
    }

    /** The same for the document's text. */
    public double ofDocument() {
      return share(inDocument, document);
    }

    private static double share(int covered, int all) {
      return all == 0 ? 0 : (double) covered / all;
    }
  }

  public Coverage coverage(PassageText document) {
    Reader reader = new Reader(document, new int[automaton.states()]);
    int covered = 0;
    int end = 0;
    while (reader.next()) {
      covered += document.units(Math.max(end, reader.from), reader.to);
      end = reader.to;
    }
    return new Coverage(
        covered == 0 ? 0 : coveredInQuery(reader.longest),
        query.units(),
        covered,
        document.units());
  }

  /**
   * The units of the query's text that are in shared passages. For each end in the query's text,
   * the longest part that ends there and that the document has is a shared passage if it is long
   * enough.
   *
   * @param longest the length of the longest part of each state that the document has, for the
   *     states in which reading it has been
   */
  private int coveredInQuery(int[] longest) {
    for (int i = byLength.length - 1; i > 0; i--) {
      int state = byLength[i];
      int link = automaton.link(state);
      if (longest[state] > 0) {
        longest[link] = automaton.length(link);
      }
    }
    for (int state : byLength) {
      if (longest[state] == 0 && state != SuffixAutomaton.ROOT) {
        longest[state] = longest[automaton.link(state)];
      }
    }
    int covered = 0;
    int reach = query.length();
    for (int end = query.length(); end > 0; end--) {
      int from = end - longest[automaton.beginning(end)];
      if (counts(from, end)) {
        reach = Math.min(reach, from);
      }
      if (reach < end) {
        covered += query.units(end - 1, end);
      }
    }
    return covered;
  }

  /** Whether a part of the query's text is a passage that counts. */
  private boolean counts(int from, int to) {
    return query.units(from, to) >= minUnits
        && (nearestTermEnd == null || nearestTermEnd[from] <= to);
  }

  /**
   * The shared passages of a document in its order, which do not overlap: each letter belongs to
   * the longest maximal passage that it is in, of equally long ones to the first. The rest of
   * another one stays, however short it is. So together they are all letters of the document that
   * are in shared passages.
   */
  public List<Passage> in(PassageText document) {
    List<Passage> maximal = new ArrayList<>();
    Reader reader = new Reader(document, null);
    while (reader.next()) {
      maximal.add(new Passage(reader.from, reader.to, reader.queryFrom));
    }
    ToIntFunction<Integer> units = i -> document.units(maximal.get(i).from(), maximal.get(i).to());
    Comparator<Integer> longestFirst = Comparator.comparingInt(units).reversed();
    TreeMap<Integer, Passage> kept = new TreeMap<>();
    for (int i : IntStream.range(0, maximal.size()).boxed().sorted(longestFirst).toList()) {
      Passage passage = maximal.get(i);
      // Maximal passages begin and end in the same order: only the next ones can overlap.
      var before = kept.lowerEntry(i);
      var after = kept.higherEntry(i);
      int from = before == null ? passage.from() : Math.max(passage.from(), before.getValue().to());
      int to = after == null ? passage.to() : Math.min(passage.to(), after.getValue().from());
      if (from < to) {
        kept.put(i, new Passage(from, to, passage.queryFrom() + from - passage.from()));
      }
    }
    return List.copyOf(kept.values());
  }

  /** Reads a document letter by letter, and stops behind each maximal passage. */
  private final class Reader {

    private final PassageText document;
    private final int[] longest;
    private int position;
    private int state = SuffixAutomaton.ROOT;
    private int length;

    private int from;
    private int to;
    private int queryFrom;

    /**
     * @param longest gets the length of the longest passage that ends in each state; {@code null}
     *     if it is not needed
     */
    Reader(PassageText document, int[] longest) {
      this.document = document;
      this.longest = longest;
    }

    /** Reads up to the end of the next maximal passage; false if there is none. */
    boolean next() {
      boolean found = false;
      while (position < document.length()) {
        int lastState = state;
        int lastLength = length;
        read(document.letter(position));
        int start = position + 1 - length;
        if (found && start > from) {
          // The passage ends before this letter, which is read again.
          state = lastState;
          length = lastLength;
          return true;
        }
        position++;
        if (document.units(start, position) >= minUnits && countsInQuery()) {
          found = true;
          from = start;
          to = position;
          queryFrom = automaton.firstEnd(state) - length;
          if (longest != null) {
            longest[state] = Math.max(longest[state], length);
          }
        }
      }
      return found;
    }

    private boolean countsInQuery() {
      int end = automaton.firstEnd(state);
      return nearestTermEnd == null || nearestTermEnd[end - length] <= end;
    }

    private void read(int letter) {
      if (letter == PassageText.SEPARATOR) {
        state = SuffixAutomaton.ROOT;
        length = 0;
        return;
      }
      int next = automaton.next(state, letter);
      while (next < 0 && state != SuffixAutomaton.ROOT) {
        state = automaton.link(state);
        length = automaton.length(state);
        next = automaton.next(state, letter);
      }
      if (next >= 0) {
        state = next;
        length++;
      }
    }
  }
}
