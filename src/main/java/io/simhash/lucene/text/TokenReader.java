package io.simhash.lucene.text;

import io.simhash.core.feature.Token;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/** Reads an analyzer's output as {@link Token}s; the type attribute is the part of speech. */
public final class TokenReader {

  private TokenReader() {}

  /** The tokens of {@code text}, in the analyzer's order. */
  public static List<Token> read(Analyzer analyzer, String text) {
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      stream.reset();
      List<Token> tokens = readAll(stream);
      stream.end();
      return tokens;
    } catch (IOException e) {
      throw new UncheckedIOException("reading a string does not fail", e);
    }
  }

  /** The tokens that are left in a stream, which the caller resets and ends. */
  static List<Token> readAll(TokenStream stream) throws IOException {
    CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
    OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
    TypeAttribute type = stream.addAttribute(TypeAttribute.class);
    List<Token> tokens = new ArrayList<>();
    // A long text has far fewer terms than tokens.
    Map<String, String> terms = new HashMap<>();
    while (stream.incrementToken()) {
      String partOfSpeech = TypeAttribute.DEFAULT_TYPE.equals(type.type()) ? "" : type.type();
      String unique = terms.computeIfAbsent(term.toString(), Function.identity());
      tokens.add(new Token(unique, partOfSpeech, offset.startOffset(), offset.endOffset()));
    }
    return tokens;
  }
}
