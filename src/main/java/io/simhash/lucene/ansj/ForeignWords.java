package io.simhash.lucene.ansj;

import io.simhash.lucene.ansj.Segmenter.Word;
import java.io.CharArrayReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.standard.StandardTokenizerImpl;

/**
 * Cuts text that ansj cannot cut into words by the word boundary rules of Unicode Standard Annex
 * 29, as implemented in Lucene's StandardTokenizer.
 *
 * <p>One word each: a run of Latin letters with accents, of Cyrillic, Greek, Arabic, Hangul,
 * Katakana, Thai …; an emoji with all its joiners; a Hiragana character; a Han character outside
 * the Basic Multilingual Plane; a letter or number that these rules do not know. Not thread-safe.
 */
final class ForeignWords {

  /** The types of words of letters, of numbers and of the rest. */
  static final String LETTERS = "en";

  static final String NUMBER = "m";
  static final String OTHER = "x";

  private final StandardTokenizerImpl scanner =
      new StandardTokenizerImpl(new CharArrayReader(new char[0]));

  /** Appends the words between two positions of {@code text}. */
  void segment(char[] text, int from, int to, List<Word> out) {
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
  static void singles(char[] text, int from, int to, List<Word> out) {
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
}
