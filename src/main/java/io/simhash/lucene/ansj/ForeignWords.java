package io.simhash.lucene.ansj;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.standard.StandardTokenizerImpl;

/**
 * Cuts what is not for ansj into words by the word boundary rules of Unicode Standard Annex 29, as
 * Lucene's StandardTokenizer has them.
 *
 * <p>A run of Latin letters with accents, of Cyrillic, Greek, Arabic, Hangul, Katakana, Thai … is
 * one word, an emoji with all its joiners is one, a Hiragana or a Han character outside the Basic
 * Multilingual Plane is one. A letter or number that these rules do not know is a word by itself.
 * Not thread-safe.
 */
final class ForeignWords {

  /** Words of letters; numbers; the rest. */
  static final String LETTERS = "en";

  static final String NUMBER = "m";
  static final String OTHER = "x";

  private final StandardTokenizerImpl scanner = new StandardTokenizerImpl(new StringReader(""));

  /** Appends the words of {@code sentence} between two offsets. */
  void segment(String sentence, int from, int to, List<Segment> out) {
    scanner.yyreset(new StringReader(sentence.substring(from, to)));
    int at = from;
    for (int type = scan(); type != StandardTokenizerImpl.YYEOF; type = scan()) {
      int start = from + scanner.yychar();
      int end = start + scanner.yylength();
      singles(sentence, at, start, out);
      out.add(new Segment(start, end, typeName(type)));
      at = end;
    }
    singles(sentence, at, to, out);
  }

  /** Appends every letter, number or emoji between two offsets as a word by itself. */
  static void singles(String sentence, int from, int to, List<Segment> out) {
    for (int i = from; i < to; ) {
      int codePoint = sentence.codePointAt(i);
      int end = i + Character.charCount(codePoint);
      if (Characters.isContent(codePoint)) {
        out.add(new Segment(i, end, OTHER));
      }
      i = end;
    }
  }

  private int scan() {
    try {
      return scanner.getNextToken();
    } catch (IOException e) {
      throw new UncheckedIOException("a string cannot fail to be read", e);
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
