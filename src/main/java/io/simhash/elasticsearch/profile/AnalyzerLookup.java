package io.simhash.elasticsearch.profile;

import java.io.IOException;
import org.apache.lucene.analysis.Analyzer;

/** Finds an analyzer by the name that users type. */
@FunctionalInterface
public interface AnalyzerLookup {

  /**
   * An analyzer and what goes into the profile id for it.
   *
   * @param analyzer the analyzer
   * @param identity its name and everything visible in it that decides a token
   */
  record Found(Analyzer analyzer, String identity) {}

  /** The analyzer of that name, or {@code null} if there is none. */
  Found find(String name) throws IOException;
}
