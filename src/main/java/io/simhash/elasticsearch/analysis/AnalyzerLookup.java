package io.simhash.elasticsearch.analysis;

import static io.simhash.core.base.Errors.invalid;

import io.simhash.lucene.text.IdentifiedAnalyzer;
import io.simhash.lucene.text.IdentifiedAnalyzer.Identified;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.AnalysisMode;
import org.elasticsearch.index.analysis.AnalysisRegistry;
import org.elasticsearch.index.analysis.AnalyzerComponentsProvider;
import org.elasticsearch.index.analysis.IndexAnalyzers;
import org.elasticsearch.index.analysis.NamedAnalyzer;

/** Finds an analyzer, of the node or of one index, by the name that users type. */
@FunctionalInterface
public interface AnalyzerLookup {

  /** The analyzer of that name, or {@code null} if there is none. */
  IdentifiedAnalyzer find(String name) throws IOException;

  /** The same, which must be there. */
  default IdentifiedAnalyzer require(String name) {
    try {
      IdentifiedAnalyzer found = find(name);
      if (found == null) {
        throw invalid("[analyzer] must be the name of an analyzer but was [%s]", name);
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("analyzer [" + name + "] cannot be made", e);
    }
  }

  /** Analyzers that every index has, such as {@code standard} and {@code ansj}. */
  static AnalyzerLookup ofNode(AnalysisRegistry registry) {
    return name -> identified(name, registry.getAnalyzer(name), "");
  }

  /**
   * Analyzers that the fields of one index may use: of its settings, or of the node. Those for
   * searching only are refused: their tokens may change when they are reloaded.
   */
  static AnalyzerLookup ofIndex(IndexAnalyzers analyzers, Settings settings) {
    return name -> {
      NamedAnalyzer analyzer = analyzers.get(name);
      if (analyzer != null) {
        analyzer.checkAllowedInMode(AnalysisMode.INDEX_TIME);
      }
      return identified(name, analyzer, describe(name, settings));
    };
  }

  private static IdentifiedAnalyzer identified(String name, Analyzer analyzer, String described) {
    if (analyzer == null) {
      return null;
    }
    Analyzer inner = analyzer instanceof NamedAnalyzer named ? named.analyzer() : analyzer;
    if (inner instanceof Identified identified) {
      return new IdentifiedAnalyzer(analyzer, identified.identity(), identified.refusal());
    }
    String identity = name + ";class=" + inner.getClass().getName() + described;
    // Settings name only the file of a dictionary; its content decides the tokens.
    return inner instanceof AnalyzerComponentsProvider custom
            && custom.getComponents().getTokenizerFactory() instanceof Identified tokenizer
        ? new IdentifiedAnalyzer(
            analyzer, identity + ";tokenizer=" + tokenizer.identity(), tokenizer.refusal())
        : new IdentifiedAnalyzer(analyzer, identity);
  }

  /** The index settings that define the analyzer and the parts that it names. */
  private static String describe(String name, Settings settings) {
    SortedMap<String, Object> described = new TreeMap<>();
    Settings analyzer = settings.getByPrefix("index.analysis.analyzer." + name + ".");
    add(described, "", analyzer);
    for (String part : List.of("tokenizer", "filter", "char_filter")) {
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
