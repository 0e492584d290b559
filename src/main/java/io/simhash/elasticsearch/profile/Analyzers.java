package io.simhash.elasticsearch.profile;

import io.simhash.lucene.text.Identified;
import io.simhash.lucene.text.IdentifiedAnalyzer;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AnalysisRegistry;
import org.elasticsearch.index.analysis.AnalyzerComponentsProvider;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.analysis.NamedAnalyzer;

/** The two places where Elasticsearch keeps analyzers: the node, and one index. */
public final class Analyzers {

  private static final String ANALYZER = "index.analysis.analyzer.";

  private Analyzers() {}

  /** Analyzers that every index has, such as {@code standard} and {@code ansj}. */
  public static AnalyzerLookup ofNode(AnalysisRegistry registry) {
    return name -> found(name, registry.getAnalyzer(name), "");
  }

  /** Analyzers of one index: those of its settings and the node's. */
  public static AnalyzerLookup ofIndex(IndexAnalyzers analyzers, Settings settings) {
    return name -> found(name, analyzers.get(name), describe(name, settings));
  }

  private static IdentifiedAnalyzer found(String name, Analyzer analyzer, String described) {
    if (analyzer == null) {
      return null;
    }
    Analyzer inner = analyzer instanceof NamedAnalyzer named ? named.analyzer() : analyzer;
    String identity =
        inner instanceof Identified identified
            ? identified.identity()
            : name + ";class=" + inner.getClass().getName() + described + tokenizer(inner);
    return new IdentifiedAnalyzer(analyzer, identity);
  }

  /** Settings name only the file of a dictionary; its content decides the tokens. */
  private static String tokenizer(Analyzer analyzer) {
    return analyzer instanceof AnalyzerComponentsProvider custom
            && custom.getComponents().getTokenizerFactory() instanceof Identified identified
        ? ";tokenizer=" + identified.identity()
        : "";
  }

  /** The index settings that define the analyzer, and those of the parts that it names. */
  private static String describe(String name, Settings settings) {
    SortedMap<String, Object> described = new TreeMap<>();
    Settings analyzer = settings.getByPrefix(ANALYZER + name + ".");
    add(described, "", analyzer);
    for (String part : new String[] {"tokenizer", "filter", "char_filter"}) {
      for (String partName : analyzer.getAsList(part)) {
        Settings defined = settings.getByPrefix("index.analysis." + part + "." + partName + ".");
        add(described, part + "." + partName + ".", defined);
      }
    }
    return described.isEmpty() ? "" : ";settings=" + described;
  }

  private static void add(SortedMap<String, Object> described, String prefix, Settings settings) {
    settings.keySet().forEach(key -> described.put(prefix + key, settings.getAsList(key)));
  }
}
