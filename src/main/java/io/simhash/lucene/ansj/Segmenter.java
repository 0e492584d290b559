package io.simhash.lucene.ansj;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ansj.domain.Term;

/**
 * Cuts a sentence into words: words with a letter that is neither Han nor ASCII by {@link
 * ForeignWords}, the stretches between them by ansj or, if they have no Han character, by {@link
 * AsciiWords}.
 *
 * <p>A whole stretch goes to ansj, because its words may mix Han with other characters. A user
 * dictionary with a word without Han characters sends every stretch to ansj. A {@link WordGraph}
 * imitates ansj where it can.
 *
 * <p>Mistakes of ansj are corrected: words that overlap are trimmed, missing characters become
 * words of one character, words longer than {@link #MAX_WORD_LENGTH} are cut, and words without a
 * letter, number or emoji are left out. Unpaired surrogates separate words. Not thread-safe.
 */
final class Segmenter {

  /** The longest word, in UTF-16 units; StandardTokenizer's default. */
  static final int MAX_WORD_LENGTH = 255;

  private final AnsjMode mode;
  private final AnsjDictionary dictionary;
  private final AsciiWords asciiWords;
  private final ForeignWords foreignWords = new ForeignWords();

  Segmenter(AnsjMode mode, AnsjDictionary dictionary) {
    this.mode = mode;
    this.dictionary = dictionary;
    asciiWords = new AsciiWords(mode.joinsNumbers());
  }

  /** Whether words may overlap. */
  boolean overlaps() {
    return mode.overlaps() && dictionary.size() > 0;
  }

  /** The words between two positions of {@code text}, in {@link Word#ORDER}. */
  List<Word> segment(char[] text, int from, int to) {
    List<Word> words = new ArrayList<>();
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
        foreignWords.segment(text, startOfWord, endOfWord, words);
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
    if (han == false && dictionary.needsHan()) {
      asciiWords.segment(text, from, to, out);
    } else if (dictionary.size() == 0 && mode.hasWordGraph()) {
      WordGraph graph = new WordGraph(AnsjMode.coreDictionary(), text, from, to);
      for (WordGraph.Node word : graph.path(mode.joinsNumbers())) {
        add(text, from + word.start(), from + word.end(), word.type(), out);
      }
    } else {
      ansj(text, from, to, out);
    }
  }

  private void ansj(char[] text, int from, int to, List<Word> out) {
    int at = from;
    String stretch = new String(text, from, to - from);
    for (Term term : mode.segment(stretch, dictionary.forest())) {
      int start = Math.max(from, from + term.getOffe());
      int end = Math.min(to, start + term.getName().length());
      if (mode.overlaps() == false) {
        start = Math.max(start, at);
      }
      ForeignWords.singles(text, at, start, out);
      add(text, start, end, term.getNatureStr(), out);
      at = Math.max(at, end);
    }
    ForeignWords.singles(text, at, to, out);
  }

  private void add(char[] text, int start, int end, String nature, List<Word> out) {
    if (hasContent(text, start, end)) {
      String type =
          switch (nature) {
            case null -> ForeignWords.OTHER;
            case "null", "w" -> ForeignWords.OTHER;
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

  /**
   * One word of a text.
   *
   * @param start position of its first UTF-16 unit
   * @param end position after its last UTF-16 unit
   * @param type part of speech
   */
  record Word(int start, int end, String type) {

    /** By start; of two words with the same start the longer one first. */
    static final Comparator<Word> ORDER =
        Comparator.comparingInt(Word::start).thenComparing(Word::end, Comparator.reverseOrder());

    int length() {
      return end - start;
    }
  }
}
