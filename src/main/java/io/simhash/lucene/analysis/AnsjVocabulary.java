package io.simhash.lucene.analysis;

import io.simhash.core.feature.Sha256;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.lucene.analysis.CharArraySet;

/**
 * The words that a user gives an analyzer.
 *
 * @param dictionary words to be found
 * @param stopWords words to be left out, in lower case
 */
public record AnsjVocabulary(AnsjDictionary dictionary, CharArraySet stopWords) {

  /** No words at all. */
  public static final AnsjVocabulary EMPTY =
      new AnsjVocabulary(AnsjDictionary.EMPTY, CharArraySet.EMPTY_SET);

  public AnsjVocabulary {
    Objects.requireNonNull(dictionary, "dictionary");
    stopWords = CharArraySet.unmodifiableSet(CharArraySet.copy(stopWords));
  }

  /** {@code dictionary=…;stopwords=…}, each the SHA-256 of the content in any order, or none. */
  String identity() {
    return "dictionary="
        + (dictionary.size() == 0 ? "none" : dictionary.contentId())
        + ";stopwords="
        + (stopWords.isEmpty() ? "none" : Sha256.hex(String.join("\n", sortedStopWords())));
  }

  private SortedSet<String> sortedStopWords() {
    SortedSet<String> sorted = new TreeSet<>();
    stopWords.forEach(word -> sorted.add(new String((char[]) word)));
    return sorted;
  }
}
