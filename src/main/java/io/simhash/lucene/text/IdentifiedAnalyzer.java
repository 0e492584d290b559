package io.simhash.lucene.text;

import org.apache.lucene.analysis.Analyzer;

/**
 * An analyzer and its identity, which goes into the profile id.
 *
 * @param analyzer the analyzer
 * @param identity its name and everything in it that decides a token, see {@link Identified}
 */
public record IdentifiedAnalyzer(Analyzer analyzer, String identity) {}
