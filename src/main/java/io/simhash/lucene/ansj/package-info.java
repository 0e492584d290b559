/**
 * Chinese analysis: the only package that imports ansj.
 *
 * <pre>
 *   text -&gt; sentences (AnsjTokenizer) -&gt; stretches (Segmenter) -&gt; words (WordGraph, or ansj)
 * </pre>
 *
 * <p>{@link io.simhash.lucene.ansj.AnsjMode} is the option {@code mode}. A {@code WordGraph} gives
 * ansj's words faster; ansj itself is asked in the modes {@code dic} and {@code nlp} and with a
 * user dictionary.
 *
 * <p>Useful for: Chinese, also mixed with other scripts, whose words are cut by the rules of
 * Unicode. Not useful for: Japanese, Thai and Korean morphology; any other analyzer of
 * Elasticsearch can be used instead.
 */
package io.simhash.lucene.ansj;
