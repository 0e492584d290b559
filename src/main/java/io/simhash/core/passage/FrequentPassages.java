package io.simhash.core.passage;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The passages that many of some texts have: frames, disclaimers, licence headers, templates.
 *
 * <p>The shingles that {@link Winnowing} chooses in enough texts are <em>anchors</em>. That of most
 * texts is read first: its texts are laid upon one another there, and the run of letters around it
 * that makes <em>texts × length</em> largest is a passage, see {@link AlignedTexts}. So it ends
 * where the texts part, at a date or a counter, unless a longer run in fewer texts is more text
 * altogether. All places of the passage are then <em>covered</em>, and the anchor is read again in
 * the texts in which it is not, because several frames may have a sentence in common.
 *
 * <p>A passage is listed if it has the least length in a row outside of those that were found
 * before it. So what stands around a date is not listed once more with each of the dates.
 *
 * <p>Texts are added first, and passages are found then. Cost: linear in the letters of the texts,
 * with a logarithm for those that they share, and a sort of the chosen shingles. Memory: 4 bytes a
 * letter and 16 a chosen shingle, of which there is one in 20 letters by default; together at most
 * 8 for each of {@value #MAX_SIZE} characters, and half as much again while an array grows.
 */
public final class FrequentPassages {

  /** The most characters of all texts, where a chosen shingle counts as four of them. */
  public static final int MAX_SIZE = 20_000_000;

  /** The least length of passages for which enough shingles are chosen. */
  public static final int MIN_LENGTH = Winnowing.MIN_LENGTH;

  /** The least length of passages that the default of a field always finds. */
  public static final int DEFAULT_MIN_LENGTH = Winnowing.DEFAULT.minLength();

  private static final int SIZE_OF_SHINGLE = 4;

  /** 4 of a letter or a shingle, and 4 of a shingle by hash; half as much while an array grows. */
  private static final int BYTES_OF_SIZE = 12;

  /** A place and the first bits of a hash are one number of 63 bits, whichever is first in it. */
  private static final int PLACE_BITS = 25;

  private static final int HASH_BITS = Long.SIZE - 1 - PLACE_BITS;
  private static final long PLACE_MASK = (1L << PLACE_BITS) - 1;
  private static final long HASH_MASK = (1L << HASH_BITS) - 1;

  /** How often an anchor is read: as many frames there can be that 1 % of the texts have each. */
  private static final int MAX_READS = 100;

  /** How many places of a shingle are compared in one text, if it repeats there endlessly. */
  private static final int MAX_PLACES = 100;

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

    private long value() {
      return (long) units * texts.length;
    }

    /**
     * The passage as it was written, without the letters at its ends that are a part of one
     * character with others, as in a ligature.
     *
     * @param values those of the text
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

    /** Whether a letter is a part of the character that the letter before it is a part of. */
    private static boolean isInside(PassageText text, int index) {
      return index > 0
          && index < text.length()
          && text.letter(index - 1) != PassageText.SEPARATOR
          && text.start(index - 1) == text.start(index);
    }
  }

  private final Winnowing winnowing;
  private final int minUnits;

  /** The letters of all texts, each text between two separators. */
  private int[] letters = {PassageText.SEPARATOR};

  private int length = 1;

  /** The place of the first letter of each text, and of the next one. */
  private int[] starts = {1};

  private int count;

  /** The places of the chosen shingles, ascending, each above the first bits of its hash. */
  private long[] shingles = {};

  private int shingleCount;
  private long size;
  private long units;

  /** Passages with a least number of letters, in no texts yet. */
  public FrequentPassages(int minLength) {
    winnowing = Winnowing.ofLength(minLength);
    minUnits = winnowing.requireLength("min_length", minLength);
  }

  /**
   * Adds a text, unless all would be too long together.
   *
   * @param characters the length of the text as it was written
   * @return whether it was added
   */
  public boolean add(PassageText text, long characters) {
    int before = shingleCount;
    winnowing.forEachWindow(text, (letter, shingle, hash, end) -> choose(length + shingle, hash));
    long chosen = (long) SIZE_OF_SHINGLE * (shingleCount - before);
    long needed = Math.max(chosen, Math.max(characters, text.length() + 1));
    if (size + needed > MAX_SIZE) {
      shingleCount = before;
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

  private void choose(int place, long hash) {
    if (shingleCount == 0 || place(shingles[shingleCount - 1]) != place) {
      if (shingleCount == shingles.length) {
        shingles = Arrays.copyOf(shingles, Math.max(16, shingleCount + shingleCount / 2));
      }
      shingles[shingleCount++] = (long) place << HASH_BITS | hash >>> Long.SIZE - HASH_BITS;
    }
  }

  private static int[] grown(int[] array, int needed) {
    return needed <= array.length
        ? array
        : Arrays.copyOf(array, Math.max(needed, array.length + array.length / 2));
  }

  private static int place(long shingle) {
    return (int) (shingle >>> HASH_BITS);
  }

  /** The most memory that the texts need until their passages have been found. */
  public long bytes() {
    return size * BYTES_OF_SIZE;
  }

  /**
   * All passages, those that are most text altogether first, of equal ones the first in the texts.
   *
   * @param minTexts how many texts must have a passage, at least 2
   * @param check runs again and again, and may throw to end the work
   */
  public List<Found> find(int minTexts, Runnable check) {
    return new Search(minTexts, check).run();
  }

  private final class Search {

    private final int minTexts;
    private final Runnable check;

    /** The chosen shingles by hash: each hash is above the place. */
    private final long[] byHash = new long[shingleCount];

    /** The letters that are in passages. */
    private final BitSet covered = new BitSet(length);

    private final List<Found> found = new ArrayList<>();

    Search(int minTexts, Runnable check) {
      this.minTexts = minTexts;
      this.check = check;
      for (int i = 0; i < byHash.length; i++) {
        byHash[i] = (shingles[i] & HASH_MASK) << PLACE_BITS | place(shingles[i]);
      }
      Arrays.sort(byHash);
    }

    List<Found> run() {
      for (int first : anchors()) {
        BitSet done = new BitSet(count);
        int[] places = places(first, done);
        for (int i = 0; i < MAX_READS && places.length >= minTexts; i++) {
          check.run();
          AlignedTexts aligned = new AlignedTexts(letters, places, minTexts, minUnits);
          done.set(text(places[0]));
          if (aligned.isAny()) {
            add(aligned.from(), aligned.to());
          }
          places = places(first, done);
        }
      }
      found.sort(
          Comparator.comparingLong(Found::value)
              .reversed()
              .thenComparingInt(Found::text)
              .thenComparingInt(Found::from));
      return found;
    }

    /** The first index of the places of each shingle of enough texts, that of most texts first. */
    private int[] anchors() {
      List<int[]> anchors = new ArrayList<>();
      for (int i = 0, next; i < byHash.length; i = next) {
        next = end(i);
        int texts = next - i < minTexts ? 0 : places(i, new BitSet()).length;
        if (texts >= minTexts) {
          anchors.add(new int[] {texts, i});
        }
      }
      anchors.sort(Comparator.comparingInt(anchor -> -anchor[0])); // Equal ones stay in order.
      return anchors.stream().mapToInt(anchor -> anchor[1]).toArray();
    }

    /** The index behind the places of a shingle. */
    private int end(int first) {
      int end = first + 1;
      while (end < byHash.length && byHash[end] >>> PLACE_BITS == byHash[first] >>> PLACE_BITS) {
        end++;
      }
      return end;
    }

    /** The first place of a shingle in each text that is not covered there. */
    private int[] places(int first, BitSet without) {
      int end = end(first);
      int[] places = new int[end - first];
      int texts = 0;
      for (int i = first, behind = 0; i < end; i++) {
        int place = (int) (byHash[i] & PLACE_MASK);
        if (place >= behind && covered.get(place) == false) {
          int text = text(place);
          behind = starts[text + 1];
          if (without.get(text) == false) {
            places[texts++] = place;
          }
        }
      }
      return Arrays.copyOf(places, texts);
    }

    /** The text that has a place. */
    private int text(int place) {
      int found = Arrays.binarySearch(starts, 0, count + 1, place);
      return found < 0 ? -found - 2 : found;
    }

    /** Covers a passage in all texts that have it. */
    private void add(int from, int to) {
      boolean listed = isNew(from, to);
      int anchor = anchor(from, to);
      int offset = place(shingles[anchor]) - from;
      int first = Arrays.binarySearch(byHash, (shingles[anchor] & HASH_MASK) << PLACE_BITS);
      BitSet texts = new BitSet(count);
      long coveredUnits = 0;
      int coveredEnd = 0;
      int compared = 0;
      int last = -1;
      for (int i = -first - 1, end = end(i); i < end; i++) {
        int start = (int) (byHash[i] & PLACE_MASK) - offset;
        int text = text(start + offset);
        compared = text == last ? compared + 1 : 0;
        last = text;
        int behind = start + to - from;
        if (compared < MAX_PLACES
            && start > 0
            && behind < length
            && Arrays.equals(letters, from, to, letters, start, behind)) {
          texts.set(text);
          coveredUnits += units(Math.max(coveredEnd, start), behind);
          coveredEnd = behind;
          covered.set(start, behind);
        }
      }
      if (listed) {
        int text = text(from);
        found.add(
            new Found(
                texts.stream().toArray(),
                text,
                from - starts[text],
                to - starts[text],
                units(from, to),
                (double) coveredUnits / units));
      }
    }

    /** Whether a passage has the least length in a row that is not covered. */
    private boolean isNew(int from, int to) {
      for (int start = covered.nextClearBit(from); start < to; ) {
        int next = covered.nextSetBit(start);
        int end = next < 0 ? to : Math.min(next, to);
        if (units(start, end) >= minUnits) {
          return true;
        }
        start = covered.nextClearBit(end);
      }
      return false;
    }

    /**
     * The shingle of a passage that is chosen in every text with the passage: that of the least
     * hash, because there is a window in the passage with it.
     */
    private int anchor(int from, int to) {
      int lastPlace = to;
      for (int rest = 0; rest < Winnowing.units(winnowing.shingle()); ) {
        rest += PassageText.unitsOf(letters[--lastPlace]);
      }
      int first = Arrays.binarySearch(shingles, 0, shingleCount, (long) from << HASH_BITS);
      int least = first < 0 ? -first - 1 : first;
      for (int i = least; i < shingleCount && place(shingles[i]) <= lastPlace; i++) {
        least = (shingles[i] & HASH_MASK) < (shingles[least] & HASH_MASK) ? i : least;
      }
      return least;
    }

    private int units(int from, int to) {
      int sum = 0;
      for (int i = from; i < to; i++) {
        sum += PassageText.unitsOf(letters[i]);
      }
      return sum;
    }
  }
}
