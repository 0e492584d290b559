/**
 * Text to tokens, and a text to its fingerprint and signature.
 *
 * <p>{@link io.simhash.lucene.text.TextHasher} is where documents and queries come in: it takes the
 * texts of a document as they were written, leaves out what does not count, and gives a {@link
 * io.simhash.lucene.text.HashedText}. It calls
 *
 * <ul>
 *   <li>{@link io.simhash.lucene.text.TextFingerprinter}: normal form, analyzer, features, SimHash,
 *       all by one profile;
 *   <li>{@link io.simhash.lucene.text.TextMinHasher}: the signature of a set of strings, or of the
 *       {@link io.simhash.lucene.text.TextShingles} of a text, which {@code confirm} compares too.
 * </ul>
 *
 * <p>Either of the two can be used alone. A text is analysed once, although its text field and the
 * fields below it need its tokens: an {@link io.simhash.lucene.text.AnalysedText} keeps them, and
 * an {@link io.simhash.lucene.text.AnalysedField} gives them to the index. An {@link
 * io.simhash.lucene.text.IdentifiedAnalyzer} knows everything in an analyzer that decides a token:
 * fingerprints by another analyzer are not compared.
 */
package io.simhash.lucene.text;
