package io.simhash.lucene.ansj;

import io.simhash.core.base.Sha256;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.lucene.analysis.CharArraySet;

/**
 * The user's own words for an analyzer.
 *
 * @param dictionary words to find in a text
 * @param stopWords words to leave out; letter case and full-width ASCII make no difference
 */
public record AnsjVocabulary(AnsjDictionary dictionary, CharArraySet stopWords) {

  /** No words. */
  public static final AnsjVocabulary EMPTY =
      new AnsjVocabulary(AnsjDictionary.EMPTY, CharArraySet.EMPTY_SET);

  public AnsjVocabulary {
    Objects.requireNonNull(dictionary, "dictionary");
    stopWords = folded(stopWords);
  }

  /**
   * Reads stop words, one a line, and leaves the reader open. Empty lines and lines that begin with
   * {@code #} are skipped.
   */
  public static CharArraySet readStopWords(Reader reader) throws IOException {
    CharArraySet words = new CharArraySet(16, false);
    BufferedReader lines = new BufferedReader(reader);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String word = (line.startsWith("\uFEFF") ? line.substring(1) : line).strip();
      if (word.isEmpty() == false && word.startsWith("#") == false) {
        words.add(word);
      }
    }
    return words;
  }

  private static CharArraySet folded(CharArraySet words) {
    CharArraySet folded = new CharArraySet(words.size(), false);
    words.forEach(word -> folded.add(Characters.fold(new String((char[]) word))));
    return CharArraySet.unmodifiableSet(folded);
  }

  /** {@code dictionary=…;stopwords=…}: for each the SHA-256 of its sorted words, or none. */
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
