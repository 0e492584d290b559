package io.simhash.lucene.text;

import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;

/**
 * An analyzer and its identity, which goes into the profile id.
 *
 * @param analyzer the analyzer
 * @param identity its name and everything in it that decides a token, see {@link Identified}
 * @param refusal why it refuses every text, see {@link Identified#refusal}
 */
public record IdentifiedAnalyzer(Analyzer analyzer, String identity, Optional<String> refusal) {

  /** An analyzer that refuses no text. */
  public IdentifiedAnalyzer(Analyzer analyzer, String identity) {
    this(analyzer, identity, Optional.empty());
  }

  /** An analyzer, or a tokenizer, that knows everything in it that decides a token. */
  public interface Identified {

    /** One line that changes when, and only when, some text may get other tokens. */
    String identity();

    /** Why every text is refused; empty if texts are analysed. */
    default Optional<String> refusal() {
      return Optional.empty();
    }
  }
}
