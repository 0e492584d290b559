package io.simhash.lucene.ansj;

import io.simhash.lucene.text.Identified;
import java.util.Objects;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;

/**
 * {@link AnsjTokenizer} followed by a stop filter. The tokenizer makes lower case.
 *
 * <p>{@link #identity} names everything that decides a token; it is part of a profile's id.
 */
public final class AnsjAnalyzer extends Analyzer implements Identified {

  /**
   * The version of this plugin's part of the analysis. A change of any token in {@code
   * golden/ansj-tokens-v1.txt} needs the next number and a golden file of its own.
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

  /** The same with a copy of the stop words. */
  public AnsjAnalyzer(AnsjMode mode, AnsjDictionary dictionary, CharArraySet stopWords) {
    this(mode, dictionary, new StopWords(stopWords));
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
        "dictionary=" + (dictionary.size() == 0 ? "none" : dictionary.contentId()),
        "stopwords=" + (stopWords.size() == 0 ? "none" : stopWords.contentId()));
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    Tokenizer tokenizer = new AnsjTokenizer(mode, dictionary);
    return stopWords.size() == 0
        ? new TokenStreamComponents(tokenizer)
        : new TokenStreamComponents(tokenizer, new StopFilter(tokenizer, stopWords.words()));
  }

  @Override
  protected TokenStream normalize(String field, TokenStream in) {
    return new LowerCaseFilter(in);
  }
}
