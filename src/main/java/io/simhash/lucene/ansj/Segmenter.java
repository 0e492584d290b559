package io.simhash.lucene.ansj;

import java.io.CharArrayReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ansj.domain.Term;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.standard.StandardTokenizerImpl;

/**
 * Cuts a sentence into words: words with a letter that is neither Han nor ASCII by the rules of
 * Unicode, and the stretches between them. A stretch with a Han character is cut by a {@link
 * WordGraph} where that can imitate ansj, and otherwise by ansj: as a whole, because words may mix
 * Han with other characters. Other stretches are cut as ansj does; if the user dictionary has a
 * word without a Han character, ansj cuts them too.
 *
 * <p>Mistakes of ansj are corrected: words that overlap are trimmed, missing characters become
 * words of one character, words longer than {@link #MAX_WORD_LENGTH} are cut, and words without a
 * letter, number or emoji are left out. Unpaired surrogates separate words. Not thread-safe.
 */
final class Segmenter {

  /** The longest word, in UTF-16 units; StandardTokenizer's default. */
  static final int MAX_WORD_LENGTH = 255;

  /** The types of words of letters, of numbers, of numbers with a unit, and of the rest. */
  private static final String LETTERS = "en";

  private static final String NUMBER = "m";
  private static final String NUMBER_WITH_UNIT = "mq";
  private static final String OTHER = "x";

  private final AnsjMode mode;
  private final AnsjDictionary dictionary;
  private final StandardTokenizerImpl scanner =
      new StandardTokenizerImpl(new CharArrayReader(new char[0]));

  Segmenter(AnsjMode mode, AnsjDictionary dictionary) {
    this.mode = mode;
    this.dictionary = dictionary;
  }

  /** Whether words may overlap. */
  boolean overlaps() {
    return mode.overlaps() && dictionary.size() > 0;
  }

  /** The words between two positions of {@code text}, in {@link Word#ORDER}. */
  List<Word> segment(char[] text, int from, int to) {
    List<Word> words = new ArrayList<>((to - from) / 4); // about a word each 4 characters
    int start = from;
    boolean han = false;
    for (int i = from; i < to; ) {
      if (text[i] < 128) {
        i++;
        continue;
      }
      int codePoint = Character.codePointAt(text, i, to);
      if (Characters.isForeign(codePoint)) {
        int startOfWord = startOfWord(text, start, i);
        int endOfWord = endOfWord(text, i, to);
        stretch(text, start, startOfWord, han, words);
        foreignWords(text, startOfWord, endOfWord, words);
        start = i = endOfWord;
        han = false;
      } else if (Characters.isUnpairedSurrogate(codePoint)) {
        stretch(text, start, i, han, words);
        start = ++i;
        han = false;
      } else {
        han |= Characters.isHan(codePoint);
        i += Character.charCount(codePoint);
      }
    }
    stretch(text, start, to, han, words);
    return to - from > MAX_WORD_LENGTH ? cutLongWords(text, words) : words;
  }

  private static int startOfWord(char[] text, int from, int foreign) {
    int start = foreign;
    while (start > from && Characters.isAsciiWord(text[start - 1])) {
      start--;
    }
    return start;
  }

