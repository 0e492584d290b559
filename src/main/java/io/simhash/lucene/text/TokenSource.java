package io.simhash.lucene.text;

import io.simhash.core.feature.Tokens;
import org.apache.lucene.analysis.Analyzer;

/** Makes the tokens of a text, or has them because another field needed them too. */
@FunctionalInterface
public interface TokenSource {

  /** Analyses each text. */
  TokenSource ANALYSIS = (analyzer, text) -> AnalysedText.of(analyzer, "text", text).tokens();

  /** The tokens that the analyzer makes of the text, in its order. */
  Tokens tokens(Analyzer analyzer, String text);
}
