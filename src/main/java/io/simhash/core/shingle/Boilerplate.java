package io.simhash.core.shingle;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;

/**
 * The option {@code boilerplate}: texts that do not count where they occur in another, such as
 * frames of pages, disclaimers and licences.
 *
 * <p>Leaves out every run of at least {@value CharacterShingles#LONG} letters that a listed text
 * has too, or of at least {@value CharacterShingles#SHORT} that are all Chinese, Japanese or Korean
 * ({@link Letters#isDense}). Letters are those of the {@link NormalForm}, so case, spaces and
 * punctuation make no difference. A run becomes one space, together with all that is between its
 * letters. Letters that come together by that are not searched again. A text that has no other
 * letter becomes the empty text, whatever symbols are left.
 *
 * <p>The windows that are compared have a fixed size. The size of {@code auto} shingles depends on
 * the letters next to them, so that the last shingles of a frame differ between a Chinese article
 * and an English one. Cost: a look-up in memory for each letter.
 *
 * <p>Immutable and safe to share. Memory: up to 64 bytes a letter of the listed texts.
 */
public final class Boilerplate {

  /** The name of the option. */
  public static final String NAME = "boilerplate";

  /** The least letters of a run that is left out, but of Chinese, Japanese or Korean ones. */
  public static final int MIN_LENGTH = CharacterShingles.LONG;

  /** No text: every letter counts. */
  public static final Boilerplate NONE = new Boilerplate(List.of());

  private static final int MAX_TEXTS = 100;

  /** The most UTF-16 units of all texts: every node keeps the mappings that have them. */
  private static final int MAX_LENGTH = 20_000;

  private static final int LONG = MIN_LENGTH;
  private static final int SHORT = CharacterShingles.SHORT;

  /** An odd number without a pattern. */
  private static final long BASE = 0x9E3779B97F4A7C15L;

  /** The factors of the letter before a window. */
  private static final long BEFORE_LONG = power(LONG);

  private static final long BEFORE_SHORT = power(SHORT);

  private final List<String> texts;

  /** A hash table of all windows of the listed texts: their hashes, and 0 in the other places. */
  private final long[] listed;

  /** A bit for each place of a table eight times as large: few other windows have theirs set. */
  private final BitSet filter = new BitSet();

  /**
   * The listed texts.
   *
   * @throws IllegalArgumentException if they are too many or too long, or one is too short
   */
  public Boilerplate(Collection<String> texts) {
    this(NAME, texts, Folding.NONE);
  }

  private Boilerplate(String name, Collection<String> given, Folding folding) {
    texts = List.copyOf(new TreeSet<>(given));
    requireAtMost(MAX_TEXTS, texts.size(), name, "texts");
    int length = Math.toIntExact(texts.stream().mapToLong(String::length).sum());
    requireAtMost(MAX_LENGTH, length, name, "characters together");
    LongStream.Builder all = LongStream.builder();
    for (String text : texts) {
      BitSet ends = new BitSet();
      forEachWindow(
          NormalForm.letters(folding.of(text)),
          (from, end, hash) -> {
            ends.set(end);
            all.add(hash);
          });
      if (ends.isEmpty()) {
        throw invalid(
            "[%s] must hold texts with at least [%s] letters, or [%s] Chinese, Japanese or Korean"
                + " ones in a row, but held [%s]",
            name, LONG, SHORT, OptionMap.shown(text));
      }
    }
    long[] windows = all.build().distinct().toArray();
    listed = new long[4 * Math.max(1, Integer.highestOneBit(windows.length))];
    for (long window : windows) {
      listed[place(window)] = window;
      filter.set(start(window, 8 * listed.length));
    }
  }

  private static void requireAtMost(int max, int held, String name, String unit) {
    if (held > max) {
      throw invalid("[%s] must hold at most [%s] %s but held [%s]", name, max, unit, held);
    }
  }

  /** Takes the option; {@link #NONE} where it is absent. */
  public static Boilerplate read(OptionMap options) {
    return options.has(NAME)
        ? new Boilerplate(options.fullName(NAME), options.stringOrStrings(NAME), Folding.NONE)
        : NONE;
  }

