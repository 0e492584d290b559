package io.simhash.lucene.text;

import io.simhash.core.feature.Tokens;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;

/** The tokens of an {@link AnalysedText} as an index reads them; from the start at each reset. */
final class ReplayedStream extends TokenStream {

  private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
  private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
  private final PositionIncrementAttribute increment =
      addAttribute(PositionIncrementAttribute.class);
  private final Tokens.TermConsumer copy = term::copyBuffer;

  private Tokens tokens;
  private AnalysedText.Replayable rest;
  private int next;

  /** Takes a text; the one before is forgotten. */
  void set(AnalysedText text) {
    tokens = text.tokens();
    rest = text.stream().orElseThrow();
    next = 0;
  }

  @Override
  public void reset() {
    next = 0;
  }

  @Override
  public boolean incrementToken() {
    if (next == tokens.size()) {
      return false;
    }
    clearAttributes();
    tokens.readTerm(next, copy);
    offset.setOffset(tokens.start(next), tokens.end(next));
    increment.setPositionIncrement(rest.increments()[next]);
    next++;
    return true;
  }

  @Override
  public void end() {
    clearAttributes();
    increment.setPositionIncrement(rest.endIncrement());
    offset.setOffset(rest.endOffset(), rest.endOffset());
  }

  /** Forgets the text: an index keeps the stream for its next document. */
  @Override
  public void close() {
    tokens = null;
    rest = null;
  }
}
