package io.simhash.lucene.text;

import io.simhash.core.feature.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.CharTermAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PackedTokenAttributeImpl;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.ArrayUtil;

/**
 * The tokens of a text with all that an index needs of them, so that a text field need not analyse
 * the text again. The part of speech of a token is its type attribute.
 *
 * <p>Lucene's inverted index reads of a token its term, frequency, position increment, offsets and
 * payload, and of the end of a stream its last position increment and offset; it reads neither
 * types nor position lengths. A text can be replayed if its tokens have no payload attribute and no
 * frequency but 1, if their terms are the UTF-8 form of their characters, and if there are at most
 * {@value #MAX_TOKENS} of them. Memory: about 28 bytes a token.
 *
 * @param tokens the tokens
 * @param increments the position increments of the tokens; {@code null} if the text cannot be
 *     replayed
 * @param endIncrement the position increment behind the last token
 * @param endOffset the offset behind the last token
 */
public record AnalysedText(Tokens tokens, int[] increments, int endIncrement, int endOffset) {

  /** The most tokens that are kept until the document is indexed: about 8 MB. */
  public static final int MAX_TOKENS = 262_144;

  /** Makes the tokens of a text, or has them because another field needed them too. */
  @FunctionalInterface
  public interface TokenSource {

    /** Analyses each text. */
    TokenSource ANALYSIS = (analyzer, text) -> AnalysedText.of(analyzer, "text", text).tokens();

    /** The tokens that the analyzer makes of the text, in its order. */
    Tokens tokens(Analyzer analyzer, String text);
  }

  /** Whether a text field can take the tokens. */
  public boolean isReplayable() {
    return increments != null;
  }

  /** Analyses a text of a field. */
  public static AnalysedText of(Analyzer analyzer, String field, String text) {
    try (TokenStream stream = analyzer.tokenStream(field, text)) {
      stream.reset();
      return read(stream);
    } catch (IOException e) {
      throw new UncheckedIOException("reading a string does not fail", e);
    }
  }

  private static AnalysedText read(TokenStream stream) throws IOException {
    boolean replayable = stream.hasAttribute(PayloadAttribute.class) == false;
    CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
    OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
    TypeAttribute type = stream.addAttribute(TypeAttribute.class);
    PositionIncrementAttribute increment = stream.addAttribute(PositionIncrementAttribute.class);
    TermFrequencyAttribute frequency = stream.addAttribute(TermFrequencyAttribute.class);
    replayable &= stream.getAttribute(TermToBytesRefAttribute.class) == term && isPlain(term);
    Tokens.Builder tokens = new Tokens.Builder();
    int[] increments = new int[128];
    int size = 0;
    while (stream.incrementToken()) {
      tokens.add(
          term.buffer(),
          term.length(),
          type.type().equals(TypeAttribute.DEFAULT_TYPE) ? "" : type.type(),
          offset.startOffset(),
          offset.endOffset());
      replayable &= size < MAX_TOKENS && frequency.getTermFrequency() == 1;
      if (replayable) {
        increments = ArrayUtil.grow(increments, size + 1);
        increments[size++] = increment.getPositionIncrement();
      }
    }
    stream.end();
    return new AnalysedText(
        tokens.build(),
        replayable ? increments : null,
        increment.getPositionIncrement(),
        offset.endOffset());
  }

  /** Whether an index reads the UTF-8 form of the characters. */
  private static boolean isPlain(CharTermAttribute term) {
    return term.getClass() == PackedTokenAttributeImpl.class
        || term.getClass() == CharTermAttributeImpl.class;
  }
}
