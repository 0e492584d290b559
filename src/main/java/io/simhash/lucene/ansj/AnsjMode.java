package io.simhash.lucene.ansj;

import java.util.Arrays;
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
 * <p>Recognition of person names is on where it is harmless. {@link #QUERY} with it gives
 * overlapping or missing words in about 5 of 100 random mixtures of names and numbers, without it
 * in none of 40,000; {@link #INDEX} does without it too, because what one of the two cuts the other
 * must find. {@link #DIC} and {@link #NLP} gave no such text with it. {@link #BASE} has no names.
 */
public enum AnsjMode {
  /**
   * Dictionary and bigrams alone: numbers stay apart from their units, the dictionary is unused.
   */
  BASE(false),
  /** As {@link #QUERY}, and every user dictionary word that lies inside or across other words. */
  INDEX(false),
  /** The general one: numbers join their units, user dictionary words are put together. */
  QUERY(false),
  /** User dictionary words win over all others. */
  DIC(true),
  /** A conditional random field finds words that no dictionary has; about ten times slower. */
  NLP(true);

  private final boolean names;

  AnsjMode(boolean names) {
    this.names = names;
  }

  /**
   * The words of {@code text} as ansj gives them, punctuation and white space included. Each call
   * has its own {@link Analysis}: nothing that one text teaches is carried to the next.
   */
  List<Term> segment(String text, Forest words) {
    AnsjLibrary.loadWords();
    if (this == NLP) {
      AnsjLibrary.loadCrf();
    }
    return newAnalysis().setForests(words).setIsNameRecognition(names).parseStr(text).getTerms();
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

  /** Whether words may overlap. */
  boolean overlaps() {
    return this == INDEX;
  }

  /**
   * The mode of an option's value.
   *
   * @throws IllegalArgumentException naming {@code option}, the five names and what it was
   */
  public static AnsjMode parse(String option, String name) {
    return Arrays.stream(values())
        .filter(mode -> mode.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "["
                        + option
                        + "] must be one of [base, index, query, dic, nlp] but was ["
                        + name
                        + "]"));
  }

  /** The name that users type. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
