package io.simhash.elasticsearch.profile;

import io.simhash.lucene.text.IdentifiedAnalyzer;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Finds an analyzer by the name that users type. */
@FunctionalInterface
public interface AnalyzerLookup {

  /** The analyzer of that name, or {@code null} if there is none. */
  IdentifiedAnalyzer find(String name) throws IOException;

  /**
   * The analyzer of that name.
   *
   * @throws IllegalArgumentException if there is none
   */
  default IdentifiedAnalyzer require(String name) {
    try {
      IdentifiedAnalyzer found = find(name);
      if (found == null) {
        throw new IllegalArgumentException(
            "[analyzer] must be the name of an analyzer but was [" + name + "]");
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException("analyzer [" + name + "] cannot be made", e);
    }
  }
}
