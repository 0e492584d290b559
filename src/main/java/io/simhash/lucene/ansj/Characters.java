package io.simhash.lucene.ansj;

/**
 * Classes of characters: those that ansj can cut, sentence ends, and the folding of case and width.
 */
final class Characters {

  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
  private static final int ZERO_WIDTH_JOINER = 0x200D;
  private static final int FIRST_HAN = 0x2E80;
  private static final int FULL_WIDTH_FIRST = 0xFF01;
  private static final int FULL_WIDTH_LAST = 0xFF5E;
  private static final int FULL_WIDTH_GAP = FULL_WIDTH_FIRST - '!';

  private Characters() {}

  /** Whether a sentence ends after this character. */
  static boolean isSentenceEnd(char c) {
    if ((c > '?' && c < '\u2026') || isCommonHan(c)) {
      return false; // nearly all characters, without the switch
    }
    return switch (c) {
      case '。', '！', '？', '；', '…', '!', '?', ';', '\n', '\r', '\f', '\u2028', '\u2029' -> true;
      default -> false;
    };
  }

  /** ASCII letters and digits, full-width ones included. */
  static boolean isAsciiWord(int codePoint) {
    int c = narrow(codePoint);
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'z' || c >= '0' && c <= '9';
  }

  static boolean isUnpairedSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  /**
   * Whether ansj would separate the character from its word: letters that are neither ASCII nor
   * Han, their marks and digits, emoji, and everything outside the Basic Multilingual Plane.
   */
  static boolean isForeign(int codePoint) {
    if (narrow(codePoint) < 128 || isCommonHan(codePoint) || isUnpairedSurrogate(codePoint)) {
      return false;
    }
    return switch (Character.getType(codePoint)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.DECIMAL_DIGIT_NUMBER ->
          true;
      default ->
          codePoint >= Character.MIN_SUPPLEMENTARY_CODE_POINT
              || codePoint == ZERO_WIDTH_JOINER
              || codePoint == ZERO_WIDTH_NON_JOINER
              || Character.isExtendedPictographic(codePoint)
              || ((Character.isLetter(codePoint) || Character.isAlphabetic(codePoint))
                  && isHan(codePoint) == false);
    };
  }

  private static boolean isCommonHan(int codePoint) {
    return codePoint >= 0x4E00 && codePoint < 0xA000;
  }

  static boolean isHan(int codePoint) {
    return isCommonHan(codePoint)
        || (codePoint >= FIRST_HAN
            && Character.UnicodeScript.of(codePoint) == Character.UnicodeScript.HAN);
  }

  /** Whether the character can be part of a token: a letter, a number or an emoji. */
  static boolean isContent(int codePoint) {
    if (isCommonHan(codePoint) || Character.isLetterOrDigit(codePoint)) {
      return true;
    }
    int type = Character.getType(codePoint);
    return type == Character.LETTER_NUMBER
        || type == Character.OTHER_NUMBER
        || (codePoint > 127 && Character.isEmoji(codePoint));
  }

  /** Lower case, for each code point without a locale, and full-width ASCII made narrow. */
  static int fold(int codePoint) {
    return Character.toLowerCase(narrow(codePoint));
  }

  static int narrow(int codePoint) {
    boolean wide = codePoint >= FULL_WIDTH_FIRST && codePoint <= FULL_WIDTH_LAST;
    return wide ? codePoint - FULL_WIDTH_GAP : codePoint;
  }

  /** {@link #fold} of a whole text. */
  static String fold(String text) {
    StringBuilder folded = new StringBuilder(text.length());
    text.codePoints().map(Characters::fold).forEach(folded::appendCodePoint);
    return folded.toString();
  }
}
