package io.simhash.lucene.ansj;

import io.simhash.core.base.Sha256;
import io.simhash.lucene.text.IdentifiedAnalyzer.Identified;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.Objects;
import java.util.TreeSet;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;

/** {@link AnsjTokenizer}, which makes lower case, followed by a stop filter. */
public final class AnsjAnalyzer extends Analyzer implements Identified {

  /**
   * A change of any token in {@code golden/ansj-tokens-v1.txt} needs the next number and its own
   * file.
   */
  public static final int ANALYSIS_VERSION = 1;

  /** ansj's version; a test reads it from ansj's jar. */
  public static final String ANSJ_VERSION = "5.1.6";

  private final AnsjMode mode;
  private final AnsjDictionary dictionary;
  private final StopWords stopWords;

  /**
   * @param dictionary the user's own words, or {@link AnsjDictionary#EMPTY}
   * @param stopWords words to leave out, or {@link StopWords#EMPTY}
   */
  public AnsjAnalyzer(AnsjMode mode, AnsjDictionary dictionary, StopWords stopWords) {
    this.mode = Objects.requireNonNull(mode, "mode");
    this.dictionary = Objects.requireNonNull(dictionary, "dictionary");
    this.stopWords = Objects.requireNonNull(stopWords, "stopWords");
  }

  /**
   * {@code ansj_<mode>;analysis=<version>;ansj_seg=<version>;dictionary=<id>;stopwords=<id>}. An id
   * is the SHA-256 of the words in any order, or {@code none} if there are none.
   */
  @Override
  public String identity() {
    return String.join(
        ";",
        "ansj_" + mode,
        "analysis=" + ANALYSIS_VERSION,
        "ansj_seg=" + ANSJ_VERSION,
        "dictionary=" + (dictionary.size() == 0 ? "none" : dictionary.contentId),
        "stopwords=" + (stopWords.words.isEmpty() ? "none" : stopWords.contentId));
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    Tokenizer tokenizer = new AnsjTokenizer(mode, dictionary);
    return stopWords.words.isEmpty()
        ? new TokenStreamComponents(tokenizer)
        : new TokenStreamComponents(tokenizer, new StopFilter(tokenizer, stopWords.words));
  }

  @Override
  protected TokenStream normalize(String field, TokenStream in) {
    return new LowerCaseFilter(in);
  }

  /** Words to leave out. Immutable; letter case and full-width ASCII make no difference. */
  public static final class StopWords {

    /** No stop words. */
    public static final StopWords EMPTY = new StopWords(CharArraySet.EMPTY_SET);

    private final CharArraySet words;

    /** The SHA-256 of the words in any order. */
    private final String contentId;

    /** Copies the words. */
    public StopWords(CharArraySet words) {
      TreeSet<String> sorted = new TreeSet<>();
      words.forEach(word -> sorted.add(Characters.fold(new String((char[]) word))));
      this.words = new CharArraySet(sorted, false);
      contentId = Sha256.hex(String.join("\n", sorted));
    }

    /**
     * Reads stop words, one a line, and leaves the reader open. Empty lines and lines that begin
     * with {@code #} are skipped.
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
  }
}
