/**
 * The passages that texts share, letter by letter: copied sentences, and the frames, disclaimers
 * and licences that many texts have.
 *
 * <p>Everything works on a {@link io.simhash.core.text.PassageText}: letters, with their places in
 * the text as it was written. Lengths are in units, so that they mean the same in every script.
 *
 * <h2>Which documents may share a passage with a text?</h2>
 *
 * <p>{@link io.simhash.core.passage.Winnowing} chooses the terms of a text. Two texts that share a
 * long enough passage have a term in common, wherever the passage is. {@link
 * io.simhash.core.passage.PassageTerms} are the terms of a query's text: it tells from the terms of
 * a document whether the document may have a whole passage. {@link
 * io.simhash.core.passage.PassageRule} has the options of the query; the highlighter reads its own.
 *
 * <p>Useful for: an index, which finds documents by terms without reading their texts. Not useful
 * for: the decision. A document with all terms of a passage may lack the passage.
 *
 * <h2>What do two texts share?</h2>
 *
 * <p>{@link io.simhash.core.passage.SharedPassages} puts the query's text into an automaton of its
 * suffixes, once, and reads each document against it. {@link io.simhash.core.passage.PassageMarks}
 * are the places of the shared passages, or of the words that are in none, and {@link
 * io.simhash.core.passage.Fragments} cuts the text around them.
 *
 * <p>Useful for: exact places, and the share of a text that is covered, also where a short text is
 * contained in a long one. Not useful for: texts that say the same in other words, and many texts
 * at a time.
 *
 * <h2>What do many texts have in common?</h2>
 *
 * <p>{@link io.simhash.core.passage.CommonPassages} compares all texts of a sample with each other.
 * {@code CommonRuns} finds the runs of the least length that enough texts have, and {@code
 * AlignedTexts} how far the texts agree around a run: where a passage begins and ends.
 *
 * <p>Useful for: the boilerplate of an index. Not useful for: a whole index, because all letters
 * are in memory; the documents with a passage are counted by a search for its terms.
 */
package io.simhash.core.passage;
