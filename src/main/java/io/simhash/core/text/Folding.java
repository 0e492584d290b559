package io.simhash.core.text;

import io.simhash.core.base.OptionMap;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.Character.UnicodeScript;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The option {@code fold}: differences between letters that do not count, besides those that {@link
 * NormalForm} never counts.
 *
 * @param kinds the differences; none by default
 */
public record Folding(Set<Kind> kinds) {

  /** The name of the option. */
  public static final String NAME = "fold";

  /** Every difference counts. */
  public static final Folding NONE = new Folding(Set.of());

  /** Letters that have no decomposition, and what each is folded to. */
  private static final Map<Integer, String> STROKES =
      Map.of((int) 'ø', "o", (int) 'đ', "d", (int) 'ł', "l", (int) 'ħ', "h", (int) 'ß', "ss");

  /** Arabic letters, each group by its first one. */
  private static final Map<Integer, Integer> ARABIC =
      groups("اآأإٱٲٳٵ", "وؤ", "يىئیېۍےۓ", "كکڪ", "هةەہۀۂۃھ");

  /** A kind of difference. */
  public enum Kind {
    /** Accents of Latin, Greek and Cyrillic letters: é is e, ё is е, ä is a; also ø, đ, ł, ħ, ß. */
    ACCENTS,
    /** Forms of Arabic letters: alef, waw with hamza, yeh, kaf, heh and teh marbuta. */
    ARABIC,
    /** Traditional Chinese characters are the simplified ones. */
    TRADITIONAL,
    /** Decimal digits of every script; but a text that has no other letter keeps them. */
    NUMBERS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static Map<Integer, Integer> groups(String... groups) {
    Map<Integer, Integer> folded = new HashMap<>();
    for (String group : groups) {
      group.codePoints().forEach(c -> folded.put(c, group.codePointAt(0)));
    }
    return Map.copyOf(folded);
  }

  public Folding {
    kinds = Set.copyOf(kinds);
  }

  /** Takes the option; {@link #NONE} where it is absent. */
  public static Folding read(OptionMap options) {
    return options.has(NAME) ? new Folding(Set.copyOf(options.constants(NAME, Kind.class))) : NONE;
  }

  /** The folding with these {@link #bits}; those that have no meaning are ignored. */
  public static Folding ofBits(int bits) {
    Set<Kind> kinds = EnumSet.allOf(Kind.class);
    kinds.removeIf(kind -> (bits & 1 << kind.ordinal()) == 0);
    return new Folding(kinds);
  }

  public boolean isNone() {
    return kinds.isEmpty();
  }

  /** One bit for each kind; a signature has room for 7. */
  public int bits() {
    return kinds.stream().mapToInt(kind -> 1 << kind.ordinal()).sum();
  }

  /** The folded text; the text itself if every difference counts. */
  public String of(String text) {
    if (isNone()) {
      return text;
    }
    StringBuilder folded = new StringBuilder(text.length());
    NormalForm.of(text).codePoints().forEach(codePoint -> append(codePoint, folded));
    // Otherwise all texts of numbers would be one text.
    return kinds.contains(Kind.NUMBERS) && folded.codePoints().noneMatch(Letters::isLetter)
        ? ofBits(bits() - (1 << Kind.NUMBERS.ordinal())).of(text)
        : folded.toString();
  }

  /**
   * Gives the code points of the folded text, each with the place of that which it was folded from.
   * Marks that accents are stay: they are no letters. Digits of {@code numbers} never count.
   */
  public void forEach(String text, NormalForm.Consumer consumer) {
    if (isNone()) {
      NormalForm.forEach(text, consumer);
      return;
    }
    StringBuilder folded = new StringBuilder();
    NormalForm.forEach(
        text,
        (codePoint, start, end) -> {
          folded.setLength(0);
          append(codePoint, folded);
          if (folded.isEmpty()) {
            folded.appendCodePoint(codePoint);
          }
          folded.codePoints().forEach(each -> consumer.accept(each, start, end));
        });
  }

  private void append(int codePoint, StringBuilder folded) {
    if (Character.isDigit(codePoint) && kinds.contains(Kind.NUMBERS)) {
      folded.append(' '); // A mark behind the digit must not join the letter before it.
      return;
    }
    if (codePoint < 0x80) {
      folded.append((char) codePoint); // No other kind changes it, and most letters are ASCII.
      return;
    }
    int letter = codePoint;
    if (kinds.contains(Kind.ARABIC)) {
      letter = ARABIC.getOrDefault(letter, letter);
    }
    if (kinds.contains(Kind.TRADITIONAL)) {
      letter = Simplified.TABLE.getOrDefault(letter, letter);
    }
    if (kinds.contains(Kind.ACCENTS)) {
      folded.append(withoutAccents(letter));
    } else {
      folded.appendCodePoint(letter);
    }
  }

  private static String withoutAccents(int letter) {
    String whole = Character.toString(letter);
    if (Letters.isMark(letter)) {
      return Letters.isLetter(letter) || letter == Letters.KEYCAP ? whole : "";
    }
    int first = Normalizer.normalize(whole, Form.NFD).codePointAt(0);
    return switch (UnicodeScript.of(first)) {
      case LATIN, GREEK, CYRILLIC -> STROKES.getOrDefault(first, Character.toString(first));
      default -> whole;
    };
  }

  /** The names of the kinds, in order. */
  public List<String> json() {
    return kinds.stream().sorted().map(Kind::toString).toList();
  }

  /** The same as a mapping keeps it: {@code null} for none. */
  public List<String> pinned() {
    return isNone() ? null : json();
  }

  /** For example {@code accents+arabic}. */
  @Override
  public String toString() {
    return isNone() ? "none" : String.join("+", json());
  }

  /** The table of nlp-lang 1.7.7: each traditional character, and its simplified form behind it. */
  private static final class Simplified {

    static final Map<Integer, Integer> TABLE = new HashMap<>();

    static {
      try (InputStream in = Folding.class.getResourceAsStream("traditional.txt")) {
        String pairs = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        for (int i = 0; i < pairs.length(); i += 2) {
          TABLE.put((int) pairs.charAt(i), (int) pairs.charAt(i + 1));
        }
      } catch (IOException e) {
        throw new UncheckedIOException("reading a resource does not fail", e);
      }
    }
  }
}
