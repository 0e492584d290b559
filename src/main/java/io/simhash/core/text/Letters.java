package io.simhash.core.text;

import java.lang.Character.UnicodeScript;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/** The code points that texts are compared by, and which of them say more than a letter. */
public final class Letters {

  /** The units of a letter or number, see {@link #unitsOf}. */
  public static final int UNITS_OF_LETTER = 5;

  /** The units of a Chinese, Japanese or Korean letter. */
  public static final int UNITS_OF_DENSE = 12;

  /** A digit before it is the label of a key, as in 1️⃣. */
  public static final int KEYCAP = 0x20E3;

  /**
   * The scripts whose marks are left out: they point a text for learners and liturgies, or belong
   * to no script. In the scripts of India and South-East Asia, and in Thaana, marks are vowels.
   */
  private static final Set<UnicodeScript> OPTIONAL_MARKS =
      scripts(
          "Inherited Common Latin Greek Coptic Cyrillic Glagolitic Hebrew Arabic Syriac"
              + " Samaritan Mandaic Hangul");

  private static final Set<UnicodeScript> DENSE_SCRIPTS = scripts("Han Hiragana Katakana Hangul");

  /**
   * The letters of the script Common that belong to these scripts alone, in Unicode's
   * ScriptExtensions.txt: long vowels, repetitions and closing marks of Japanese; also the counting
   * rods, U+1D360 to U+1D371. Others of them, such as ㆒, have another normal form.
   */
  private static final String DENSE_COMMON = "ー〱〲〳〴〵〆〼";

  /**
   * Modifier letters that are written for an apostrophe and often typed as one, ' or ’, which is no
   * letter: in Ukrainian, Hawaiian, Uzbek and Nenets, in transliterated Arabic, Hebrew and Russian,
   * and the saltillo. Those of phonetic alphabets, such as ˈ and ˀ, are letters.
   */
  private static final String APOSTROPHES = "ʹʺʻʼʽʾʿˮꞋꞌ";

  /** No code point before it is dense: the first of the Hangul Jamo. */
  private static final int FIRST_DENSE = 0x1100;

  private static final byte KNOWN = 1;
  private static final byte LETTER = 2;
  private static final byte DENSE = 4;

  /** Filled as code points are met; every thread finds the same values. */
  private static final byte[] PLANE_0 = new byte[1 << 16];

  private Letters() {}

  private static Set<UnicodeScript> scripts(String names) {
    return Arrays.stream(names.split(" "))
        .map(UnicodeScript::forName)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(UnicodeScript.class)));
  }

  /**
   * Whether a code point is a letter, a number, or a mark that is a letter: Unicode categories L
   * and N but for apostrophes, and Mn and Mc of the scripts in which marks are vowels.
   */
  public static boolean isLetter(int codePoint) {
    return (known(codePoint) & LETTER) != 0;
  }

  /** Whether a code point is a letter of the scripts Han, Hiragana, Katakana and Hangul alone. */
  public static boolean isDense(int codePoint) {
    return codePoint >= FIRST_DENSE && (known(codePoint) & DENSE) != 0;
  }

  /**
   * The length of a letter in units, so that lengths mean the same in every script: a Chinese,
   * Japanese or Korean letter says as much as 2.4 others
   * (docs/adr/0005-shingles-of-every-script.md).
   */
  public static int unitsOf(int letter) {
    return isDense(letter) ? UNITS_OF_DENSE : UNITS_OF_LETTER;
  }

  /** Whether a code point is a part of a text that has no letter: a symbol such as an emoji. */
  public static boolean isSymbol(int codePoint) {
    return Character.getType(codePoint) == Character.OTHER_SYMBOL || codePoint == KEYCAP;
  }

  /** Whether a code point is a mark: Unicode category M. */
  public static boolean isMark(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK ->
          true;
      default -> false;
    };
  }

  private static int known(int codePoint) {
    if (codePoint >= PLANE_0.length) {
      return learned(codePoint);
    }
    byte known = PLANE_0[codePoint];
    return known != 0 ? known : (PLANE_0[codePoint] = learned(codePoint));
  }

  private static byte learned(int codePoint) {
    UnicodeScript script = UnicodeScript.of(codePoint);
    boolean letter =
        switch (Character.getType(codePoint)) {
          case Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
          case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK ->
              OPTIONAL_MARKS.contains(script) == false;
          default -> Character.isLetterOrDigit(codePoint) && APOSTROPHES.indexOf(codePoint) < 0;
        };
    boolean dense =
        DENSE_SCRIPTS.contains(script)
            || DENSE_COMMON.indexOf(codePoint) >= 0
            || codePoint >= 0x1D360 && codePoint <= 0x1D371;
    return (byte) (KNOWN | (letter ? LETTER : 0) | (dense ? DENSE : 0));
  }
}
