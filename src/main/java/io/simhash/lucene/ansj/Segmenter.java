package io.simhash.lucene.ansj;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ansj.domain.Term;

/**
 * Cuts a sentence into words: stretches of Han, ASCII and punctuation by ansj, words with any other
 * letter by {@link ForeignWords}.
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
  private final ForeignWords foreignWords = new ForeignWords();

  Segmenter(AnsjMode mode, AnsjDictionary dictionary) {
    this.mode = mode;
    this.dictionary = dictionary;
  }

  /** The words, in {@link Word#ORDER}. */
  List<Word> segment(String sentence) {
    List<Word> words = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < sentence.length(); ) {
      int codePoint = sentence.codePointAt(i);
      if (Characters.isForeign(codePoint)) {
        int start = startOfWord(sentence, from, i);
        int end = endOfWord(sentence, i);
        chinese(sentence, from, start, words);
        foreignWords.segment(sentence, start, end, words);
        from = i = end;
      } else if (Characters.isUnpairedSurrogate(codePoint)) {
        chinese(sentence, from, i, words);
        from = ++i;
      } else {
        i += Character.charCount(codePoint);
      }
    }
    chinese(sentence, from, sentence.length(), words);
    return cutLongWords(sentence, words);
  }

  private static int startOfWord(String sentence, int from, int foreign) {
    int start = foreign;
    while (start > from && Characters.isAsciiWord(sentence.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static int endOfWord(String sentence, int foreign) {
    int end = foreign;
    while (end < sentence.length()) {
      int codePoint = sentence.codePointAt(end);
      if (Characters.isForeign(codePoint) == false && Characters.isAsciiWord(codePoint) == false) {
        break;
      }
      end += Character.charCount(codePoint);
    }
    return end;
  }

  private void chinese(String sentence, int from, int to, List<Word> out) {
    if (hasContent(sentence, from, to) == false) {
      return;
    }
    int at = from;
    for (Term term : mode.segment(sentence.substring(from, to), dictionary.forest())) {
      int start = Math.max(from, from + term.getOffe());
      int end = Math.min(to, start + term.getName().length());
      if (mode.overlaps() == false) {
        start = Math.max(start, at);
      }
      ForeignWords.singles(sentence, at, start, out);
      if (start < end && hasContent(sentence, start, end)) {
        out.add(new Word(start, end, type(term, sentence, start, end)));
      }
      at = Math.max(at, end);
    }
    ForeignWords.singles(sentence, at, to, out);
  }

  private String type(Term term, String sentence, int start, int end) {
    return switch (term.getNatureStr()) {
      case null -> ForeignWords.OTHER;
      case "null", "w" -> ForeignWords.OTHER;
      case AnsjDictionary.MARK -> dictionary.nature(sentence.substring(start, end));
      case String nature -> nature;
    };
  }

  private static boolean hasContent(String sentence, int from, int to) {
    for (int i = from; i < to; i++) {
      if (Characters.isContent(sentence.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static List<Word> cutLongWords(String sentence, List<Word> words) {
    if (words.stream().allMatch(word -> word.length() <= MAX_WORD_LENGTH)) {
      return words;
    }
    List<Word> cut = new ArrayList<>();
    for (Word word : words) {
      for (int start = word.start(); start < word.end(); ) {
        int end = Math.min(word.end(), start + MAX_WORD_LENGTH);
        if (end < word.end() && Character.isLowSurrogate(sentence.charAt(end))) {
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
   * One word of a sentence.
   *
   * @param start offset of its first UTF-16 unit in the sentence
   * @param end offset after its last UTF-16 unit
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
