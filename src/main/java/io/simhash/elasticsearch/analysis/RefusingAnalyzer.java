package io.simhash.elasticsearch.analysis;

import io.simhash.lucene.text.Identified;
import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;

/**
 * Replaces an analyzer that needs a default word file which cannot be used: every text is an error
 * that gives the reason.
 *
 * <p>The empty text is allowed, because Elasticsearch tries every analyzer with it when it opens an
 * index: one bad file must not close all indices of a node.
 */
final class RefusingAnalyzer extends Analyzer implements Identified {

  private final String reason;

  RefusingAnalyzer(String reason) {
    this.reason = reason;
  }

  @Override
  public String identity() {
    throw new IllegalArgumentException(reason);
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    return new TokenStreamComponents(tokenizer(reason));
  }

  /** The tokenizer of such an analyzer. */
  static Tokenizer tokenizer(String reason) {
    return new Tokenizer() {
      @Override
      public boolean incrementToken() throws IOException {
        if (input.read() >= 0) {
          throw new IllegalArgumentException(reason);
        }
        return false;
      }
    };
  }
}
