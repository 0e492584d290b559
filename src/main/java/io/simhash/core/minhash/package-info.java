/**
 * The signature of a set, such as the shingles of a text: from two of them the Jaccard similarity
 * of the sets is estimated.
 *
 * <pre>
 *   set of hashes -&gt; minima (MinHash) -&gt; bands (Bands) and components of 2 bits -&gt; Signature
 * </pre>
 *
 * <ul>
 *   <li>{@link io.simhash.core.minhash.Signature} is the stored form; {@link
 *       io.simhash.core.minhash.SignatureParameters} are its header. A signature with other
 *       parameters counts as absent.
 *   <li>{@link io.simhash.core.minhash.Bands} find candidates: two sets that share two of the 24
 *       are likely to be similar. Other numbers of them are parameters too.
 *   <li>The head, a part of the components, excludes most of the others: {@link
 *       io.simhash.core.minhash.Thresholds} says from how many equal components on it agrees. It
 *       also computes from which estimate on {@code confirm} reads no text. One constant limits the
 *       errors of both.
 *   <li>{@link io.simhash.core.minhash.HashedSet} is for the exact similarity of texts.
 * </ul>
 *
 * <p>Useful for: the similarity of texts and of sets with ten elements and more. Not useful for:
 * the order of elements, how often one occurs, and a short text within a long one, which needs the
 * containment of {@code HashedSet} or a passage.
 */
package io.simhash.core.minhash;
