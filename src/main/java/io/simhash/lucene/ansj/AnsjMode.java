package io.simhash.lucene.ansj;

import java.util.List;
import java.util.Locale;
import org.ansj.domain.Term;
import org.ansj.splitWord.Analysis;
import org.ansj.splitWord.analysis.BaseAnalysis;
import org.ansj.splitWord.analysis.DicAnalysis;
import org.ansj.splitWord.analysis.IndexAnalysis;
import org.ansj.splitWord.analysis.NlpAnalysis;
import org.ansj.splitWord.analysis.ToAnalysis;
import org.nlpcn.commons.lang.tire.domain.Forest;

/**
 * ansj's five ways to cut a Chinese text into words.
 *
 * <p>Recognition of person names is on where it causes no errors. {@link #QUERY} with it gives
 * overlapping or missing words in about 5 of 100 random mixtures of names and numbers, without it
 * in none of 40,000. {@link #INDEX} has it off too, because a text that is indexed in one of the
 * two modes must be found in the other. {@link #DIC} gave 2 such texts in 200,000 with it, {@link
 * #NLP} none. {@link Segmenter} corrects such texts.
 */
public enum AnsjMode {
  /**
   * ansj's own dictionary and bigrams only: numbers stay separate from their units, the user
   * dictionary is not used.
   */
  BASE(false),
  /** {@link #QUERY}, and every user dictionary word inside or across other words. */
  INDEX(false),
  /** The general mode: numbers are joined with their units, user dictionary words are one word. */
  QUERY(false),
  /** User dictionary words take precedence over all others. */
  DIC(true),
  /** A conditional random field finds words that are in no dictionary; about ten times slower. */
  NLP(true);

  private final boolean names;

  AnsjMode(boolean names) {
    this.names = names;
  }

  /**
   * The words of {@code text} as ansj gives them, punctuation and white space included. Each call
   * has its own {@link Analysis}, because that has state.
   */
  List<Term> segment(String text, Forest words) {
    load(this);
    return newAnalysis().setForests(words).setIsNameRecognition(names).parseStr(text).getTerms();
  }

  /** ansj's own words, loaded at the first call. */
  static CoreDictionary coreDictionary() {
    load(QUERY);
    return Core.DICTIONARY;
  }

  /** Whether a {@link WordGraph} gives the same words if there is no user dictionary. */
  boolean hasWordGraph() {
    return names == false;
  }

  private Analysis newAnalysis() {
    return switch (this) {
      case BASE -> new BaseAnalysis();
      case INDEX -> new IndexAnalysis();
      case QUERY -> new ToAnalysis();
      case DIC -> new DicAnalysis();
      case NLP -> new NlpAnalysis();
    };
  }

  /** Whether decimal fractions and a number with its unit are one word. */
  boolean joinsNumbers() {
    return this != BASE;
  }

  /** Whether words may overlap. */
  boolean overlaps() {
    return this == INDEX;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A name, a number with its unit, a foreign name, and a word that is in no dictionary. */
  private static final String SENTENCE = "李雷于1949年在北京大学种了三百棵囧檬树ab，约翰·史密斯";

  /**
   * Returns when ansj's dictionaries of a mode are loaded. ansj keeps them in unsynchronised static
   * maps; the lock here is the initialisation of the classes below, each of which analyses one
   * sentence that reads all dictionaries of its modes.
   *
   * <p>Cost, at the first text: about one second and 55 MB of heap for the words and their bigrams,
   * a tenth of a second and 24 MB for a {@link CoreDictionary}; for {@link #NLP} another second and
   * 86 MB.
   */
  private static void load(AnsjMode mode) {
    if (Words.COUNT == 0 || (mode == NLP && Crf.COUNT == 0)) {
      throw new IllegalStateException("ansj's dictionaries could not be loaded");
    }
  }

  private static final class Words {
    static final int COUNT = new ToAnalysis().parseStr(SENTENCE).size();
  }

  private static final class Core {
    static final CoreDictionary DICTIONARY = new CoreDictionary();
  }

  private static final class Crf {
    static final int COUNT = new NlpAnalysis().parseStr(SENTENCE).size();
  }
}
