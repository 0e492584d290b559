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
 * <p>Of a text is left out every run of at least {@value CharacterShingles#LONG} letters, or of at
 * least {@value CharacterShingles#SHORT} that are all Chinese, Japanese or Korean ({@link
 * Letters#isDense}), that a listed text has too. Letters are those of the {@link NormalForm}, so
 * case, spaces and punctuation make no difference. A run becomes one space, together with all that
 * is between its letters. Letters that come together by that are not searched again. A text that
 * has no other letter becomes the empty text, whatever symbols are left.
 *
 * <p>The windows that are compared have a fixed size. The size of {@code auto} shingles depends on
 * what is next to them, so those at the end of a frame would be others before a Chinese article
 * than before an English one. The hashes of the windows roll, so that a text without a run costs
 * some nanoseconds a letter.
 *
 * <p>Immutable and safe to share. Memory: up to 20 bytes a letter of the listed texts.
 *
 * @see <a href="https://doi.org/10.1147/rd.312.0249">Karp, Rabin: Efficient randomized
 *     pattern-matching algorithms, IBM Journal of Research and Development 31, 1987</a>
 */
public final class Boilerplate {

  /** The name that users type. */
  public static final String NAME = "boilerplate";

  /** No text: every letter counts. */
  public static final Boilerplate NONE = new Boilerplate(List.of());

  private static final int MAX_TEXTS = 100;

  /** The most UTF-16 units of all texts: every node keeps the mappings that have them. */
  private static final int MAX_LENGTH = 20_000;

  private final List<String> texts;

  /** The hashes of all windows of the listed texts, sorted. */
  private final long[] listed;

  /**
   * A Bloom filter of these hashes, with a word for two to four of them: of the other windows one
   * in some 100 passes it.
   */
  private final long[] filter;

  /** Leaves of a hash as many bits as number the words of the filter. */
  private final int shift;

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
    listed =
        texts.stream()
            .flatMapToLong(text -> windows(name, text, folding))
            .distinct()
            .sorted()
            .toArray();
    filter = new long[Math.max(2, Integer.highestOneBit(listed.length) / 2)];
    shift = Long.numberOfLeadingZeros(filter.length - 1);
    for (long hash : listed) {
      filter[word(hash)] |= mask(hash);
    }
  }

  private static void requireAtMost(int max, int held, String name, String unit) {
    if (held > max) {
      throw invalid("[%s] must hold at most [%s] %s but held [%s]", name, max, unit, held);
    }
  }

  private static LongStream windows(String name, String text, Folding folding) {
    LocatedLetters letters = located(folding.of(text));
    Windows windows = new Windows();
    LongStream.Builder hashes = LongStream.builder();
    boolean any = false;
    for (int i = 0; i < letters.count(); i++) {
      windows.add(letters.letter(i));
      if (windows.hasLong()) {
        hashes.add(windows.longHash);
      }
      if (windows.hasShort()) {
        hashes.add(windows.shortHash);
      }
      any |= windows.hasLong() || windows.hasShort();
    }
    if (any == false) {
      throw invalid(
          "[%s] must hold texts with at least [%s] letters, or [%s] Chinese, Japanese or Korean"
              + " ones in a row, but held [%s]",
          name, CharacterShingles.LONG, CharacterShingles.SHORT, OptionMap.shown(text));
    }
    return hashes.build();
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
  public Collection<String> letters() {
    TreeSet<String> distinct = new TreeSet<>();
    for (String text : texts) {
      LocatedLetters letters = located(text);
      StringBuilder joined = new StringBuilder();
      for (int i = 0; i < letters.count(); i++) {
        joined.appendCodePoint(letters.letter(i));
      }
      distinct.add(joined.toString());
    }
    return distinct;
  }

  /** The text without the runs that are listed; the text itself if it has none. */
  public String of(String text) {
    if (isEmpty() || occursIn(NormalForm.of(text)) == false) {
      return text;
    }
    LocatedLetters letters = located(text);
    BitSet runs = runs(letters);
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

  private static LocatedLetters located(String text) {
    LocatedLetters letters = new LocatedLetters(text.length());
    NormalForm.forEach(text, letters);
    return letters;
  }

  private boolean occursIn(String form) {
    Windows windows = new Windows();
    for (int i = 0, next; i < form.length(); i = next) {
      int codePoint = form.codePointAt(i);
      next = i + Character.charCount(codePoint);
      boolean isKeycap = next < form.length() && form.charAt(next) == Letters.KEYCAP;
      if (Letters.isLetter(codePoint) && isKeycap == false) {
        windows.add(codePoint);
        if (longest(windows) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  /** The indices of the letters that are left out. */
  private BitSet runs(LocatedLetters letters) {
    BitSet runs = new BitSet(letters.count());
    Windows windows = new Windows();
    for (int i = 0; i < letters.count(); i++) {
      windows.add(letters.letter(i));
      runs.set(i + 1 - longest(windows), i + 1);
    }
    return runs;
  }

  /** The letters of the longest listed window that ends with the last letter; 0 for none. */
  private int longest(Windows windows) {
    if (windows.hasLong() && isListed(windows.longHash)) {
      return CharacterShingles.LONG;
    }
    return windows.hasShort() && isListed(windows.shortHash) ? CharacterShingles.SHORT : 0;
  }

  private boolean isListed(long hash) {
    long mask = mask(hash);
    return (filter[word(hash)] & mask) == mask && Arrays.binarySearch(listed, hash) >= 0;
  }

  /** The place of a hash in the filter. */
  private int word(long hash) {
    return (int) (mixed(hash) >>> shift);
  }

  /** The two bits of a hash in its word of the filter. */
  private static long mask(long hash) {
    return 1L << (mixed(hash) >>> 20) | 1L << (mixed(hash) >>> 26);
  }

  /** The highest bits of a product depend on all of its factors. */
  private static long mixed(long hash) {
    return hash * Windows.BASE;
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

  /** The windows that end with the last of some letters, as hashes modulo 2^64. */
  private static final class Windows {

    /**
     * An odd number without a pattern; the hash of letters a, b, c is (a · base + b) · base + c.
     */
    private static final long BASE = 0x9E3779B97F4A7C15L;

    private static final long LONG_POWER = power(CharacterShingles.LONG);
    private static final long SHORT_POWER = power(CharacterShingles.SHORT);

    /** At least as many as a window has letters; a power of two. */
    private static final int KEPT = 16;

    private final int[] letters = new int[KEPT];
    private int count;
    private int dense;
    private long longHash;
    private long shortHash;

    private static long power(int exponent) {
      return exponent == 0 ? 1 : BASE * power(exponent - 1);
    }

    void add(int letter) {
      longHash = longHash * BASE + letter - before(CharacterShingles.LONG) * LONG_POWER;
      if (Letters.isDense(letter)) {
        shortHash = shortHash * BASE + letter;
        shortHash -= hasShort() ? before(CharacterShingles.SHORT) * SHORT_POWER : 0;
        dense++;
      } else {
        shortHash = 0;
        dense = 0;
      }
      letters[count++ & KEPT - 1] = letter;
    }

    /** The letter that many places before the next one; 0 before the first one. */
    private int before(int places) {
      return letters[count - places & KEPT - 1];
    }

    boolean hasLong() {
      return count >= CharacterShingles.LONG;
    }

    boolean hasShort() {
      return dense >= CharacterShingles.SHORT;
    }
  }
}
