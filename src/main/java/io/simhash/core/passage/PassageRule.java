package io.simhash.core.passage;

import io.simhash.core.base.OptionMap;
import io.simhash.core.base.Ranges;
import io.simhash.core.passage.SharedPassages.Coverage;
import io.simhash.core.text.PassageText;
import java.util.Locale;

/**
 * Which documents share passages with a query's text: those with a shared passage of {@code
 * min_length}, whose passages cover enough of a text.
 *
 * @param minLength the least letters of a passage, at least 1; a Chinese, Japanese or Korean
 *     character counts 2.4 of them, see {@link PassageText}
 * @param minContainment the least share of a text that is covered, in [0, 1]
 * @param of the text whose share that is
 * @param maxDocFreq terms of more documents of a shard, of those that the user may see, are not
 *     looked up; 0 to look up all
 */
public record PassageRule(int minLength, double minContainment, Share of, int maxDocFreq) {

  /** A sentence or two. */
  public static final int DEFAULT_MIN_LENGTH = 150;

  /** A passage of more documents is boilerplate, see ADR 9. */
  public static final int DEFAULT_MAX_DOC_FREQ = 1_000;

  /** The text whose share is covered. */
  public enum Share {
    QUERY,
    DOCUMENT,
    /** The text with fewer letters. */
    SHORTER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public PassageRule {
    Ranges.require("min_length", minLength, 1, Integer.MAX_VALUE);
    Ranges.requireFraction("min_containment", minContainment);
    Ranges.require("max_doc_freq", maxDocFreq, 0, Integer.MAX_VALUE);
  }

  /** Takes the options of a query or a processor. */
  public static PassageRule from(OptionMap options) {
    return new PassageRule(
        atLeast(1, options, "min_length", DEFAULT_MIN_LENGTH),
        Ranges.requireFraction(
            options.fullName("min_containment"), options.number("min_containment", 0)),
        options.constant("of", Share.QUERY),
        atLeast(0, options, "max_doc_freq", DEFAULT_MAX_DOC_FREQ));
  }

  private static int atLeast(int min, OptionMap options, String name, int defaultValue) {
    return Ranges.require(
        options.fullName(name), options.integer(name, defaultValue), min, Integer.MAX_VALUE);
  }

  /** The least units of a passage. */
  public int minUnits() {
    return Winnowing.units(minLength);
  }

  /** Whether a document that is covered so far is a match. */
  public boolean holds(Coverage coverage) {
    return containment(coverage) != null;
  }

  /** The share of a text that decided; {@code null} if the document is no match. */
  public Containment containment(Coverage coverage) {
    boolean isOfQuery =
        of == Share.QUERY || of == Share.SHORTER && coverage.query() <= coverage.document();
    double share = isOfQuery ? coverage.ofQuery() : coverage.ofDocument();
    boolean isMutual = Math.min(coverage.ofQuery(), coverage.ofDocument()) >= minContainment;
    return coverage.isAny() && share >= minContainment
        ? new Containment(share, isOfQuery, isMutual)
        : null;
  }

  /** Whether a term is not looked up. */
  public boolean isFrequent(long documents) {
    return maxDocFreq > 0 && documents > maxDocFreq;
  }
}
