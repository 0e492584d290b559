/**
 * The arithmetic of near-duplicates: texts and tokens in, numbers and decisions out.
 *
 * <p>It needs the JDK and hash4j alone. Nothing here reads a file, a clock or a locale: the same
 * input gives the same result on every machine. Values are immutable and safe to share. What is
 * stored in indices (fingerprints, signatures, terms, profile ids) never changes without a new
 * name; golden files of a second implementation pin it.
 *
 * <h2>What happens to a text?</h2>
 *
 * <pre>
 *   text -&gt; normal form -&gt; shingles of letters -&gt; signature          text, shingle, minhash
 *   text -&gt; tokens -&gt; weighted features -&gt; fingerprint              profile, idf, feature, simhash
 * </pre>
 *
 * <p>A signature estimates which part of their shingles two texts share. A fingerprint has 64 bits,
 * of which similar texts differ in few. Tokens come from an analyzer, which this layer does not
 * have: {@code io.simhash.lucene.text} has.
 *
 * <h2>How are near-duplicates found?</h2>
 *
 * <ul>
 *   <li>{@code near}: the rule that decides whether two values are neighbours, and the neighbours
 *       of a value among some in memory.
 *   <li>{@code block}: the block values to look up so that no fingerprint within a radius is
 *       missed. The bands of a signature, which do the same for similar texts, are in {@code
 *       minhash}.
 *   <li>{@code cluster}: all pairs of neighbours of a large set, and the clusters of them.
 *   <li>{@code passage}: the terms by which copied passages are found, the passages that two texts
 *       share, and those that many texts have.
 *   <li>{@code estimate}: shares of all documents from a random sample.
 * </ul>
 *
 * <h2>Where to begin</h2>
 *
 * <p>{@code Signature.ofText(text)} is the signature of a text with the default parameters, and
 * {@code similarity} compares two. {@code NearRule.of} says which values are neighbours, and {@code
 * NearIndex} finds them. The examples 1 to 3 among the tests run this.
 *
 * <p>Useful for: programs that compare texts without a search engine, for instance on Spark; the
 * jar with the classifier {@code core} has this layer. Not useful for: fingerprints of words, which
 * need an analyzer.
 */
package io.simhash.core;
