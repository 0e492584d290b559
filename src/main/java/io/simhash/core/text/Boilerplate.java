package io.simhash.core.text;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.core.base.OptionMap;
import java.lang.ref.WeakReference;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.WeakHashMap;

/**
 * The option {@code boilerplate}: texts that do not count where they occur in another, such as
 * frames of pages, disclaimers and licences.
 *
 * <p>Leaves out the passages of at least 12 letters that a text shares with a listed one, where a
 * Chinese, Japanese or Korean letter counts 2.4: the passages that the query {@code
 * shared_passages} finds with this {@code min_length}. A passage becomes one space, together with
 * all that is between its letters. Letters that come together by that are not searched again. A
 * text that has no other letter becomes the empty text, whatever symbols are left. Cost: a look-up
 * in memory for each letter.
 *
 * <p>Immutable and safe to share: equal lists are one object, however many mappings have them. Its
 * memory, at most 12 bytes a letter, is taken when a text is first compared with it.
 */
public final class Boilerplate {

  /** The name of the option. */
  public static final String NAME = "boilerplate";

  private static final int MAX_TEXTS = 100;

  /** The most UTF-16 units of all texts: every node keeps the mappings that have them. */
  private static final int MAX_LENGTH = 20_000;

  /** The least units of a passage: 12 letters, or 5 Chinese, Japanese or Korean ones. */
  private static final int MIN_UNITS = 12 * Letters.UNITS_OF_LETTER;

  /** The lists that are in use, found by an equal list: mappings are read often. */
  private static final Map<Boilerplate, WeakReference<Boilerplate>> KNOWN = new WeakHashMap<>();

  /** No text: every letter counts. */
  public static final Boilerplate NONE = new Boilerplate(List.of(), Folding.NONE);

  private final List<String> texts;
  private final Folding folding;

  /** The letters of the texts; {@code null} until a text is compared. */
  private volatile ListedLetters listed;

  private Boilerplate(List<String> texts, Folding folding) {
    this.texts = texts;
    this.folding = folding;
  }

  private static synchronized Boilerplate of(
      String name, Collection<String> given, Folding folding) {
    requireAtMost(MAX_TEXTS, given.size(), name, "texts");
    requireAtMost(MAX_LENGTH, TextLimit.length(given), name, "characters together");
    Boilerplate made = new Boilerplate(List.copyOf(new TreeSet<>(given)), folding);
    WeakReference<Boilerplate> known = KNOWN.get(made);
    Boilerplate found = known == null ? null : known.get();
    if (found != null) {
      return found;
    }
    made.texts.forEach(text -> requireLength(folding.of(text), name, text));
    KNOWN.put(made, new WeakReference<>(made));
    return made;
  }

  private static void requireAtMost(long max, long held, String name, String unit) {
    if (held > max) {
      throw invalid("[%s] must hold at most [%s] %s but held [%s]", name, max, unit, held);
    }
  }

  private static void requireLength(String folded, String name, String text) {
    if (new PassageText(List.of(folded)).units() < MIN_UNITS) {
      throw invalid(
          "[%s] must hold texts with at least [12] letters, where a Chinese, Japanese or Korean one"
              + " counts 2.4, but held [%s]",
          name, OptionMap.shown(text));
    }
  }

  /**
   * Takes the option; {@link #NONE} where it is absent.
   *
   * @throws IllegalArgumentException if the texts are too many or too long, or one is too short
   */
  static Boilerplate read(OptionMap options) {
    return options.has(NAME)
        ? of(options.fullName(NAME), options.stringOrStrings(NAME), Folding.NONE)
        : NONE;
  }

  /** Refuses the option in a request. */
  public static void refuse(OptionMap options) {
    if (options.has(NAME)) {
      throw invalid(
          "[%s] cannot be set in a request: it is an option of [simhash] and [minhash] fields and"
              + " of the processor [simhash]",
          options.fullName(NAME));
    }
  }

  /** The list for texts that are folded: its texts are folded too. */
  Boilerplate folded(Folding other) {
    return isEmpty() || folding.equals(other) ? this : of(NAME, texts, other);
  }

  public boolean isEmpty() {
    return texts.isEmpty();
  }

  /** The UTF-16 units of all texts. */
  public int length() {
    return texts.stream().mapToInt(String::length).sum();
  }

  /** The listed texts as a mapping keeps them, each once and in order; {@code null} for none. */
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

  /** The text without the passages that are listed; the text itself if it has none. */
  public String of(String text) {
    if (isEmpty() || runs(NormalForm.letters(text)).isEmpty()) {
      return text;
    }
    PassageText letters = new PassageText(List.of(text));
    BitSet runs = runs(letters.letters());
    if (runs.cardinality() == letters.length()) {
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

  /** The indices of the letters that are in a shared passage. */
  private BitSet runs(int[] letters) {
    if (listed == null) { // Two threads may make the same at first.
      PassageText folded = new PassageText(texts.stream().map(folding::of).toList());
      listed = new ListedLetters(folded.letters(), MIN_UNITS);
    }
    return listed.shared(letters);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Boilerplate that
            && texts.equals(that.texts)
            && folding.equals(that.folding));
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
