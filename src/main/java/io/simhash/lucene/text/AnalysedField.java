package io.simhash.lucene.text;

import io.simhash.core.feature.Tokens;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;

/** A text field whose text was analysed before; in all else the field that it replaces. */
public final class AnalysedField extends Field {

  private final AnalysedText text;

  /**
   * @param replaced a field that {@link #canReplace}
   * @param text its text as the index analyses it, which {@link AnalysedText#isReplayable}
   */
  public AnalysedField(Field replaced, AnalysedText text) {
    super(replaced.name(), replaced.stringValue(), replaced.fieldType());
    this.text = text;
  }

  /** Whether an index would analyse the field's string value. */
  public static boolean canReplace(IndexableField field) {
    return field.getClass() == Field.class
        && field.fieldType().tokenized()
        && field.fieldType().indexOptions() != IndexOptions.NONE
        && field.stringValue() != null;
  }

  /** The analysed text. */
  public AnalysedText text() {
    return text;
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    ReplayedStream stream =
        reuse instanceof ReplayedStream replayed ? replayed : new ReplayedStream();
    stream.text = text;
    return stream;
  }

  /** The tokens as an index reads them, from the start at each reset. */
  private static final class ReplayedStream extends TokenStream {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);
    private final Tokens.TermConsumer copy = term::copyBuffer;

    private AnalysedText text;
    private int next;

    @Override
    public void reset() {
      next = 0;
    }

    @Override
    public boolean incrementToken() {
      Tokens tokens = text.tokens();
      if (next == tokens.size()) {
        return false;
      }
      clearAttributes();
      tokens.readTerm(next, copy);
      offset.setOffset(tokens.start(next), tokens.end(next));
      increment.setPositionIncrement(text.increments()[next]);
      next++;
      return true;
    }

    @Override
    public void end() {
      clearAttributes();
      increment.setPositionIncrement(text.endIncrement());
      offset.setOffset(text.endOffset(), text.endOffset());
    }

    /** Forgets the text: an index keeps the stream for its next document. */
    @Override
    public void close() {
      text = null;
    }
  }
}
