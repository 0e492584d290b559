package io.simhash.lucene.ansj;

import io.simhash.lucene.text.IdentifiedAnalyzer;
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
public final class AnsjAnalyzer extends Analyzer implements IdentifiedAnalyzer {

  /**
   * The version of this plugin's part of the analysis. A change of any token in {@code
   * golden/ansj-tokens-v1.txt} needs the next number and a golden file of its own.
   */
  public static final int ANALYSIS_VERSION = 1;

  /** ansj's version; a test reads it from ansj's jar. */
  public static final String ANSJ_VERSION = "5.1.6";

  private final AnsjMode mode;
  private final AnsjVocabulary vocabulary;

  /** An analyzer with the user's own words, or {@link AnsjVocabulary#EMPTY}. */
  public AnsjAnalyzer(AnsjMode mode, AnsjVocabulary vocabulary) {
    this.mode = Objects.requireNonNull(mode, "mode");
    this.vocabulary = Objects.requireNonNull(vocabulary, "vocabulary");
  }

  /** An analyzer with the user's own words, both possibly empty. */
  public AnsjAnalyzer(AnsjMode mode, AnsjDictionary dictionary, CharArraySet stopWords) {
    this(mode, new AnsjVocabulary(dictionary, stopWords));
  }

  /**
   * {@code ansj_<mode>;analysis=<version>;ansj_seg=<version>;dictionary=<id>;stopwords=<id>}, with
   * {@code none} for an empty dictionary or no stop words.
   */
  @Override
  public String identity() {
    return "ansj_"
        + mode
        + ";analysis="
        + ANALYSIS_VERSION
        + ";ansj_seg="
        + ANSJ_VERSION
        + ";"
        + vocabulary.identity();
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    Tokenizer tokenizer = new AnsjTokenizer(mode, vocabulary.dictionary());
    return vocabulary.stopWords().isEmpty()
        ? new TokenStreamComponents(tokenizer)
        : new TokenStreamComponents(tokenizer, new StopFilter(tokenizer, vocabulary.stopWords()));
  }

  @Override
  protected TokenStream normalize(String field, TokenStream in) {
    return new LowerCaseFilter(in);
  }
}
