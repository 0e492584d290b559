package io.simhash.core.feature;

/**
 * A token of the body with the factors of its weight.
 *
 * @param token the token
 * @param term the factors of its term
 * @param pos the factor of its part of speech
 * @param cue the factor of a cue phrase that marks it
 */
record WeighedToken(Token token, TermFactors term, double pos, double cue) {

  /**
   * The factors of a term, equal wherever it occurs in the document.
   *
   * @param idf its inverse document frequency
   * @param length its word length factor
   * @param title the title factor, 1 if it is not in the title
   */
  record TermFactors(double idf, double length, double title) {}
}
