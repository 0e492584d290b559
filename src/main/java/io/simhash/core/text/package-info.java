/**
 * The text as its reader sees it: which texts are the same, which characters count, and how much a
 * letter says. Everything that compares texts asks here first:
 *
 * <pre>
 *   text as it was written
 *     TextLimit      is it too long?
 *     TextOptions    without the differences of fold and the passages of boilerplate
 *     NormalForm     one Unicode form, no case, nothing invisible
 *     Letters        letters and digits; no spaces, punctuation, symbols
 *   shingles of characters (core.shingle), passages (core.passage), tokens (lucene.text)
 * </pre>
 *
 * <p><b>Are two texts the same to a reader?</b> Yes if their {@link
 * io.simhash.core.text.NormalForm}s are equal. A normal form is not for display: a {@link
 * io.simhash.core.text.PassageText} has letters with their places in the text as it was written.
 *
 * <p><b>Which characters count, and how much?</b> {@link io.simhash.core.text.Letters} decides. A
 * Chinese, Japanese or Korean letter says as much as 2.4 others, so lengths that hold for every
 * script are in units. {@link io.simhash.core.text.LetterRuns} are the shortest runs of a length,
 * with hashes: the passages of {@code boilerplate} and of {@code core.passage} are both found by
 * them.
 *
 * <p><b>What can users change?</b> {@link io.simhash.core.text.TextOptions}, the options {@code
 * fold} ({@link io.simhash.core.text.Folding}) and {@code boilerplate} ({@link
 * io.simhash.core.text.Boilerplate}). They are read here and nowhere else, and applied to a text
 * once, before a fingerprint, a signature or a set of shingles is made of it. Both are in the
 * profile of a fingerprint. Of the parameters of a signature only {@code fold} is one: a text
 * without the listed passages has the same signature, whatever list left them out. Passages are
 * found after {@code fold} alone, and marked in texts as they were written.
 *
 * <p>A new difference of {@code fold} is a further {@code Kind} of {@code Folding}, behind the
 * others because its number is one of 7 bits of stored signatures. It changes only the fields that
 * set it. First look whether {@code NormalForm} makes the letters equal for every text, as it does
 * with case and with the final sigma of Greek.
 *
 * <p>A change of {@code NormalForm} or {@code Letters} changes the signatures and most fingerprints
 * of an index: the golden files {@code normal-form-v1}, {@code shingles-v2} and {@code
 * signatures-v6} fail.
 */
package io.simhash.core.text;
