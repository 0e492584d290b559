/**
 * The index fields of a document's value and of its copied passages.
 *
 * <ul>
 *   <li>{@link io.simhash.lucene.document.SimHashFields}: a fingerprint as a doc value and as four
 *       block terms, a signature as two doc values. It lists all names of these fields.
 *   <li>{@link io.simhash.lucene.document.BandTerms}: the terms of a signature's bands, and one
 *       that tells its parameters.
 *   <li>{@link io.simhash.lucene.document.PassageField}: the terms of copied passages.
 * </ul>
 *
 * <p>{@code io.simhash.lucene.search} reads them. A change here means that users index again: it
 * needs a line under "Index format" in CHANGELOG.md.
 */
package io.simhash.lucene.document;
