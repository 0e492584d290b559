package io.simhash.core.text;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The form that two texts share if they look the same to a reader.
 *
 * <p>It is the result of three steps, repeated until they change nothing: Unicode's NFKC; without
 * the invisible code points; each code point in the simple case folding of Unicode, but ı and İ are
 * i, and small letters of Cherokee stay small. Invisible are the code points of category Cf, the
 * variation selectors, the fillers of Hangul and Khmer, U+034F, and the Arabic tatweel, which only
 * makes a word longer.
 *
 * <p>The form is made of <em>runs</em>, each independent of the others. A run ends before each code
 * point whose NFKC begins with something visible, and neither with a mark nor with a vowel or final
 * consonant of Hangul. What a run has behind its first {@value #MAX_RUN} UTF-16 units is left out:
 * sorting n marks takes n² steps. The form of a text in which characters become several (up to 18)
 * is cut soon after {@value #MAX_LENGTH} UTF-16 units.
 *
 * @see <a href="https://www.unicode.org/reports/tr15/">Unicode Normalization Forms</a>
 */
public final class NormalForm {

  private static final int MAX_RUN = 64;
  private static final int MAX_LENGTH = 2_000_000;

  /** The most UTF-16 units that are composed at a time. */
  private static final int BATCH = 10_000;

  /**
   * Marks an entry of the table as computed. The lowest 16 bits of an entry are the form, or how
   * many characters of form one of the text may become.
   */
  private static final int KNOWN = 1 << 16;

  /** The code point begins a run, and its form is one UTF-16 unit. */
  private static final int SIMPLE = 1 << 17;

  /** The code point belongs to the run of the one before it. */
  private static final int JOINS = 1 << 18;

  /** A mark that composes with nothing. */
  private static final int STABLE = 1 << 19;

  /** A mark whose place among other marks is decided by NFKC. */
  private static final int ORDERED = 1 << 20;

  /** The code point is left out of every normal form. */
  private static final int INVISIBLE = 1 << 21;

  /** The form is a letter; only with {@link #SIMPLE}. */
  private static final int LETTER = 1 << 22;

  /** Filled as code points are met; every thread finds the same values. */
  private static final int[] PLANE_0 = new int[1 << 16];

  /** The marks that compose with what is before them. */
  private static final BitSet COMPOSING = new BitSet();

  static {
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      String parts = Normalizer.normalize(String.valueOf(c), Form.NFD);
      for (int i = 1; i < parts.length(); i++) {
        COMPOSING.set(parts.charAt(i));
      }
    }
  }

  private NormalForm() {}

  /** Takes the code points of a normal form, in order. */
  @FunctionalInterface
  public interface Consumer {

    /**
     * @param start where the part of the text begins that became it, in UTF-16 units
     * @param end where that part ends
     */
    void accept(int codePoint, int start, int end);
  }

  /** The normal form of a text. */
  public static String of(String text) {
    char[] form = new char[text.length()];
    for (int i = 0; i < form.length; i++) {
      int known = known(text.charAt(i));
      if ((known & SIMPLE) == 0) {
        int from = Math.max(0, i - 1); // It may join the one before it.
        return ofRuns(text, from, new StringBuilder(form.length).append(form, 0, from));
      }
      form[i] = (char) known;
    }
    return new String(form);
  }

  /** Appends the runs from one on. Those that need NFKC are composed together where they adjoin. */
  private static String ofRuns(String text, int from, StringBuilder form) {
    int rest = from;
    int start = from;
    while (start < text.length() && form.length() < MAX_LENGTH) {
      int end = endOfRun(text, start);
      int cut = Math.min(end, start + MAX_RUN);
      boolean plain = isPlain(text, start, cut);
      if (plain || cut < end || end - rest > BATCH) {
        form.append(rest < start ? composed(text.substring(rest, start)) : "");
        rest = start;
      }
      if (plain) {
        appendPlain(text, start, cut, form);
        rest = end;
      } else if (cut < end) {
        boolean inPair = Character.isHighSurrogate(text.charAt(cut - 1));
        form.append(composed(text.substring(start, inPair ? cut - 1 : cut)));
        rest = end;
      }
      start = end;
    }
    return form.append(composed(text.substring(rest, start))).toString();
  }

  /** Whether a run needs no NFKC: its form is the forms of its code points. */
  private static boolean isPlain(String text, int start, int end) {
    boolean plain = (known(text.charAt(start)) & SIMPLE) != 0;
    int ordered = 0;
    for (int i = start + 1; i < end && plain; i++) {
      int known = known(text.charAt(i));
      ordered += (known & ORDERED) != 0 ? 1 : 0;
      plain = (known & (STABLE | INVISIBLE)) != 0 && ordered < 2;
    }
    return plain;
  }

  private static void appendPlain(String text, int start, int end, StringBuilder form) {
    for (int i = start; i < end; i++) {
      int known = known(text.charAt(i));
      if ((known & INVISIBLE) == 0) {
        form.append((char) known);
      }
    }
  }

  private static String composed(String text) {
    String before = text;
    while (true) {
      String composed = Normalizer.normalize(before, Form.NFKC);
      StringBuilder form = new StringBuilder(composed.length());
      boolean complete = true;
      boolean changed = false;
      for (int i = 0; i < composed.length(); ) {
        int codePoint = composed.codePointAt(i);
        i += Character.charCount(codePoint);
        if (isInvisible(codePoint)) {
          changed = true;
          continue;
        }
        // A changed letter may compose with the mark behind it.
        complete &= changed == false || joins(codePoint) == false;
        int folded = folded(codePoint);
        changed = folded != codePoint;
        form.appendCodePoint(folded);
      }
      if (complete) {
        return form.toString();
      }
      before = form.toString();
    }
  }

  /**
   * Gives the code points of the normal form, and where each is in the text as it was written: the
   * whole run that it is in, or its own place if the run is in normal form.
   */
  public static void forEach(String text, Consumer consumer) {
    int length = 0;
    for (int start = 0, end; start < text.length() && length < MAX_LENGTH; start = end) {
      int known = known(text.charAt(start));
      boolean alone = start + 1 == text.length() || (known(text.charAt(start + 1)) & SIMPLE) != 0;
      end = alone && (known & SIMPLE) != 0 ? start + 1 : endOfRun(text, start);
      if (end == start + 1 && (known & SIMPLE) != 0) {
        consumer.accept((char) known, start, end);
        length++;
        continue;
      }
      String run = text.substring(start, end);
      String form = of(run);
      boolean same = form.equals(run);
      length += form.length();
      for (int i = 0, next; i < form.length(); i = next) {
        next = i + Character.charCount(form.codePointAt(i));
        consumer.accept(form.codePointAt(i), same ? start + i : start, same ? start + next : end);
      }
    }
  }

  /**
   * The text for an analyzer: each run is in its normal form unless it differs from that in case or
   * punctuation alone, which are for the analyzer to decide. So an analyzer gets most texts as they
   * were written.
   */
  public static String forAnalyzer(String text) {
    int same = 0;
    while (same < text.length() && isSameToAnalyzers(text.charAt(same))) {
      same++;
    }
    if (same == text.length()) {
      return text;
    }
    int from = Math.max(0, same - 1); // The next one may join the run of the last.
    StringBuilder form = new StringBuilder(text.length()).append(text, 0, from);
    for (int start = from, end; start < text.length() && form.length() < MAX_LENGTH; start = end) {
      end = endOfRun(text, start);
      char c = text.charAt(start);
      if (end == start + 1 && (known(c) & SIMPLE) != 0) {
        form.append(isSameToAnalyzers(c) ? c : (char) known(c));
      } else {
        String run = text.substring(start, end);
        form.append(isSameToAnalyzers(run, of(run)) ? run : of(run));
      }
    }
    return form.toString();
  }

  /** Whether a simple run differs from its form in case or punctuation alone. */
  private static boolean isSameToAnalyzers(char c) {
    int known = known(c);
    return (known & SIMPLE) != 0
        && (Character.toLowerCase(c) == (char) known || Letters.isLetter((char) known) == false);
  }

  private static boolean isSameToAnalyzers(String run, String form) {
    int[] lower = run.codePoints().map(Character::toLowerCase).toArray();
    return form.codePoints().anyMatch(Letters::isLetter)
        ? form.equals(new String(lower, 0, lower.length))
        : run.codePoints().noneMatch(NormalForm::isInvisible);
  }

  private static int endOfRun(String text, int start) {
    int end = start + Character.charCount(text.codePointAt(start));
    while (end < text.length() && joins(text.codePointAt(end))) {
      end += Character.charCount(text.codePointAt(end));
    }
    return end;
  }

  /**
   * The most letters of texts in normal form, by which their memory is accounted for before the
   * form is made. A character counts at least once. One look-up a character.
   */
  public static long maxLetters(List<String> texts) {
    long length = 0;
    for (String text : texts) {
      for (int i = 0; i < text.length(); i++) {
        int known = known(text.charAt(i));
        boolean one = (known & (SIMPLE | STABLE | INVISIBLE)) != 0;
        length += one ? 1 : (char) known;
      }
    }
    return length;
  }

  /** The letters of the normal form; the digit of a keycap is none. */
  public static int[] letters(String text) {
    int[] letters = new int[text.length()];
    int count = 0;
    for (int i = 0; i < text.length(); i++) {
      int known = known(text.charAt(i));
      if ((known & SIMPLE) == 0) {
        return lettersOfForm(of(text));
      }
      letters[count] = (char) known;
      // Without a branch, which no processor could predict.
      count += (known & LETTER) / LETTER;
    }
    return Arrays.copyOf(letters, count);
  }

  private static int[] lettersOfForm(String form) {
    int[] letters = new int[form.length()];
    int count = 0;
    for (int i = 0, next; i < form.length(); i = next) {
      int codePoint = form.codePointAt(i);
      next = i + Character.charCount(codePoint);
      boolean isKeycap = next < form.length() && form.charAt(next) == Letters.KEYCAP;
      if (Letters.isLetter(codePoint) && isKeycap == false) {
        letters[count++] = codePoint;
      }
    }
    return Arrays.copyOf(letters, count);
  }

  private static int known(char c) {
    int known = PLANE_0[c];
    return known != 0 ? known : (PLANE_0[c] = learned(c));
  }

  private static int learned(char c) {
    if (isInvisible(c)) {
      return KNOWN | JOINS | INVISIBLE;
    }
    if (computedJoins(c)) {
      boolean ordered = isReordered("a\u0345" + c) || isReordered("a" + c + '\u0334');
      int rest = isStable(c) ? STABLE | c : formLength(c);
      return KNOWN | JOINS | (ordered ? ORDERED : 0) | rest;
    }
    String form = composed(String.valueOf(c));
    boolean simple = form.length() == 1 && Character.isSurrogate(c) == false;
    return simple
        ? KNOWN | SIMPLE | (Letters.isLetter(form.charAt(0)) ? LETTER : 0) | form.charAt(0)
        : KNOWN | formLength(c);
  }

  /** The two surrogates of a code point may become three letters: 🅎 is ppv. */
  private static int formLength(char c) {
    int length = composed(String.valueOf(c)).length();
    return Character.isHighSurrogate(c) ? 2 : Math.max(1, length);
  }

  private static boolean isReordered(String text) {
    return Normalizer.isNormalized(text, Form.NFD) == false;
  }

  private static boolean isStable(char c) {
    return Letters.isMark(c)
        && COMPOSING.get(c) == false
        && folded(c) == c
        && Normalizer.isNormalized(String.valueOf(c), Form.NFKC);
  }

  private static boolean joins(int codePoint) {
    return Character.isBmpCodePoint(codePoint)
        ? (known((char) codePoint) & JOINS) != 0
        : computedJoins(codePoint);
  }

  private static boolean computedJoins(int codePoint) {
    int first = Normalizer.normalize(Character.toString(codePoint), Form.NFKC).codePointAt(0);
    return isInvisible(first)
        || Letters.isMark(first)
        || first >= 0x1161 && first <= 0x1175
        || first >= 0x11A8 && first <= 0x11C2
        // Vowels of Kirat Rai, letters that compose with one another.
        || first >= 0x16D63 && first <= 0x16D6A;
  }

  private static int folded(int codePoint) {
    return codePoint < 0x80
        ? Character.toLowerCase(codePoint)
        : Character.toLowerCase(Character.toUpperCase(codePoint));
  }

  private static boolean isInvisible(int codePoint) {
    return switch (codePoint) {
      case 0x34F, 0x640, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0 -> true;
      default ->
          codePoint >= 0x180B && codePoint <= 0x180F
              || codePoint >= 0xFE00 && codePoint <= 0xFE0F
              || codePoint >= 0xE0000 && codePoint <= 0xE0FFF
              || Character.getType(codePoint) == Character.FORMAT;
    };
  }
}
