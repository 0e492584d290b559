package io.simhash.core.feature;

import io.simhash.core.profile.CueScope;
import java.util.BitSet;
import java.util.Collection;

/**
 * The characters of a text that a cue phrase marks.
 *
 * <p>A sentence ends behind {@code 。！？；!?;}, a line break, or a full stop that white space or the
 * end of the text follows; that character belongs to it. Phrases are found as they are written.
 * Cost: one search of the text for each phrase, a bit for each character.
 */
record CueMarks(BitSet marked) {

  private static final String ENDS = "。！？；!?;\n\r\u2028\u2029";

  static CueMarks of(String text, Collection<String> phrases, CueScope scope) {
    BitSet marked = new BitSet();
    for (String phrase : phrases) {
      int at = text.indexOf(phrase);
      while (at >= 0) {
        int end = at + phrase.length();
        if (scope == CueScope.SENTENCE) {
          end = sentenceEnd(text, end - 1);
          marked.set(sentenceStart(text, at), end);
          at = text.indexOf(phrase, end);
        } else {
          marked.set(at, end);
          at = text.indexOf(phrase, at + 1);
        }
      }
    }
    return new CueMarks(marked);
  }

  /** Whether any character from {@code start} to before {@code end} is marked. */
  boolean marks(int start, int end) {
    int next = marked.nextSetBit(start);
    return next >= 0 && next < end;
  }

  private static int sentenceStart(String text, int at) {
    int start = at;
    while (start > 0 && endsSentence(text, start - 1) == false) {
      start--;
    }
    return start;
  }

  /** The offset behind the sentence and the character that ends it. */
  private static int sentenceEnd(String text, int at) {
    int end = at;
    while (end < text.length() && endsSentence(text, end) == false) {
      end++;
    }
    return Math.min(end + 1, text.length());
  }

  private static boolean endsSentence(String text, int at) {
    char c = text.charAt(at);
    if (c == '.') {
      return at + 1 == text.length() || Character.isWhitespace(text.charAt(at + 1));
    }
    return ENDS.indexOf(c) >= 0;
  }
}
