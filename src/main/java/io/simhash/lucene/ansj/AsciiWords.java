package io.simhash.lucene.ansj;

import io.simhash.lucene.ansj.Segmenter.Word;
import java.util.List;

/**
 * Cuts text without a Han character as ansj does, in a tenth of the time: runs of ASCII letters,
 * runs of digits, full-width ones included, and each other number or emoji by itself.
 *
 * <p>In modes that join numbers, {@code 3.5} is one word, but not a part of a longer row such as
 * {@code 1.2.3}; so is a number with its unit, as {@code 12.5%}. {@link AnsjMode#NLP} itself joins
 * {@code ①} with a sign after it, which is not imitated.
 */
final class AsciiWords {

  private static final String NUMBER_WITH_UNIT = "mq";

  private final boolean joinsNumbers;

  AsciiWords(boolean joinsNumbers) {
    this.joinsNumbers = joinsNumbers;
  }

  /** Appends the words between two positions of {@code text}. */
  void segment(char[] text, int from, int to, List<Word> out) {
    for (int i = from; i < to; ) {
      int c = Characters.narrow(text[i]);
      if (isDigit(c)) {
        i = number(text, from, i, to, out);
      } else if (Characters.isAsciiWord(c)) {
        int end = endOfLetters(text, i, to);
        out.add(new Word(i, end, ForeignWords.LETTERS));
        i = end;
      } else {
        if (c > 127) {
          ForeignWords.singles(text, i, i + 1, out);
        }
        i++;
      }
    }
  }

  private int number(char[] text, int from, int start, int to, List<Word> out) {
    int end = endOfDigits(text, start, to);
    String type = ForeignWords.NUMBER;
    if (joinsNumbers) {
      int fraction = end + 1;
      if (isPoint(text, end, to) && (start == from || text[start - 1] != '.')) {
        int endOfFraction = endOfDigits(text, fraction, to);
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

  private static int endOfLetters(char[] text, int from, int to) {
    int end = from;
    while (end < to) {
      int c = Characters.narrow(text[end]);
      if (Characters.isAsciiWord(c) == false || isDigit(c)) {
        break;
      }
      end++;
    }
    return end;
  }

  private static int endOfDigits(char[] text, int from, int to) {
    int end = from;
    while (end < to && isDigit(Characters.narrow(text[end]))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isPoint(char[] text, int at, int to) {
    return at < to && text[at] == '.';
  }

  /** The units of ansj's dictionary that are no Han characters. */
  private static boolean isUnit(char c) {
    return switch (c) {
      case '%', '°', '′', '″', '℃', '℉' -> true;
      default -> false;
    };
  }
}
