package io.simhash.elasticsearch.mapper;

import static org.elasticsearch.test.ESTestCase.assumeTrue;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.core.SimpleAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.AnalyzerScope;
import org.elasticsearch.index.analysis.CharFilterFactory;
import org.elasticsearch.index.analysis.CustomAnalyzer;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.analysis.NamedAnalyzer;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.index.mapper.SourceToParse;
import org.elasticsearch.nativeaccess.NativeAccess;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.cbor.CborXContent;

/** What the tests of both field types need. */
public final class MapperTestSupport {

  /** Inherited tests that write with the codec of a real node, which compresses natively. */
  private static final Set<String> NATIVE =
      Set.of("testFetch", "testIndexTimeFieldData", "testSortShortcuts");

  private MapperTestSupport() {}

  /** Skips an inherited test that cannot work where Elasticsearch's native library is missing. */
  public static void assumeNatives(String test) {
    boolean natives = NativeAccess.instance().getZstd() != null;
    assumeTrue("needs the native zstd", natives || NATIVE.contains(test) == false);
  }

  /**
   * An index's analyzers: {@code default}, {@code standard}, {@code simple} and {@code reloaded}.
   */
  public static IndexAnalyzers analyzers() {
    return IndexAnalyzers.of(
        Map.of(
            "default", named("default", new StandardAnalyzer()),
            "standard", named("standard", new StandardAnalyzer()),
            "simple", named("simple", new SimpleAnalyzer()),
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

  /** A document in CBOR, which has values that JSON has not, such as bytes. */
  public static SourceToParse cbor(Object value) throws IOException {
    try (XContentBuilder builder = CborXContent.contentBuilder()) {
      builder.startObject().field("field", value).endObject();
      return new SourceToParse("1", BytesReference.bytes(builder), XContentType.CBOR);
    }
  }
}
