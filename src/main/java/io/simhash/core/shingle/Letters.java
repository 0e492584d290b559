package io.simhash.core.shingle;

/** The code points that shingles are made of, and those of them that say more than a letter. */
public final class Letters {

  /** No character of the four dense scripts is before it. */
  private static final int FIRST_HANGUL = 0x1100;

  private Letters() {}

  /** Whether a code point is a letter or a number: Unicode categories L and N. */
  public static boolean isLetterOrNumber(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.DECIMAL_DIGIT_NUMBER,
          Character.LETTER_NUMBER,
          Character.OTHER_NUMBER ->
          true;
      default -> false;
    };
  }

  /** Whether a code point is of one of the scripts Han, Hiragana, Katakana and Hangul. */
  public static boolean isDense(int codePoint) {
    if (codePoint < FIRST_HANGUL || isCommonHan(codePoint)) {
      return codePoint >= FIRST_HANGUL;
    }
    return switch (Character.UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL -> true;
      default -> false;
    };
  }

  private static boolean isCommonHan(int codePoint) {
    return codePoint >= 0x4E00 && codePoint <= 0x9FFF;
  }
}
