package io.simhash.elasticsearch.mapper;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.FilteringTokenFilter;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.miscellaneous.KeywordRepeatFilter;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.index.analysis.PreBuiltAnalyzerProvider;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Analyzers that count the texts that they analyse. All leave holes for words of one letter and
 * repeat the others at the same position.
 */
public final class CountingAnalysisPlugin extends Plugin implements AnalysisPlugin {

  /** The number of texts that were analysed. */
  static final AtomicInteger ANALYSED = new AtomicInteger();

  @Override
  public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
    Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> analyzers = new HashMap<>();
    add(analyzers, "counting", stream -> stream);
    add(analyzers, "counting_too", stream -> stream);
    add(analyzers, "with_payloads", Payloads::new);
    add(analyzers, "with_frequencies", Frequencies::new);
    return analyzers;
  }

  private static void add(
      Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> analyzers,
      String name,
      UnaryOperator<TokenStream> last) {
    Analyzer analyzer =
        new Analyzer() {
          @Override
          protected TokenStreamComponents createComponents(String field) {
            Tokenizer words = new WhitespaceTokenizer();
            return new TokenStreamComponents(
                words, last.apply(new KeywordRepeatFilter(new Counting(words))));
          }
        };
    var provider = new PreBuiltAnalyzerProvider(name, AnalyzerScope.GLOBAL, analyzer);
    analyzers.put(name, (index, environment, key, settings) -> provider);
  }

  private static final class Counting extends FilteringTokenFilter {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    Counting(TokenStream in) {
      super(in);
    }

    @Override
    protected boolean accept() {
      return term.length() > 1;
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      ANALYSED.incrementAndGet();
    }
  }

  private static final class Payloads extends TokenFilter {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PayloadAttribute payload = addAttribute(PayloadAttribute.class);

    Payloads(TokenStream in) {
      super(in);
    }

    @Override
    public boolean incrementToken() throws IOException {
      boolean more = input.incrementToken();
      payload.setPayload(more ? new BytesRef(term.subSequence(0, 1)) : null);
      return more;
    }
  }

  private static final class Frequencies extends TokenFilter {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);

    Frequencies(TokenStream in) {
      super(in);
    }

    @Override
    public boolean incrementToken() throws IOException {
      boolean more = input.incrementToken();
      frequency.setTermFrequency(more ? term.length() : 1);
      return more;
    }
  }
}
