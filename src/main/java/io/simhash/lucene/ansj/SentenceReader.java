package io.simhash.lucene.ansj;

import java.io.IOException;
import java.io.Reader;

/**
 * Cuts the text of a {@link Reader} into sentences of at most {@link #MAX_LENGTH} UTF-16 units.
 *
 * <p>A sentence ends after {@link Characters#isSentenceEnd}. Without one within the limit it ends
 * after the last character that is neither letter nor digit, and without that at the limit, never
 * inside a surrogate pair. The ends depend on the text only, not on the number of characters that
 * one read returns. Memory: one buffer of {@link #MAX_LENGTH}.
 */
final class SentenceReader {

  /** Bounds memory and time: ansj builds a graph of the whole sentence. */
  static final int MAX_LENGTH = 2048;

  private final char[] buffer = new char[MAX_LENGTH];
  private Reader reader;
  private int start;
  private int end;
  private int buffered;
  private int offset;
  private boolean exhausted;

  /** Starts a new text. */
  void reset(Reader newReader) {
    reader = newReader;
    start = end = buffered = offset = 0;
    exhausted = false;
  }

  /** Moves to the next sentence; false at the end of the text. */
  boolean next() throws IOException {
    start = end;
    int length = endOfSentence();
    if (length < 0) {
      fill();
      length = endOfSentence();
      if (length < 0) {
        length = exhausted && buffered < MAX_LENGTH ? buffered : cut();
      }
    }
    end = start + length;
    return length > 0;
  }

  /** Holds the sentence until the next one is read. */
  char[] buffer() {
    return buffer;
  }

  /** The sentence's first character in the buffer. */
  int start() {
    return start;
  }

  /** The position in the buffer after the sentence. */
  int end() {
    return end;
  }

  /** The offset in the text of a position in the buffer. */
  int offset(int position) {
    return offset + position;
  }

  /** The length of the sentence if its end is in the buffer, or -1. */
  private int endOfSentence() {
    for (int i = start; i < buffered; i++) {
      if (Characters.isSentenceEnd(buffer[i])) {
        return i + 1 - start;
      }
    }
    return -1;
  }

  /** Moves the rest to the front and reads until the buffer is full or the text ends. */
  private void fill() throws IOException {
    System.arraycopy(buffer, start, buffer, 0, buffered - start);
    buffered -= start;
    offset += start;
    start = 0;
    while (exhausted == false && buffered < MAX_LENGTH) {
      int count = reader.read(buffer, buffered, MAX_LENGTH - buffered);
      if (count < 0) {
        exhausted = true;
      } else {
        buffered += count;
      }
    }
  }

  private int cut() {
    for (int i = MAX_LENGTH - 1; i > 0; i--) {
      char c = buffer[i];
      if (Character.isLetterOrDigit(c) == false && Characters.isForeign(c) == false) {
        if (Character.isSurrogate(c) == false) {
          return i + 1;
        }
      }
    }
    return Character.isHighSurrogate(buffer[MAX_LENGTH - 1]) ? MAX_LENGTH - 1 : MAX_LENGTH;
  }
}
