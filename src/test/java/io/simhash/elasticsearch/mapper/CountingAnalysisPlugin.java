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
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PayloadAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Analyzers that count the texts that they analyse. All leave holes for words that begin with
 * {@code a} and repeat those that begin with {@code b} at the same position.
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
    Analyzer analyzer = new Counting(last);
    analyzers.put(
        name,
        (index, environment, key, settings) ->
            new AnalyzerProvider<Analyzer>() {
              @Override
              public String name() {
                return name;
              }

              @Override
              public AnalyzerScope scope() {
                return AnalyzerScope.GLOBAL;
              }

              @Override
              public Analyzer get() {
                return analyzer;
              }
            });
  }

  private static final class Counting extends Analyzer {

    private final UnaryOperator<TokenStream> last;

    Counting(UnaryOperator<TokenStream> last) {
      this.last = last;
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer words = new WhitespaceTokenizer();
      return new TokenStreamComponents(words, last.apply(new Twice(new Holes(words))));
    }
  }

  /** Leaves out words that begin with {@code a}. */
  private static final class Holes extends FilteringTokenFilter {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    Holes(TokenStream in) {
      super(in);
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      ANALYSED.incrementAndGet();
    }

    @Override
    protected boolean accept() {
      return term.charAt(0) != 'a';
    }
  }

  /** Repeats words that begin with {@code b}; those that begin with {@code c} have a type. */
  private static final class Twice extends TokenFilter {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final TypeAttribute type = addAttribute(TypeAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);
    private State repeated;

    Twice(TokenStream in) {
      super(in);
    }

    @Override
    public void reset() throws IOException {
      super.reset();
      repeated = null;
    }

    @Override
    public boolean incrementToken() throws IOException {
      if (repeated != null) {
        restoreState(repeated);
        repeated = null;
        term.append("_again");
        increment.setPositionIncrement(0);
        return true;
      }
      if (input.incrementToken() == false) {
        return false;
      }
      repeated = term.charAt(0) == 'b' ? captureState() : null;
      type.setType(term.charAt(0) == 'c' ? "c" : TypeAttribute.DEFAULT_TYPE);
      return true;
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