  private static int endOfWord(char[] text, int foreign, int to) {
    int end = foreign;
    while (end < to) {
      int codePoint = Character.codePointAt(text, end, to);
      if (Characters.isForeign(codePoint) == false && Characters.isAsciiWord(codePoint) == false) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return end;
  }

  private void stretch(char[] text, int from, int to, boolean han, List<Word> out) {
    if (han == false && dictionary.needsHan) {
      asciiWords(text, from, to, out);
    } else if (dictionary.size() == 0 && mode.hasWordGraph()) {
      WordGraph graph = new WordGraph(AnsjMode.coreDictionary(), text, from, to);
      for (WordGraph.Node word : graph.path(mode.joinsNumbers())) {
        add(text, from + word.start, from + word.end, word.type, out);
      }
    } else {
      ansj(text, from, to, out);
    }
  }

  private void ansj(char[] text, int from, int to, List<Word> out) {
    int at = from;
    String stretch = new String(text, from, to - from);
    for (Term term : mode.segment(stretch, dictionary.forest)) {
      int start = Math.max(from, from + term.getOffe());
      int end = Math.min(to, start + term.getName().length());
      if (mode.overlaps() == false) {
        start = Math.max(start, at);
      }
      singles(text, at, start, out);
      add(text, start, end, term.getNatureStr(), out);
      at = Math.max(at, end);
    }
    singles(text, at, to, out);
  }

  private void add(char[] text, int start, int end, String nature, List<Word> out) {
    if (hasContent(text, start, end)) {
      String type =
          switch (nature) {
            case null -> OTHER;
            case "null", "w" -> OTHER;
            case AnsjDictionary.MARK -> dictionary.nature(new String(text, start, end - start));
            default -> nature;
          };
      out.add(new Word(start, end, type));
    }
  }

  private static boolean hasContent(char[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (Characters.isContent(text[i])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Appends the words of text that ansj cannot cut, by the word boundary rules of Unicode Standard
   * Annex 29. One word each: a run of Latin letters with accents, of Cyrillic, Greek, Arabic,
   * Hangul, Katakana, Thai …; an emoji with all its joiners; a Hiragana character; a Han character
   * outside the Basic Multilingual Plane; a letter or number that these rules do not know.
   */
  private void foreignWords(char[] text, int from, int to, List<Word> out) {
    scanner.yyreset(new CharArrayReader(text, from, to - from));
    int at = from;
    for (int type = scan(); type != StandardTokenizerImpl.YYEOF; type = scan()) {
      int start = from + scanner.yychar();
      int end = start + scanner.yylength();
      singles(text, at, start, out);
      out.add(new Word(start, end, typeName(type)));
      at = end;
    }
    singles(text, at, to, out);
  }

  /** Appends each letter, number or emoji between two positions as one word. */
  private static void singles(char[] text, int from, int to, List<Word> out) {
    for (int i = from; i < to; ) {
      int codePoint = Character.codePointAt(text, i, to);
      int end = i + Character.charCount(codePoint);
      if (Characters.isContent(codePoint)) {
        out.add(new Word(i, end, OTHER));
      }
      i = end;
    }
  }

  private int scan() {
    try {
      return scanner.getNextToken();
    } catch (IOException e) {
      throw new UncheckedIOException("reading a string does not fail", e);
    }
  }

  private static String typeName(int type) {
    return switch (type) {
      case StandardTokenizer.NUM -> NUMBER;
      case StandardTokenizer.IDEOGRAPHIC, StandardTokenizer.HIRAGANA, StandardTokenizer.EMOJI ->
          OTHER;
      default -> LETTERS;
    };
  }

  /**
   * Appends the words of text without a Han character as ansj cuts it, in a tenth of the time: runs
   * of ASCII letters, runs of digits, full-width ones included, and each other number or emoji by
   * itself.
   *
   * <p>In modes that join numbers, {@code 3.5} is one word, but not a part of a longer row such as
   * {@code 1.2.3}; so is a number with its unit, as {@code 12.5%}. {@link AnsjMode#NLP} itself
   * sometimes joins signs outside Latin-1, such as {@code ①％}, which is not imitated.
   */
  private void asciiWords(char[] text, int from, int to, List<Word> out) {
    for (int i = from; i < to; ) {
      if (isDigit(text[i])) {
        i = number(text, from, i, to, out);
      } else if (Characters.isAsciiWord(text[i])) {
        int end = endOfRun(text, i, to, false);
        out.add(new Word(i, end, LETTERS));
        i = end;
      } else {
        if (text[i] > 127) {
          singles(text, i, i + 1, out);
        }
        i++;
      }
    }
  }

  private int number(char[] text, int from, int start, int to, List<Word> out) {
    int end = endOfRun(text, start, to, true);
    String type = NUMBER;
    if (mode.joinsNumbers()) {
      int fraction = end + 1;
      if (isPoint(text, end, to) && (start == from || text[start - 1] != '.')) {
        int endOfFraction = endOfRun(text, fraction, to, true);
        if (endOfFraction > fraction && isPoint(text, endOfFraction, to) == false) {
          end = endOfFraction;
        }
      }
      if (end < to && isUnit(text[end])) {
        end++;
        type = NUMBER_WITH_UNIT;
      }
    }
    out.add(new Word(start, end, type));
    return end;
  }

  /** The end of a run of digits, or of ASCII letters. */
  private static int endOfRun(char[] text, int from, int to, boolean digits) {
    int end = from;
    while (end < to && Characters.isAsciiWord(text[end]) && isDigit(text[end]) == digits) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char character) {
    int c = Characters.narrow(character);
    return c >= '0' && c <= '9';
  }

  private static boolean isPoint(char[] text, int at, int to) {
    return at < to && text[at] == '.';
  }

  /** The units of ansj's dictionary that are no Han characters. */
  private static boolean isUnit(char c) {
    return switch (c) {
      case '%', '°', '′', '℃', '℉' -> true;
      default -> false;
    };
  }

  private static List<Word> cutLongWords(char[] text, List<Word> words) {
    if (words.stream().noneMatch(word -> word.length() > MAX_WORD_LENGTH)) {
      return words;
    }
    List<Word> cut = new ArrayList<>();
    for (Word word : words) {
      for (int start = word.start(); start < word.end(); ) {
        int end = Math.min(word.end(), start + MAX_WORD_LENGTH);
        if (end < word.end() && Character.isLowSurrogate(text[end])) {
          end--;
        }
        cut.add(new Word(start, end, word.type()));
        start = end;
      }
    }
    cut.sort(Word.ORDER);
    return cut;
  }

  /** One word of a text, from its first UTF-16 unit to behind its last, and its part of speech. */
  record Word(int start, int end, String type) {

    /** By start; of two words with the same start the longer one first. */
    static final Comparator<Word> ORDER =
        Comparator.comparingInt(Word::start).thenComparing(Word::end, Comparator.reverseOrder());

    int length() {
      return end - start;
    }
  }
}
