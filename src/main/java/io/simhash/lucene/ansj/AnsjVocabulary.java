package io.simhash.lucene.ansj;

import io.simhash.core.base.Sha256;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.lucene.analysis.CharArraySet;

/**
 * The words that a user gives an analyzer.
 *
 * @param dictionary words to be found
 * @param stopWords words to be left out; letter case and full-width ASCII make no difference
 */
public record AnsjVocabulary(AnsjDictionary dictionary, CharArraySet stopWords) {

  /** No words at all. */
  public static final AnsjVocabulary EMPTY =
      new AnsjVocabulary(AnsjDictionary.EMPTY, CharArraySet.EMPTY_SET);

  public AnsjVocabulary {
    Objects.requireNonNull(dictionary, "dictionary");
    stopWords = folded(stopWords);
  }

  private static CharArraySet folded(CharArraySet words) {
    CharArraySet folded = new CharArraySet(words.size(), false);
    words.forEach(word -> folded.add(Characters.fold(new String((char[]) word))));
    return CharArraySet.unmodifiableSet(folded);
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
