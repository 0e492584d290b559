package io.simhash.elasticsearch.analysis;

import io.simhash.lucene.text.Identified;
import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;

/**
 * Stands where an analyzer could not be made from the node's default word files: every text is
 * refused with the reason.
 *
 * <p>The empty text is not, because Elasticsearch tries every analyzer with it whenever an index is
 * opened: one bad file must not close all indices of a node.
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

  static Tokenizer tokenizer(String reason) {
    return new RefusingTokenizer(reason);
  }

  private static final class RefusingTokenizer extends Tokenizer {
    private final String reason;

    RefusingTokenizer(String reason) {
      this.reason = reason;
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (input.read() >= 0) {
        throw new IllegalArgumentException(reason);
      }
      return false;
    }
  }
}