  /** The same texts for texts that are folded: the listed texts are folded too. */
  Boilerplate folded(Folding folding) {
    return isEmpty() ? this : new Boilerplate(NAME, texts, folding);
  }

  /** Whether every letter counts. */
  public boolean isEmpty() {
    return texts.isEmpty();
  }

  /** The listed texts as users set them, each once and in order. */
  public List<String> texts() {
    return texts;
  }

  /** The same as a mapping keeps it: {@code null} where every letter counts. */
  public List<String> pinned() {
    return isEmpty() ? null : texts;
  }

  /** The letters of each listed text, which decide what is left out; in order. */
  public List<String> letters() {
    return texts.stream()
        .map(NormalForm::letters)
        .map(letters -> new String(letters, 0, letters.length))
        .distinct()
        .sorted()
        .toList();
  }

  /** The text without the runs that are listed; the text itself if it has none. */
  public String of(String text) {
    if (isEmpty() || runs(NormalForm.letters(text)).isEmpty()) {
      return text;
    }
    LocatedLetters letters = LocatedLetters.of(text);
    BitSet runs = runs(letters.all());
    if (runs.cardinality() == letters.count()) {
      return "";
    }
    StringBuilder rest = new StringBuilder(text.length());
    int end = 0;
    for (int from = runs.nextSetBit(0), to; from >= 0; from = runs.nextSetBit(to)) {
      to = runs.nextClearBit(from);
      // A character that became several letters may have begun before the last run ended.
      rest.append(text, end, Math.max(end, letters.start(from))).append(' ');
      end = letters.end(to - 1);
    }
    return rest.append(text, end, text.length()).toString();
  }

  /** The indices of the letters that are in a listed window. */
  private BitSet runs(int[] letters) {
    BitSet runs = new BitSet();
    forEachWindow(
        letters,
        (from, end, hash) -> {
          if (filter.get(start(hash, 8 * listed.length)) && listed[place(hash)] != 0) {
            runs.set(from, end);
          }
        });
    return runs;
  }

  /** Takes the place of a window in the letters of a text, and its hash. */
  private interface WindowConsumer {
    void accept(int from, int end, long hash);
  }

  /**
   * Gives the windows of both sizes. The hash of letters a, b, c is (a · base + b) · base + c,
   * modulo 2^64.
   */
  private static void forEachWindow(int[] letters, WindowConsumer windows) {
    long longHash = 0;
    long shortHash = 0;
    int denseInARow = 0;
    for (int i = 0; i < letters.length; i++) {
      longHash = longHash * BASE + letters[i];
      shortHash = shortHash * BASE + letters[i];
      if (i >= LONG) {
        longHash -= letters[i - LONG] * BEFORE_LONG;
      }
      if (i >= SHORT) {
        shortHash -= letters[i - SHORT] * BEFORE_SHORT;
      }
      if (i + 1 >= LONG) {
        windows.accept(i + 1 - LONG, i + 1, longHash);
      }
      boolean dense = letters[i] >= Letters.FIRST_DENSE && Letters.isDense(letters[i]);
      denseInARow = dense ? denseInARow + 1 : 0;
      if (denseInARow >= SHORT) {
        windows.accept(i + 1 - SHORT, i + 1, shortHash);
      }
    }
  }

  private static long power(int exponent) {
    return exponent == 0 ? 1 : BASE * power(exponent - 1);
  }

  /** The place in a table of so many at which a window is looked for first. */
  private static int start(long window, int size) {
    // The highest bits of a product depend on all letters.
    return (int) (window * BASE >>> Long.numberOfLeadingZeros(size - 1));
  }

  /** The place of a window in the hash table, or the empty one where it would be. */
  private int place(long window) {
    int place = start(window, listed.length);
    while (listed[place] != window && listed[place] != 0) {
      place = place + 1 & listed.length - 1;
    }
    return place;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Boilerplate that
        && texts.equals(that.texts)
        && Arrays.equals(listed, that.listed);
  }

  @Override
  public int hashCode() {
    return texts.hashCode();
  }

  /** The number of texts, because they may be long. */
  @Override
  public String toString() {
    return texts.size() + " texts";
  }
}
