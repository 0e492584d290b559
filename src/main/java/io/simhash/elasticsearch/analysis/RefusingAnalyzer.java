package io.simhash.elasticsearch.analysis;

import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.IdentifiedAnalyzer.Identified;
import java.io.IOException;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Tokenizer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;

/**
 * Replaces an analyzer where a file of words or of an IDF model cannot be used: every text is an
 * error that gives the reason, and everything that needs no text works. The empty text is allowed,
 * because Elasticsearch tries every analyzer with it when it opens an index.
 *
 * <p>The error has the status 424 (failed dependency), not 400: after a crash, Elasticsearch leaves
 * out the documents of its translog that are refused with a 400, although it has acknowledged them.
 */
public final class RefusingAnalyzer extends Analyzer implements Identified {

  /** No profile has this identity: without a text there is no fingerprint. */
  static final String IDENTITY = "refused";

  private final String reason;

  RefusingAnalyzer(String reason) {
    this.reason = reason;
  }

  /** The analyzer with a reason. */
  public static IdentifiedAnalyzer identified(String reason) {
    return new IdentifiedAnalyzer(new RefusingAnalyzer(reason), IDENTITY, Optional.of(reason));
  }

  @Override
  public String identity() {
    return IDENTITY;
  }

  @Override
  public Optional<String> refusal() {
    return Optional.of(reason);
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    return new TokenStreamComponents(new RefusingTokenizer(reason));
  }

  /** Also a tokenizer of a custom analyzer that needs the same files. */
  static final class RefusingTokenizer extends Tokenizer {

    private final String reason;

    RefusingTokenizer(String reason) {
      this.reason = reason;
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (input.read() >= 0) {
        throw new ElasticsearchStatusException("{}", RestStatus.FAILED_DEPENDENCY, reason);
      }
      return false;
    }
  }
}
