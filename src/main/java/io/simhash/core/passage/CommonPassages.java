package io.simhash.core.passage;

import io.simhash.core.base.Ranges;
import io.simhash.core.text.Letters;
import io.simhash.core.text.PassageText;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The passages that many of some texts have: frames, disclaimers, licence headers, templates.
 *
 * <p>A <em>run</em> begins at each letter: the shortest one of the least length. Each text that has
 * a passage has all its runs. The run of most texts is read first: the texts are aligned at it, and
 * the letters around it that make <em>texts × length</em> largest are a passage, see {@link
 * AlignedTexts}. So a passage ends where the texts part, at a date or a counter, unless a longer
 * one in fewer texts is more text altogether. It is compared with the letters at all places of the
 * run, and these become <em>covered</em>. The run is read again while enough texts have it at a
 * place without a covered letter, because several frames may have a sentence in common. The text
 * around a date is not found again with each of the dates.
 *
 * <p><b>Guarantee.</b> The texts of a passage are exactly those that have its letters. Of each run,
 * fewer texts than required have a place without a letter in a passage, unless {@value #MAX_FOUND}
 * have been found or two runs have equal 38 bits of a hash by chance.
 *
 * <p>Cost: linear in the letters of the texts, and for each passage in the letters that the texts
 * share around it. Memory: 4 bytes a letter, a quarter more while an array grows, and for each run
 * that enough texts may have 8 and at most 4 to put them in order.
 */
public final class CommonPassages {

  /** The most characters of all texts. */
  public static final int MAX_SIZE = 20_000_000;

  /** The most passages that are found. */
  static final int MAX_FOUND = 10_000;

  /** The least length of passages: what the smallest shingle and window of a field find. */
  public static final int MIN_LENGTH = new Winnowing(Winnowing.MIN_SHINGLE, 1).minLength();

  /** The least length of passages that the default of a field always finds. */
  public static final int DEFAULT_MIN_LENGTH = Winnowing.DEFAULT.minLength();

  private static final int BYTES_OF_SIZE = 18;

  /**
   * A passage.
   *
   * @param texts the numbers of the texts that have it, ascending
   * @param text the number of one of these
   * @param from the index of its first letter in that text
   * @param to the index behind its last letter
   * @param units its length
   * @param coverage the share of all texts that its places are, in [0, 1]
   */
  public record Found(int[] texts, int text, int from, int to, int units, double coverage) {

    private static final Comparator<Found> BEST_FIRST =
        Comparator.comparingLong(Found::allUnits)
            .reversed()
            .thenComparingInt(Found::text)
            .thenComparingInt(Found::from);

    private long allUnits() {
      return (long) units * texts.length;
    }

    /**
     * The passage as it was written, without the letters at its ends that are a part of one
     * character with others, as in a ligature.
     *
     * @param values the values of the text
     */
    public String in(List<String> values) {
      PassageText whole = new PassageText(values);
      int first = from;
      int end = to;
      while (isInside(whole, first)) {
        first++;
      }
      while (isInside(whole, end)) {
        end--;
      }
      return values.get(whole.value(first)).substring(whole.start(first), whole.end(end - 1));
    }

    /** Whether a letter and the one before it are parts of one character. */
    private static boolean isInside(PassageText text, int index) {
      return index > 0
          && index < text.length()
          && text.letter(index - 1) != PassageText.SEPARATOR
          && text.start(index - 1) == text.start(index);
    }
  }

  private final int minUnits;

  /** The letters of all texts, each text between two separators. */
  private int[] letters = {PassageText.SEPARATOR};

  private int length = 1;

  /** The place of the first letter of each text, and of the next one. */
  private int[] starts = {1};

  private int count;
  private long size;
  private long units;

  /** Passages of no texts yet. */
  public CommonPassages(int minLength) {
    minUnits =
        Winnowing.units(Ranges.require("min_length", minLength, MIN_LENGTH, Integer.MAX_VALUE));
  }

  /**
   * Adds a text, unless all would be too long together.
   *
   * @param characters the length of the text as it was written
   * @return whether it was added
   */
  public boolean add(PassageText text, long characters) {
    long needed = Math.max(characters, text.length() + 1);
    if (size + needed > MAX_SIZE) {
      return false;
    }
    size += needed;
    units += text.units();
    letters = grown(letters, length + text.length() + 1);
    for (int i = 0; i < text.length(); i++) {
      letters[length++] = text.letter(i);
    }
    letters[length++] = PassageText.SEPARATOR;
    starts = grown(starts, count + 2);
    starts[++count] = length;
    return true;
  }

  private static int[] grown(int[] array, int needed) {
    return needed <= array.length
        ? array
        : Arrays.copyOf(array, Math.max(needed, array.length + array.length / 4));
  }

  /** The most memory that the texts need until their passages have been found. */
  public long bytes() {
    return size * BYTES_OF_SIZE;
  }

  /**
   * The passages that are most text altogether, these first, of equal ones the first in the texts.
   *
   * @param minTexts how many texts must have a passage, at least 2
   * @param size the number of passages at most
   * @param check runs again and again, and may throw to end the work
   */
  public List<Found> find(int minTexts, int size, Runnable check) {
    return new Search(minTexts, size, check).run();
  }

  private final class Search {

    private final int minTexts;
    private final Runnable check;

    private final CommonRuns runs;

    /** The letters that are in passages. */
    private final BitSet covered = new BitSet(length);

    private final int size;
    private final PriorityQueue<Found> best = new PriorityQueue<>(Found.BEST_FIRST.reversed());
    private int found;

    Search(int minTexts, int size, Runnable check) {
      this.minTexts = minTexts;
      this.size = size;
      this.check = check;
      this.runs = new CommonRuns(letters, length, minUnits, minTexts, check);
    }

    List<Found> run() {
      for (int first : byTexts()) {
        int[] texts = uncovered(first);
        while (texts.length >= minTexts && found < MAX_FOUND) {
          check.run();
          AlignedTexts aligned = new AlignedTexts(letters, texts, minTexts, minUnits);
          if (aligned.isAny() == false) {
            break; // Other letters with the same hash.
          }
          add(aligned.from(), aligned.to(), texts[0], first);
          texts = uncovered(first);
        }
      }
      return best.stream().sorted(Found.BEST_FIRST).toList();
    }

    /** The index of the first place of each run of enough texts, the run of most texts first. */
    private int[] byTexts() {
      long[] frequent = new long[runs.size() / minTexts];
      int count = 0;
      for (int i = 0, end; i < runs.size(); i = end) {
        end = runs.end(i);
        int texts = end - i < minTexts ? 0 : uncovered(i).length;
        if (texts >= minTexts) {
          frequent[count++] = (long) -texts << Integer.SIZE | i;
        }
      }
      Arrays.sort(frequent, 0, count);
      return Arrays.stream(frequent, 0, count).mapToInt(run -> (int) run).toArray();
    }

    /**
     * The first place of a run in each text at which no letter of it is covered. A passage is as
     * long as the run or longer, so it covers the first letter or the last one.
     */
    private int[] uncovered(int first) {
      int last = runs.place(first);
      for (int rest = minUnits; rest > 0; last++) {
        rest -= Letters.unitsOf(letters[last]);
      }
      int further = last - 1 - runs.place(first);
      int end = runs.end(first);
      int[] uncovered = new int[end - first];
      int texts = 0;
      for (int i = first, behind = 0; i < end; i++) {
        int place = runs.place(i);
        if (place >= behind && !covered.get(place) && !covered.get(place + further)) {
          uncovered[texts++] = place;
          behind = starts[text(place) + 1];
        }
      }
      return Arrays.copyOf(uncovered, texts);
    }

    /** The text that has a place. */
    private int text(int place) {
      int found = Arrays.binarySearch(starts, 0, count + 1, place);
      return found < 0 ? -found - 2 : found;
    }

    /**
     * Adds a passage, and covers it in all texts that have it.
     *
     * @param run the place of a run in it, whose places begin with the index {@code first}
     */
    private void add(int from, int to, int run, int first) {
      Agreement agreement = new Agreement(from, to);
      int[] texts = new int[count];
      int having = 0;
      long coveredUnits = 0;
      int coveredEnd = 0;
      for (int i = first, end = runs.end(first); i < end; i++) {
        int start = runs.place(i) - (run - from);
        if (start > 0 && agreement.at(start) == to - from) {
          int text = text(start);
          if (having == 0 || texts[having - 1] != text) {
            texts[having++] = text;
          }
          int uncovered = Math.max(coveredEnd, start);
          coveredEnd = start + to - from;
          coveredUnits += units(uncovered, coveredEnd);
          covered.set(uncovered, coveredEnd);
        }
      }
      found++;
      int text = text(from);
      best.add(
          new Found(
              Arrays.copyOf(texts, having),
              text,
              from - starts[text],
              to - starts[text],
              units(from, to),
              (double) coveredUnits / units));
      if (best.size() > size) {
        best.remove();
      }
    }

    private int units(int from, int to) {
      int sum = 0;
      for (int i = from; i < to; i++) {
        sum += Letters.unitsOf(letters[i]);
      }
      return sum;
    }
  }

  /**
   * How many letters from a place on agree with a passage, in time linear in them: the Z algorithm.
   */
  private final class Agreement {

    private final int from;

    /** The same from each letter of the passage on. */
    private final int[] own;

    /** The letters from this place up to another agree with the passage. */
    private int knownFrom;

    private int knownTo;

    Agreement(int from, int to) {
      this.from = from;
      own = new int[to - from];
      for (int i = 1; i < own.length; i++) {
        own[i] = at(from + i);
      }
      knownTo = 0;
    }

    /** The number at a place, at most the length of the passage; places ascend. */
    int at(int place) {
      int agreed = place < knownTo ? own[place - knownFrom] : 0;
      if (place + agreed >= knownTo) {
        knownFrom = place;
        knownTo = Math.max(place, knownTo);
        while (knownTo < place + own.length
            && letters[knownTo] == letters[from + knownTo - place]) {
          knownTo++;
        }
        agreed = knownTo - place;
      }
      return agreed;
    }
  }
}
