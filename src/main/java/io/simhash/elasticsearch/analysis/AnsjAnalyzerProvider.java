package io.simhash.elasticsearch.analysis;

import org.apache.lucene.analysis.Analyzer;
import org.elasticsearch.index.analysis.AnalyzerProvider;
import org.elasticsearch.index.analysis.AnalyzerScope;

/**
 * Hands out an analyzer.
 *
 * @param name the name that users type
 * @param scope {@code GLOBAL} for a ready analyzer, which all indices share and none closes
 * @param get the analyzer
 */
record AnsjAnalyzerProvider(String name, AnalyzerScope scope, Analyzer get)
    implements AnalyzerProvider<Analyzer> {}
