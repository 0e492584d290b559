package io.simhash.core.passage;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.Ranges;
import io.simhash.core.text.Folding;
import io.simhash.core.text.LetterRuns;
import io.simhash.core.text.Letters;
import io.simhash.core.text.PassageText;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses shingles of a text, such that two texts that share a long passage have chosen the same
 * ones: of each window of consecutive shingles the one with the least hash. Terms are 24 bits of
 * the hashes of chosen shingles.
 *
 * <p>All lengths are in the units of {@link PassageText}, so they mean the same in every script:
 *
 * <ul>
 *   <li>A <em>shingle</em> begins at each letter. It is the shortest run of letters with at least
 *       {@code k} = 5 · {@code shingle} units: 25 Latin letters or 11 Chinese characters by
 *       default. A letter with fewer units up to the end of its value begins none.
 *   <li>A <em>window</em> begins at each shingle. It is the shortest run of consecutive shingles
 *       whose first letters have together at least {@code w} = 5 · {@code window} units. Fewer
 *       units at the end of a value are no window.
 *   <li>The <em>hash</em> of a shingle is that of {@link LetterRuns}; the least one is the least
 *       unsigned number. A term is its lowest 24 bits.
 * </ul>
 *
 * <p>Shingles and windows are decided by their letters and by nothing else. So each window in a
 * shared passage is a window of both texts and has the same term.
 *
 * <p><b>Guarantee.</b> A shared passage of L units has at least ⌊(L - k + 1) / (w + 11)⌋ windows
 * without a common shingle. Proof: a shingle that begins in the passage lies in it if k units are
 * left, so the letters that begin a shingle in the passage have at least L - (k - 1) units. A
 * window ends with the letter that reaches w units, which has at most 12, so it takes at most w +
 * 11 of them. If all shingles of the passage are different, each of these windows has another term,
 * but for two that agree in 24 bits by chance. Where shingles repeat there may be fewer, down to
 * one, because windows may have equal least shingles; {@link PassageTerms} counts them.
 *
 * <p>The density is about 2 / (w + 1) terms a letter of English. Immutable; cost linear in the
 * text.
 *
 * @param shingle the letters of a shingle, in [{@value #MIN_SHINGLE}, {@value #MAX_SHINGLE}]
 * @param window the letters of a window, in [1, {@value #MAX_WINDOW}]
 * @param folding differences between letters that do not count
 * @see <a href="https://doi.org/10.1145/872757.872770">Schleimer, Wilkerson, Aiken: Winnowing:
 *     local algorithms for document fingerprinting, SIGMOD 2003, section 3</a>
 */
public record Winnowing(int shingle, int window, Folding folding) {

  /**
   * The default: a passage of 146 letters or 61 Chinese characters has three common terms. See
   * docs/adr/0009-passages.md.
   */
  public static final Winnowing DEFAULT = new Winnowing(25, 38);

  static final int MIN_SHINGLE = 5;
  static final int MAX_SHINGLE = 50;
  static final int MAX_WINDOW = 1_000;

  private static final int TERM_MASK = (1 << 24) - 1;

  public Winnowing {
    Ranges.require("shingle", shingle, MIN_SHINGLE, MAX_SHINGLE);
    Ranges.require("window", window, 1, MAX_WINDOW);
  }

  /** Terms of texts in which every letter counts. */
  public Winnowing(int shingle, int window) {
    this(shingle, window, Folding.NONE);
  }

  /** The letters of a text that count. */
  public PassageText text(List<String> values) {
    return new PassageText(values, folding);
  }

  /**
   * The least length, in letters, of a passage that always has a common term: a shingle and a
   * window may each end with a character of 12 units.
   */
  public int minLength() {
    return shingle + window + 2;
  }

  /**
   * Requires a length of passages that are all found.
   *
   * @return {@code letters} in units
   */
  public int requireLength(String option, int letters) {
    if (letters < minLength()) {
      throw invalid(
          "[%s] must be at least [%s], which is [shingle] + [window] + 2 of the field, but was [%s]",
          option, minLength(), letters);
    }
    return units(letters);
  }

  /** The units of a number of letters; the most that there are if there are too many. */
  static int units(int letters) {
    return (int) Math.min(Integer.MAX_VALUE, (long) letters * Letters.UNITS_OF_LETTER);
  }

  /** The distinct terms of a text, ascending. */
  public int[] terms(PassageText text) {
    return windows(text).distinctTerms();
  }

  /** All windows of a text. */
  public Windows windows(PassageText text) {
    long[] hashes = new long[text.length()];
    // The index behind the shingle that begins with each letter; 0 where there is none.
    int[] ends = new int[text.length()];
    LetterRuns.forEach(
        text::letter,
        text.length(),
        units(shingle),
        (from, to, hash) -> {
          hashes[from] = hash;
          ends[from] = to;
        });
    Windows windows = new Windows(new int[text.length()], new int[text.length()]);
    int minUnits = units(window);
    // The shingles of the window whose hashes are less than the hashes of all after them.
    int[] queue = new int[text.length()];
    int head = 0;
    int tail = 0;
    int next = 0;
    for (int i = 0; i < text.length(); i++) {
      next = Math.max(next, i);
      while (next < text.length() && ends[next] > 0 && text.units(i, next) < minUnits) {
        while (tail > head && Long.compareUnsigned(hashes[queue[tail - 1]], hashes[next]) >= 0) {
          tail--;
        }
        queue[tail++] = next++;
      }
      if (text.units(i, next) >= minUnits) {
        while (queue[head] < i) {
          head++;
        }
        windows.terms[i] = (int) hashes[queue[head]] & TERM_MASK;
        windows.ends[i] = ends[next - 1];
      }
    }
    return windows;
  }

  /**
   * The windows of a text, by the index of the letter that each begins with.
   *
   * @param ends the index behind the last letter of the last shingle; 0 for no window
   */
  public record Windows(int[] terms, int[] ends) {

    /** The distinct terms of all windows, ascending. */
    public int[] distinctTerms() {
      // Most windows have the term of the one before.
      int[] all =
          IntStream.range(0, terms.length)
              .filter(
                  i -> exists(i) && (i == 0 || terms[i - 1] != terms[i] || exists(i - 1) == false))
              .map(i -> terms[i])
              .sorted()
              .toArray();
      return IntStream.range(0, all.length)
          .filter(i -> i == 0 || all[i - 1] != all[i])
          .map(i -> all[i])
          .toArray();
    }

    /** Whether a window begins with a letter. */
    boolean exists(int letter) {
      return ends[letter] > 0;
    }

    int term(int letter) {
      return terms[letter];
    }

    int end(int letter) {
      return ends[letter];
    }
  }
}
