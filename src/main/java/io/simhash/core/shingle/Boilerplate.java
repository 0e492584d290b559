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
 * and an English one. Windows are compared only where the text has a <em>gram</em> of a listed
 * text: {@value #LONG_GRAM} letters that end at a multiple of {@value #LONG_STEP} letters; every
 * window has one. A text without a run has few of these grams, and costs some 3 ns a letter.
 *
 * <p>Immutable and safe to share. Memory: up to 50 bytes a letter of the listed texts.
 */
public final class Boilerplate {

  /** The name that users type. */
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

  /** Of the five grams of a window, one of the last four ends at a multiple of four letters. */
  private static final int LONG_GRAM = 8;

  private static final int LONG_STEP = 4;

  /** The same for short windows, which have three grams. */
  private static final int SHORT_GRAM = 3;

  private static final int SHORT_STEP = 2;

  /** An odd number without a pattern, and its power for the letters of a step. */
  private static final long BASE = 0x9E3779B97F4A7C15L;

  @SuppressWarnings("ConstantOverflow") // Hashes are modulo 2^64.
  private static final long BASE_OF_STEP = BASE * BASE * BASE * BASE;

  private final List<String> texts;

  /** A hash table of all windows of the listed texts: their hashes, and 0 in the other places. */
  private final long[] listed;

  /**
   * A Bloom filter of all grams of the listed texts, with a word for one or two of them: of other
   * grams one in some 500 passes it.
   */
  private final long[] filter;

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
    LongStream.Builder grams = LongStream.builder();
    long[] windows =
        texts.stream()
            .flatMapToLong(text -> windows(name, text, folding, grams))
            .distinct()
            .toArray();
    listed = new long[4 * Math.max(1, Integer.highestOneBit(windows.length))];
    for (long window : windows) {
      listed[place(window)] = window;
    }
    long[] all = grams.build().toArray();
    filter = new long[Math.max(2, Integer.highestOneBit(all.length))];
    for (long gram : all) {
      filter[start(gram, filter)] |= mask(gram);
    }
  }

  private static void requireAtMost(int max, int held, String name, String unit) {
    if (held > max) {
      throw invalid("[%s] must hold at most [%s] %s but held [%s]", name, max, unit, held);
    }
  }

  /** The hashes of the windows of a listed text; adds its grams to others. */
  private static LongStream windows(
      String name, String text, Folding folding, LongStream.Builder grams) {
    int[] letters = NormalForm.letters(folding.of(text));
    LongStream.Builder windows = LongStream.builder();
    boolean any = false;
    for (int end = 1; end <= letters.length; end++) {
      boolean isLong = end >= LONG;
      boolean isShort = areDense(letters, end - SHORT, end);
      any |= isLong || isShort;
      if (isLong) {
        windows.add(hash(letters, end - LONG, end));
      }
      if (isShort) {
        windows.add(hash(letters, end - SHORT, end));
      }
      if (end >= LONG_GRAM) {
        grams.add(hash(letters, end - LONG_GRAM, end));
      }
      if (areDense(letters, end - SHORT_GRAM, end)) {
        grams.add(hash(letters, end - SHORT_GRAM, end));
      }
    }
    if (any == false) {
      throw invalid(
          "[%s] must hold texts with at least [%s] letters, or [%s] Chinese, Japanese or Korean"
              + " ones in a row, but held [%s]",
          name, LONG, SHORT, OptionMap.shown(text));
    }
    return windows.build();
  }

  /**
   * Takes the option; {@link #NONE} where it is absent.
   *
   * @throws IllegalArgumentException naming the option, what it allows and what it was
   */
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

  /** The listed texts as users typed them, each once and in order. */
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
    long before = 0;
    for (int end = LONG_STEP; end <= letters.length; end += LONG_STEP) {
      long last = hash(letters, end - LONG_STEP, end);
      if (passes(before * BASE_OF_STEP + last)) {
        addWindows(letters, LONG, end, end + LONG_STEP, runs);
      }
      before = last;
    }
    for (int end = SHORT_STEP; end <= letters.length; end += SHORT_STEP) {
      // Most letters are known to be of another script without a look into a table.
      if (letters[end - 1] >= Letters.FIRST_DENSE
          && areDense(letters, end - SHORT_GRAM, end)
          && passes(hash(letters, end - SHORT_GRAM, end))) {
        addWindows(letters, SHORT, end, end + SHORT_STEP, runs);
      }
    }
    return runs;
  }

  /** Adds the listed windows of a size that end before a letter of a part. */
  private void addWindows(int[] letters, int size, int from, int to, BitSet runs) {
    for (int end = Math.max(size, from); end < to && end <= letters.length; end++) {
      if (listed[place(hash(letters, end - size, end))] != 0) {
        runs.set(end - size, end);
      }
    }
  }

  private static boolean areDense(int[] letters, int from, int to) {
    int i = to;
    while (from >= 0 && i > from && Letters.isDense(letters[i - 1])) {
      i--;
    }
    return i == from;
  }

  /** The hash of letters a, b, c: (a · base + b) · base + c, modulo 2^64. */
  private static long hash(int[] letters, int from, int to) {
    long hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash * BASE + letters[i];
    }
    return hash;
  }

  private boolean passes(long gram) {
    long mask = mask(gram);
    return (filter[start(gram, filter)] & mask) == mask;
  }

  /** The place of a window in the hash table, or the empty one where it would be. */
  private int place(long window) {
    int place = start(window, listed);
    while (listed[place] != window && listed[place] != 0) {
      place = place + 1 & listed.length - 1;
    }
    return place;
  }

  /** The first place of a hash: the highest bits of a product depend on all of its letters. */
  private static int start(long hash, long[] places) {
    return (int) (hash * BASE >>> Long.numberOfLeadingZeros(places.length - 1));
  }

  /** The two bits of a gram in its word of the filter. */
  private static long mask(long gram) {
    long product = gram * BASE;
    return 1L << (product >>> 20) | 1L << (product >>> 26);
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
