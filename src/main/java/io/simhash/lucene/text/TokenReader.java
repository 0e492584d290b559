package io.simhash.lucene.text;

import io.simhash.core.feature.Tokens;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/** Reads an analyzer's output as {@link Tokens}; the type attribute is the part of speech. */
public final class TokenReader {

  private TokenReader() {}

  /** The tokens of {@code text}, in the analyzer's order. */
  public static Tokens read(Analyzer analyzer, String text) {
    try (TokenStream stream = analyzer.tokenStream("text", text)) {
      stream.reset();
      Tokens tokens = readAll(stream);
      stream.end();
      return tokens;
    } catch (IOException e) {
      throw new UncheckedIOException("reading a string does not fail", e);
    }
  }

  /** The tokens that are left in a stream, which the caller resets and ends. */
  static Tokens readAll(TokenStream stream) throws IOException {
    CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
    OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
    TypeAttribute type = stream.addAttribute(TypeAttribute.class);
    Tokens.Builder tokens = new Tokens.Builder();
    while (stream.incrementToken()) {
      add(term, type, offset, tokens);
    }
    return tokens.build();
  }

  /** Adds the token that a stream is at. */
  static void add(
      CharTermAttribute term, TypeAttribute type, OffsetAttribute offset, Tokens.Builder tokens) {
    tokens.add(
        term.buffer(),
        term.length(),
        partOfSpeech(type.type()),
        offset.startOffset(),
        offset.endOffset());
  }

  private static String partOfSpeech(String type) {
    return TypeAttribute.DEFAULT_TYPE.equals(type) ? "" : type;
  }
}
