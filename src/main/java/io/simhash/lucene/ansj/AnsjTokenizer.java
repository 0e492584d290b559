package io.simhash.lucene.ansj;

import java.io.IOException;
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
 * Unicode.
 *
 * <p>Each sentence is cut by itself, so the same sentence gives the same tokens wherever it stands,
 * and memory does not grow with the text. A sentence without an end is cut after 2048 characters or
 * fewer.
 *
 * <ul>
 *   <li>Terms are in lower case (no locale), full-width ASCII becomes narrow; 255 UTF-16 units at
 *       most, longer words are cut into several tokens.
 *   <li>Offsets are UTF-16 offsets into the text.
 *   <li>The type is ansj's part of speech ({@code n}, {@code v}, {@code nr} …), a dictionary's
 *       nature, or for words that are not ansj's {@code en} (letters of any script), {@code m}
 *       (numbers), {@code x} (anything else).
 *   <li>Punctuation, white space and unpaired surrogates are not emitted and leave no position gap.
 *   <li>Only {@link AnsjMode#INDEX} with a dictionary overlaps words; they form a token graph.
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

  private String sentence;
  private Iterator<Segment> segments;
  private TokenPositions positions;
  private int firstPosition;
  private int lastPosition;

  /** A tokenizer; {@link AnsjDictionary#EMPTY} for no dictionary. */
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

  /** Outside reset and close the input is a reader that says what the consumer did wrong. */
  private void begin() {
    sentences.reset(input);
    sentence = "";
    segments = List.<Segment>of().iterator();
    positions = new TokenPositions(0, List.of());
    firstPosition = 0;
    lastPosition = -1;
  }

  @Override
  public boolean incrementToken() throws IOException {
    clearAttributes();
    while (segments.hasNext() == false) {
      if (nextSentence() == false) {
        return false;
      }
    }
    emit(segments.next());
    return true;
  }

  private boolean nextSentence() throws IOException {
    firstPosition += positions.count();
    sentence = sentences.next();
    if (sentence == null) {
      positions = new TokenPositions(0, List.of());
      return false;
    }
    List<Segment> words = segmenter.segment(sentence);
    positions = new TokenPositions(sentence.length(), words);
    segments = words.iterator();
    return true;
  }

  private void emit(Segment segment) {
    for (int i = segment.start(); i < segment.end(); ) {
      int codePoint = sentence.codePointAt(i);
      int folded = Characters.fold(codePoint);
      if (Character.isBmpCodePoint(folded)) {
        termAttribute.append((char) folded);
      } else {
        termAttribute.append(Character.toString(folded));
      }
      i += Character.charCount(codePoint);
    }
    int base = sentences.offset();
    offsetAttribute.setOffset(
        correctOffset(base + segment.start()), correctOffset(base + segment.end()));
    typeAttribute.setType(segment.type());
    int position = firstPosition + positions.position(segment.start());
    incrementAttribute.setPositionIncrement(position - lastPosition);
    lengthAttribute.setPositionLength(positions.length(segment));
    lastPosition = position;
  }

  @Override
  public void end() throws IOException {
    super.end();
    int end = correctOffset(sentences.offset());
    offsetAttribute.setOffset(end, end);
  }
}
