package io.simhash.lucene.ansj;

import io.simhash.core.base.Sha256;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.TreeSet;
import org.apache.lucene.analysis.CharArraySet;

/** Words to leave out. Immutable; letter case and full-width ASCII make no difference. */
public final class StopWords {

  /** No stop words. */
  public static final StopWords EMPTY = new StopWords(CharArraySet.EMPTY_SET);

  private final CharArraySet words;
  private final String contentId;

  /** Copies the words. */
  public StopWords(CharArraySet words) {
    this.words = new CharArraySet(words.size(), false);
    TreeSet<String> sorted = new TreeSet<>();
    words.forEach(word -> sorted.add(Characters.fold(new String((char[]) word))));
    this.words.addAll(sorted);
    contentId = Sha256.hex(String.join("\n", sorted));
  }

  /**
   * Reads stop words, one a line, and leaves the reader open. Empty lines and lines that begin with
   * {@code #} are skipped.
   */
  public static StopWords read(Reader reader) throws IOException {
    CharArraySet words = new CharArraySet(16, false);
    BufferedReader lines = new BufferedReader(reader);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String word = (line.startsWith("\uFEFF") ? line.substring(1) : line).strip();
      if (word.isEmpty() == false && word.startsWith("#") == false) {
        words.add(word);
      }
    }
    return words.isEmpty() ? EMPTY : new StopWords(words);
  }

  /** The number of words. */
  public int size() {
    return words.size();
  }

  /** The SHA-256, in hexadecimal digits, of the words in any order. */
  public String contentId() {
    return contentId;
  }

  /** The words for Lucene; never written to. */
  CharArraySet words() {
    return words;
  }
}
