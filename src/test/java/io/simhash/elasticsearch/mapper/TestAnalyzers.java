package io.simhash.elasticsearch.mapper;

import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.CustomAnalyzer;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;

/** The analyzers of an index in tests. */
final class TestAnalyzers {

  private TestAnalyzers() {}

  /** Some analyzers that every index has, a stand-in for {@code ansj}, and {@code reloaded}. */
  static IndexAnalyzers ofIndex() {
    return IndexAnalyzers.of(
        Map.of(
            "default", named("default", new StandardAnalyzer()),
            "standard", named("standard", new StandardAnalyzer()),
            "simple", named("simple", new SimpleAnalyzer()),
            "ansj", named("ansj", new WhitespaceAnalyzer()),
            "reloaded", named("reloaded", reloaded())));
  }

  /** An analyzer for searching only, such as one whose synonyms can be reloaded. */
  private static Analyzer reloaded() {
    TokenFilterFactory filter =
        new TokenFilterFactory() {
          @Override
          public String name() {
            return "reloaded";
          }

          @Override
          public TokenStream create(TokenStream tokens) {
            return tokens;
          }

          @Override
          public AnalysisMode getAnalysisMode() {
            return AnalysisMode.SEARCH_TIME;
          }
        };
    return new CustomAnalyzer(
        TokenizerFactory.newFactory("standard", StandardTokenizer::new),
        new CharFilterFactory[0],
        new TokenFilterFactory[] {filter});
  }

  private static NamedAnalyzer named(String name, Analyzer analyzer) {
    return new NamedAnalyzer(name, AnalyzerScope.INDEX, analyzer);
  }
}
