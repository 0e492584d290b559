package io.simhash.lucene.ansj;

import io.simhash.lucene.ansj.Segmenter.Word;
import java.io.IOException;
import java.io.Reader;
import java.util.Iterator;
import java.util.List;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Cuts a text into words: Chinese by ansj, every other script by the word boundary rules of
 * Unicode. Each sentence, of at most 2048 characters, is cut by itself: the same one gives the same
 * tokens in every text, and memory does not grow with the text.
 *
 * <ul>
 *   <li>Terms are in lower case (no locale), full-width ASCII becomes narrow. Words of more than
 *       255 UTF-16 units are cut into several tokens.
 *   <li>Offsets are UTF-16 offsets into the text.
 *   <li>The type is ansj's part of speech ({@code n}, {@code v}, {@code nr} …) or the nature in the
 *       dictionary; for words that ansj does not cut it is {@code en} (letters of any script),
 *       {@code m} (numbers) or {@code x} (anything else).
 *   <li>Punctuation, white space and unpaired surrogates give no token and no position gap.
 *   <li>Words overlap only in {@link AnsjMode#INDEX} with a dictionary; they form a token graph.
 * </ul>
 */
public final class AnsjTokenizer extends Tokenizer {

  private final CharTermAttribute termAttribute = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offsetAttribute = addAttribute(OffsetAttribute.class);
  private final TypeAttribute typeAttribute = addAttribute(TypeAttribute.class);
  private final PositionIncrementAttribute incrementAttribute =
      addAttribute(PositionIncrementAttribute.class);
  private final PositionLengthAttribute lengthAttribute =
      addAttribute(PositionLengthAttribute.class);

  private final SentenceReader sentences = new SentenceReader();
  private final Segmenter segmenter;

  private Iterator<Word> words;

  /** Null if words do not overlap: then each word has one position. */
  private TokenPositions positions;

  /** The position of the word before, counted from the start of the sentence. */
  private int lastPosition;

  /** A tokenizer with a user dictionary, or {@link AnsjDictionary#EMPTY}. */
  public AnsjTokenizer(AnsjMode mode, AnsjDictionary dictionary) {
    segmenter = new Segmenter(mode, dictionary);
    begin();
  }

  @Override
  public void reset() throws IOException {
    super.reset();
    begin();
  }

  @Override
  public void close() throws IOException {
    super.close();
    begin();
  }

  /** Starts a new text. Before reset and after close, Lucene's input throws if it is read. */
  private void begin() {
    sentences.reset(input);
    words = List.<Word>of().iterator();
    positions = null;
    lastPosition = -1;
  }

  @Override
  public boolean incrementToken() throws IOException {
    clearAttributes();
    while (words.hasNext() == false) {
      if (nextSentence() == false) {
        return false;
      }
    }
    emit(words.next());
    return true;
  }

  private boolean nextSentence() throws IOException {
    if (positions != null) {
      lastPosition -= positions.count();
      positions = null;
    }
    if (sentences.next() == false) {
      return false;
    }
    List<Word> cut = segmenter.segment(sentences.buffer, sentences.start, sentences.end);
    if (segmenter.overlaps()) {
      positions = new TokenPositions(sentences.start, sentences.end, cut);
    }
    words = cut.iterator();
    return true;
  }

  private void emit(Word word) {
    char[] text = sentences.buffer;
    char[] term = termAttribute.resizeBuffer(word.length());
    int length = 0;
    for (int i = word.start(); i < word.end(); ) {
      int codePoint = text[i] < 0x80 ? text[i] : Character.codePointAt(text, i, word.end());
      length += Character.toChars(Characters.fold(codePoint), term, length);
      i += Character.charCount(codePoint);
    }
    termAttribute.setLength(length);
    offsetAttribute.setOffset(offset(word.start()), offset(word.end()));
    typeAttribute.setType(word.type());
    if (positions != null) {
      int position = positions.position(word);
      incrementAttribute.setPositionIncrement(position - lastPosition);
      lengthAttribute.setPositionLength(positions.length(word));
      lastPosition = position;
    }
  }

  private int offset(int position) {
    return correctOffset(sentences.offset + position);
  }

  @Override
  public void end() throws IOException {
    super.end();
    int end = offset(sentences.end);
    offsetAttribute.setOffset(end, end);
  }

  /**
   * The token graph of one sentence whose words overlap. A node is an offset at which a word
   * starts, or at which one ends inside another. A word spans the positions from the node at its
   * start to the next node at or after its end. Cost: linear in the sentence.
   */
  private static final class TokenPositions {

    private final int from;
    private final int[] nodesBefore;

    TokenPositions(int from, int to, List<Word> words) {
      this.from = from;
      int length = to - from;
      int[] covering = new int[length + 2];
      boolean[] starts = new boolean[length + 1];
      boolean[] ends = new boolean[length + 1];
      for (Word word : words) {
        starts[word.start() - from] = true;
        ends[word.end() - from] = true;
        covering[word.start() - from + 1]++;
        covering[word.end() - from]--;
      }
      nodesBefore = new int[length + 2];
      int depth = 0;
      for (int i = 0; i <= length; i++) {
        depth += covering[i];
        boolean node = starts[i] || (ends[i] && depth > 0);
        nodesBefore[i + 1] = nodesBefore[i] + (node ? 1 : 0);
      }
    }

    int position(Word word) {
      return nodesBefore[word.start() - from];
    }

    /** The number of positions that a word spans. */
    int length(Word word) {
      return nodesBefore[word.end() - from] - position(word);
    }

    /** The number of positions of the sentence. */
    int count() {
      return nodesBefore[nodesBefore.length - 1];
    }
  }

  /**
   * Cuts a text into sentences of at most {@link #MAX_LENGTH} UTF-16 units, the size of its buffer.
   *
   * <p>A sentence ends after {@link Characters#isSentenceEnd}. Without one within the limit it ends
   * after the last character that is neither letter nor digit, and without that at the limit, never
   * inside a surrogate pair. The ends do not depend on the number of characters that a read
   * returns.
   */
  private static final class SentenceReader {

    /** Bounds memory and time: ansj builds a graph of the whole sentence. */
    static final int MAX_LENGTH = 2048;

    /** Holds the sentence, from {@code start} to {@code end}, until the next one is read. */
    private final char[] buffer = new char[MAX_LENGTH];

    private int start;
    private int end;
    private Reader reader;
    private int buffered;

    /** The offset in the text of the start of the buffer. */
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
        exhausted = count < 0;
        buffered += Math.max(0, count);
      }
    }

    private int cut() {
      for (int i = MAX_LENGTH - 1; i > 0; i--) {
        char c = buffer[i];
        if (Character.isLetterOrDigit(c) == false
            && Characters.isForeign(c) == false
            && Character.isSurrogate(c) == false) {
          return i + 1;
        }
      }
      return Character.isHighSurrogate(buffer[MAX_LENGTH - 1]) ? MAX_LENGTH - 1 : MAX_LENGTH;
    }
  }
}
