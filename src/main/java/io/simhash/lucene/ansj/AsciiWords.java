package io.simhash.lucene.ansj;

import io.simhash.lucene.ansj.Segmenter.Word;
import java.util.List;

/**
 * Cuts text without a Han character as ansj does, in a tenth of the time: runs of ASCII letters,
 * runs of digits, full-width ones included, and each other number or emoji by itself.
 *
 * <p>In modes that join numbers, {@code 3.5} is one word, but not a part of a longer row such as
 * {@code 1.2.3}; so is a number with its unit, as {@code 12.5%}. {@link AnsjMode#NLP} itself
 * sometimes joins signs outside Latin-1, such as {@code ①％}, which is not imitated.
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
      if (isDigit(text[i])) {
        i = number(text, from, i, to, out);
      } else if (Characters.isAsciiWord(text[i])) {
        int end = endOfRun(text, i, to, false);
        out.add(new Word(i, end, ForeignWords.LETTERS));
        i = end;
      } else {
        if (text[i] > 127) {
          ForeignWords.singles(text, i, i + 1, out);
        }
        i++;
      }
    }
  }

  private int number(char[] text, int from, int start, int to, List<Word> out) {
    int end = endOfRun(text, start, to, true);
    String type = ForeignWords.NUMBER;
    if (joinsNumbers) {
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
}
